"""What publishing a text would change: who wins which paste, which commands are printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kb.core.articles import Article, Fix
from kb.core.articles.changes import short
from kb.core.errors import fingerprint, signature
from kb.core.messages import Message
from kb.diagnosis.affected import cases_of, path_of
from kb.diagnosis.beside import Beside, try_all
from kb.diagnosis.library import Library
from kb.diagnosis.linting.contradictions import contradictions
from kb.diagnosis.linting.finding import Read
from kb.wiki.review.differ import DiffLine, differ

_MOST_PATHS = 8  # look-alikes whose questions are gone through


@dataclass(frozen=True, slots=True)
class Moved:
    """A stored paste whose winner changes; "" = nothing is found. `wanted` tells whether the one
    who stored it wants the winner that comes."""

    paste: str
    whose: str
    before: str
    after: str
    wanted: bool


@dataclass(frozen=True, slots=True)
class Effect:
    """`tried` pastes in all; `commands` are the printed parts of each fix that differs, `paths`
    what the wizard asks somebody who has a fault of the family."""

    tried: int
    moved: tuple[Moved, ...]
    commands: tuple[tuple[str, list[DiffLine]], ...]
    conditions: list[DiffLine]
    paths: tuple[tuple[str, list[DiffLine]], ...]  # of each fault whose questions differ
    undoes: tuple[Message, ...]  # look-alikes for the same environment whose fix is the opposite


@dataclass(frozen=True, slots=True)
class Case:
    """A stored paste of an article, and whether it should find it."""

    paste: str
    slug: str
    must: bool = True


def effect(
    before: Article | None, after: Article, near: Iterable[Article], site: Library
) -> Effect:
    """`near` are look-alikes, whose stored pastes are tried as well."""
    near = tuple(near)
    cases = [case for article in (before, after, *near) if article for case in _cases(article)]
    pastes = [case.paste for case in cases]
    then = {each.paste: each.winner for each in try_all(pastes, site)}
    now = {each.paste: each.winner for each in try_all(pastes, Beside(site, after))}
    moved = []
    for case in {case.paste: case for case in cases if case.paste in now}.values():
        one, two = then[case.paste], now[case.paste]
        old, new = (match.article.slug if match else "" for match in (one, two))
        if old != new:
            moved.append(Moved(case.paste, case.slug, old, new, (new == case.slug) == case.must))
    return Effect(
        len(now),
        tuple(moved),
        tuple(_commands(before, after)),
        _conditions(before, after),
        tuple(_paths(before, after, near, site)),
        _undoes(after, near, site),
    )


def _undoes(after: Article, near: Iterable[Article], site: Library) -> tuple[Message, ...]:
    read = [Read("", after), *(Read(each.slug, each) for each in near)]
    return tuple(
        finding.message for finding in contradictions(read, site.vocabulary) if not finding.path
    )


def _cases(article: Article) -> Iterator[Case]:
    for sample in article.errors:
        yield Case(sample.text, article.slug)
    for paste in article.matches_must:
        yield Case(paste, article.slug)
    for paste in article.matches_must_not:
        yield Case(paste, article.slug, must=False)


def marks_of(*articles: Article | None) -> set[str]:
    """The fingerprints of all their error lines."""
    lines = (
        line
        for article in articles
        if article
        for sample in article.errors
        for line in sample.text.splitlines()
    )
    return {fingerprint(signature(line)) for line in lines if line.strip()}


def _commands(before: Article | None, after: Article) -> Iterator[tuple[str, list[DiffLine]]]:
    old = {fix.id: fix for fix in before.fixes} if before else {}
    new = {fix.id: fix for fix in after.fixes}
    for name in dict.fromkeys([*old, *new]):
        one, two = _printed(old.get(name)), _printed(new.get(name))
        if one != two:
            yield name, differ(one, two)


def _printed(fix: Fix | None) -> str:
    """What of a fix ends in somebody's terminal."""
    if fix is None:
        return ""
    changes = [" ".join(short(change)) for change in fix.launch]
    return "\n".join([*changes, *fix.run, fix.command])


def _conditions(before: Article | None, after: Article) -> list[DiffLine]:
    """What the questionnaire goes by: conditions and checks."""
    one, two = _asked(before) if before else "", _asked(after)
    return differ(one, two) if one != two else []


def _paths(
    before: Article | None, after: Article, near: Iterable[Article], site: Library
) -> Iterator[tuple[str, list[DiffLine]]]:
    family = tuple(near)[:_MOST_PATHS]
    old = _path_each([*([before] if before else []), *family], site)
    new = _path_each([after, *family], Beside(site, after))
    for slug in dict.fromkeys([*old, *new]):
        one, two = old.get(slug, ""), new.get(slug, "")
        if one != two:
            yield slug, differ(one, two)


def _path_each(articles: Iterable[Article], library: Library) -> dict[str, str]:
    """The questions of each article that shares a line with another, one a line."""
    return {
        case.truth.slug: "".join(
            f"{name}: {'?' if answer is None else answer}\n"
            for name, answer in path_of(case, library)
        )
        for case in cases_of(articles, library)
    }


def _asked(article: Article) -> str:
    environment = article.environment
    rows = [f"{each.fact}: {each.wanted}" for each in environment.requires]
    rows += [f"seen {each.fact}: {each.wanted}" for each in environment.seen]
    rows += [
        "clear " + ", ".join(f"{each.fact}: {each.wanted}" for each in entry)
        for entry in environment.clear
    ]
    return "\n".join([*rows, *(f"{check.ask} {check.expect}" for check in article.checks)])
