"""Dockerfiles: ENTRYPOINT and CMD in exec or shell form, ENV, FROM."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.core.launch import shell
from kb.core.launch.dialects import SH
from kb.core.launch.itemlists import FlowList
from kb.core.launch.launchers import base_name, engine_of_image, entry_of, find_launcher
from kb.core.launch.model import LaunchError
from kb.core.launch.options import looks_like_option
from kb.core.launch.spans import Edit, Layer, Piece, as_it_is, whole
from kb.core.launch.target import Env, Target, Variable, WordImage
from kb.core.launch.yamllines import Scalar
from kb.core.launch.yamllists import flow_items
from kb.core.launch.yamlscripts import scalar_layer
from kb.core.messages import msg

_LINE = re.compile(
    r"^[ \t]*(?P<verb>FROM|ENTRYPOINT|CMD|ENV|ARG|RUN)[ \t]+(?P<rest>(?:[^\\\n]|\\\r?\n|\\.)*)",
    re.M,
)
_SETTING = re.compile(
    r"(?P<name>[A-Za-z_]\w*)(?P<mark>=|[ \t]+)(?P<value>\"[^\"\n]*\"|'[^'\n]*'|[^\s\"']+)"
)
_UNBROKEN = re.compile(r"\\\r?\n|.", re.S)
_FROM = re.compile(r"(?:--\S+[ \t]+)*(?P<image>\S+)")


def _write(value: str, quote: str) -> str:
    return json.dumps(value, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class FileEnv:
    """`ENV NAME=value` instructions; a new one goes behind the last, or before `spot`."""

    layer: Layer
    settings: tuple[re.Match[str], ...]
    lines: tuple[tuple[int, int], ...]
    spot: int

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(
            Variable(one["name"], one["value"].strip("\"'"), at)
            for at, one in enumerate(self.settings)
        )

    def add(self, name: str, value: str) -> Edit:
        written = value if re.fullmatch(r"[\w./:,@+-]*", value) else json.dumps(value)
        line = f"ENV {name}={written}"
        newline = "\r\n" if "\r\n" in self.layer.text else "\n"
        if self.lines:
            at = self.lines[-1][1]
            return self.layer.edit(at, at, newline + line)
        return self.layer.edit(self.spot, self.spot, line + newline)

    def change(self, variable: Variable, value: str) -> Edit:
        setting = self.settings[variable.index]
        mark = setting["value"][:1]
        quote = mark if mark in "\"'" else ""
        safe = quote or re.fullmatch(r"[\w./:,@+-]*", value)
        new = f"{quote}{value}{quote}" if safe else json.dumps(value)
        return self.layer.edit(setting.start("value"), setting.end("value"), new)

    def drop(self, variable: Variable) -> Edit:
        setting, (start, end) = self.settings[variable.index], self.lines[variable.index]
        if self.lines.count((start, end)) > 1:
            gap = re.compile(r"(?:[ \t]|\\\r?\n)*").match(self.layer.text, setting.end())
            return self.layer.edit(setting.start(), gap.end() if gap else setting.end(), "")
        after = re.compile(r"\r?\n").match(self.layer.text, end)
        return self.layer.edit(start, after.end() if after else end, "")


def targets(text: str) -> tuple[Target, ...]:
    """The command of the file's last stage."""
    lines = list(_LINE.finditer(text))
    verbs = {line["verb"] for line in lines}
    if not verbs & {"ENTRYPOINT", "CMD"} or not (verbs & {"FROM"} or _starts(text)):
        return ()
    layer = whole(text)
    last = {line["verb"]: line for line in lines}
    entry, command = last.get("ENTRYPOINT"), last.get("CMD")
    tail = command or entry
    found = _command(layer, entry if command else None, tail) if tail else None
    if found is None:
        return ()
    image = _image(layer, last.get("FROM"))
    engine = found.engine or (engine_of_image(image.name) if image else None)
    first = min(line.start() for line in (entry, command) if line)
    return (
        replace(
            found, form="dockerfile", engine=engine or "", image=image,
            env=_env(layer, lines, first), sure=bool(engine), start=first,
            end=tail.end() if tail else first,
        ),
    )  # fmt: skip


def item_lists(text: str) -> tuple[FlowList, ...]:
    """The exec form of the command, where it is one that starts a server."""
    return tuple(one.args for one in targets(text) if isinstance(one.args, FlowList))


def _starts(text: str) -> bool:
    return bool(re.match(r"\s*(?:#[^\n]*\n\s*)*(?:ENTRYPOINT|CMD|ENV)[ \t]+\S", text))


def _command(layer: Layer, entry: re.Match[str] | None, tail: re.Match[str]) -> Target | None:
    rest = layer.inside(*tail.span("rest"))
    if not rest.text.startswith("["):
        return shell.command_in(rest, SH, "dockerfile")
    items = _items(rest.text)
    if items is None:
        rest = _unbroken(rest)
        items = _items(rest.text)
    if items is None:
        raise LaunchError(msg("the list behind {verb} is not closed", verb=tail["verb"]))
    before = [item.value for item in (_items(entry["rest"]) or ())] if entry else []
    script = _script([*before, *(item.value for item in items)], len(before))
    if script is not None:
        return next(iter(shell.targets(scalar_layer(rest, items[script]))), None)
    return _of_list(rest, before, items, 1)


def _unbroken(layer: Layer) -> Layer:
    """Without the continuations, which docker takes out before it reads the list."""
    hits = (hit for hit in _UNBROKEN.finditer(layer.text) if len(hit[0]) == 1)
    return layer.decoded([Piece(hit[0], *hit.span()) for hit in hits], as_it_is)


def _of_list(layer: Layer, before: Sequence[str], items: tuple[Scalar, ...], start: int) -> Target:
    words = [*before, *(item.value for item in items)]
    launcher = find_launcher(words)
    low = max(0, launcher.end - len(before)) if launcher else 0
    first = [item.value for item in items[low : low + 1]]
    positional = bool(first) and not looks_like_option(first[0])
    entry = entry_of(words[launcher.start : launcher.end]) if launcher else "image"
    args = FlowList(layer, items, low, _write, start)
    return Target("dockerfile", launcher.engine if launcher else "", 0, 0, args,
                  positional_model=positional, entry=entry)  # fmt: skip


def _items(text: str) -> tuple[Scalar, ...] | None:
    """The words of an exec form that begins the text."""
    found = flow_items(text, 0) if text.startswith("[") else None
    return found[0] if found else None


def _script(words: Sequence[str], before: int) -> int | None:
    for at, word in enumerate(words[:-2]):
        if base_name(word) in ("bash", "sh") and re.fullmatch(r"-[a-z]*c", words[at + 1]):
            return at + 2 - before if at + 2 >= before else None
    return None


def _image(layer: Layer, line: re.Match[str] | None) -> WordImage | None:
    found = _FROM.match(line["rest"]) if line else None
    if not line or not found:
        return None
    start = line.start("rest") + found.start("image")
    return WordImage(layer, SH, start, start + len(found["image"]), found["image"])


def _env(layer: Layer, lines: Sequence[re.Match[str]], spot: int) -> Env:
    settings: list[re.Match[str]] = []
    places: list[tuple[int, int]] = []
    for line in lines:
        if line["verb"] == "ENV":
            hits = list(_SETTING.finditer(layer.text, line.start("rest"), line.end("rest")))
            settings += hits if hits and hits[0]["mark"] == "=" else hits[:1]
            places += [(line.start(), line.end("rest"))] * (len(settings) - len(places))
    return FileEnv(layer, tuple(settings), tuple(places), spot)
