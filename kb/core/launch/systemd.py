"""systemd units: `ExecStart=` and `Environment=`; a drop-in may have the variables alone."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.core.launch import shell
from kb.core.launch.dialects import SYSTEMD
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.spans import Edit, Layer, whole
from kb.core.launch.target import Args, Env, Target, Variable
from kb.core.messages import msg

_EXEC = re.compile(r"^ExecStart=[-@:+!|]*(?P<command>(?:[^\\\n]|\\\r?\n|\\.)+)", re.M)
_ENVIRONMENT = re.compile(r"^Environment=(?P<value>(?:[^\\\n]|\\\r?\n|\\.)*?)\r?$", re.M)
_SETTING = re.compile(
    r"(?P<quote>[\"']?)(?P<name>[A-Za-z_]\w*)=(?P<value>(?(quote)[^\"'\n]*|[^\s\"']*))(?P=quote)"
)
_SECTION = re.compile(r"^\[Service\][ \t]*\r?$", re.M)


@dataclass(frozen=True, slots=True)
class _Setting:
    name: str
    value: str
    start: int
    end: int
    value_start: int
    line: tuple[int, int]
    alone: bool
    quote: str


@dataclass(frozen=True, slots=True)
class UnitEnv:
    """`Environment=` lines; a new one goes behind the last, or before `spot`."""

    layer: Layer
    settings: tuple[_Setting, ...]
    spot: int

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(Variable(one.name, one.value, at) for at, one in enumerate(self.settings))

    def add(self, name: str, value: str) -> Edit:
        quote = self.settings[-1].quote if self.settings else '"'
        quote = quote or ('"' if re.search(r"\s", value) else "")
        line = f"Environment={quote}{name}={value.replace('%', '%%')}{quote}"
        newline = "\r\n" if "\r\n" in self.layer.text else "\n"
        if self.settings:
            at = self.settings[-1].line[1]
            return self.layer.edit(at, at, newline + line)
        return self.layer.edit(self.spot, self.spot, line + newline)

    def change(self, variable: Variable, value: str) -> Edit:
        setting = self.settings[variable.index]
        end = setting.value_start + len(setting.value)
        return self.layer.edit(setting.value_start, end, value.replace("%", "%%"))

    def drop(self, variable: Variable) -> Edit:
        setting = self.settings[variable.index]
        if not setting.alone:
            return self.layer.edit(setting.start, setting.end, "")
        start, end = setting.line
        after = re.compile(r"\r?\n").match(self.layer.text, end)
        return self.layer.edit(start, after.end() if after else end, "")


@dataclass(frozen=True, slots=True)
class NoArgs:
    """A drop-in without a command."""

    values: tuple[str, ...] = ()
    expands: tuple[bool, ...] = ()
    equals_style: bool = False

    def _ask(self) -> Edit:
        raise LaunchQuestion(
            msg("the text holds variables only: where is the command of the server?")
        )

    def append(self, words: Sequence[str]) -> Edit:
        return self._ask()

    def insert(self, index: int, words: Sequence[str]) -> Edit:
        return self._ask()

    def replace(self, index: int, value: str, keep: str = "") -> Edit:
        return self._ask()

    def remove(self, first: int, last: int) -> Edit:
        return self._ask()


def targets(text: str) -> tuple[Target, ...]:
    """Every `ExecStart` that starts a server; a `[Service]` section of variables without one."""
    layer, settings = whole(text), unit_settings(text)
    found = [_unit(layer, hit, settings) for hit in _EXEC.finditer(text)]
    units = tuple(one for one in found if one and one.sure)
    if units or found:
        return units
    if section := _SECTION.search(text):
        env = UnitEnv(layer, settings, min(section.end() + 1, len(text)))
        if env.settings or text.strip() == section[0].strip():
            engine = "ollama" if "OLLAMA_" in text else ""
            return (_target(layer, engine, 0, len(text), NoArgs(), env),)
    return ()


def _target(layer: Layer, engine: str, start: int, end: int, args: Args, env: Env) -> Target:
    return Target("systemd", engine, start, end, args, env, complete=False)


def _unit(layer: Layer, hit: re.Match[str], settings: tuple[_Setting, ...]) -> Target | None:
    low, high = hit.span("command")
    found = shell.command_in(
        layer.inside(low, high - hit["command"].endswith("\r")), SYSTEMD, "systemd"
    )
    if found is None:
        return None
    env = found.env if found.image else UnitEnv(layer, settings, hit.start())
    return replace(found, form="systemd", env=env, start=hit.start())


def unit_settings(text: str) -> tuple[_Setting, ...]:
    """The variables of all `Environment=` lines."""
    found = []
    for line in _ENVIRONMENT.finditer(text):
        hits = list(_SETTING.finditer(text, line.start("value"), line.end("value")))
        span = (line.start(), line.end("value"))
        found += [_setting(hit, span, len(hits) == 1) for hit in hits]
    return tuple(found)


def _setting(hit: re.Match[str], line: tuple[int, int], alone: bool) -> _Setting:
    start, end = hit.span()
    return _Setting(
        hit["name"], hit["value"], start, end, hit.start("value"), line, alone, hit["quote"]
    )
