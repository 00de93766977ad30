"""Which articles are not for a version: the operator `version:` and the field of the list."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.db.models import Exists, OuterRef

from kb.core.facts import Vocabulary
from kb.core.facts.model import fold
from kb.core.versions import satisfies
from kb.wiki.models import Facet
from kb.wiki.models.page import PageQuerySet


def versioned(engines: Iterable[str], vocabulary: Vocabulary) -> list[str]:
    """The facts that hold the version of these engines, of every engine where none is named."""
    facts = vocabulary.facts
    if "engine" not in facts:
        return []
    named = (facts["engine"].spellings.get(fold(each)) for each in engines)
    wanted = list(filter(None, named)) or list(facts["engine"].by_name)
    return [name for name in wanted if name in facts and facts[name].kind == "version"]


def left_at(pages: PageQuerySet, facts: Iterable[str], version: str) -> PageQuerySet:
    """Without those that require a range of one of the `facts` in which `version` is not. A text
    that is no version leaves all of them."""
    for fact, ranges in _ranges(facts).items():
        passing = [wanted for wanted in ranges if satisfies(version, wanted).holds is not False]
        if len(passing) < len(ranges):
            required = Facet.objects.filter(page=OuterRef("pk"), fact=fact, required=True)
            pages = pages.filter(~Exists(required) | Exists(required.filter(value__in=passing)))
    return pages


def _ranges(facts: Iterable[str]) -> Mapping[str, list[str]]:
    """Every range that some article requires, by its fact."""
    found: dict[str, list[str]] = {}
    rows = Facet.objects.filter(fact__in=list(facts), required=True).distinct()
    for fact, wanted in rows.values_list("fact", "value").order_by("fact", "value"):
        found.setdefault(fact, []).append(wanted)
    return found
