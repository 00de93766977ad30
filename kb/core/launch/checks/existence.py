"""Is the option there? Unknown, removed, not yet there, ambiguous, spelled in a way that is
refused."""

from collections.abc import Iterator

from kb.core.launch.catalogue.resolving import Resolved
from kb.core.launch.catalogue.timeline import short
from kb.core.launch.checks.concepts import same_as
from kb.core.launch.checks.findings import ENGINES, ERROR, NOTE, WARNING, Case, Finding, Use
from kb.core.launch.checks.wording import gone, listed, not_yet, replaced
from kb.core.messages import Message, msg


def existence(case: Case) -> Iterator[Finding]:
    """One finding at most for each option about its name."""
    for use in case.uses:
        yield from _of(use, case)


def _of(use: Use, case: Case) -> Iterator[Finding]:
    resolved = use.resolved
    if resolved is None:
        yield _unknown(use, case)
    elif resolved.ambiguous:
        yield _ambiguous(use, resolved, case)
    elif resolved.status in ("removed", "later"):
        yield _absent(use, resolved, case)
    elif resolved.status == "maybe":
        yield _undecided(use, resolved, case)
    elif not resolved.accepted:
        yield _refused(use, resolved, case)
    else:
        yield from _remarks(use, resolved, case)


def _unknown(use: Use, case: Case) -> Finding:
    name = use.written.name
    text = msg("{engine} has no option `{flag}`", engine=case.engine, flag=name)
    if case.beyond:
        newest = short(case.catalogue.newest)
        text = msg(
            "no version of {engine} up to {newest} has `{flag}`",
            engine=case.engine,
            newest=newest,
            flag=name,
        )
    level = WARNING if case.beyond else ERROR
    return Finding("unknown", name, text, level, _instead_of(name, case))


def _instead_of(name: str, case: Case) -> Message | None:
    """The nearest names, or the engine that the option comes from and what it is called here."""
    if foreign := _foreign(name, case):
        return foreign
    near = case.catalogue.nearest(name, case.version)
    return msg("did you mean {names}?", names=listed(near)) if near else None


def _foreign(name: str, case: Case) -> Message | None:
    for engine, catalogue in case.others.items():
        found = catalogue.resolve(name) if engine != case.catalogue.engine else None
        if found is None or not found.flag or found.how not in ("exact", "underscore"):
            continue
        other, here = ENGINES.get(engine, engine), same_as(found.flag, engine, case.catalogue)
        if here:
            return msg(
                "`{flag}` belongs to {other}; here it is `{here}`",
                flag=name,
                other=other,
                here=here,
            )
        return msg("`{flag}` belongs to {other}", flag=name, other=other)
    return None


def _ambiguous(use: Use, resolved: Resolved, case: Case) -> Finding:
    names = listed(resolved.ambiguous)
    text = msg(
        "`{flag}` is the beginning of several options: {names}", flag=use.written.name, names=names
    )
    return Finding("ambiguous", use.written.name, text, ERROR)


def _absent(use: Use, resolved: Resolved, case: Case) -> Finding:
    row = case.catalogue.tables.flags[resolved.flag]
    name = use.written.name
    if resolved.status == "removed":
        return Finding(
            "removed", name, gone(name, resolved, case), ERROR, replaced(row.replaced_by)
        )
    return Finding("later", name, not_yet(name, resolved, case), ERROR)


def _undecided(use: Use, resolved: Resolved, case: Case) -> Finding:
    name, place, timeline = use.written.name, case.place, case.catalogue.timeline
    if place is None:
        row = case.catalogue.tables.flags[resolved.flag]
        return Finding(
            "removed", name, gone(name, resolved, case), WARNING, replaced(row.replaced_by)
        )
    low, high = short(timeline.read[max(place.low, 0)]), short(timeline.read[place.high])
    text = msg(
        "whether {engine} {yours} has `{flag}` is not known: {low} and {high} differ",
        engine=case.engine,
        yours=case.version,
        flag=name,
        low=low,
        high=high,
    )
    return Finding("undecided", name, text, NOTE)


def _refused(use: Use, resolved: Resolved, case: Case) -> Finding:
    """The name is known, yet this parser does not take it written so."""
    name, right = use.written.name, resolved.option
    if resolved.how == "dotted" or resolved.key:
        text = msg(
            "`{flag}`: dotted options came with {engine} 0.9; give JSON to `{right}`",
            flag=name,
            engine=case.engine,
            right=right,
        )
    elif "_" in name.partition("=")[0]:
        text = msg(
            "{engine} takes dashes only here: `{right}`, not `{flag}`",
            engine=case.engine,
            right=right,
            flag=name,
        )
    else:
        text = msg(
            "{engine} takes the value as a word of its own behind `{right}`",
            engine=case.engine,
            right=right,
        )
    return Finding("spelling", name, text, ERROR)


def _remarks(use: Use, resolved: Resolved, case: Case) -> Iterator[Finding]:
    name = use.written.name
    if resolved.how == "abbreviation":
        text = msg("`{flag}` is short for `{full}`", flag=name, full=resolved.option)
        yield Finding("abbreviation", name, text, NOTE)
    row = case.catalogue.tables.flags[resolved.flag]
    if row.deprecated is not None and case.place and case.place.low >= row.deprecated:
        label = case.catalogue.timeline.label(row.deprecated)
        text = msg(
            "`{flag}` is deprecated since {engine} {version}",
            flag=name,
            engine=case.engine,
            version=label,
        )
        yield Finding("deprecated", name, text, NOTE, replaced(row.replaced_by))
