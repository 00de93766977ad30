"""Pages → files, so that `ingest` of the result changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from kb.core.articles import format
from kb.wiki.corpus.contents import shared_names, shared_text
from kb.wiki.corpus.ingest import stored_article
from kb.wiki.corpus.shared import path_of
from kb.wiki.models import Page


def export(folder: Path) -> Iterator[Path]:
    """Writes `<topic>/<slug>.md` for every page that is not in the trash, and the texts that all
    of them share. Raises OSError."""
    for name, text in exported():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
        yield path


def exported() -> Iterator[tuple[str, str]]:
    """Names and texts of the files."""
    for name in shared_names():
        yield path_of(name), shared_text(name) or ""
    pages = Page.objects.filter(trashed=None).prefetch_related(
        "audience", "former_slugs", "superseded_by"
    )
    for page in pages.iterator(chunk_size=200):
        yield f"{page.topic}/{page.slug}.md", format(stored_article(page))
