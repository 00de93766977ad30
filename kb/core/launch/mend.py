"""A pasted text → the same text without the damage of copying, and what was mended."""

import re

from kb.core.launch.find import find_commands
from kb.core.launch.json_forms import looks_like_json
from kb.core.launch.locate import dialect_of
from kb.core.launch.mends import (
    Mender,
    Mending,
    mend_arguments,
    mend_commands,
    mend_marks,
    mend_wrapping,
)
from kb.core.launch.mends.items import mend_items
from kb.core.launch.mends.regions import LAUNCH
from kb.core.launch.mends.yamltexts import mend_yaml
from kb.core.launch.model import Catalogues, LaunchQuestion, Repair
from kb.core.launch.python_calls import argument_lists
from kb.core.launch.yaml_runs import folded_scripts
from kb.core.launch.yamlholders import holders
from kb.core.messages import msg

_ARGUMENTS = re.compile(r"\s*[-\u2010-\u2015\u2212]{1,3}[A-Za-z][\w.-]+(?:[\s=]|$)")
_IMAGE = re.compile(r"^[ ]*(?:-[ ]+)*image:[ \t]*\S", re.M)
# words of a person, not of a shell: a label with its colon, an opened backtick, a capital, Chinese
_SENTENCE = re.compile(
    r"\s*(?:[^\W\d_][\w ,.]{0,80}[:：][ \t]*`?|[^\W\d_][\w ,.]{0,80}`"
    r"|[A-Z][a-z]*(?: [a-z]+){1,12}:? "
    r"|[\w ，、]{0,40}[\u4e00-\u9fff][：:，]?[ \t]*`?)"
)
# the key of a YAML line or of a Procfile: its command stays in it
_KEYED = re.compile(r"[ \t]*(?:-[ \t]+)?[a-z][a-z0-9_-]*:[ \t]*")
_UNIT = re.compile(
    r"^ExecStart=|^\[Container\]|^\[program:|^[ \t]*(?:CMD|ENTRYPOINT)[ \t]*\[", re.M
)


def whole_again(text: str, catalogues: Catalogues) -> tuple[str, tuple[Repair, ...]]:
    """The mended text and its repairs. Raises LaunchQuestion for what only the person can put
    right."""
    unwrapped = mend_wrapping(text, Mending(catalogues))
    if unwrapped.asks:
        raise LaunchQuestion(unwrapped.asks)
    mending = Mending(catalogues, dialect_of(unwrapped.text))
    text = _out_of_sentence(unwrapped.text)
    cut = (Repair(msg("the command was taken out of its sentence")),) * (text != unwrapped.text)
    found = _mender(text)(text, mending)
    if found.asks:
        raise LaunchQuestion(found.asks)
    return found.text, (*unwrapped.repairs, *cut, *found.repairs)


def _out_of_sentence(text: str) -> str:
    """The one command of a text that has words of a person before it in its line; else the text."""
    spans = find_commands(text)
    if len(spans) != 1 or next(holders(text), None):
        return text
    (span,) = spans
    lead = text[text.rfind("\n", 0, span.start) + 1 : span.start]
    if not _SENTENCE.fullmatch(lead) or lead.strip().rstrip(":").isupper():
        return text
    if _KEYED.fullmatch(lead):
        return text
    return text[span.start : span.end]


def _mender(text: str) -> Mender:
    if looks_like_json(text):
        return mend_items
    if next(holders(text), None) or (_IMAGE.search(text) and not LAUNCH.search(text)):
        return mend_yaml
    if folded_scripts(text):
        return mend_marks
    if _UNIT.search(text) or next(argument_lists(text), None):
        return mend_items
    if LAUNCH.search(text):
        return mend_commands
    return mend_arguments if _ARGUMENTS.match(text) else mend_marks
