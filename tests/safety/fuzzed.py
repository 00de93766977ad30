"""The process that libFuzzer drives: `tests.safety.fuzzed NAME START OPTION … FOLDER …`."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["kb.core", "kb.search.query"]):
    from tests.safety.parsers import PARSERS

from tests.safety.fuzzing import DRIVEN, text_of

_NAME = sys.argv.pop(1)
del sys.argv[0]  # what is first now starts this again


def one(raw: bytes) -> None:
    text = text_of(raw)
    for name in DRIVEN[_NAME]:
        PARSERS[name](text)


atheris.Setup(sys.argv, one)
atheris.Fuzz()
