"""List items that hold a flag and its value in one: two words for the person, one for the
program."""

from collections.abc import Iterable, Iterator

from kb.core.launch import json_forms
from kb.core.launch.dockerfile import item_lists
from kb.core.launch.itemlists import BlockList, FlowList
from kb.core.launch.mends import mend_marks
from kb.core.launch.mends.mending import Mended, Mending, mended
from kb.core.launch.options import looks_like_option, split_option
from kb.core.launch.python_calls import argument_lists
from kb.core.launch.spans import Edit


def mend_items(text: str, mending: Mending) -> Mended:
    """Marks, then the items of Python lists and of a Dockerfile's exec form."""
    found = mend_marks(text, mending)
    listed = (one.args for one in json_forms.targets(found.text))
    lists = [*argument_lists(found.text), *item_lists(found.text)]
    lists += [one for one in listed if isinstance(one, FlowList)]
    one = split_items(found.text, lists, mending)
    return Mended(one.text, (*found.repairs, *one.repairs), found.asks)


def split_items(text: str, lists: Iterable[BlockList | FlowList], mending: Mending) -> Mended:
    """`"--port 8000"` becomes two items in each of the lists."""
    edits = [
        edit
        for args in lists
        for at, item in enumerate(args.items)
        if item.quote not in ("|", ">") and (parts := flag_and_value(item.value, mending))
        for edit in _apart(args, at, parts)
    ]
    return mended(text, edits, "flag and value in one item became two ({count})")


def flag_and_value(word: str, mending: Mending) -> tuple[str, str] | None:
    """`--port 8000` → its two words; None where the item is one word or no known flag."""
    flag, blank, value = word.partition(" ")
    if not blank or not looks_like_option(flag) or split_option(flag)[1] is not None:
        return None
    value = value.strip()
    return (flag, value) if value and " -" not in value and mending.known(flag) else None


def _apart(args: BlockList | FlowList, at: int, parts: tuple[str, str]) -> Iterator[Edit]:
    item, layer = args.items[at], args.layer
    quote = item.quote if item.quote in ("'", '"') else ""
    flag, value = (args.write(one, quote) for one in parts)
    if isinstance(args, BlockList):
        head = layer.text[args.lines[at][0] : item.start]
        yield layer.edit(item.start, item.end, f"{flag}\n{head}{value}")
    else:
        yield layer.edit(item.start, item.end, f"{flag}, {value}")
