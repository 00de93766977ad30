"""Commands in this process, as from a shell: exit code, both streams."""

import io
import sys
from dataclasses import dataclass

import pytest
from django.core.management import ManagementUtility


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


class Shell:
    """`shell("diagnose", "-", stdin=b"…")`; what a command writes is taken from capsys."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *words: str, stdin: bytes = b"") -> Ended:
        piped = io.TextIOWrapper(io.BytesIO(stdin))
        self._monkeypatch.setattr(sys, "stdin", piped)
        self._monkeypatch.setattr("kb.wiki.command.select.select", lambda *_: ([piped], [], []))
        self._capsys.readouterr()
        code = 0
        try:
            ManagementUtility(["manage.py", *words]).execute()
        except SystemExit as ended:
            code = int(ended.code or 0)
        return Ended(code, *self._capsys.readouterr())
