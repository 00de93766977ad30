"""A copy of the base while the site runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from kb.wiki.backup import BackupError, backup
from kb.wiki.command import DONE, KnowledgeCommand, refuse


class Command(KnowledgeCommand):
    help = "Write a checked copy of the base to a new file; the site may go on meanwhile."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", metavar="FILE")

    def run(self, **options: Any) -> int:
        try:
            rows = backup(Path(options["file"]))
        except BackupError as error:
            raise refuse(error.message) from error
        if options["json"]:
            self.print_json({"file": options["file"], "rows": rows})
        else:
            self.print(f"{options['file']} holds {rows['wiki_page']} articles and is sound.")
        return DONE
