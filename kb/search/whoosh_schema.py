"""How a document lies in Whoosh: words with our own weights, fingerprints, facets, and a card."""

from collections.abc import Iterator, Mapping
from typing import Any

from whoosh.codec.whoosh3 import W3Codec
from whoosh.fields import ID, STORED, FieldType, Schema
from whoosh.formats import Existence

from kb.search.index import Hit, SearchDocument
from kb.search.scoring import impacts

LONGEST_SYMPTOM = 2_000  # characters on a card
LAYOUT = "3"  # raise it when the schema or the weights change: older folders count as damaged


class Weighed(FieldType):  # type: ignore[misc]
    """A field that is given as word → weight instead of as text."""

    def __init__(self) -> None:
        super().__init__(Existence(), analyzer=None)

    def index(
        self, value: Mapping[str, float], **_: Any
    ) -> Iterator[tuple[bytes, int, float, bytes]]:
        for word, weight in value.items():
            yield word.encode("utf-8", "replace"), 1, weight, b""


SCHEMA = Schema(
    slug=ID(unique=True), words=Weighed(), marks=Weighed(), facets=Weighed(), card=STORED
)


class _Codec(W3Codec):  # type: ignore[misc]
    """Our weights hold what a document's length does to them; Whoosh would look for a file of
    lengths at each single posting, a third of the time that it takes to build an index."""

    length_stats = False


def codec() -> W3Codec:
    """Large uncompressed blocks: a posting list is always read whole."""
    return _Codec(blocklimit=4096, compression=0)


def facet_word(name: str, value: str) -> str:
    return f"{name}={value}".casefold()


def fields(document: SearchDocument) -> dict[str, Any]:
    """The arguments of Whoosh's `add_document`."""
    facets = {**document.facets, "language": (document.language,), "topic": (document.topic,)}
    return {
        "slug": document.slug,
        "words": impacts(document),
        "marks": dict.fromkeys(document.fingerprints, 1.0),
        "facets": {facet_word(n, v): 1.0 for n, values in facets.items() for v in values},
        "card": _card(document),
    }


def _card(document: SearchDocument) -> tuple[Any, ...]:
    return (
        document.slug,
        document.group,
        document.language,
        document.topic,
        document.title,
        dict(document.facets),
        document.symptom[:LONGEST_SYMPTOM],
    )


def hit(card: tuple[Any, ...], score: float) -> Hit:
    """What was stored of a document, as a hit."""
    slug, group, language, topic, title, facets, symptom = card
    return Hit(slug, group, language, topic, title, score, facets, symptom)
