"""The texts that all articles share, as files: their names, paths, and what of them is wrong.

A text is named `facts` (the vocabulary, `_facts.yaml`) or by its engine (`_flags/<engine>.yaml`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import cast

from django.conf import settings

from kb.core.documents import DocumentError, Limits, Node, load, place_of, plain, read
from kb.core.facts import VocabularyError, vocabulary_from
from kb.core.launch.flags import catalogue_faults
from kb.core.messages import Message, msg

FACTS = "facts"
NAME = r"[a-z0-9_]{1,40}"
SHARED_LIMIT = (
    512 * 1024
)  # bytes of one text that comes from outside; the largest shipped has 131 K
# The shipped files are the team's own: wider than an article's front matter.
CONTENTS = Limits(size=4 * 2**20, nodes=500_000, depth=12)
_OUTSIDE = Limits(size=SHARED_LIMIT, nodes=100_000, depth=12)

Values = Mapping[str, object]


class ContentsError(RuntimeError):
    """`_facts.yaml` or a file of `_flags` is missing or cannot be read; the text says where."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Why a text is refused: line and column from 1, and the field if it could be read so far."""

    line: int
    column: int
    field: str
    message: Message


def path_of(name: str) -> str:
    """Where the text stands below the folder of articles."""
    return "_facts.yaml" if name == FACTS else f"_flags/{name}.yaml"


def name_of(path: PurePath) -> str | None:
    """The name of the text that a file is; None for any other file."""
    if path.name == "_facts.yaml":
        return FACTS
    is_catalogue = path.parent.name == "_flags" and path.suffix == ".yaml"
    return path.stem if is_catalogue and re.fullmatch(NAME, path.stem) else None


def file_of(name: str) -> Path:
    """Raises ContentsError for what can be no name."""
    if not re.fullmatch(NAME, name):
        raise ContentsError(f"{name}: an engine is named in small letters and digits.")
    return Path(settings.ARTICLES_DIR) / path_of(name)


def names_of_files() -> list[str]:
    """The shipped texts, the vocabulary first."""
    folder = Path(settings.ARTICLES_DIR)
    found = [*folder.glob("_facts.yaml"), *sorted(folder.glob("_flags/*.yaml"))]
    return [name for path in found if (name := name_of(path))]


def file_text(name: str) -> str | None:
    """None where there is no such file. Raises ContentsError."""
    path = file_of(name)
    try:
        return path.read_text("utf-8") if path.exists() else None
    except (OSError, UnicodeDecodeError) as error:
        raise ContentsError(f"{path} cannot be read: {error}.") from error


def values_of(text: str, where: str) -> Values:
    """The nested values of a text. Raises ContentsError, which names `where` it stands."""
    try:
        return cast(Values, plain(load(text, CONTENTS)))
    except DocumentError as error:
        raise ContentsError(f"{where}: {error}") from error


def wrong_with(name: str, text: str) -> tuple[Wrong, ...]:
    """Everything that is wrong with a text somebody wrote, in the order of its lines."""
    document = read(text, _OUTSIDE)
    found = [Wrong(each.line, each.column, "", each.message) for each in document.faults]
    if document.root is not None and not found:
        found = list(_misfits(name, document.root))
    return tuple(sorted(found, key=lambda each: (each.line, each.column)))


def _misfits(name: str, root: Node) -> list[Wrong]:
    values = plain(root)
    if not isinstance(values, Mapping) or not values:
        return [Wrong(1, 1, "", msg("a mapping is expected"))]
    faults = _of_vocabulary(values) if name == FACTS else catalogue_faults(values, name)
    return [Wrong(*place_of(root, path), path, message) for path, message in faults]


def _of_vocabulary(values: Values) -> tuple[tuple[str, Message], ...]:
    try:
        vocabulary_from(values)
    except VocabularyError as error:
        return error.problems
    return ()
