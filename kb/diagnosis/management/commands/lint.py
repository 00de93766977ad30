"""Article files checked without a database."""

from argparse import ArgumentParser
from typing import Any

from kb.diagnosis.linting import lint
from kb.wiki.command import DONE, FINDINGS, KnowledgeCommand, existing


class Command(KnowledgeCommand):
    help = "Check article files: schema, facts, flags, commands, and that each finds itself."
    needs_base = False

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder or a .zip")

    def run(self, **options: Any) -> int:
        findings = list(lint(existing(options["paths"])))
        if options["json"]:
            self.print_json({"findings": [each.as_json() for each in findings]})
        else:
            for each in findings:
                field = f" {each.field}:" if each.field else ""
                self.print(f"{each.path}:{each.line}: {each.level}:{field} {each.message}")
            self.say("No findings." if not findings else f"{len(findings)} findings.")
        return FINDINGS if any(each.level != "warning" for each in findings) else DONE
