"""Every article, and what all of them share, back to files."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from kb.wiki.command import DONE, KnowledgeCommand
from kb.wiki.corpus.export import export


class Command(KnowledgeCommand):
    help = "Write articles and shared texts to files; to ingest them again changes nothing."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", metavar="DIR")

    def run(self, **options: Any) -> int:
        paths = list(export(Path(options["folder"])))
        written = sum(path.suffix == ".md" for path in paths)
        if options["json"]:
            self.print_json({"written": written, "shared": len(paths) - written})
        else:
            self.print(f"{written} articles written to {options['folder']}")
        return DONE
