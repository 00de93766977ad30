"""What was sent with the form of a translation, as a draft: its texts over the original's shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kb.core.articles import Article, follows, format, lags
from kb.core.articles.pairs import Pair, pairs, with_texts
from kb.wiki.corpus.files import hygienic
from kb.wiki.corpus.source import read_article
from kb.wiki.editing.draft import Draft, read_draft
from kb.wiki.editing.posted import masked
from kb.wiki.models import Page


@dataclass(frozen=True, slots=True)
class Both:
    """The original as readers see it, and the newest text of its translation."""

    original: Article
    translation: Article

    @property
    def pairs(self) -> tuple[Pair, ...]:
        return pairs(self.original, self.translation)

    @property
    def lags(self) -> bool:
        return lags(self.original, self.translation)


def both_of(page: Page, source: str) -> Both | None:
    """None for what is no translation, or where one of the two texts cannot be read."""
    original = page.translation_of
    if original is None or original.current_revision is None:
        return None
    one = read_article(original.current_revision.source, original.slug, original.topic).article
    two = read_article(source, page.slug, page.topic).article
    return Both(one, two) if one and two and two.translation_of else None


def read_translation(sent: Mapping[str, str], page: Page, both: Both) -> Draft:
    """Fields are named by the paths of `pairs`; `follows` says that the texts are the original's
    as it is now."""
    texts = {each.path: hygienic(sent.get(each.path, "")).strip() for each in both.pairs}
    made = with_texts(both.original, both.translation, masked(texts))
    if sent.get("follows"):
        made = replace(made, follows=follows(both.original))
    rest = {name: sent.get(name, "") for name in ("based_on", "note")}
    return read_draft({"source": format(made), **rest}, page.slug, page.topic)
