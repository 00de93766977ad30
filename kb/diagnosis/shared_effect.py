"""What another text of the vocabulary or of a flag catalogue would change for the articles."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db.models import Exists, OuterRef, Q, QuerySet

from kb.core.articles import parse
from kb.core.facts import Vocabulary, vocabulary_from
from kb.core.launch.flags import Catalogues
from kb.core.messages import Message
from kb.diagnosis.linting.commands import command_findings
from kb.diagnosis.linting.finding import Read
from kb.wiki.corpus.contents import catalogue_values, catalogues, shared_names, vocabulary
from kb.wiki.corpus.shared import FACTS, Values, path_of, values_of
from kb.wiki.corpus.source import read_article
from kb.wiki.models import Page, Revision
from kb.wiki.models.page import Reader

MOST = 300  # articles that are looked at; some 3 ms each
_MOST_WORDS = 40  # of one question to the base

Told = Mapping[tuple[str, str], Message]  # problems by field and sentence
Judge = Callable[[str, str], Told]  # of a slug and a text


@dataclass(frozen=True, slots=True)
class Changed:
    """An article that would have other problems."""

    slug: str
    title: str
    gained: tuple[Message, ...]
    lost: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class SharedEffect:
    """`looked` at so many articles, the last changed first; there are `more` that may differ."""

    looked: int
    more: bool
    changed: tuple[Changed, ...]


def shared_effect(name: str, source: str, reader: Reader) -> SharedEffect:
    """Of a text in which nothing is wrong."""
    after = values_of(source, path_of(name))
    if name == FACTS:
        judges, words = _of_facts(vocabulary_from(after))
    else:
        judges, words = _of_flags(name, after)
    rows = list(_newest(reader, words)[: MOST + 1])
    changed = (_changed(row, *judges) for row in rows[:MOST])
    return SharedEffect(len(rows[:MOST]), len(rows) > MOST, tuple(filter(None, changed)))


def _changed(newest: Revision, before: Judge, after: Judge) -> Changed | None:
    page = newest.page
    old, new = before(page.slug, newest.source), after(page.slug, newest.source)
    gained = tuple(message for key, message in new.items() if key not in old)
    lost = tuple(message for key, message in old.items() if key not in new)
    return Changed(page.slug, page.title, gained, lost) if gained or lost else None


def _newest(reader: Reader, words: set[str]) -> QuerySet[Revision]:
    """The newest text of each page that `reader` sees, where it holds one of `words`."""
    pages = Page.objects.visible_to(reader)
    newer = Revision.objects.filter(page=OuterRef("page"), number__gt=OuterRef("number"))
    texts = Revision.objects.filter(~Exists(newer), page__in=pages).select_related("page")
    if not words:
        return texts.none()
    if len(words) <= _MOST_WORDS:
        texts = texts.filter(reduce(or_, (Q(source__contains=word) for word in sorted(words))))
    return texts.order_by("-page__updated")


def _of_facts(after: Vocabulary) -> tuple[tuple[Judge, Judge], set[str]]:
    before = vocabulary()
    names = [*before.facts, *(name for name in after.facts if name not in before.facts)]
    kinds = [
        kind
        for name in names
        if before.facts.get(name) != after.facts.get(name)
        for kind in (before.facts.get(name), after.facts.get(name))
        if kind
    ]
    words = {f"{word}:" for kind in kinds for word in (kind.name, *kind.aliases)}
    return (_by_vocabulary(before), _by_vocabulary(after)), words


def _by_vocabulary(known: Vocabulary) -> Judge:
    def judge(slug: str, text: str) -> Told:
        problems = parse(text, slug, "inbox", known).problems
        return {(each.field, str(each.message)): each.message for each in problems}

    return judge


def _of_flags(engine: str, after: Values) -> tuple[tuple[Judge, Judge], set[str]]:
    before = catalogue_values(engine) or {}

    def values(name: str) -> Values | None:
        return after if name == engine else catalogue_values(name)

    known = Catalogues(values, {*shared_names(), engine} - {FACTS})
    judges = (_by_catalogues(catalogues()), _by_catalogues(known))
    return judges, set(_changed_names(before, after))


def _changed_names(before: Values, after: Values) -> Iterator[str]:
    for section in ("flags", "env", "pins"):
        old, new = _rows(before, section), _rows(after, section)
        yield from (name for name in {*old, *new} if old.get(name) != new.get(name))
    if before.get("read") != after.get("read"):
        yield ":"  # what the newest version is concerns every article


def _rows(values: Values, section: str) -> Values:
    found = values.get(section)
    return found if isinstance(found, Mapping) else {}


def _by_catalogues(known: Catalogues) -> Judge:
    def judge(slug: str, text: str) -> Told:
        article = read_article(text, slug).article
        found = command_findings(Read(slug, article), known) if article else ()
        return {(each.field, str(each.message)): each.message for each in found}

    return judge
