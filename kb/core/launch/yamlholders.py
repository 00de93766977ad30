"""Which mappings of a YAML text start a server: their keys, and the nodes that hold words."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kb.core.launch.spans import Layer, whole
from kb.core.launch.yamllines import Row, Scalar, read_rows, scalar_at, siblings
from kb.core.launch.yamllists import Node, node_at

# keys of charts and operators that hold nothing but arguments
ARGUMENT_KEYS = (
    "extraArgs",
    "extra_args",
    "engineArgs",
    "additionalArgs",
    "vllmArgs",
    "serverArgs",
)
LAUNCH_KEYS = ("args", "command", "entrypoint", "cmd", *ARGUMENT_KEYS)
MOST = 200  # launch keys of one text
# keys of a pod that no compose service has
_POD = re.compile(
    r"^[ ]*(?:-[ ]+)*(?:containers|initContainers|imagePullPolicy|volumeMounts|resources"
    r"|livenessProbe|readinessProbe|containerPort)[ ]*:",
    re.M,
)
_SERVICES = re.compile(r"^services[ ]*:", re.M)
_LOOKS = re.compile(
    r"^[ ]*(?:-[ ]+)*[\"']?(?:\w*[aA]rgs|command|entrypoint|cmd)[\"']?[ ]*:(?:\s|$)", re.M
)


@dataclass(frozen=True, slots=True)
class Holder:
    """The mapping that starts a server: its rows by key, and the nodes before and with the
    arguments."""

    layer: Layer
    rows: tuple[Row, ...]
    keys: dict[str, int]
    head: Node | None
    tail: Node
    pods: bool = False  # is the text about pods?

    def scalar(self, key: str) -> Scalar | None:
        at = self.keys.get(key)
        if at is None:
            return None
        row = self.rows[at]
        return scalar_at(self.layer.text, row.value, row.end)

    @property
    def form(self) -> str:
        text = self.layer.text
        if "cmd" in self.keys:
            return "llama-swap"
        if "{{" in text or set(ARGUMENT_KEYS) & set(self.keys):
            return "helm"
        if "args" in self.keys or "env" in self.keys or "apiVersion:" in text:
            return "kubernetes"
        return "kubernetes" if self.pods else "compose"


def looks_like_yaml(text: str) -> bool:
    """Is there a key under which a launch command could stand?"""
    return bool(_LOOKS.search(text))


def holders(text: str) -> Iterator[Holder]:
    """Every mapping with a launch key, in order."""
    if not looks_like_yaml(text):
        return
    layer, rows, pods = whole(text), read_rows(text), about_pods(text)
    seen: set[int] = set()
    found = [at for at, row in enumerate(rows) if row.key in LAUNCH_KEYS][:MOST]
    for at in found:
        if at in seen:
            continue
        keys = {rows[one].key: one for one in siblings(rows, at)}
        seen |= {keys[key] for key in LAUNCH_KEYS if key in keys}
        if holder := _holder(layer, rows, keys):
            yield replace(holder, pods=pods)


def about_pods(text: str) -> bool:
    return bool(_POD.search(text)) and not _SERVICES.search(text)


def _holder(layer: Layer, rows: tuple[Row, ...], keys: dict[str, int]) -> Holder | None:
    order: tuple[str, ...] = ("entrypoint", "command", "args", *ARGUMENT_KEYS)
    order = ("cmd",) if "cmd" in keys else order
    nodes = [node_at(layer, rows, keys[key]) for key in order if key in keys]
    there = [node for node in nodes if node]
    if not there or (there[-1].list is None and there[-1].text is None):
        return None
    return Holder(layer, rows, keys, there[-2] if len(there) > 1 else None, there[-1])
