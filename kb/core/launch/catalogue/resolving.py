"""A written option → the flag it means in a version."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from kb.core.launch.catalogue.model import Flag, Tables, value_at
from kb.core.launch.catalogue.names import Name, Names
from kb.core.launch.catalogue.parsers import PARSERS, Parser, takes
from kb.core.launch.catalogue.timeline import Place, at

JOINED = re.compile(r"(-[A-Za-z])(?!-)(.+)")


@dataclass(frozen=True, slots=True)
class Resolved:
    """What an option means. With `ambiguous` names no flag is meant and `flag` is empty.

    `status`: here, maybe (between two versions read, or unknown version), later, removed.
    `how`: exact, underscore, dotted, joined (`-O3`), abbreviation.
    `accepted`: whether that version's parser takes it written this way."""

    flag: str
    kind: str = ""  # switch, pair (has a negation), optional (0 or 1 word), value, list, json
    type: str = ""  # of the value: int, float, size (`32k`), bool, pairs, commas, repeated, or-text
    negated: bool = False
    option: str = ""  # the option string of the catalogue
    how: str = "exact"
    status: str = "here"
    accepted: bool = True
    key: str = ""  # path inside the JSON of a dotted option, `+` at its end for appending
    value: str | None = None  # what stood behind `=` or was joined to a letter
    ambiguous: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[int, int]:
        """Least and greatest number of words behind the name that belong to it; 99 = no limit."""
        if self.value is not None:
            return 0, 0
        if self.key:
            return 1, 1
        return WORDS.get(self.kind, (0, 0))


WORDS = {
    "switch": (0, 0),
    "pair": (0, 0),
    "optional": (0, 1),
    "value": (1, 1),
    "json": (1, 1),
    "list": (1, 99),
}


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read the written name."""

    option: str
    how: str
    key: str = ""
    value: str | None = None


There = Sequence[bool | None]
HERE: There = (True, None)
ELSEWHERE: There = (False,)
Look = Callable[[Reading, Place | None, There], Resolved | None]


@dataclass(frozen=True)
class Resolver:
    tables: Tables
    names: Names

    @property
    def parser(self) -> Parser:
        return PARSERS.get(self.tables.engine, Parser())

    @property
    def newest(self) -> int:
        return len(self.tables.timeline.read) - 1

    def resolve(self, option: str, place: Place | None) -> Resolved | None:
        """What this version has comes first. The exact name of another version stays that flag,
        even where the parser takes it for a beginning (`--device` of `--device-ids`)."""
        readings = list(_readings(option))
        here = self._first(self._exact, readings, place, HERE)
        if here:
            return here
        elsewhere = self._first(self._exact, readings, place, ELSEWHERE)
        beginning = self._first(self._beginning, readings, place, HERE)
        if elsewhere and beginning and beginning.flag != elsewhere.flag:
            return elsewhere
        return beginning or elsewhere or self._first(self._beginning, readings, place, ELSEWHERE)

    def _first(
        self, look: Look, readings: Sequence[Reading], place: Place | None, there: There
    ) -> Resolved | None:
        found = (look(reading, place, there) for reading in readings)
        return next((resolved for resolved in found if resolved), None)

    def _exact(self, reading: Reading, place: Place | None, there: There) -> Resolved | None:
        names = self.names.exact.get(reading.option, ())
        for wanted in there:
            here = [name for name in names if name.here(place, self.newest) is wanted]
            if here:
                name = min(here, key=lambda name: _came(name, place))
                return self._resolved(name, reading, place)
        return None

    def _beginning(self, reading: Reading, place: Place | None, there: There) -> Resolved | None:
        """argparse takes any beginning that only one flag has."""
        if self.parser.abbreviations or len(reading.option) < 3 or reading.how == "joined":
            return None
        names = self.names.starting(reading.option)
        for wanted in there:
            here = [name for name in names if name.here(place, self.newest) is wanted]
            if here:
                return self._only(here, reading, place)
        return None

    def _only(self, names: Sequence[Name], reading: Reading, place: Place | None) -> Resolved:
        if len({(name.flag, name.negated) for name in names}) > 1:
            options = tuple(sorted({name.option for name in names}))
            return Resolved(
                "", option=reading.option, how="abbreviation", accepted=False, ambiguous=options
            )
        how = "dotted" if reading.key else "abbreviation"
        return self._resolved(names[0], replace(reading, how=how), place)

    def _resolved(self, name: Name, reading: Reading, place: Place | None) -> Resolved:
        kind, type_ = self._kind(self.tables.flags[name.flag], name, place)
        return Resolved(
            flag=name.flag,
            kind=kind,
            type=type_,
            negated=name.negated,
            option=name.option,
            how=reading.how,
            status=self._status(name, place),
            accepted=self._accepted(reading, place),
            key=reading.key,
            value=reading.value,
        )

    def _kind(self, flag: Flag, name: Name, place: Place | None) -> tuple[str, str]:
        """A switch that became an option with a value is both where the version is not known."""
        kind, _, type_ = value_at(flag.kinds, self._number(name, place)).partition(":")
        was = flag.kinds[0][1] if flag.kinds else ""
        both = place is None and kind == "value" and was == "switch"
        return "optional" if both else kind, type_

    def _number(self, name: Name, place: Place | None) -> int:
        if place is None:
            return min(name.spans[-1][1], self.newest)
        return place.low if at(name.spans, place.low) else place.high

    def _status(self, name: Name, place: Place | None) -> str:
        state = name.here(place, self.newest)
        if state is not False:
            return "here" if state else "maybe"
        assert place is not None  # without a place nothing is surely absent
        return "later" if name.spans[0][0] > place.high else "removed"

    def _accepted(self, reading: Reading, place: Place | None) -> bool:
        rules = {"underscore": self.parser.underscores, "dotted": self.parser.dotted}
        since = self.parser.appending if reading.key.endswith("+") else rules.get(reading.how, "")
        timeline = self.tables.timeline
        taken = takes(since, place, timeline) and (reading.how != "joined" or self.parser.letters)
        equals = reading.value is None or reading.how == "joined" or not self.parser.equals
        return taken and equals


def _readings(option: str) -> Iterator[Reading]:
    name, equals, rest = option.partition("=")
    value = rest if equals else None
    yield Reading(name, "exact", value=value)
    if "_" in name.partition(".")[0]:
        yield Reading(_dashed(name.partition(".")[0]), "underscore", name.partition(".")[2], value)
    head, dot, key = name.partition(".")
    if dot and key:
        yield Reading(_dashed(head), "dotted", key, value)
    joined = JOINED.fullmatch(option)
    if joined and not option.startswith("--"):
        yield Reading(joined[1], "joined", value=joined[2].removeprefix("="))


def _came(name: Name, place: Place | None) -> bool:
    """What an option meant before counts more than what it will mean."""
    return place is not None and name.spans[0][0] > place.high


def _dashed(name: str) -> str:
    return name.replace("_", "-")
