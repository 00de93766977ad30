"""What the search page lists: a fault once, with the facets to narrow it by."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from kb.search.index import Hit, Index, Narrowing
from kb.search.query import Query

_FACETS = ("engine", "symptom", "stage", "gpu", "quantization", "modality", "state")
_WIDER = 4  # hits to fetch for each that is listed: translations and phrases fall out


@dataclass(frozen=True, slots=True)
class Listing:
    """`hits` hold one document a fault; `loosened` says that nothing met every demand, so that
    phrases and operators were dropped."""

    hits: tuple[Hit, ...] = ()
    loosened: bool = False


def look_up(
    query: Query, index: Index, limit: int = 50, also: Narrowing | None = None, language: str = ""
) -> Listing:
    """The documents for a query, best first; `also` is what the reader may see and is never
    dropped. Of a fault in several languages the one in `language` is listed."""
    terms = query.terms()
    asked = query.narrowing(also)
    hits = index.candidates(terms, _WIDER * limit, asked)
    loosened = not hits and bool(terms) and asked != (also or Narrowing())
    if loosened:
        hits = index.candidates(terms, _WIDER * limit, also or Narrowing())
    listed = once(hits, language)[:limit]
    return Listing(listed, loosened and bool(listed))


def once(hits: Iterable[Hit], language: str = "") -> tuple[Hit, ...]:
    """One hit of each group at the place of its best, in `language` where there is one."""
    chosen: dict[str, Hit] = {}
    for hit in hits:
        held = chosen.setdefault(hit.group, hit)
        if held.language != language and hit.language == language:
            chosen[hit.group] = hit
    return tuple(chosen.values())


def counts(hits: Iterable[Hit]) -> dict[str, dict[str, int]]:
    """Facet → value → how many hits have it, the commonest first; a facet of one value says
    nothing and is left out."""
    met: dict[str, Counter[str]] = {name: Counter() for name in ("topic", *_FACETS)}
    for hit in hits:
        met["topic"][hit.topic] += 1
        for name in _FACETS:
            met[name].update(hit.facets.get(name, ()))
    return {name: dict(found.most_common()) for name, found in met.items() if len(found) > 1}
