"""Supervisor's programs: `command=` and `environment=A="1",B="2"`, in which `%` is doubled."""

import re
from dataclasses import dataclass, replace

from kb.core.launch import shell
from kb.core.launch.dialects import COMPOSE_FOLDED
from kb.core.launch.spans import Edit, Layer, undoubled, whole
from kb.core.launch.target import Target, Variable

_SECTION = re.compile(r"^\[program:[^\]\n]+\][^\n]*\n(?P<body>(?:(?!\[)[^\n]*(?:\n|\Z))*)", re.M)
_COMMAND = re.compile(r"^command[ \t]*=[ \t]*(?P<command>[^\n]*[^\s](?:\n[ \t]+[^\n]*\S)*)", re.M)
_ENVIRONMENT = re.compile(r"^environment[ \t]*=(?P<value>[^\n]*(?:\n[ \t]+[^\n]*)*)", re.M)
_SETTING = re.compile(
    r"(?P<name>[A-Za-z_]\w*)[ \t]*=[ \t]*(?P<value>\"[^\"\n]*\"|'[^'\n]*'|[^,\s\"']*)"
)


def _doubled(text: str) -> str:
    return text.replace("%", "%%")


@dataclass(frozen=True, slots=True)
class ProgramEnv:
    """The `environment` of a program; without one it goes behind the line that ends at `spot`."""

    layer: Layer
    settings: tuple[re.Match[str], ...]
    spot: int

    @property
    def variables(self) -> tuple[Variable, ...]:
        return tuple(
            Variable(one["name"], one["value"].strip("\"'").replace("%%", "%"), at)
            for at, one in enumerate(self.settings)
        )

    def add(self, name: str, value: str) -> Edit:
        setting = f'{name}="{_doubled(value)}"'
        if self.settings:
            at = self.settings[-1].end()
            return self.layer.edit(at, at, f",{setting}")
        return self.layer.edit(self.spot, self.spot, f"\nenvironment={setting}")

    def change(self, variable: Variable, value: str) -> Edit:
        low, high = self.settings[variable.index].span("value")
        return self.layer.edit(low, high, f'"{_doubled(value)}"')

    def drop(self, variable: Variable) -> Edit:
        at, last = variable.index, len(self.settings) - 1
        if not last:
            line = self.layer.text.rfind("\n", 0, self.settings[0].start())
            return self.layer.edit(max(line, 0), self.settings[0].end(), "")
        low = self.settings[at - 1].end() if at else self.settings[0].start()
        high = self.settings[at].end() if at else self.settings[1].start()
        return self.layer.edit(low, high, "")


def targets(text: str) -> tuple[Target, ...]:
    """Every program that starts a server."""
    found = (_program(whole(text), hit) for hit in _SECTION.finditer(text))
    return tuple(one for one in found if one)


def _program(layer: Layer, section: re.Match[str]) -> Target | None:
    low, high = section.span("body")
    command = _COMMAND.search(layer.text, low, high)
    if command is None:
        return None
    inside = undoubled(layer.inside(*command.span("command")), "%")
    found = shell.command_in(inside, COMPOSE_FOLDED, "supervisor")
    if found is None or not found.sure:
        return None
    given = _ENVIRONMENT.search(layer.text, low, high)
    hits = _SETTING.finditer(layer.text, *given.span("value")) if given else ()
    own = ProgramEnv(layer, tuple(hits), command.end())
    env = found.env if found.image else own
    return replace(found, form="supervisor", start=command.start(), env=env)
