"""What people wrote into a catalogue survives a new import of its tables."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from kb.core.launch.catalogue.model import Flag, Tables, Variable

Row = TypeVar("Row", Flag, Variable)


def with_kept(new: Tables, old: Tables) -> Tables:
    """`new` with the explanations and replacements of `old`; rows of no table stay as they are.

    A row that `old` knows keeps its `replaced_by`, an empty one too: someone took it out."""
    flags = {name: _kept(row, old.flags) for name, row in new.flags.items()}
    variables = {name: _kept(row, old.variables) for name, row in new.variables.items()}
    return replace(new, flags=flags, variables=variables, pins={**old.pins, **new.pins})


def _kept(row: Row, old: Mapping[str, Row]) -> Row:
    before = old.get(row.name)
    if before is None:
        return row
    explain = {**row.explain, **before.explain}
    return replace(row, explain=explain, replaced_by=before.replaced_by)
