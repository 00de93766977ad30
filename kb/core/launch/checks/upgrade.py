"""What an upgrade from one version to another would break or change for a command."""

from collections.abc import Iterator, Mapping

from kb.core.launch.catalogue.catalogue import Catalogue
from kb.core.launch.checks.findings import NOTE, WARNING, Case, Finding
from kb.core.launch.checks.table import findings, in_order
from kb.core.launch.model import Command
from kb.core.messages import msg

PINNED = ("torch", "python", "transformers")


def upgrade(
    command: Command, old: str, new: str, catalogue: Catalogue, others: Mapping[str, Catalogue]
) -> tuple[Finding, ...]:
    """What is wrong in `new` and was not in `old`, then what changes silently."""
    before, after = Case(command, old, catalogue, others), Case(command, new, catalogue, others)
    known = {(finding.kind, finding.flag) for finding in findings(before)}
    broken = [one for one in findings(after) if (one.kind, one.flag) not in known]
    silent = [*_meanings(before, after), *_defaults(before, after), *_built_with(before, after)]
    return in_order([*broken, *silent])


def _meanings(before: Case, after: Case) -> Iterator[Finding]:
    """The same words that mean another flag: `-O3` before and after vLLM 0.12."""
    for was, now in zip(before.uses, after.uses, strict=True):
        if was.there and now.there and was.flag != now.flag:
            text = msg(
                "`{flag}` means `{now}` in {new}; in {old} it meant `{was}`",
                flag=was.written.name,
                now=now.flag,
                new=after.version,
                old=before.version,
                was=was.flag,
            )
            yield Finding("meaning", was.written.name, text, WARNING)


def _defaults(before: Case, after: Case) -> Iterator[Finding]:
    """Flags that are not given and start from another default. Only those with an explanation."""
    if before.place is None or after.place is None or not before.command.complete:
        return
    catalogue = before.catalogue
    for name, row in catalogue.tables.flags.items():
        if row.explain and not before.has(name) and _in_both(name, before, after):
            was = catalogue.default(name, before.version)
            now = catalogue.default(name, after.version)
            if was is not None and now is not None and was != now:
                yield _changed_default(name, was, now, after)


def _in_both(name: str, before: Case, after: Case) -> bool:
    found = [case.catalogue.resolve(name, case.version) for case in (before, after)]
    return all(one is not None and one.status == "here" and one.flag == name for one in found)


def _changed_default(name: str, was: str, now: str, after: Case) -> Finding:
    text = msg(
        "the default of `{flag}` changes from {was} to {now}", flag=name, was=was[:60], now=now[:60]
    )
    return Finding("default", name, text, NOTE)


def _built_with(before: Case, after: Case) -> Iterator[Finding]:
    old, new = before.catalogue.pin(before.version), after.catalogue.pin(after.version)
    if old is None or new is None:
        return
    for name in PINNED:
        was, now = old.requires.get(name, ""), new.requires.get(name, "")
        if was and now and was != now:
            text = msg("needs {name} {now}; before {was}", name=name, now=now, was=was)
            yield Finding("built-with", name, text, NOTE)
    if old.cuda.split(".")[:1] != new.cuda.split(".")[:1] and old.cuda and new.cuda:
        text = msg("the image has CUDA {now}; before {was}", now=new.cuda, was=old.cuda)
        yield Finding("built-with", "cuda", text, NOTE)
