"""The vocabulary of facts and the flag catalogues: the site's own text of each, else the file."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from django.conf import settings

from kb.core.facts import Vocabulary
from kb.core.facts.vocabulary import VocabularyError, vocabulary_from
from kb.core.launch.flags import Catalogues
from kb.wiki.corpus.shared import (
    FACTS,
    ContentsError,
    Values,
    file_of,
    file_text,
    names_of_files,
    path_of,
    values_of,
)
from kb.wiki.edited import edited

log = logging.getLogger(__name__)

Own = tuple[tuple[str, str], ...]  # names and texts


def vocabulary() -> Vocabulary:
    """The facts that articles and questions may name. Raises ContentsError."""
    return _vocabulary(settings.ARTICLES_DIR, edited().sources.get(FACTS))


def catalogues() -> Catalogues:
    """A flag catalogue an engine, each read when it is first asked for."""
    return _catalogues(settings.ARTICLES_DIR, tuple(edited().sources.items()))


def contents_of(own: Mapping[str, str]) -> tuple[Vocabulary, Catalogues]:
    """Both, of texts by name; the files speak for what is not among them."""
    return (
        _vocabulary(settings.ARTICLES_DIR, own.get(FACTS)),
        _catalogues(settings.ARTICLES_DIR, tuple(own.items())),
    )


def edition() -> tuple[int, str]:
    """Changes whenever one of the texts does: part of the key of what is kept of them."""
    return edited().edition, str(settings.ARTICLES_DIR)  # a path's hash is made anew each time


def shared_names() -> list[str]:
    """The names of all texts, the vocabulary first."""
    return list(dict.fromkeys([*names_of_files(), *sorted(edited().sources)]))


def shared_text(name: str) -> str | None:
    """A text as it is now; None where there is none of this name. Raises ContentsError."""
    own = edited().sources.get(name)
    return file_text(name) if own is None else own


def catalogue_values(engine: str) -> Values | None:
    """The nested values of an engine's text; None where there is none. Raises ContentsError."""
    text = shared_text(engine)
    return None if text is None else values_of(text, path_of(engine))


def write_catalogue(engine: str, text: str) -> Path:
    """Puts a catalogue file in place, whole or not at all. Raises OSError."""
    path = file_of(engine)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(text, "utf-8")
    draft.replace(path)
    _catalogues.cache_clear()
    return path


@lru_cache(maxsize=8)
def _vocabulary(folder: Path, own: str | None) -> Vocabulary:
    text = file_text(FACTS) if own is None else own
    if text is None:
        raise ContentsError(f"{file_of(FACTS)} cannot be read: No such file or directory.")
    try:
        return vocabulary_from(values_of(text, path_of(FACTS)))
    except (VocabularyError, ContentsError) as error:
        if own is None:
            raise ContentsError(f"{folder / path_of(FACTS)}: {error}") from error
        log.error("The site's own vocabulary cannot be read any more, the file serves: %s", error)
        return _vocabulary(folder, None)


@lru_cache(maxsize=8)
def _catalogues(folder: Path, own: Own) -> Catalogues:
    ours = {name: text for name, text in own if name != FACTS}
    files = [name for name in names_of_files() if name != FACTS]

    def values(engine: str) -> Values:
        text = ours[engine] if engine in ours else file_text(engine)
        return values_of(text or "", path_of(engine))

    return Catalogues(values, dict.fromkeys([*files, *sorted(ours)]))
