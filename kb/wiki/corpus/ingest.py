"""Files of articles → pages. Each file all or nothing; the same file twice changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from django.contrib.auth.models import User
from django.urls import reverse

from kb.core.articles import Article, Problem, format
from kb.core.messages import Message, msg
from kb.wiki.corpus.files import Source, sources
from kb.wiki.corpus.source import read_article
from kb.wiki.models import Page, Revision, State
from kb.wiki.reading import article_of
from kb.wiki.saving import Edit, save_article, successor_of
from kb.wiki.shared.keeping import SharedEdit, hash_of
from kb.wiki.shared.taking import take_shared


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of a file: created, updated, unchanged, draft, conflict or refused. `slug` is
    the article's, or the name of a shared text."""

    path: str
    slug: str
    result: str
    errors: tuple[Problem, ...] = ()
    mended: tuple[Message, ...] = ()
    shared: bool = False

    def get_absolute_url(self) -> str:
        return reverse("shared-text" if self.shared else "article", args=[self.slug])

    def as_json(self, told: Callable[[Message], object] = str) -> dict[str, object]:
        """Its sentences as `told` gives them: in English, or with their values for later."""
        return {
            "path": self.path,
            "slug": self.slug,
            "result": self.result,
            "errors": [
                {"line": error.line, "field": error.field, "message": told(error.message)}
                for error in self.errors
            ],
            "mended": [told(mend) for mend in self.mended],
        }

    @property
    def is_finding(self) -> bool:
        return self.result in {"refused", "conflict"}


@dataclass(frozen=True, slots=True)
class Mode:
    """`draft` keeps everything back; `force` overwrites what was edited on the site. `author` is
    the person who sends the files, if one does."""

    dry_run: bool = False
    draft: bool = False
    force: bool = False
    author: User | None = None


def ingest(paths: Iterable[Path], mode: Mode) -> Iterator[Ingested]:
    """Takes in what `paths` hold."""
    return ingest_sources(sources(paths), mode)


def ingest_sources(found: Iterable[Source], mode: Mode) -> Iterator[Ingested]:
    """Takes in what was read, originals first, since a translation points to its own. Shared texts
    are to come before the articles that need them."""
    seen: dict[tuple[bool, str], str] = {}
    later: list[Source] = []
    for source in found:
        wrong = _wrong(source, seen)
        seen.setdefault((source.shared, source.slug), source.path)
        if wrong:
            yield _refused(source, (Problem(0, "", wrong),))
        elif "\ntranslation_of:" in source.text:
            later.append(source)
        else:
            yield _take(source, mode)
    yield from (_take(source, mode) for source in later)
    if not mode.dry_run:
        point_to_successors()


def _wrong(source: Source, seen: Mapping[tuple[bool, str], str]) -> Message | None:
    if source.refused:
        return source.refused
    if other := seen.get((source.shared, source.slug)):
        return msg("has the same name as {other}: one of them must go", other=other)
    return None


def _refused(source: Source, problems: tuple[Problem, ...]) -> Ingested:
    return Ingested(source.path, source.slug, "refused", problems, shared=source.shared)


def _take(source: Source, mode: Mode) -> Ingested:
    return _take_text(source, mode) if source.shared else _take_article(source, mode)


def _take_text(source: Source, mode: Mode) -> Ingested:
    edit = SharedEdit(
        Revision.Origin.FILE, mode.author, source.path[-300:], imported=hash_of(source.text)
    )
    result, problems = take_shared(
        source.slug, source.text, edit, force=mode.force, dry_run=mode.dry_run
    )
    return Ingested(source.path, source.slug, result, problems, source.mended, shared=True)


def _take_article(source: Source, mode: Mode) -> Ingested:
    page = Page.objects.filter(slug=source.slug).select_related("current_revision").first()
    imported = hash_of(source.text)
    if page and page.imported == imported and page.state != State.DRAFT and not mode.force:
        return Ingested(source.path, source.slug, "unchanged")
    topic = source.topic or (page.topic if page else "inbox")
    parsed = read_article(source.text, source.slug, topic)
    article = parsed.article
    if article is None:
        return _refused(source, parsed.problems)
    problems = (*parsed.problems, *_without_original(article))
    if mode.draft or problems:
        article = replace(article, state=State.DRAFT)
    result = _result(article, page, mode)
    if result == "conflict":
        problems += (Problem(0, "", msg("was edited on the site; --force overwrites that")),)
    if not mode.dry_run:
        edit = Edit(Revision.Origin.FILE, mode.author, source.path[-300:], imported=imported)
        _keep(source.text, article, page, edit, result)
    return Ingested(source.path, source.slug, result, problems, (*source.mended, *parsed.mended))


def _without_original(article: Article) -> tuple[Problem, ...]:
    slug = article.translation_of
    if not slug or Page.objects.filter(slug=slug).exists():
        return ()
    message = msg("there is no article `{slug}` to translate: ingest it as well", slug=slug)
    return (Problem(1, "translation_of", message, draft=True),)


def _result(article: Article, page: Page | None, mode: Mode) -> str:
    if page and format(stored_article(page)) == format(article):
        return "unchanged"
    if page and edited_on_web(page) and not mode.force:
        return "conflict"
    if article.state == State.DRAFT:
        return "draft"
    return "updated" if page else "created"


def edited_on_web(page: Page) -> bool:
    """A person's text is the newest: a file may not overwrite it silently."""
    newest = page.revisions.first()
    return newest is not None and newest.origin == Revision.Origin.WEB


def _keep(text: str, article: Article, page: Page | None, edit: Edit, result: str) -> None:
    if result == "unchanged" and page:
        Page.objects.filter(pk=page.pk).update(imported=edit.imported)
    elif result != "conflict":
        live = page is None or page.state == State.DRAFT or article.state != State.DRAFT
        save_article(article, text, replace(edit, live=live))


def stored_article(page: Page) -> Article:
    """The article that readers see, with all that the page decides. Raises LookupError."""
    if page.translation_of_id:
        return article_of(page)  # audience and former addresses are its original's
    article = article_of(page)
    return replace(
        article,
        audience=tuple(sorted(group.name for group in page.audience.all())),
        formerly=tuple(sorted(former.slug for former in page.former_slugs.all())),
        superseded_by=_successor(page, article),
    )


def _successor(page: Page, article: Article) -> str:
    if page.state != State.SUPERSEDED:
        return ""
    return page.superseded_by.slug if page.superseded_by else article.superseded_by


def point_to_successors() -> None:
    """Articles whose successor came in after them."""
    for page in Page.objects.filter(state=State.SUPERSEDED, superseded_by=None):
        successor = successor_of(page, article_of(page))
        if successor:
            Page.objects.filter(pk=page.pk).update(superseded_by=successor)
