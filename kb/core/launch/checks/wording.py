"""When something came or went, and what to use instead, as sentences."""

from kb.core.launch.catalogue.resolving import Resolved
from kb.core.launch.catalogue.timeline import short
from kb.core.launch.checks.findings import Case
from kb.core.messages import Message, msg

MOST_NAMES = 5


def gone(name: str, resolved: Resolved, case: Case) -> Message:
    timeline, number = case.catalogue.timeline, _last(resolved, case) + 1
    label = timeline.label(number)
    if timeline.adjacent(number):
        return msg(
            "`{flag}` is gone since {engine} {version}",
            flag=name,
            engine=case.engine,
            version=label,
        )
    last = short(timeline.read[number - 1])
    return msg(
        "`{flag}` is gone by {engine} {version}; {last} still had it",
        flag=name,
        engine=case.engine,
        version=label,
        last=last,
    )


def _last(resolved: Resolved, case: Case) -> int:
    """The last version with the option before the one in question."""
    names = case.catalogue.names.exact.get(resolved.option, ())
    ends = [last for name in names if name.flag == resolved.flag for _, last in name.spans]
    before = [last for last in ends if case.place is None or last < case.place.high]
    return max(before or ends)


def not_yet(name: str, resolved: Resolved, case: Case) -> Message:
    timeline, number = case.catalogue.timeline, _first(resolved, case)
    label = timeline.label(number)
    if timeline.adjacent(number):
        return msg(
            "`{flag}` came with {engine} {version}; yours is {yours}",
            flag=name,
            engine=case.engine,
            version=label,
            yours=case.version,
        )
    return msg(
        "`{flag}` is in {engine} {version} but not in {absent}; yours is {yours}",
        flag=name,
        engine=case.engine,
        version=label,
        absent=short(timeline.read[number - 1]),
        yours=case.version,
    )


def _first(resolved: Resolved, case: Case) -> int:
    names = case.catalogue.names.exact.get(resolved.option, ())
    return min(first for name in names if name.flag == resolved.flag for first, _ in name.spans)


def replaced(instead: str) -> Message | None:
    """Advice out of the catalogue's `replaced_by`: something to write, or a remark."""
    if not instead:
        return None
    return (
        msg("use {instead}", instead=f"`{instead}`")
        if instead.startswith("-")
        else Message(instead)
    )


def listed(names: tuple[str, ...]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:MOST_NAMES])
    return f"{shown}, …" if len(names) > MOST_NAMES else shown
