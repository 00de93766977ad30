"""Damage of copied commands, put right and reported; what cannot be known is asked."""

import re
from collections.abc import Iterable

from kb.core.launch.mends.characters import blanks, entities, full_width, invisible, line_ends
from kb.core.launch.mends.continuations import continuations
from kb.core.launch.mends.dashes import dashes, single_dashes
from kb.core.launch.mends.markup import markup, not_a_diff, numbered
from kb.core.launch.mends.mending import Mended, Mender, Mending
from kb.core.launch.mends.prompts import fenced, first_prompt, second_prompts
from kb.core.launch.mends.quotes import bare_json, escaped_json, typographic
from kb.core.launch.mends.regions import regions

__all__ = [
    "Mended",
    "Mender",
    "Mending",
    "mend_arguments",
    "mend_commands",
    "mend_marks",
    "mend_wrapping",
]

_WRAPPING: tuple[Mender, ...] = (line_ends, fenced, not_a_diff, numbered)
_MARKS: tuple[Mender, ...] = (
    invisible,
    blanks,
    entities,
    markup,
    full_width,
    dashes,
    typographic,
    single_dashes,
)
_COMMAND: tuple[Mender, ...] = (
    invisible, blanks, entities, markup, second_prompts, first_prompt, full_width, dashes,
    typographic, continuations, bare_json, escaped_json, single_dashes,
)  # fmt: skip


def mend_wrapping(text: str, mending: Mending) -> Mended:
    """A message → the command in it: code fences, quote marks."""
    return _through(_WRAPPING, text, mending)


def mend_marks(text: str, mending: Mending) -> Mended:
    """Dashes, quotes, blanks of a text that has no shell lines (YAML, lists)."""
    return _through(_MARKS, text, mending)


def mend_arguments(text: str, mending: Mending) -> Mended:
    """A text that is nothing but arguments: its lines need no continuation, but may have some."""
    continued = mending.dialect.escape + "\n" in text
    return _through(
        [one for one in _COMMAND if continued or one is not continuations], text, mending
    )


def mend_commands(text: str, mending: Mending) -> Mended:
    """Every shell command of the text; what is outside them stays."""
    pieces, at = [], 0
    found = Mended(text)
    for start, end in regions(text, mending):
        one = _through(_COMMAND, text[start:end], mending)
        pieces += [_same_prompt(text[at:start], text[start:end]), one.text]
        found = Mended("", (*found.repairs, *one.repairs), found.asks or one.asks)
        at = end
    return Mended("".join([*pieces, text[at:]]), found.repairs, found.asks)


def _same_prompt(above: str, command: str) -> str:
    """The lines above without the prompt that the command has, `# ` excepted: it may be a
    comment."""
    rest = first_prompt(command, Mending({})).text
    prompt = command[: len(command) - len(rest)]
    if not prompt.strip() or prompt.strip() == "#":
        return above
    return re.sub(rf"^{re.escape(prompt)}", "", above, flags=re.M)


def _through(menders: Iterable[Mender], text: str, mending: Mending) -> Mended:
    found = Mended(text)
    for mender in menders:
        one = mender(found.text, mending)
        found = Mended(one.text, (*found.repairs, *one.repairs), found.asks or one.asks)
    return found
