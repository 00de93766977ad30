"""The base of a backup in place of ours."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from kb.wiki.backup import BackupError, restore
from kb.wiki.command import DONE, KnowledgeCommand, existing, refuse


class Command(KnowledgeCommand):
    help = "Check a backup, put it in place of the base, and build the index anew."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")
        parser.add_argument("--force", action="store_true", help="replace a base with articles")

    def run(self, **options: Any) -> int:
        existing([options["file"]])
        try:
            rows = restore(Path(options["file"]), force=options["force"])
        except BackupError as error:
            raise refuse(error.message) from error
        if options["json"]:
            self.print_json({"file": options["file"], "rows": rows})
        else:
            self.print(f"{rows['wiki_page']} articles are back and can be found.")
        return DONE
