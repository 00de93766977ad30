"""The flag catalogue of an engine, from its own `--help` or from a table."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from kb.core.launch.flags import CatalogueError, import_help, import_shared
from kb.wiki.command import DONE, KnowledgeCommand, read_input, refuse
from kb.wiki.corpus.contents import catalogue_values, write_catalogue


class Command(KnowledgeCommand):
    help = "Take in what an engine's --help prints, or a JSON table of its flags."
    needs_base = False

    def arguments(self, parser: ArgumentParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True, metavar="import")
        taking = actions.add_parser("import", help="add to articles/_flags/<engine>.yaml")
        taking.add_argument("--engine", metavar="E", help="vllm, sglang, …")
        taking.add_argument("--version", dest="engine_version", metavar="V", help="that printed it")
        taking.add_argument("--pins", metavar="FILE", help="a JSON table of what a release pins")
        taking.add_argument("--json", action="store_true", help="print the result as JSON")
        taking.add_argument(
            "file", nargs="?", metavar="FILE", help="--help output or JSON; - = stdin"
        )

    def run(self, **options: Any) -> int:
        text = read_input(options["file"])
        try:
            engine, catalogue = self._catalogue(text, options)
        except CatalogueError as error:
            raise refuse(error.message) from error
        path = write_catalogue(engine, catalogue)
        if options["json"]:
            self.print_json({"engine": engine, "path": str(path)})
        else:
            self.print(f"{path} is written.")
        return DONE

    def _catalogue(self, text: str, options: dict[str, Any]) -> tuple[str, str]:
        if text.lstrip().startswith("{"):
            return _of_table(text, options["engine"], options["pins"])
        engine, version = options["engine"], options["engine_version"]
        if not engine or not version:
            raise refuse("Say whose help this is: --engine E --version V.")
        before = catalogue_values(engine)
        if before is None:
            raise refuse(f"{engine} has no catalogue yet: import a table of it first.")
        return engine, import_help(text, version, before)


def _of_table(text: str, engine: str | None, pins: str | None) -> tuple[str, str]:
    try:
        table = json.loads(text)
        pinned = json.loads(Path(pins).read_text("utf-8")) if pins else None
        named, _ = import_shared(table, pinned)
        return import_shared(table, pinned, catalogue_values(engine or named))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise refuse("This JSON is no table of flags.") from error
