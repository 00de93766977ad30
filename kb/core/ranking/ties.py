"""What people said of the fixes, where nothing else tells two matches apart."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from kb.core.ranking.model import Match

# Slugs → how many more said of it "it worked" than "it did not".
Worked = Callable[[Sequence[str]], Mapping[str, int]]

_DIGITS = 9  # of a score, behind which two are equal


def nobody_said(slugs: Sequence[str]) -> Mapping[str, int]:
    """No word of anybody."""
    return {}


def settled(matches: Sequence[Match], worked: Worked) -> tuple[Match, ...]:
    """The matches in their order; among those of one verdict and one score, what worked for more
    people comes first. `worked` is asked only where there are such."""
    groups = [list(group) for _, group in groupby(matches, key=_place)]
    tied = [match.article.slug for group in groups if len(group) > 1 for match in group]
    said = worked(tied) if tied else {}
    return tuple(
        match
        for group in groups
        for match in sorted(group, key=lambda each: -said.get(each.article.slug, 0))
    )


def _place(match: Match) -> tuple[str, bool, float]:
    return match.verdict, match.known, round(match.score, _DIGITS)
