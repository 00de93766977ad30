"""Launch commands in JSON: pods (`kubectl -o json`), tasks, `docker inspect`, a debugger's file."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kb.core.launch import shell
from kb.core.launch.dialects import SH
from kb.core.launch.flow import Flow, read_flow, read_members
from kb.core.launch.flowenv import FlowEnv, style_of
from kb.core.launch.guards import MOST
from kb.core.launch.itemlists import FlowList
from kb.core.launch.launchers import base_name, engine_of_image, entry_of, find_launcher
from kb.core.launch.options import looks_like_option
from kb.core.launch.spans import Layer, whole
from kb.core.launch.target import Env, Target
from kb.core.launch.yamlimages import ScalarImage
from kb.core.launch.yamllines import Scalar
from kb.core.launch.yamlscripts import scalar_layer

_LOOKS = re.compile(r"\s*(?:[\[{]|\"[\w.-]+\"\s*:)")
_KEY = re.compile(r"\"(?:args|command|Args|Cmd|Entrypoint|entryPoint|entrypoint)\"\s*:\s*\[")
_SHELLS = ("bash", "sh", "zsh", "dash", "ash")


@dataclass(frozen=True, slots=True)
class _Kind:
    """The keys of one kind of object: what stands before the arguments, they themselves, the
    variables and their style."""

    tail: str
    heads: tuple[str, ...]
    env: str
    style: str
    image: str
    form: str


_KINDS = (
    _Kind("Cmd", ("Entrypoint",), "Env", "items", "Image", "docker"),
    _Kind("Args", ("Path",), "Env", "items", "", "docker"),
    _Kind("args", ("command", "module", "program"), "env", "pairs", "image", "kubernetes"),
    _Kind("command", ("entryPoint", "entrypoint"), "environment", "pairs", "image", "kubernetes"),
)


def write_json(value: str, quote: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def looks_like_json(text: str) -> bool:
    """Is the text JSON, or a piece of it, with a key under which a command could stand?"""
    return _read(text) is not None


def _read(text: str) -> Flow | None:
    if len(text) > MOST or not _LOOKS.match(text) or not _KEY.search(text):
        return None
    start = len(text) - len(text.lstrip())
    if text[start : start + 1] in ("{", "["):
        return read_flow(text, start)
    return read_members(text, start, open_ended=True)


def targets(text: str) -> tuple[Target, ...]:
    """Every server that an object starts. What docker made of `Entrypoint` and `Cmd` (`Path` and
    `Args`) counts only where these are not there."""
    node = _read(text)
    if node is None:
        return ()
    layer = whole(text)
    found = [one for each in node.maps() for one in _of_map(layer, each)]
    given = [one for kind, one in found if kind.tail != "Args"]
    return tuple(given or [one for _, one in found])


def _of_map(layer: Layer, node: Flow) -> Iterator[tuple[_Kind, Target]]:
    for kind in _KINDS:
        tail = node.get(kind.tail)
        items = tail.scalars if tail else None
        if tail and items is not None:
            if found := _target(layer, node, kind, tail):
                yield kind, found
            return


def _target(layer: Layer, node: Flow, kind: _Kind, tail: Flow) -> Target | None:
    before = _before(node, kind)
    items = tail.scalars or ()
    image = node.get(kind.image) if kind.image else None
    picture = ScalarImage(layer, image.scalar, write_json) if image and image.scalar else None
    base = _command(layer, before, items, tail)
    engine = base and (base.engine or (engine_of_image(picture.name) if picture else None))
    if not base or not engine:
        return None
    env = _env(layer, node, kind)
    return replace(base, form=kind.form, engine=engine, start=node.start, end=node.end, env=env,
                   image=picture, sure=True)  # fmt: skip


def _before(node: Flow, kind: _Kind) -> list[str]:
    for key in kind.heads:
        head = node.get(key)
        if head and head.scalars is not None:
            return [one.value for one in head.scalars]
        if head and head.scalar and head.scalar.quote:
            return ["-m", head.scalar.value] if key == "module" else [head.scalar.value]
    return []


def _command(
    layer: Layer, before: list[str], items: tuple[Scalar, ...], tail: Flow
) -> Target | None:
    words = [*before, *(item.value for item in items)]
    for at in range(len(words) - 2):
        if base_name(words[at]) in _SHELLS and re.fullmatch(r"-[a-z]*c", words[at + 1]):
            place = at + 2 - len(before)
            inside = scalar_layer(layer, items[place]) if place >= 0 else None
            return next(iter(shell.targets(inside, SH)), None) if inside else None
    return _of_list(layer, words, len(before), items, tail)


def _of_list(
    layer: Layer, words: list[str], before: int, items: tuple[Scalar, ...], tail: Flow
) -> Target:
    launcher = find_launcher(words)
    low = max(0, launcher.end - before) if launcher else 0
    first = words[before + low : before + low + 1]
    entry = entry_of(words[launcher.start : launcher.end]) if launcher else "image"
    args = FlowList(layer, items, low, write_json, tail.start + 1)
    return Target("", launcher.engine if launcher else "", 0, 0, args, entry=entry,
                  positional_model=bool(first) and not looks_like_option(first[0]))  # fmt: skip


def _env(layer: Layer, node: Flow, kind: _Kind) -> Env | None:
    """The variables; where there are none, a new key before the arguments."""
    keys = {key.value: at for at, key in enumerate(node.keys or ())}
    if kind.env not in keys:
        start = (node.keys or ())[keys[kind.tail]].start
        return FlowEnv(layer, kind.style, None, write_json, (start, start), f'"{kind.env}"')
    at = keys[kind.env]
    value = node.items[at]
    style = style_of(value) or kind.style
    if value.scalar or (value.items and not style_of(value)):
        return None
    return FlowEnv(layer, style, value, write_json, _member(node, at))


def _member(node: Flow, at: int) -> tuple[int, int]:
    """A member with the comma that is not needed without it."""
    keys = node.keys or ()
    if at + 1 < len(keys):
        return keys[at].start, keys[at + 1].start
    return (node.items[at - 1].end if at else keys[at].start), node.items[at].end
