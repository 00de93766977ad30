"""Plain prose → article: the parts by their headings, the rest as proposals."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from kb.core.articles.model import Article, Environment, Fix, Mend, Parsed, Problem, Section
from kb.core.articles.required import missing
from kb.core.articles.sections import SECTION_LIMIT
from kb.core.documents.reading import CONTROL
from kb.core.facts.model import Vocabulary
from kb.core.languages import language_of
from kb.core.messages import msg
from kb.core.plain.bounds import fixed_in
from kb.core.plain.causes import cause
from kb.core.plain.commands import Found, mend_options
from kb.core.plain.layout import Part, parts
from kb.core.plain.markdown import markdown
from kb.core.plain.observations import checks, verification
from kb.core.plain.remedies import all_commands, fix_of
from kb.core.plain.samples import bare, errors, is_error_line
from kb.core.plain.sources import sources
from kb.core.plain.surroundings import environment
from kb.core.plain.titles import title_of
from kb.core.plain.ways import helped, ways
from kb.core.text.marks import without_colours

_TITLE = re.compile(r"#[ \t]+(?P<title>.+?)[ \t#]*$")
_TOLD = ("summary", "symptom", "cause", "error")


def parse_plain(source: str, slug: str, topic: str, vocabulary: Vocabulary) -> Parsed:
    """The article of a prose text. Only an empty text is refused; what is missing keeps a draft.
    Colours and other controls of a pasted log go: no article could be written with them."""
    source = CONTROL.sub("", without_colours(source, bare=False))
    if not source.strip():
        return Parsed(None, (Problem(1, "", msg("the file is empty")),))
    found = parts(source)
    title, first = _opening(found)
    article = _article(found, title, first, slug, topic, vocabulary)
    return Parsed(article, (*_too_long(article), *missing(article)))


def _opening(found: list[Part]) -> tuple[str, str]:
    """(title, bare error line) of a text's first line, taken out of it; "" where it has none."""
    opening = found[0].lines
    while opening and not opening[0][0].strip():
        opening.pop(0)
    if not opening and len(found) > 1 and _is_title(found[1]):
        found[0].lines = found[1].lines
        title = found.pop(1).heading
        return title, _opening(found)[1]
    if not opening or opening[0][1]:
        return "", ""
    line = opening[0][0].strip()
    if is_error_line(bare(line)):
        opening.pop(0)
        return "", line
    if (
        len(line) <= 120
        and line[-1] not in "。.；;:："
        and (len(opening) == 1 or not opening[1][0].strip())
    ):
        opening.pop(0)
        return line.strip("#* "), ""
    return "", ""


def _is_title(part: Part) -> bool:
    return not part.name and bool(part.heading)


def _article(
    found: list[Part], title: str, first: str, slug: str, topic: str, vocabulary: Vocabulary
) -> Article:
    text = {
        name: _text(found, name)
        for name in (*_TOLD, "environment", "checks", "verification", "notes")
    }
    fixes = [part for part in found if part.name == "fix"] or helped(found)
    commands = all_commands(*(part.text for part in fixes))
    told = "\n".join([found[0].text, *(text[name] for name in _TOLD)])
    samples = errors(first, found)
    summary = text["summary"] or found[0].text or text["symptom"]
    surrounding = environment(
        told, text["environment"] or text["checks"], text["checks"], vocabulary
    )
    article = Article(
        slug=slug,
        title=title or title_of(summary, samples),
        language=language_of(_all(found)),
        topic=topic,
        errors=samples,
        environment=surrounding,
        checks=checks(text["checks"]),
        cause=cause(text["cause"]),
        fixed_in=fixed_in(_all(found), vocabulary),
        fixes=_fixes(fixes, text, commands),
        verify=verification(text["verification"]),
        sources=sources(found, commands),
        sections=_sections(found),
        mended=_mended(fixes, commands),
        proposed=(),
    )
    return _with_proposals(article, stated_title=bool(title))


def _all(found: Sequence[Part]) -> str:
    return "\n".join(part.text for part in found)


def _text(found: Sequence[Part], name: str) -> str:
    return "\n".join(part.text for part in found if part.name == name)


def _fixes(
    found: Sequence[Part], text: dict[str, str], commands: Sequence[Found]
) -> tuple[Fix, ...]:
    """The fix that the text speaks of, or each of the ways that it offers."""
    whole = _all(found)
    offered = ways(whole)
    if len(offered) == 1:
        first = found[0].text if found else ""
        steps = "\n".join(part.text for part in found[1:])
        fix = fix_of(first, steps, text["notes"], text["summary"], commands)
        return (fix,) if fix else ()
    read = (fix_of(way, "", text["notes"], "", all_commands(way)) for way in offered)
    return tuple(_apart(fix for fix in read if fix))


def _apart(fixes: Iterable[Fix]) -> Iterator[Fix]:
    """Fixes of the same name get a number."""
    seen: Counter[str] = Counter()
    for fix in fixes:
        seen[fix.id] += 1
        yield replace(fix, id=f"{fix.id}-{seen[fix.id]}") if seen[fix.id] > 1 else fix


def _mended(fixes: Sequence[Part], commands: Sequence[Found]) -> tuple[Mend, ...]:
    """The mends of the commands and of the options named around them, each once."""
    of_commands = [mend for command in commands for mend in command.mends]
    of_options = [mend for part in fixes for mend in mend_options(part.text)[1]]
    return tuple(dict.fromkeys([*of_commands, *of_options]))


def _sections(found: Sequence[Part]) -> tuple[Section, ...]:
    """Parts of the same name are one section, the later headings inside it."""
    bodies: dict[str, Section] = {}
    named = {part.name for part in found}
    for number, part in enumerate(found):
        body = markdown(part)
        name = part.name or ("summary" if number == 0 and "summary" not in named else "")
        key = name or part.heading.casefold()
        if number == 0 and not body:
            continue
        if key in bodies:
            body = f"{bodies[key].body}\n\n### {part.heading}\n\n{body}".strip()
            bodies[key] = replace(bodies[key], body=body)
        else:
            bodies[key] = Section(name, part.heading, body)
    return tuple(bodies.values())


def _with_proposals(article: Article, stated_title: bool) -> Article:
    paths = ([] if stated_title or not article.title else ["title"]) + list(_proposals(article))
    return replace(article, proposed=tuple(paths))


def _proposals(article: Article) -> Iterator[str]:
    """The paths of what was read out of the text."""
    yield from _of_environment(article.environment)
    yield from (f"checks.{check.id}" for check in article.checks)
    if article.cause.certainty != "unknown":
        yield "cause"
    yield from (f"fixes.{fix.id}" for fix in article.fixes)
    if article.fixed_in:
        yield "fixed_in"
    if article.verify:
        yield "verify"
    if article.sources:
        yield "sources"


def _of_environment(found: Environment) -> Iterator[str]:
    yield from (f"environment.requires.{condition.fact}" for condition in found.requires)
    yield from (f"environment.seen.{condition.fact}" for condition in found.seen)
    yield from (f"environment.clear[{number}]" for number in range(len(found.clear)))


def _too_long(article: Article) -> Iterator[Problem]:
    for part in article.sections:
        if len(part.body.encode(errors="replace")) > SECTION_LIMIT:
            path = f"sections.{part.name or part.heading}"
            yield Problem(1, path, msg("a section may hold 64 KiB; shorten it"), draft=True)
