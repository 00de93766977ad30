"""A translation over its original; what it follows, and whether it lags."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import blake2b
from itertools import zip_longest

from kb.core.articles.model import (
    Article,
    Cause,
    Change,
    Check,
    Fix,
    Problem,
    Section,
    Verification,
)
from kb.core.messages import Message, msg


def translate(original: Article, translation: Article) -> Article:
    """The original with the texts of the translation; what that lacks stays as it is."""
    fixes = {fix.id: fix for fix in translation.fixes}
    checks = {check.id: check for check in translation.checks}
    return replace(
        original,
        title=translation.title or original.title,
        language=translation.language,
        cause=_cause(original.cause, translation.cause),
        fixes=tuple(_fix(fix, fixes.get(fix.id)) for fix in original.fixes),
        checks=tuple(_check(check, checks.get(check.id)) for check in original.checks),
        verify=_verify(original.verify, translation.verify),
        sections=_sections(original.sections, translation.sections),
    )


def _cause(original: Cause, other: Cause) -> Cause:
    return replace(
        original,
        ruled_out=other.ruled_out or original.ruled_out,
        open=other.open or original.open,
    )


def _fix(original: Fix, other: Fix | None) -> Fix:
    if other is None:
        return original
    pairs = zip_longest(original.launch, other.launch[: len(original.launch)])
    return replace(
        original,
        title=other.title or original.title,
        steps=other.steps or original.steps,
        launch=tuple(_change(change, texts) for change, texts in pairs),
    )


def _change(original: Change, other: Change | None) -> Change:
    if other is None:
        return original
    return replace(
        original,
        because=other.because or original.because,
        price=other.price or original.price,
    )


def _check(original: Check, other: Check | None) -> Check:
    return replace(original, ask=other.ask) if other and other.ask else original


def _verify(
    original: Sequence[Verification], other: Sequence[Verification]
) -> tuple[Verification, ...]:
    pairs = zip_longest(original, other[: len(original)])
    return tuple(
        replace(one, do=two.do or one.do, expect=two.expect or one.expect) if two else one
        for one, two in pairs
    )


def _sections(original: Sequence[Section], other: Sequence[Section]) -> tuple[Section, ...]:
    """Named sections in the original's order, each translated where it is; then the others."""
    translated = {part.name: part for part in other if part.name}
    named = [translated.pop(part.name, part) for part in original if part.name]
    further = [part for part in other if not part.name]
    return (
        *named,
        *translated.values(),
        *(further or (part for part in original if not part.name)),
    )


def follows(original: Article) -> str:
    """The hash of the texts that a translation carries: 16 hexadecimal digits.

    Facts, dates and states are not among them: a translation does not lag behind a new date."""
    text = "\0".join(_texts(original))
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _texts(article: Article) -> Iterator[str]:
    yield article.title
    yield from (article.cause.open, *article.cause.ruled_out)
    for fix in article.fixes:
        yield from (fix.id, fix.title, *fix.steps)
        for change in fix.launch:
            yield from (change.because, change.price)
    for check in article.checks:
        yield from (check.id, check.ask)
    for step in article.verify:
        yield from (step.do, step.expect)
    for part in article.sections:
        yield from (part.heading, part.body)


def lags(original: Article, translation: Article) -> bool:
    """The original's texts changed after they were translated."""
    return translation.follows != follows(original)


def untranslated(original: Article, translation: Article) -> tuple[Problem, ...]:
    """Texts of the original that the translation lacks (title, summary, fixes, checks, verify),
    and parts of the translation that the original has not."""
    parts = (*_lacking(original, translation), *_foreign(original, translation))
    return tuple(Problem(1, path, message, draft=True) for path, message in parts)


def _lacking(original: Article, translation: Article) -> Iterator[tuple[str, Message]]:
    both = translate(original, translation)
    if original.section("summary") and not translation.section("summary"):
        yield "sections.summary", msg("the summary is not translated")
    yield from _silent(original, translation)
    for before, after in zip(original.fixes, both.fixes, strict=True):
        if before.title and before.title == after.title:
            yield f"fixes.{before.id}.title", msg("the title of this fix is not translated")
        if any(_same_texts(one, two) for one, two in zip(before.launch, after.launch, strict=True)):
            yield f"fixes.{before.id}.launch", msg("a reason or a price is not translated")
        if before.steps and before.steps == after.steps:
            yield f"fixes.{before.id}.steps", msg("the steps of this fix are not translated")
    for one, two in zip(original.checks, both.checks, strict=True):
        if one.ask == two.ask:
            yield f"checks.{one.id}", msg("this check is not translated")
    if original.verify and original.verify == both.verify:
        yield "verify", msg("the verification is not translated")


def _silent(original: Article, translation: Article) -> Iterator[tuple[str, Message]]:
    """What the original says of its cause and the translation does not."""
    if original.cause.open and not translation.cause.open:
        yield "cause.open", msg("what is still open is not translated")
    if len(original.cause.ruled_out) != len(translation.cause.ruled_out):
        yield "cause.ruled_out", msg("what is ruled out is not translated")


def _same_texts(one: Change, two: Change) -> bool:
    because = one.because and one.because == two.because
    return bool(because or (one.price and one.price == two.price))


def _foreign(original: Article, translation: Article) -> Iterator[tuple[str, Message]]:
    known = {fix.id for fix in original.fixes}
    for fix in translation.fixes:
        if fix.id not in known:
            yield f"fixes.{fix.id}", msg("the original has no fix `{id}`", id=fix.id)
    known = {check.id for check in original.checks}
    for check in translation.checks:
        if check.id not in known:
            yield f"checks.{check.id}", msg("the original has no check `{id}`", id=check.id)
    if len(translation.verify) > len(original.verify):
        yield "verify", msg("more steps to verify than the original has")
