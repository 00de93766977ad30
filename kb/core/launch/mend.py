"""A pasted text → the same text without the damage of copying, and what was mended."""

import re

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
from kb.core.launch.yaml_forms import looks_like_yaml

_ARGUMENTS = re.compile(r"\s*[-\u2010-\u2015\u2212]{1,3}[A-Za-z][\w.-]+(?:[\s=]|$)")
_IMAGE = re.compile(r"^[ ]*(?:-[ ]+)*image:[ \t]*\S", re.M)
_LISTS = re.compile(
    r"^[ \t]*(?:CMD|ENTRYPOINT)[ \t]*\[|\[\s*f?[\"'][^\n]*[\"']\s*,|^ExecStart=", re.M
)


def whole_again(text: str, catalogues: Catalogues) -> tuple[str, tuple[Repair, ...]]:
    """The mended text and its repairs. Raises LaunchQuestion for what only the person can put
    right."""
    unwrapped = mend_wrapping(text, Mending(catalogues))
    mending = Mending(catalogues, dialect_of(unwrapped.text))
    found = _mender(unwrapped.text)(unwrapped.text, mending)
    if found.asks:
        raise LaunchQuestion(found.asks)
    return found.text, (*unwrapped.repairs, *found.repairs)


def _mender(text: str) -> Mender:
    if looks_like_yaml(text) or (_IMAGE.search(text) and not LAUNCH.search(text)):
        return mend_yaml
    if _LISTS.search(text):
        return mend_items
    if LAUNCH.search(text):
        return mend_commands
    return mend_arguments if _ARGUMENTS.match(text) else mend_marks
