"""What all commands share: --json, progress on stderr, exit codes, never a traceback."""

from __future__ import annotations

import json
import select
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError

from kb.core.messages import Message
from kb.core.redact import redact
from kb.core.text import TextError, decode
from kb.search.index import IndexBusy
from kb.wiki.base import prepare_base
from kb.wiki.corpus.shared import ContentsError
from kb.wiki.edited import files_alone, forget
from kb.wiki.faults import fault_of

DONE, FINDINGS, CANNOT = 0, 1, 2
_INPUT_LIMIT = 64 * 2**20  # bytes read of a file or of stdin; a longer log is cut by the person
_HELPS = {
    "busy": "Somebody else is writing and takes long: try again.",
    "disk-full": "The disk is full: make room, then do this again.",
    "read-only": "It cannot be written: give the user that runs this the right to.",
}
_PATIENCE = 2.0  # seconds for a pipe that may never say anything


class KnowledgeCommand(BaseCommand):
    """A subclass implements `arguments` and `run`; `run` returns DONE or FINDINGS.

    Whatever cannot be done ends with one sentence on stderr and exit code 2.
    """

    requires_system_checks = ()
    needs_base = True

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the result as JSON")
        self.arguments(parser)

    def arguments(self, parser: ArgumentParser) -> None:
        """Adds what this command takes besides `--json`."""

    def run(self, **options: Any) -> int:
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        if code := self._guarded(options):
            raise SystemExit(code)

    def _guarded(self, options: dict[str, Any]) -> int:
        try:
            return self._run(options)
        except BrokenPipeError:
            return _quietly()
        except (TextError, IndexBusy, ContentsError) as error:
            raise CommandError(str(error), returncode=CANNOT) from error
        except DatabaseError as error:
            raise CommandError(_of_database(error), returncode=CANNOT) from error
        except OSError as error:
            raise CommandError(_of_system(error), returncode=CANNOT) from error
        except (CommandError, SystemExit):
            raise
        except Exception as error:
            if settings.DEBUG:
                raise
            raise CommandError(_unforeseen(error), returncode=CANNOT) from error

    def _run(self, options: dict[str, Any]) -> int:
        if not self.needs_base:
            with files_alone():
                return self.run(**options)
        prepare_base()
        forget()
        return self.run(**options)

    def say(self, text: str) -> None:
        """Progress, for the person who waits."""
        self.stderr.write(text, style_func=str)

    def print(self, text: str) -> None:
        self.stdout.write(text)

    def print_json(self, value: object, indent: int | None = 2) -> None:
        self.stdout.write(json.dumps(value, ensure_ascii=False, indent=indent))


def refuse(why: str | Message) -> CommandError:
    """To be raised: wrong usage, or a thing that cannot be done."""
    return CommandError(redact(str(why), personal=False).text, returncode=CANNOT)


def read_input(name: str | None) -> str:
    """The text of a file, or of stdin (`-`). Raises TextError, OSError, CommandError."""
    raw = _read(name)
    if not raw.strip():
        raise refuse(f"{_called(name)} is empty: give an error, a log or a command.")
    return decode(raw)


def read_offered() -> str:
    """What is piped into a command that does not need it; "" where nothing comes."""
    if sys.stdin.isatty() or not select.select([sys.stdin], [], [], _PATIENCE)[0]:
        return ""
    raw = _read("-")
    return decode(raw) if raw.strip() else ""


def existing(paths: list[str]) -> list[Path]:
    """Paths that are there. Raises CommandError that names the first that is not."""
    for path in paths:
        if not Path(path).exists():
            raise refuse(f"{path} is not there: give a file, a folder or a .zip.")
    return [Path(path) for path in paths]


def _read(name: str | None) -> bytes:
    if name in (None, "-"):
        return sys.stdin.buffer.read(_INPUT_LIMIT)
    path = Path(str(name))
    if path.is_dir():
        raise refuse(f"{name} is a folder: give a file.")
    with path.open("rb") as file:
        return file.read(_INPUT_LIMIT)


def _called(name: str | None) -> str:
    return "The input" if name in (None, "-") else str(name)


def _of_database(error: DatabaseError) -> str:
    return f"The database in {settings.DATA_DIR} cannot be used: {error}.{_helps(error)}"


def _of_system(error: OSError) -> str:
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}.{_helps(error)}"


def _helps(error: Exception) -> str:
    """What to do about a fault of the machine."""
    fault = fault_of(error)
    return f" {_HELPS[fault.code]}" if fault and fault.code in _HELPS else ""


def _unforeseen(error: Exception) -> str:
    """Our own mistake: named without what it was about, which may be a pasted text."""
    return f"{type(error).__name__}: a mistake of this program. KB_DEBUG=1 shows where."


def _quietly() -> int:
    """Whoever read our output has left (`| head`); the interpreter must not complain at its end."""
    sys.stdout = open("/dev/null", "w")  # noqa: SIM115, PTH123
    return DONE
