"""A launch command: mended, changed, checked against the catalogue, printed."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping
from itertools import chain
from typing import Any

from kb.core.articles import Change
from kb.core.launch import LaunchError, change_from_json
from kb.diagnosis.batch import Row, answered, text_of
from kb.diagnosis.launching import changes_of, launched
from kb.wiki.base import prepare_base
from kb.wiki.command import DONE, FINDINGS, KnowledgeCommand, read_input, refuse
from kb.wiki.corpus.contents import catalogues
from kb.wiki.library import SiteLibrary


class Command(KnowledgeCommand):
    help = "Mend a launch command, change only what a fix names, check it for a version."
    needs_base = False  # but for --fix

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", nargs="?", metavar="FILE", help="a command; - or nothing = stdin"
        )
        parser.add_argument(
            "--fix", metavar="SLUG/FIX", help="the launch changes of an article's fix"
        )
        parser.add_argument("--change", action="append", default=[], metavar="JSON")
        parser.add_argument("--form", metavar="FORM", help="shell, docker, compose, kubernetes, …")
        parser.add_argument("--engine", metavar="E")
        parser.add_argument("--engine-version", metavar="V")
        parser.add_argument("--batch", action="store_true", help="FILE is one object a line")

    def run(self, **options: Any) -> int:
        text = read_input(options["file"])
        if options["batch"]:
            for row in answered(text.split("\n"), answer_row):
                self.print_json(row, indent=None)
            return DONE
        changes = [*_of_fix(options["fix"]), *chain.from_iterable(map(_of_text, options["change"]))]
        engine, version = options["engine"] or "", options["engine_version"] or ""
        found = launched(text, changes, catalogues(), engine, version)
        if options["form"] not in (None, found["form"]):
            raise refuse(
                f"This command is {found['form'] or 'none'}; it is printed in its own form."
            )
        if options["json"]:
            self.print_json({"id": None, **found})
        else:
            self._tell(found)
        return DONE if "after" in found else FINDINGS

    def _tell(self, found: Mapping[str, Any]) -> None:
        for repair in found["repairs"]:
            self.say(f"mended: {repair['what']}")
        for warning in found["warnings"]:
            self.say(f"warning: {warning}")
        for why in ("question", "refused"):
            if why in found:
                self.say(str(found[why]))
        if "after" in found:
            self.print(str(found["after"]))


def answer_row(row: Row) -> Row:
    """The outcome for one object. Raises RowError, LaunchError."""
    changes = change_from_json(row["fix"]) if row.get("fix") is not None else ()
    engine, version = text_of(row, "engine"), text_of(row, "engine_version")
    return launched(text_of(row, "text"), changes, catalogues(), engine, version)


def _of_fix(name: str | None) -> tuple[Change, ...]:
    if not name:
        return ()
    prepare_base()
    changes = changes_of(name, SiteLibrary())
    if changes is None:
        raise refuse(f"{name}: there is no such fix; write SLUG/FIX.")
    return changes


def _of_text(written: str) -> tuple[Change, ...]:
    try:
        return change_from_json(json.loads(written))
    except (LaunchError, ValueError) as error:
        raise refuse(f"--change: {error}.") from error
