"""The main job on the command line."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Mapping
from typing import Any

from kb.diagnosis.batch import Row, RowError, answered, text_of
from kb.diagnosis.engine import AnswerError, Given, diagnose
from kb.diagnosis.library import Library
from kb.diagnosis.offline import OfflineError, library_of
from kb.diagnosis.terminal import as_text
from kb.wiki.command import (
    DONE,
    FINDINGS,
    KnowledgeCommand,
    existing,
    read_input,
    read_offered,
    refuse,
)
from kb.wiki.library import SiteLibrary


class Command(KnowledgeCommand):
    help = "Find the fault of a log; print what is known of it, the next question and the fix."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", nargs="?", metavar="FILE", help="a log; - or nothing = stdin")
        parser.add_argument("--environment", metavar="FILE", help="nvidia-smi, pip list, …")
        parser.add_argument("--command", dest="launch", default="", metavar="TEXT")
        parser.add_argument("--answer", action="append", default=[], metavar="NAME=VALUE")
        parser.add_argument("--language", default="en", metavar="CODE", help="en or zh")
        parser.add_argument("--batch", metavar="IN.jsonl", help="one object a line; - = stdin")
        parser.add_argument(
            "--offline", metavar="BASE", help="a folder or .zip that `export` wrote; no database"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        self.needs_base = not options["offline"]
        super().handle(*args, **options)

    def run(self, **options: Any) -> int:
        library = _library(options["offline"], options["language"])
        if options["batch"]:
            return self._batch(options["batch"], library)
        given = Given(
            paste=_log(options),
            environment=read_input(options["environment"]) if options["environment"] else "",
            command=options["launch"],
            answers=answers_of(options["answer"]),
            language=options["language"],
        )
        try:
            diagnosed = diagnose(given, library)
        except AnswerError as error:
            raise refuse(error.message) from error
        if options["json"]:
            self.print_json(diagnosed.as_json())
        else:
            self.print(as_text(diagnosed))
        return DONE if diagnosed.verdict == "match" else FINDINGS

    def _batch(self, name: str, library: Library) -> int:
        if name != "-":
            existing([name])
        lines = read_input(name).split("\n")
        for row in answered(lines, lambda row: answer_row(row, library)):
            self.print_json(row, indent=None)
        return DONE


def _library(base: str | None, language: str) -> Library:
    """What the site has, or what was exported. Raises CommandError."""
    if not base:
        return SiteLibrary(language=language)
    (path,) = existing([base])
    try:
        return library_of(path)
    except OfflineError as error:
        raise refuse(str(error)) from error


def _log(options: Mapping[str, Any]) -> str:
    """A command or answers alone are enough: the check before a start, the questionnaire."""
    if options["file"] is None and (options["launch"] or options["answer"]):
        return read_offered()
    return read_input(options["file"])


def answers_of(written: list[str]) -> dict[str, str]:
    """`NAME=VALUE` pairs. Raises CommandError."""
    for each in written:
        if "=" not in each:
            raise refuse(f"--answer {each}: write NAME=VALUE.")
    return dict(each.split("=", 1) for each in written)


def answer_row(row: Row, library: Library) -> Row:
    """The diagnosis of one object. Raises RowError, AnswerError."""
    answers = {} if row.get("answers") is None else row["answers"]
    if not isinstance(answers, dict):
        raise RowError("answers is not an object")
    given = Given(
        paste=text_of(row, "paste"),
        environment=text_of(row, "environment", "env_paste"),
        command=text_of(row, "command"),
        answers={str(name): str(value) for name, value in answers.items()},
        language=text_of(row, "language") or "en",
    )
    return diagnose(given, library).as_json()
