"""An article and its source → the next revision of its page, in one transaction."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.auth.models import Group, User
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from kb.core.articles import Article
from kb.core.articles.model import Conditions
from kb.wiki import indexing
from kb.wiki.models import Facet, FormerSlug, IndexOutbox, Page, Revision, State, Until
from kb.wiki.rendering import rendered

_SUMMARY = 300  # characters of the summary that lists show


@dataclass(frozen=True, slots=True)
class Edit:
    """Who changes a page, whence and why. `imported` is the hash of the file, "" from the web."""

    origin: Revision.Origin
    author: User | None = None
    note: str = ""
    based_on: Revision | None = None
    imported: str = ""
    live: bool = True  # readers see it at once; else it waits beside the text that they see


def save_article(article: Article, source: str, edit: Edit) -> Revision:
    """Adds a revision, makes it the one that is read, and tells the index through the outbox."""
    html = rendered(article)
    with transaction.atomic():
        page = _changed(article, edit) if edit.live else _beside(article, edit)
        revision = Revision.objects.create(
            page=page,
            number=(page.revisions.aggregate(last=Max("number"))["last"] or 0) + 1,
            source=source,
            rendered=html,
            origin=edit.origin,
            author=edit.author,
            note=edit.note,
            based_on=edit.based_on,
        )
        if edit.live:
            _show(page, revision, article)
    return revision


def put_live(revision: Revision, article: Article) -> Page:
    """Makes a revision that waited the one that readers see, in the state of `article`."""
    with transaction.atomic():
        page = _changed(article, Edit(Revision.Origin.WEB))
        _show(page, revision, article)
    return page


def _show(page: Page, revision: Revision, article: Article) -> None:
    page.current_revision = revision
    page.digest = hashlib.sha256(revision.source.encode()).hexdigest()
    page.save(update_fields=["current_revision", "digest", "updated"])
    if page.is_public:
        Revision.objects.filter(pk=revision.pk, shown=None).update(shown=timezone.now())
    _derive(page, article)
    announce(page)


def announce(page: Page) -> None:
    """Tells the index of a change; a translation's original changes with it. The last thing of a
    transaction: what comes after it the index may not see."""
    slugs = {page.slug, page.translation_of.slug if page.translation_of else page.slug}
    announce_slugs(slugs | set(page.translations.values_list("slug", flat=True)))


def announce_slugs(slugs: set[str]) -> None:
    indexing.follow(slugs)  # first: it is also the lock that puts the outbox in order
    IndexOutbox.objects.bulk_create([IndexOutbox(slug=slug) for slug in sorted(slugs)])


def _beside(article: Article, edit: Edit) -> Page:
    """The page of a text that waits: nothing that readers see changes."""
    page = Page.objects.select_for_update().get(slug=article.slug)
    if edit.imported:
        Page.objects.filter(pk=page.pk).update(imported=edit.imported)
    return page


def _changed(article: Article, edit: Edit) -> Page:
    original = Page.objects.filter(slug=article.translation_of).first()
    values = {
        "topic": article.topic,
        "language": article.language,
        "title": article.title[:500],
        "summary": summary_of(article),
        "state": State(article.state),
        "translation_of": original if article.translation_of else None,
        "restricted": bool(article.audience),
        "review_by": article.review_by,
    }
    if edit.imported:
        values["imported"] = edit.imported
    page, _ = Page.objects.update_or_create(slug=article.slug, defaults=values)
    return page


def summary_of(article: Article) -> str:
    """The first sentence of the summary (or the symptom), plain, for lists."""
    bodies = {section.name: section.body for section in article.sections}
    text = " ".join((bodies.get("summary") or bodies.get("symptom") or "").split())
    return text if len(text) <= _SUMMARY else f"{text[: _SUMMARY - 1]}…"


def _derive(page: Page, article: Article) -> None:
    """Rows that follow from the text: filters of lists, groups, former addresses."""
    page.facets.all().delete()
    required = _stated(article.environment.requires)
    Facet.objects.bulk_create(
        Facet(page=page, fact=fact, value=value, required=(fact, value) in required)
        for fact, value in sorted(required | _stated(article.environment.seen))
    )
    page.untils.all().delete()
    Until.objects.bulk_create(_untils(page, article))
    page.audience.set([Group.objects.get_or_create(name=name)[0] for name in article.audience])
    successor = successor_of(page, article)
    if page.state != State.SUPERSEDED or successor:
        Page.objects.filter(pk=page.pk).update(superseded_by=successor)
    for slug in article.formerly:
        if not Page.objects.filter(slug=slug).exists():
            FormerSlug.objects.update_or_create(slug=slug, defaults={"page": page})


def successor_of(page: Page, article: Article) -> Page | None:
    """The page that the text names as its successor; None where it is not superseded, or names
    itself or a page that is not there."""
    if page.state != State.SUPERSEDED or not article.superseded_by:
        return None
    return Page.objects.filter(slug=article.superseded_by).exclude(pk=page.pk).first()


def _untils(page: Page, article: Article) -> Iterator[Until]:
    for fix in article.fixes:
        for component, version in fix.until.items():
            yield Until(page=page, fix=fix.id[:200], component=component, version=version[:60])
    for component, version in article.fixed_in.items():
        yield Until(page=page, component=component, version=version[:60])


def _stated(conditions: Conditions) -> set[tuple[str, str]]:
    return {
        (condition.fact, value[:200])
        for condition in conditions
        if not condition.negated
        for value in condition.values or (condition.wanted,)
    }
