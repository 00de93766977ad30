"""Shell commands in YAML that several lines fold into one: `run: >`, `script:` and `commands:` with
plain items."""

import re
from collections.abc import Iterator

from kb.core.launch import shell
from kb.core.launch.dialects import FOLDED
from kb.core.launch.mends.regions import LAUNCH
from kb.core.launch.spans import Layer, whole
from kb.core.launch.target import Target
from kb.core.launch.yamllines import Scalar, read_rows
from kb.core.launch.yamllists import node_at
from kb.core.launch.yamlscripts import scalar_layer

# keys of pipelines and of job files below which each text is a script
KEYS = ("run", "script", "commands", "before_script", "after_script", "setup", "shell", "cmds")
_LOOKS = re.compile(rf"^[ ]*(?:-[ ]+)*(?:{'|'.join(KEYS)})[ ]*:", re.M)
_MOST = 200


def folded_scripts(text: str) -> tuple[Layer, ...]:
    """The scripts that start a server and whose line ends are blanks."""
    if not _LOOKS.search(text) or not LAUNCH.search(text):
        return ()
    layer = whole(text)
    return tuple(scalar_layer(layer, one) for one in _scalars(layer) if _folds(one))


def _scalars(layer: Layer) -> Iterator[Scalar]:
    rows = read_rows(layer.text)
    for at in [at for at, row in enumerate(rows) if row.key in KEYS][:_MOST]:
        node = node_at(layer, rows, at)
        if node and node.text:
            yield node.text
        elif node and node.list:
            yield from node.list.items


def _folds(scalar: Scalar) -> bool:
    return scalar.quote != "|" and "\n" in scalar.value and bool(LAUNCH.search(scalar.value))


def targets(text: str) -> tuple[Target, ...]:
    """The launch commands in them."""
    return tuple(one for layer in folded_scripts(text) for one in shell.targets(layer, FOLDED))
