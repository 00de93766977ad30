"""From SQLite to PostgreSQL."""

from argparse import ArgumentParser
from typing import Any

from kb.wiki.command import DONE, KnowledgeCommand, refuse
from kb.wiki.moving import MoveError, move


class Command(KnowledgeCommand):
    help = "Copy the whole base into an empty PostgreSQL and prove that both are equal."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("url", metavar="DATABASE_URL", help="postgresql://user:…@host/name")

    def run(self, **options: Any) -> int:
        self.say("Copying; nobody can write meanwhile …")
        try:
            rows = move(options["url"])
        except (MoveError, ValueError) as error:
            raise refuse(str(error)) from error
        if options["json"]:
            self.print_json({"rows": rows})
        else:
            self.print(f"{rows['wiki_page']} articles, {sum(rows.values())} rows: both are equal.")
            self.say("Set DATABASE_URL, and KB_SECRET_KEY to what KB_DATA_DIR/secret_key holds.")
        return DONE
