"""For which versions of an engine the commands of an article are meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.core.articles import Article, Fix
from kb.core.conditions import Condition
from kb.core.launch.flags import Catalogues
from kb.core.versions import VersionError, canonical_version, satisfies

Versions = tuple[str | None, ...]

_FACTS = {"llamacpp": "llama.cpp"}  # engines whose fact has another name


def versions_of(article: Article, fix: Fix | None, engine: str, catalogues: Catalogues) -> Versions:
    """Where the fix installs a version: that one. Otherwise those of the catalogue that the
    fault needs (and for which the fix is meant); otherwise where it was seen. () = not said."""
    known = catalogues[engine].versions if engine in catalogues else ()
    if fix and (installed := tuple(_installed(fix, engine, known))):
        return installed
    requires = _of(article.environment.requires, engine)
    groups = [_of(group, engine) for group in fix.when] if fix else []
    if requires or any(groups):
        found = [v for v in known if _meets(v, requires) and _any(v, groups)]
        return tuple(found) or _exact(requires)
    seen = _of(article.environment.seen, engine)
    return _exact(seen) or tuple(v for v in known if seen and _meets(v, seen))


def stated_version(article: Article, engine: str) -> str | None:
    """The one version that the article says it was seen on."""
    where = (*article.environment.seen, *article.environment.requires)
    return next(iter(_exact(_of(where, engine))), None)


def _installed(fix: Fix, engine: str, known: Iterable[str]) -> Iterator[str]:
    for change in fix.launch:
        if change.op == "pip" and change.name == engine and change.value:
            yield from (v for v in known if _fits(v, change.value))
        elif change.op == "image-tag" and (tag := canonical_version(change.value or "")):
            yield tag


def _of(conditions: Iterable[Condition], engine: str) -> tuple[Condition, ...]:
    return tuple(one for one in conditions if one.fact == _FACTS.get(engine, engine))


def _meets(version: str, conditions: Iterable[Condition]) -> bool:
    return all(
        any(_fits(version, wanted) for wanted in one.values) != one.negated for one in conditions
    )


def _any(version: str, groups: list[tuple[Condition, ...]]) -> bool:
    return not groups or any(_meets(version, group) for group in groups)


def _exact(conditions: Iterable[Condition]) -> tuple[str, ...]:
    """The one version that a condition names, without a range."""
    for one in conditions:
        wanted = one.values[0]
        if len(one.values) == 1 and wanted.startswith("==") and "," not in wanted:
            return (wanted.removeprefix("==").strip(),)
    return ()


def _fits(version: str, wanted: str) -> bool:
    try:
        return satisfies(version, wanted).holds is True
    except VersionError:
        return False
