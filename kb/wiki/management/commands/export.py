"""Every article back to files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from kb.wiki.command import DONE, KnowledgeCommand
from kb.wiki.corpus.export import export


class Command(KnowledgeCommand):
    help = "Write every article to a file; to ingest them again changes nothing."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", metavar="DIR")

    def run(self, **options: Any) -> int:
        written = sum(1 for _ in export(Path(options["folder"])))
        if options["json"]:
            self.print_json({"written": written})
        else:
            self.print(f"{written} articles written to {options['folder']}")
        return DONE
