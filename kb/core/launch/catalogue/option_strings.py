"""Which option string means which flag when: the claims of a table, renamed rows joined."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from kb.core.launch.catalogue.lifetimes import spans_from
from kb.core.launch.catalogue.timeline import Spans, Timeline

Ranges = Mapping[str, Sequence[Mapping[str, str]]]


class Claims:
    """option string → flag → (versions, negated?), by index."""

    def __init__(self, renamed: Mapping[str, str]) -> None:
        self.renamed = renamed  # former canonical name → the one that goes on
        self._by_flag: dict[str, dict[tuple[str, bool], set[int]]] = defaultdict(
            lambda: defaultdict(set)
        )

    def add(self, option: str, flag: str, negated: bool, numbers: range) -> None:
        self._by_flag[flag][option, negated].update(numbers)

    def life(self, flag: str) -> set[int]:
        """Versions in which the flag can be written under any name that does not negate it."""
        rows = self._by_flag[flag].items()
        return {number for (_, negated), numbers in rows if not negated for number in numbers}

    def names(self, flag: str, negated: bool) -> dict[str, Spans]:
        rows = self._by_flag[flag].items()
        found = {
            option: spans_from(numbers)
            for (option, no), numbers in rows
            if no is negated and numbers
        }
        return {
            option: found[option] for option in sorted(found, key=_short_first) if option != flag
        }


def claims_of(ranges: Ranges, timeline: Timeline) -> Claims:
    """A flag that lives on as an alias (`--data-parallel-size` of `--dp-size`) is that one."""
    renamed = _renamed(ranges)
    claims = Claims(renamed)
    for option, uses in ranges.items():
        for use in uses:
            flag = renamed.get(use["flag"], use["flag"])
            numbers = range(timeline.index[use["from"]], timeline.index[use["to"]] + 1)
            claims.add(option, flag, use.get("polarity") == "negative", numbers)
    return claims


def _renamed(ranges: Ranges) -> dict[str, str]:
    newest = {option: uses[-1] for option, uses in ranges.items()}
    return {
        option: use["flag"]
        for option, use in newest.items()
        if use["flag"] != option
        and use.get("polarity") != "negative"
        and _was_canonical(option, ranges)
    }


def _was_canonical(option: str, ranges: Ranges) -> bool:
    return any(use["flag"] == option for use in ranges[option])


def _short_first(option: str) -> tuple[bool, str]:
    return option.startswith("--"), option
