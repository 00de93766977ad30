"""A command flag by flag: what each means, its default there, since when, and how it stands."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kb.core.launch.catalogue.model import Flag, Variable
from kb.core.launch.checks.findings import Case, Finding, Use
from kb.core.launch.checks.table import findings
from kb.core.messages import Message

MASK = "•••"
ENVIRONMENT = "environment"  # the catalogue of variables that belong to no engine


@dataclass(frozen=True, slots=True)
class Explained:
    """One row. `meaning` in the language asked for, else English, else ""; `status` the gravest
    finding."""

    flag: str  # as written
    canonical: str
    value: str
    meaning: str
    default: str | None
    since: Message | None
    status: Finding | None


def explain(case: Case, language: str) -> tuple[Explained, ...]:
    """Options in the order of the command, then its environment variables."""
    found = findings(case)
    flags = [_option(use, case, language, found) for use in case.uses]
    return (*flags, *(_variable(name, case, language, found) for name in case.command.env))


def _option(use: Use, case: Case, language: str, found: Iterable[Finding]) -> Explained:
    row = case.catalogue.flag(use.flag)
    name = use.written.name
    return Explained(
        flag=name,
        canonical=use.flag,
        value=MASK if row and row.secret and use.values else " ".join(use.values),
        meaning=in_language(row.explain, language) if row else "",
        default=case.catalogue.default(use.flag, case.version) if row else None,
        since=_since(row, case) if row else None,
        status=_gravest(found, (name, use.flag)),
    )


def _variable(name: str, case: Case, language: str, found: Iterable[Finding]) -> Explained:
    own, shared = case.catalogue.variable(name), _shared(name, case)
    row = own or shared
    texts = next((each.explain for each in (own, shared) if each and each.explain), {})
    return Explained(
        flag=name,
        canonical=name if row else "",
        value=case.command.env[name] if row and not row.secret else MASK,
        meaning=in_language(texts, language),
        default=(row.default or None) if row else None,
        since=case.catalogue.timeline.since(own.spans[0][0]) if own else None,
        status=_gravest(found, (name,)),
    )


def _shared(name: str, case: Case) -> Variable | None:
    """A variable of a library below the engine."""
    shared = case.others.get(ENVIRONMENT)
    return shared.variable(name) if shared else None


def in_language(texts: Mapping[str, str], language: str) -> str:
    """The text in `language` (`zh-hans` falls back to zh), else in English."""
    short = language.split("-")[0]
    return texts.get(language) or texts.get(short) or texts.get("en", "")


def _since(row: Flag, case: Case) -> Message:
    return case.catalogue.timeline.since(row.spans[0][0])


def _gravest(found: Iterable[Finding], names: tuple[str, ...]) -> Finding | None:
    return next((finding for finding in found if finding.flag in names and finding.flag), None)
