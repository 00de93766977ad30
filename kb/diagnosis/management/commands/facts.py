"""The facts that a text gives away."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from kb.diagnosis.batch import answered, text_of
from kb.diagnosis.facts import facts_of
from kb.wiki.command import DONE, FINDINGS, KnowledgeCommand, read_input
from kb.wiki.corpus.contents import catalogues, vocabulary


class Command(KnowledgeCommand):
    help = "Print the facts of an environment that a text gives away, each with its line."
    needs_base = False

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", help="a text; - or nothing = stdin")
        parser.add_argument("--batch", action="store_true", help="FILE is one object a line")

    def run(self, **options: Any) -> int:
        text, sources = read_input(options["file"]), (vocabulary(), catalogues())
        if options["batch"]:
            rows = answered(text.split("\n"), lambda row: facts_of(text_of(row, "text"), *sources))
            for row in rows:
                self.print_json(row, indent=None)
            return DONE
        found = facts_of(text, *sources)
        if options["json"]:
            self.print_json({"id": None, **found})
        else:
            self._tell(found["facts"])
            for name, each in found["bounds"].items():
                told = f"{each['range']} (estimated)"
                self.print(f"{name:24} {told:24} by the wording, line {each['line']}")
        return DONE if found["facts"] else FINDINGS

    def _tell(self, facts: dict[str, Any]) -> None:
        for name, fact in facts.items():
            value = fact["value"] or " or ".join(fact["candidates"])
            self.print(f"{name:24} {value:24} {fact['how']}, line {fact['line']}")
