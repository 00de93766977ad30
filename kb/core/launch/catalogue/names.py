"""Option strings of one engine → the flags they mean, by version."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from kb.core.launch.catalogue.model import Flag
from kb.core.launch.catalogue.timeline import Place, Spans, at, present


@dataclass(frozen=True, slots=True)
class Name:
    """One option string with what it means during `spans`."""

    option: str
    flag: str
    negated: bool
    spans: Spans

    def here(self, place: Place | None, newest: int) -> bool | None:
        """Without a place: alive in the newest version, or not known."""
        if place is None:
            return at(self.spans, newest) or None
        return present(self.spans, place)


@dataclass(frozen=True)
class Names:
    flags: Mapping[str, Flag]

    @cached_property
    def exact(self) -> dict[str, tuple[Name, ...]]:
        found: dict[str, list[Name]] = defaultdict(list)
        for name in _all(self.flags.values()):
            found[name.option].append(name)
        return {option: tuple(sorted(names, key=_newest_first)) for option, names in found.items()}

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(self.exact)

    def starting(self, beginning: str) -> list[Name]:
        """Names of all options that begin so."""
        number = bisect_left(self._sorted, beginning)
        found: list[Name] = []
        while number < len(self._sorted) and self._sorted[number].startswith(beginning):
            found += self.exact[self._sorted[number]]
            number += 1
        return found


def _all(flags: Iterable[Flag]) -> Iterable[Name]:
    for flag in flags:
        aliases = {flag.name: flag.spans, **flag.aliases}
        yield from (Name(option, flag.name, False, spans) for option, spans in aliases.items())
        yield from (
            Name(option, flag.name, True, spans) for option, spans in flag.negations.items()
        )


def _newest_first(name: Name) -> int:
    return -name.spans[-1][1]
