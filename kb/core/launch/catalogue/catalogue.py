"""One engine's catalogue: what its options mean, in which version."""

from functools import cached_property

from rapidfuzz import fuzz, process

from kb.core.launch.catalogue.model import (
    UNSET,
    Flag,
    Pin,
    Tables,
    Variable,
    value_at,
)
from kb.core.launch.catalogue.names import Name, Names
from kb.core.launch.catalogue.resolving import Resolved, Resolver
from kb.core.launch.catalogue.timeline import Place, Timeline, at

NEAR_ENOUGH = (
    70.0  # rapidfuzz ratio: `--max-modle-len` is 93, two unrelated options seldom reach 60
)


class Catalogue:
    """One engine's command line in every version that was read; versions as people write them."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    @property
    def engine(self) -> str:
        return self.tables.engine

    @property
    def timeline(self) -> Timeline:
        return self.tables.timeline

    @property
    def versions(self) -> tuple[str, ...]:
        """The versions that were read, oldest first."""
        return self.timeline.read

    @property
    def newest(self) -> str:
        return self.timeline.newest

    @cached_property
    def names(self) -> Names:
        return Names(self.tables.flags)

    @cached_property
    def _resolver(self) -> Resolver:
        return Resolver(self.tables, self.names)

    def place(self, version: str | None) -> Place | None:
        """Where a version stands among those read; None for an unknown or incomparable one."""
        return self.timeline.place(version)

    def resolve(self, option: str, version: str | None = None) -> Resolved | None:
        """What `option` (`--max_model`, `-tp=2`, `-O3`, `--x.key`) means in a version.

        None: no version has anything like it. Resolved tells what is here, gone or later."""
        return self._resolver.resolve(option, self.place(version))

    def flag(self, name: str) -> Flag | None:
        return self.tables.flags.get(name)

    def variable(self, name: str) -> Variable | None:
        return self.tables.variables.get(name)

    def known(self, option: str) -> bool:
        """Whether any version has exactly this option string."""
        return option in self.names.exact

    def spellings(self, flag: str, version: str | None = None) -> tuple[str, ...]:
        """Every option string of `flag` there, the canonical one first, negations last."""
        return self._options(flag, version, negated=False) + self.negations(flag, version)

    def negations(self, flag: str, version: str | None = None) -> tuple[str, ...]:
        """Every option string that says no to `flag` there."""
        return self._options(flag, version, negated=True)

    def _options(self, flag: str, version: str | None, negated: bool) -> tuple[str, ...]:
        row, place = self.tables.flags.get(flag), self.place(version)
        if row is None:
            return ()
        lives = row.negations if negated else {row.name: row.spans, **row.aliases}
        names = [name for option in lives for name in self.names.exact[option]]
        here = [name for name in names if name.flag == flag and self._is_here(name, place)]
        return tuple(name.option for name in here if name.negated is negated)

    def _is_here(self, name: Name, place: Place | None) -> bool:
        return name.here(place, len(self.versions) - 1) is not False

    def kind(self, flag: str, version: str | None = None) -> str:
        """`value:int`, `switch` … in that version; "" for an unknown flag."""
        row = self.tables.flags.get(flag)
        return value_at(row.kinds, self._number(row, version)) if row else ""

    def default(self, flag: str, version: str | None = None) -> str | None:
        """The text of the default there; None where the engine decides, or nothing is known."""
        row = self.tables.flags.get(flag)
        if row is None:
            return None
        text = value_at(row.defaults, self._number(row, version))
        return None if text in ("", UNSET) else text

    def _number(self, row: Flag, version: str | None) -> int:
        place = self.place(version)
        if place is None:
            return row.spans[-1][1]
        return place.low if at(row.spans, place.low) else place.high

    def nearest(self, name: str, version: str | None = None, count: int = 3) -> tuple[str, ...]:
        """Option strings of that version that look most like `name`, at most one a flag."""
        place, newest = self.place(version), len(self.versions) - 1
        options = {
            option: names[0].flag
            for option, names in self.names.exact.items()
            if any(item.here(place, newest) for item in names)
        }
        wanted = name.partition("=")[0].replace("_", "-")
        found = process.extract(
            wanted, options.keys(), scorer=fuzz.ratio, limit=count * 3, score_cutoff=NEAR_ENOUGH
        )
        first: dict[str, str] = {}
        for option, _, _ in found:
            first.setdefault(options[option], option)
        return tuple(first.values())[:count]

    def pin(self, version: str | None) -> Pin | None:
        """What the release was built with, where it was read itself."""
        place = self.place(version)
        if place is None or place.low != place.high:
            return None
        return self.tables.pins.get(self.versions[place.low])
