"""The flag catalogue: what an option means in a version, what is wrong with a command there."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from kb.core.launch.catalogue.catalogue import Catalogue
from kb.core.launch.catalogue.faults import catalogue_faults
from kb.core.launch.catalogue.help_text import read_help_rows
from kb.core.launch.catalogue.kept import with_kept
from kb.core.launch.catalogue.model import CatalogueError, Tables
from kb.core.launch.catalogue.own_build import with_build
from kb.core.launch.catalogue.resolving import Resolved
from kb.core.launch.catalogue.shared_tables import tables_from
from kb.core.launch.catalogue.source import read_tables
from kb.core.launch.catalogue.writing import write_tables
from kb.core.launch.checks.explaining import Explained
from kb.core.launch.checks.explaining import explain as explain_case
from kb.core.launch.checks.findings import Case, Finding
from kb.core.launch.checks.table import findings
from kb.core.launch.checks.upgrade import upgrade
from kb.core.launch.model import Command

__all__ = [
    "Catalogue",
    "CatalogueError",
    "Catalogues",
    "Explained",
    "Finding",
    "Resolved",
    "catalogue_faults",
    "catalogue_of",
    "check",
    "check_upgrade",
    "explain",
    "import_help",
    "import_shared",
    "read_help",
]


class Catalogues(Mapping[str, Catalogue]):
    """One catalogue an engine, read when first asked for."""

    def __init__(
        self, load: Callable[[str], Mapping[str, object] | None], engines: Iterable[str]
    ) -> None:
        """`load` gives the nested values of an engine's file; CatalogueError on first use."""
        self._engines = tuple(engines)
        self._load = load
        self._read: dict[str, Catalogue] = {}

    def __getitem__(self, engine: str) -> Catalogue:
        if engine not in self._read:
            source = self._load(engine) if engine in self._engines else None
            if source is None:
                raise KeyError(engine)
            self._read[engine] = catalogue_of(source)
        return self._read[engine]

    def __iter__(self) -> Iterator[str]:
        return iter(self._engines)

    def __len__(self) -> int:
        return len(self._engines)


def catalogue_of(source: Mapping[str, object]) -> Catalogue:
    """The catalogue of a loaded file. Raises CatalogueError."""
    return Catalogue(read_tables(source))


def check(
    command: Command, version: str | None, catalogues: Mapping[str, Catalogue]
) -> tuple[Finding, ...]:
    """What is wrong with `command` in `version` (None: the command's own), the gravest first.

    () for an engine without a catalogue. Nothing that a command can hold raises."""
    case = _case(command, version, catalogues)
    return findings(case) if case else ()


def check_upgrade(
    command: Command, old: str, new: str, catalogues: Mapping[str, Catalogue]
) -> tuple[Finding, ...]:
    """What is wrong in `new` and was not in `old`, and what changes without an error."""
    catalogue = catalogues.get(command.engine)
    return upgrade(command, old, new, catalogue, catalogues) if catalogue else ()


def explain(
    command: Command, version: str | None, language: str, catalogues: Mapping[str, Catalogue]
) -> tuple[Explained, ...]:
    """The command flag by flag in `language`; secrets masked."""
    case = _case(command, version, catalogues)
    return explain_case(case, language) if case else ()


def _case(
    command: Command, version: str | None, catalogues: Mapping[str, Catalogue]
) -> Case | None:
    catalogue = catalogues.get(command.engine)
    if catalogue is None:
        return None
    return Case(command, version if version is not None else command.version, catalogue, catalogues)


def read_help(text: str, version: str, known: Tables) -> Tables:
    """The engine's tables with what a pasted `--help` shows as `version`. Raises CatalogueError."""
    return with_build(known, read_help_rows(text), version)


def import_shared(
    table: Mapping[str, Any],
    pins: Mapping[str, Any] | None = None,
    before: Mapping[str, object] | None = None,
) -> tuple[str, str]:
    """The engine that a shared JSON table is about, and the text of its catalogue file.

    `pins` is the vLLM pin table; `before` the nested values of the file so far, whose explanations
    and replacements stay."""
    new = tables_from(table, pins)
    tables = with_kept(new, read_tables(before)) if before else new
    return tables.engine, write_tables(tables)


def import_help(text: str, version: str, before: Mapping[str, object]) -> str:
    """The catalogue file with a pasted `--help` added as `version`. Raises CatalogueError."""
    return write_tables(read_help(text, version, read_tables(before)))
