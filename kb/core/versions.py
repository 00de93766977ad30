"""Versions and what is wanted of them, with three answers.

The rules are the table "A development build and a bound" of the contract: `packaging` alone puts
a development build of X on neither side of X, and keeps `0.8.5.post1` out of `<=0.8.5`."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from packaging.version import InvalidVersion, Version

from kb.core.messages import Message, msg

DEVELOPMENT = msg("a development build: cannot tell whether it has the change")
UNRELEASED = msg("a build without a release number: cannot tell which version it is")
UNLABELLED = msg("the version does not say for which build of CUDA or ROCm it is")

_LEADING = re.compile(r"\s*(?:version\s*)?[vV]?(?=\d)")
# The longest start of a tag that is a version: `0.24.0-cu129` → 0.24.0, `0.5.5@<sha>` → 0.5.5.
_VERSION = re.compile(
    r"(?P<release>\d{1,9}(?:\.\d{1,9}){0,5})"
    r"(?:(?:[._]?(?:a|b|rc|alpha|beta|pre|preview)|-(?:rc|alpha|beta))[._]?\d{1,9})?"
    r"(?:\.?post\d{1,9})?(?:\.?dev\d{0,9})?(?:\+[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*)?"
)
_BUILD = re.compile(r"b?(\d{1,7})(?=$|[\s(\-_+])")
_SPECIFIER = re.compile(r"\s*(===?|!=|~=|<=|>=|<|>|=)?\s*(\S(?:.*\S)?)\s*")
_SERIES = re.compile(r"(\d{1,9}(?:\.\d{1,9}){0,4})\.[*xX]")

_ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge,
}  # fmt: skip


class VersionError(ValueError):
    """What is wanted of a version cannot be read; `message` says what would be right."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Answer:
    """`holds` is None where it cannot be told; then `reason` says why."""

    holds: bool | None
    reason: Message | None = None


@dataclass(frozen=True, slots=True)
class Specifier:
    """One comparison: `>=0.9.2`, `==0.8.*` (series), `>=b4000` (build)."""

    operator: str
    version: Version | None = None
    series: tuple[int, ...] = ()
    build: int | None = None


def canonical_version(raw: str, *, build: bool = False) -> str | None:
    """`v0.24.0-cu129` → `0.24.0`; with `build` (llama.cpp) `4589 (eb7cf15a)` → `b4589`.

    None if it is no version; `latest` and `nightly…` come back as they are."""
    raw = raw.strip()
    if build and (found := _BUILD.match(raw)):
        return f"b{found[1]}"
    start = _LEADING.match(raw)
    found = _VERSION.match(raw, start.end() if start else 0)
    if not found:
        return raw.lower() if _is_moving(raw) else None
    return found[0] if _parse(found[0]) else found["release"]


def parse_specifiers(wanted: str) -> tuple[Specifier, ...]:
    """`>=0.9,<0.9.2` → its comparisons (AND). A bare version is `==`. Raises VersionError."""
    return tuple(_specifier(part) for part in wanted.split(","))


def bounds_in(wanted: str) -> tuple[str, ...]:
    """The versions that `>=0.9,<0.9.2` names. Raises VersionError."""
    parts = parse_specifiers(wanted)
    return tuple(
        str(each.version) if each.version else ".".join(map(str, each.series))
        for each in parts
        if each.version or each.series
    )


def satisfies(have: str, wanted: str) -> Answer:
    """Does the version `have` meet `wanted` (comma = AND)?

    Raises VersionError if `wanted` cannot be read."""
    answers = [_answer(have, specifier) for specifier in parse_specifiers(wanted)]
    failed = next((a for a in answers if a.holds is False), None)
    unknown = next((a for a in answers if a.holds is None), None)
    return failed or unknown or Answer(True)


def _specifier(part: str) -> Specifier:
    found = _SPECIFIER.fullmatch(part)
    if not found:
        raise VersionError(msg("a comparison such as `>=0.9.2` is needed"))
    operator = {None: "==", "=": "==", "===": "=="}.get(found[1], found[1])
    text = found[2].lstrip("vV")
    if series := _SERIES.fullmatch(text):
        if operator not in ("==", "!="):
            raise VersionError(msg("`{written}` goes with `==` or `!=` only", written=text))
        return Specifier(operator, series=tuple(map(int, series[1].split("."))))
    if re.fullmatch(r"b\d{1,7}", text) and operator != "~=":
        return Specifier(operator, build=int(text[1:]))
    return _ordered(operator, text)


def _ordered(operator: str, text: str) -> Specifier:
    version = _parse(text)
    if version is None:
        raise VersionError(msg("`{written}` is no version; write it as 1.2.3", written=text))
    if operator != "~=":
        return Specifier(operator, version)
    if len(version.release) < 2:
        raise VersionError(msg("`~=` needs a version of two parts, such as 0.9.0"))
    return Specifier(operator, version, series=version.release[:-1])


def _answer(have: str, wanted: Specifier) -> Answer:
    if wanted.build is not None:
        return _by_build(have, wanted)
    version = _parse(canonical_version(have) or "")
    if version is None or _without_release(version):
        return Answer(None, UNRELEASED)
    if wanted.operator == "~=" and wanted.version:
        return _by_compatible(version, wanted)
    if wanted.series:
        return _by_series(version, wanted)
    return _by_order(version, wanted.operator, wanted.version)


def _by_build(have: str, wanted: Specifier) -> Answer:
    found = _BUILD.match(have)
    if not found or not int(found[1]):
        return Answer(None, UNRELEASED)
    return Answer(_ORDER[wanted.operator](int(found[1]), wanted.build))


def _by_compatible(version: Version, wanted: Specifier) -> Answer:
    above = _by_order(version, ">=", wanted.version)
    series = _by_series(version, Specifier("==", series=wanted.series))
    return above if above.holds is not True else series


def _by_series(version: Version, wanted: Specifier) -> Answer:
    same = _padded(version.release, len(wanted.series))[: len(wanted.series)] == wanted.series
    if same and version.is_prerelease and not any(version.release[len(wanted.series) :]):
        return Answer(None, DEVELOPMENT)
    return Answer(same is (wanted.operator == "=="))


def _by_order(version: Version, operator: str, bound: Version | None) -> Answer:
    assert bound is not None
    if version.is_prerelease and not bound.is_prerelease and _same_release(version, bound):
        return Answer(None, DEVELOPMENT)
    if bound.local and _same_public(version, bound):
        return _by_label(version, operator, bound)
    have = _comparable(version, bound)
    return Answer(_ORDER[operator](have, Version(bound.public)))


def _by_label(version: Version, operator: str, bound: Version) -> Answer:
    if not version.local:
        return Answer(None, UNLABELLED)
    parts = str(bound.local).split(".")
    same = version.local.split(".")[: len(parts)] == parts
    return Answer(same if operator in ("==", "<=", ">=") else not same)


def _comparable(version: Version, bound: Version) -> Version:
    """`version` without what the bound does not speak of: the local part, and `.postN`."""
    public = Version(version.public)
    if public.post is not None and bound.post is None and not public.is_prerelease:
        return Version(public.base_version)
    return public


def _same_release(a: Version, b: Version) -> bool:
    return _padded(a.release) == _padded(b.release)


def _same_public(a: Version, b: Version) -> bool:
    return _comparable(a, b) == Version(b.public)


def _padded(release: tuple[int, ...], length: int = 6) -> tuple[int, ...]:
    return release + (0,) * (length - len(release))


def _without_release(version: Version) -> bool:
    """`0.1.dev1+gabc` and `0.0.0` are what setuptools-scm prints for a checkout without tags."""
    return not any(version.release) or (version.release == (0, 1) and version.is_devrelease)


def _is_moving(raw: str) -> bool:
    return bool(re.fullmatch(r"(?:latest|nightly|main|master|dev)(?:[-_.].*)?", raw.lower()))


def _parse(text: str) -> Version | None:
    try:
        return Version(text)
    except InvalidVersion:
        return None
