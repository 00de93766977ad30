"""The texts of an article beside those of its translation, by path, and the way back."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kb.core.articles.headings import heading_of
from kb.core.articles.model import Article, Cause, Change, Check, Fix, Section, Verification


@dataclass(frozen=True, slots=True)
class Pair:
    """A text and its translation, "" where there is none. `part` is what it belongs to: title,
    cause, sections, fixes, checks or verify; `whose` the heading or title of that."""

    path: str
    part: str
    whose: str
    original: str
    text: str

    @property
    def kind(self) -> str:
        """What sort of text: title, heading, body, ruled_out, open, steps, because, price, ask, do
        or expect."""
        return [name for name in self.path.split(".") if not name.isdecimal()][-1]


Texts = Mapping[str, str]


def pairs(original: Article, translation: Article) -> tuple[Pair, ...]:
    """Every text of the original that can be translated, in the order of the page."""
    own = _aligned(original, translation)
    beside = dict(_texts(original, own))
    return tuple(
        Pair(path, path.partition(".")[0], whose, text, beside[path])
        for (path, text), whose in zip(_texts(original, original), _owners(original), strict=True)
        if text
    )


def with_texts(original: Article, translation: Article, texts: Texts) -> Article:
    """The translation with `texts` by their path; empty ones are left out. What it has beyond the
    original's texts (its day of review, further sections) stays."""
    return replace(
        translation,
        title=texts.get("title", ""),
        cause=Cause(
            ruled_out=_filled(original.cause.ruled_out, "cause.ruled_out", texts),
            open=texts.get("cause.open", ""),
        ),
        sections=_sections(original, translation, texts),
        fixes=tuple(_fixes(original, texts)),
        checks=tuple(
            Check(check.id, text)
            for at, check in enumerate(original.checks)
            if (text := texts.get(f"checks.{at}.ask", ""))
        ),
        verify=_verify(original, translation, texts),
    )


def _aligned(original: Article, translation: Article) -> Article:
    """The translation with a part for each of the original's, in the same order."""
    fixes = {fix.id: fix for fix in translation.fixes}
    checks = {check.id: check for check in translation.checks}
    return replace(
        translation,
        sections=tuple(_own_section(part, original, translation) for part in original.sections),
        fixes=tuple(fixes.get(fix.id) or Fix(fix.id, "", "") for fix in original.fixes),
        checks=tuple(checks.get(check.id) or Check(check.id, "") for check in original.checks),
    )


def _own_section(part: Section, original: Article, translation: Article) -> Section:
    if part.name:
        return Section(part.name, "", translation.section(part.name))
    further = [each for each in translation.sections if not each.name]
    at = [each for each in original.sections if not each.name].index(part)
    return further[at] if at < len(further) else Section("", "", "")


def _texts(shape: Article, article: Article) -> Iterator[tuple[str, str]]:
    """Paths of `shape` and the texts that `article` has there."""
    yield "title", article.title
    for at, part in enumerate(shape.sections):
        yield f"sections.{at}.heading", "" if part.name else article.sections[at].heading
        yield f"sections.{at}.body", article.sections[at].body
    yield from _list("cause.ruled_out", shape.cause.ruled_out, article.cause.ruled_out)
    yield "cause.open", article.cause.open
    for at, fix in enumerate(shape.fixes):
        yield from _of_fix(f"fixes.{at}", fix, article.fixes[at])
    for at in range(len(shape.checks)):
        yield f"checks.{at}.ask", article.checks[at].ask
    for at in range(len(shape.verify)):
        step = article.verify[at] if at < len(article.verify) else Verification("")
        yield f"verify.{at}.do", step.do
        yield f"verify.{at}.expect", step.expect


def _of_fix(path: str, shape: Fix, fix: Fix) -> Iterator[tuple[str, str]]:
    yield f"{path}.title", fix.title
    yield from _list(f"{path}.steps", shape.steps, fix.steps)
    for at in range(len(shape.launch)):
        change = fix.launch[at] if at < len(fix.launch) else Change("")
        yield f"{path}.launch.{at}.because", change.because
        yield f"{path}.launch.{at}.price", change.price


def _list(path: str, shape: Sequence[str], texts: Sequence[str]) -> Iterator[tuple[str, str]]:
    for at in range(len(shape)):
        yield f"{path}.{at}", texts[at] if at < len(texts) else ""


def _owners(article: Article) -> Iterator[str]:
    """What each text of `_texts` belongs to."""
    for path, _ in _texts(article, article):
        part, _, rest = path.partition(".")
        number = rest.partition(".")[0]
        if part == "sections":
            yield article.sections[int(number)].heading
        elif part == "fixes":
            yield article.fixes[int(number)].title
        else:
            yield ""


def _filled(shape: Sequence[str], path: str, texts: Texts) -> tuple[str, ...]:
    """A list is translated whole: what is missing in it speaks the original's language."""
    own = [texts.get(f"{path}.{at}", "") for at in range(len(shape))]
    return tuple(text or other for text, other in zip(own, shape, strict=True)) if any(own) else ()


def _sections(original: Article, translation: Article, texts: Texts) -> tuple[Section, ...]:
    made: list[Section] = []
    for at, part in enumerate(original.sections):
        if text := texts.get(f"sections.{at}.body", ""):
            heading = texts.get(f"sections.{at}.heading", "") or part.heading
            own = _heading(part.name, translation) if part.name else heading
            made.append(Section(part.name, own, text))
    further = [part for part in translation.sections if not part.name]
    named = {part.name for part in original.sections}
    known = sum(not part.name for part in original.sections)
    made += (part for part in translation.sections if part.name and part.name not in named)
    return (*made, *further[known:])


def _heading(name: str, translation: Article) -> str:
    """As the translation has it, else as its language calls it."""
    kept = (part.heading for part in translation.sections if part.name == name)
    return next(kept, "") or heading_of(name, translation.language)


def _fixes(original: Article, texts: Texts) -> Iterator[Fix]:
    for at, fix in enumerate(original.fixes):
        path = f"fixes.{at}"
        changes = [_change(f"{path}.launch.{number}", texts) for number in range(len(fix.launch))]
        while changes and changes[-1] == Change(""):
            changes.pop()
        title, steps = texts.get(f"{path}.title", ""), _filled(fix.steps, f"{path}.steps", texts)
        if title or steps or changes:
            yield Fix(fix.id, title, "", steps=steps, launch=tuple(changes))


def _change(path: str, texts: Texts) -> Change:
    return Change(
        "", because=texts.get(f"{path}.because", ""), price=texts.get(f"{path}.price", "")
    )


def _verify(original: Article, translation: Article, texts: Texts) -> tuple[Verification, ...]:
    controls = [step.without for step in translation.verify] + [False] * len(original.verify)
    steps = [
        Verification(texts.get(f"verify.{at}.do", ""), texts.get(f"verify.{at}.expect", ""))
        for at in range(len(original.verify))
    ]
    while steps and steps[-1] == Verification(""):
        steps.pop()
    return tuple(
        replace(step, do=step.do or one.do, without=control)
        for step, one, control in zip(steps, original.verify, controls, strict=False)
    )
