"""Articles to test with, in the base."""

from pathlib import Path

from kb.wiki.corpus.ingest import Ingested, Mode, ingest
from kb.wiki.corpus.source import read_article
from kb.wiki.models import Page, Revision
from kb.wiki.saving import Edit, save_article
from tests.wiki.texts import source, translation, write

__all__ = ["edit_on_site", "source", "take", "translation", "write"]


def take(*paths: Path, **mode: bool) -> list[Ingested]:
    return list(ingest(paths, Mode(**mode)))


def edit_on_site(slug: str, text: str) -> Revision:
    """What a person does with the form."""
    page = Page.objects.get(slug=slug)
    article = read_article(text, slug, page.topic).article
    assert article is not None
    return save_article(article, text, Edit(Revision.Origin.WEB, note="by hand"))
