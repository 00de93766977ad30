"""What a worker would load for its first pages, loaded before it answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from django.conf import settings
from django.template import engines
from django.template.loader import get_template
from django.urls import reverse
from django.utils.translation import gettext, override

from kb.wiki.corpus.contents import vocabulary
from kb.wiki.corpus.shared import ContentsError

_SELDOM = {"styleguide", "shared", "edit"}  # folders of pages for few people


def warm() -> None:
    """Reads the vocabulary, the languages, the addresses and the templates. Of what cannot be read
    the pages tell."""
    with suppress(ContentsError):
        vocabulary()
    for language, _ in settings.LANGUAGES:
        with override(language):
            gettext("Articles")
            reverse("home")
    for name in _templates():
        get_template(name)


def _templates() -> Iterator[str]:
    for engine in engines.all():
        for folder in map(Path, engine.dirs):
            names = (path.relative_to(folder) for path in sorted(folder.rglob("*.html")))
            yield from (str(name) for name in names if not _SELDOM & set(name.parts))
