"""Numbers that the error names, put into the changes that wait for them."""

from collections.abc import Iterator
from dataclasses import replace

from kb.core.articles.reads import filled
from kb.diagnosis.engine.model import FixShown, Reading


def with_numbers(shown: FixShown, reading: Reading) -> FixShown:
    """The fix with the numbers of this paste; a change whose number is not there stays as it is."""
    read = [(change, filled(change, _texts(reading))) for change in shown.fix.launch]
    launch = tuple(found or change for change, found in read)
    told = tuple(found for change, found in read if found and change.reads)
    return replace(shown, fix=replace(shown.fix, launch=launch), told=told) if told else shown


def _texts(reading: Reading) -> Iterator[str]:
    """Where a number is looked for: the root line, the other error lines, then all the rest."""
    if reading.errors.root:
        yield reading.errors.root.text
    yield from (error.text for error in reading.errors.errors)
    yield from (line.text for line in reading.lines)
