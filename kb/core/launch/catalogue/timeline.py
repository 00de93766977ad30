"""The versions that were read, and honest words about those between them.

A catalogue knows only the versions read for it. A flag first seen in the third may have come with
any release after the second, so each statement about a version is one of yes, no and not known.
"""

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import cached_property

from packaging.version import InvalidVersion, Version

from kb.core.messages import Message, msg

Spans = tuple[tuple[int, int], ...]
"""First and last index of each unbroken run of versions in which something exists."""

PEP440_START = re.compile(
    r"v?(\d{1,6}(?:\.\d{1,6}){0,3}(?:(?:a|b|rc)\d+|\.?post\d+|\.?dev\d+)*)(?![\d.])"
)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a version stands: on one version read (low == high), or between two neighbours."""

    low: int
    high: int


@dataclass(frozen=True)
class Timeline:
    """`read`, oldest first. `grain`: the part of a version that brings flags, minor or patch."""

    read: tuple[str, ...]
    grain: str = "minor"

    @cached_property
    def keys(self) -> tuple[Version, ...]:
        return tuple(key for text in self.read if (key := parse(text)) is not None)

    @cached_property
    def _public(self) -> tuple[int, ...]:
        """A build of one's own (`0.24.0+ours`) speaks for itself alone, never for a neighbour."""
        return tuple(number for number, text in enumerate(self.read) if "+" not in text)

    @cached_property
    def index(self) -> dict[str, int]:
        return {text: number for number, text in enumerate(self.read)}

    @property
    def newest(self) -> str:
        return self.read[-1] if self.read else ""

    def place(self, version: str | None) -> Place | None:
        """Indices that speak for `version`; None when it is none or cannot be compared."""
        if version in self.index:
            return Place(self.index[version], self.index[version])
        wanted = parse(version or "")
        if wanted is None or len(self.keys) != len(self.read) or not _comparable(wanted):
            return None
        return self._between(wanted)

    def _between(self, wanted: Version) -> Place:
        public = self._public
        after = bisect_left([self.keys[number] for number in public], wanted)
        below = public[after - 1] if after else -1
        if after == len(public):
            return Place(below, below)
        above = public[after]
        if _finished(wanted):
            for near in (above, below):
                if near >= 0 and self._same(wanted, self.keys[near]):
                    return Place(near, near)
        return Place(below, above)

    def _same(self, wanted: Version, key: Version) -> bool:
        """A fourth number or a post release mends a release; a patch does in the minor grain."""
        parts = 2 if self.grain == "minor" and not self._patches_read(wanted) else 3
        return _parts(wanted, parts) == _parts(key, parts)

    def _patches_read(self, wanted: Version) -> bool:
        return any(_parts(self.keys[one], 3) == _parts(wanted, 3) for one in self._public)

    def since(self, first: int) -> Message:
        """When something first seen at index `first` came, no more exactly than is known."""
        if first <= 0:
            return msg("in {version} and perhaps before", version=short(self.read[0]))
        if self.adjacent(first):
            return msg("since {version}", version=self.label(first))
        return msg(
            "by {version} (not in {absent})",
            version=self.label(first),
            absent=short(self.read[first - 1]),
        )

    def gone(self, first_without: int) -> Message:
        """When something went that index `first_without` no longer has."""
        if self.adjacent(first_without):
            return msg("gone since {version}", version=self.label(first_without))
        last = short(self.read[first_without - 1])
        return msg(
            "gone by {version} (still in {last})", version=self.label(first_without), last=last
        )

    def adjacent(self, number: int) -> bool:
        """Whether no release that could bring flags lies just before `read[number]`."""
        if len(self.keys) != len(self.read):
            return False
        before, here = _parts(self.keys[number - 1], 3), _parts(self.keys[number], 3)
        if before[:2] == here[:2]:
            return here[2] - before[2] <= 1
        step = before[0] == here[0] and here[1] - before[1] == 1
        return step and (self.grain == "minor" or here[2] == 0)

    def label(self, number: int) -> str:
        """`0.13` for the first version read of a minor series, `0.11.1` for a later one."""
        if self.grain != "minor" or len(self.keys) != len(self.read):
            return short(self.read[number])
        here = self.keys[number]
        first = number == 0 or _parts(self.keys[number - 1], 2) != _parts(here, 2)
        return f"{here.major}.{here.minor}" if first else short(self.read[number])


def parse(text: str) -> Version | None:
    """The longest PEP 440 start of a version or image tag; None for `latest`."""
    found = PEP440_START.match(text.strip()[:64])
    if not found:
        return None
    try:
        return Version(found[1])
    except InvalidVersion:
        return None


def exact(text: str) -> Version | None:
    """The whole of a text that is a version, local part and all."""
    try:
        return Version(text.strip()[:64])
    except InvalidVersion:
        return None


def short(text: str) -> str:
    """As people write it: the first three numbers; a build of one's own as it is."""
    key = None if "+" in text else parse(text)
    return ".".join(str(part) for part in key.release[:3]) if key and len(key.release) > 1 else text


def present(spans: Spans, place: Place) -> bool | None:
    """Whether something exists at `place`; None when the two neighbours disagree."""
    low, high = at(spans, place.low), at(spans, place.high)
    return low if low == high else None


def at(spans: Spans, number: int) -> bool:
    return any(first <= number <= last for first, last in spans)


def _parts(key: Version, count: int) -> tuple[int, ...]:
    return (*key.release, 0, 0, 0)[:count]


def _comparable(key: Version) -> bool:
    """`0.1.dev1` is a source build without tags; a bare number is a build number of llama.cpp."""
    return len(key.release) > 1 and not (key.is_devrelease and key.release[:2] == (0, 1))


def _finished(key: Version) -> bool:
    return not key.is_prerelease
