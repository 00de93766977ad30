"""Damage inside YAML: comments in scalars that are text, broken scripts, JSON that YAML takes for a
map."""

from collections.abc import Iterator, Sequence

from kb.core.launch.dialects import SH
from kb.core.launch.itemlists import BlockList
from kb.core.launch.jsontext import is_object
from kb.core.launch.mends import mend_commands, mend_marks
from kb.core.launch.mends.continuations import note_of
from kb.core.launch.mends.items import split_items
from kb.core.launch.mends.mending import Mended, Mending, comment_start, mended
from kb.core.launch.spans import Edit, splice
from kb.core.launch.yamlholders import Holder, holders
from kb.core.launch.yamllines import Scalar
from kb.core.launch.yamlvalues import write


def mend_yaml(text: str, mending: Mending) -> Mended:
    """Marks everywhere, then each scalar and list that starts a server in the way it is read."""
    found = mend_marks(text, mending)
    for mender in (_scripts, _comments, _maps, _joined):
        one = mender(found.text, mending)
        found = Mended(one.text, (*found.repairs, *one.repairs), found.asks or one.asks)
    return found


def _scalars(text: str) -> Iterator[tuple[Holder, Scalar]]:
    for holder in holders(text):
        if holder.tail.text:
            yield holder, holder.tail.text
        elif holder.tail.list:
            yield from ((holder, item) for item in holder.tail.list.items)


def _scripts(text: str, mending: Mending) -> Mended:
    """A literal block that is a script: the lines of its command."""
    edits, found = [], Mended(text)
    for holder, scalar in _scalars(text):
        if scalar.quote == "|" and holder.tail.list:
            one = mend_commands(scalar.value, Mending(mending.catalogues, SH))
            found = Mended("", (*found.repairs, *one.repairs), found.asks or one.asks)
            edits.append(Edit(scalar.start, scalar.end, one.text))
    return Mended(splice(text, edits), found.repairs, found.asks)


def _comments(text: str, mending: Mending) -> Mended:
    """In a string that is split into words, and in a folded script, a comment is text: it goes
    above the key."""
    edits: list[Edit] = []
    for holder, scalar in _scalars(text):
        if scalar.quote == ">" or (scalar.quote == "|" and holder.tail.text):
            edits += _lifted(text, holder, scalar)
    return mended(
        text, edits, "comments inside the text went above it: they reached the program as words"
    )


def _lifted(text: str, holder: Holder, scalar: Scalar) -> list[Edit]:
    row = holder.rows[holder.tail.row]
    edits, notes, at = [], [], scalar.start
    for line in scalar.value.splitlines(keepends=True):
        start = comment_start(line)
        if start is not None:
            code = line[:start].rstrip()
            low = at + (len(code) if code else 0)
            end = at + len(line.rstrip("\r\n")) if code else at + len(line)
            edits.append(Edit(low, end, ""))
            notes.append(note_of(code.strip(), line[start:].strip(), " " * row.indent))
        at += len(line)
    above = "".join(note + "\n" for note in notes if note)
    return [Edit(row.start, row.start, above), *edits] if edits else []


def _lists(text: str) -> Iterator[tuple[BlockList, Sequence[Scalar]]]:
    for holder in holders(text):
        if isinstance(holder.tail.list, BlockList):
            yield holder.tail.list, holder.tail.list.items


def _maps(text: str, mending: Mending) -> Mended:
    """`- {"mode": 3}` is a map for YAML, not the text of a value."""
    edits = [
        Edit(item.start, item.end, write(item.value, "'"))
        for _, items in _lists(text)
        for item in items
        if not item.quote and is_object(item.value)
    ]
    return mended(text, edits, "JSON was put in quotes: YAML took it for a map")


def _joined(text: str, mending: Mending) -> Mended:
    lists = (holder.tail.list for holder in holders(text))
    return split_items(text, (one for one in lists if one), mending)
