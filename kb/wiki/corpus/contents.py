"""The vocabulary of facts and the flag catalogues: read once a process from KB_ARTICLES_DIR."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import cast

from django.conf import settings

from kb.core.documents import DocumentError, Limits, load, plain
from kb.core.facts import Vocabulary
from kb.core.facts.vocabulary import VocabularyError, vocabulary_from
from kb.core.launch.flags import Catalogues

# The team's own files, not a stranger's: wider than an article's front matter.
CONTENTS = Limits(size=4 * 2**20, nodes=500_000, depth=12)


class ContentsError(RuntimeError):
    """`_facts.yaml` or a file of `_flags` is missing or cannot be read; the text says where."""


def vocabulary() -> Vocabulary:
    """The facts that articles and questions may name. Raises ContentsError."""
    return _vocabulary(settings.ARTICLES_DIR)


def catalogues() -> Catalogues:
    """A flag catalogue an engine, each read when it is first asked for."""
    return _catalogues(settings.ARTICLES_DIR)


def catalogue_values(engine: str) -> Mapping[str, object] | None:
    """The nested values of an engine's file; None where there is none. Raises ContentsError."""
    path = _catalogue_path(engine)
    return _values(path) if path.exists() else None


def write_catalogue(engine: str, text: str) -> Path:
    """Puts a catalogue file in place, whole or not at all. Raises OSError."""
    path = _catalogue_path(engine)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(text, "utf-8")
    draft.replace(path)
    _catalogues.cache_clear()
    return path


def _catalogue_path(engine: str) -> Path:
    if not re.fullmatch(r"[a-z0-9_]{1,40}", engine):
        raise ContentsError(f"{engine}: an engine is named in small letters and digits.")
    return Path(settings.ARTICLES_DIR) / "_flags" / f"{engine}.yaml"


@cache
def _vocabulary(folder: Path) -> Vocabulary:
    path = folder / "_facts.yaml"
    try:
        return vocabulary_from(_values(path))
    except VocabularyError as error:
        raise ContentsError(f"{path}: {error}") from error


@cache
def _catalogues(folder: Path) -> Catalogues:
    files = {path.stem: path for path in sorted((folder / "_flags").glob("*.yaml"))}
    return Catalogues(lambda engine: _values(files[engine]), files)


def _values(path: Path) -> Mapping[str, object]:
    try:
        return cast(Mapping[str, object], plain(load(path.read_text("utf-8"), CONTENTS)))
    except OSError as error:
        raise ContentsError(f"{path} cannot be read: {error.strerror}.") from error
    except (DocumentError, UnicodeDecodeError) as error:
        raise ContentsError(f"{path}: {error}") from error
