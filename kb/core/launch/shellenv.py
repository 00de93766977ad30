"""Variables of a shell command: `K=v` before it, behind `env` or `sudo`, and `export K=v` above
it."""

import re
from dataclasses import dataclass

from kb.core.launch.dialects import Dialect
from kb.core.launch.launchers import base_name
from kb.core.launch.model import LaunchError, LaunchQuestion
from kb.core.launch.quoting import quote, requote
from kb.core.launch.spans import Edit, Layer
from kb.core.launch.tables import words
from kb.core.launch.target import Variable
from kb.core.launch.words import Token
from kb.core.messages import msg

ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)=(.*)", re.S)
_KEYWORDS = words("then do else ! { time")
_VALUED_SUDO = words("-u -g -h -p -C -D -R -T --user --group")
_STATEMENTS = {"powershell": "$env:{name} = '{value}'", "cmd": 'set "{name}={value}"'}
_SAME_LINE = {"powershell": "; ", "cmd": " && "}
# These hand the variables of their own environment on to what they start.
PASSING = words(
    """
    nohup numactl srun torchrun uv uvx poetry pdm pixi conda mamba micromamba stdbuf taskset
    nice ionice chrt timeout setsid accelerate exec command nsys ncu strace catchsegv unbuffer
    env sudo time gdb hpcrun bash sh zsh dash ash python python3
    """
)


@dataclass(frozen=True, slots=True)
class Export:
    """`NAME=value` of an `export` (or `set`, `$env:`) that stands above or before the command."""

    name: str
    value: str
    start: int  # of NAME
    end: int
    value_start: int
    line: tuple[int, int] | None  # the whole line where it stands alone in it


@dataclass(frozen=True, slots=True)
class ShellEnv:
    """`words` up to the launcher, at `launcher`; `exports` above. Positions are the layer's."""

    layer: Layer
    dialect: Dialect
    words: tuple[Token, ...]
    launcher: int
    exports: tuple[Export, ...] = ()

    @property
    def variables(self) -> tuple[Variable, ...]:
        """Exports have negative places: what stands before the command itself wins, so it
        comes last."""
        above = [
            Variable(one.name, one.value, at - len(self.exports))
            for at, one in enumerate(self.exports)
        ]
        return (*above, *(self._variable(at) for at in self._assignments()))

    def _variable(self, at: int) -> Variable:
        name, _, value = self.words[at].value.partition("=")
        return Variable(name, value, at)

    def _assignments(self) -> list[int]:
        spot = self._spot()
        return [at for at in range(spot) if ASSIGNMENT.match(self.words[at].value)]

    def _spot(self) -> int:
        """The word before which one more assignment belongs: behind keywords, `sudo`, `env`
        and other assignments."""
        at = 0
        while at < self.launcher:
            word = base_name(self.words[at].value)
            if word in ("sudo", "env"):
                at = self._past_options(at + 1)
            elif word in _KEYWORDS or ASSIGNMENT.match(self.words[at].value):
                at += 1
            else:
                break
        return at

    def _past_options(self, at: int) -> int:
        while at < self.launcher and self.words[at].value.startswith("-"):
            at += 2 if self.words[at].value in _VALUED_SUDO else 1
        return at

    def add(self, name: str, value: str) -> Edit:
        lines = [one for one in self.exports if one.line]
        if lines:
            return self._below(lines[-1], name, value)
        if self.dialect.name in _STATEMENTS:
            return self._above(name, value)
        written = f"{name}={self._quoted(value)}"
        spot = self._spot()
        self._ask_where_unclear(spot)
        before = [at for at in self._assignments() if at == spot - 1]
        if before:
            end, follows = self.words[spot - 1].end, self.words[spot].start
            return self.layer.edit(end, end, self.layer.text[end:follows] + written)
        start = self.words[spot].start
        return self.layer.edit(start, start, written + " ")

    def _below(self, last: Export, name: str, value: str) -> Edit:
        """One more line like the last."""
        text, (start, end) = self.layer.text, last.line or (0, 0)
        between = text[last.start + len(last.name) : last.value_start]
        new = self.layer.escape(requote(text[last.value_start : last.end], value, self.dialect))
        tail = text[last.end : end] if text[last.end : end].strip() in ('"', ";") else ""
        line = text[start : last.start] + name + between + new + tail
        newline = "\r\n" if text[end : end + 2] == "\r\n" else "\n"
        return self.layer.edit(end, end, newline + line)

    def _above(self, name: str, value: str) -> Edit:
        """A line before the command, in shells that know no `K=v command`."""
        start = self.words[0].start
        before = self.layer.text[self.layer.text.rfind("\n", 0, start) + 1 : start]
        newline = "\r\n" if "\r\n" in self.layer.text else "\n"
        line = _STATEMENTS[self.dialect.name].format(name=name, value=value)
        apart = _SAME_LINE[self.dialect.name] if before.strip() else newline + before
        return self.layer.edit(start, start, line + apart)

    def _ask_where_unclear(self, spot: int) -> None:
        word = base_name(self.words[spot].value)
        if spot < self.launcher and word.removesuffix(".exe") not in PASSING:
            raise LaunchQuestion(
                msg(
                    "{program} starts the server: how does it hand a variable on to it?",
                    program=word,
                )
            )

    def change(self, variable: Variable, value: str) -> Edit:
        start, end = self._value_span(variable)
        new = requote(self.layer.text[start:end], value, self.dialect)
        return self.layer.edit(start, end, self.layer.escape(new))

    def _value_span(self, variable: Variable) -> tuple[int, int]:
        if variable.index < 0:
            export = self.exports[variable.index]
            return export.value_start, export.end
        word = self.words[variable.index]
        return word.start + len(variable.name) + 1, word.end

    def drop(self, variable: Variable) -> Edit:
        if variable.index < 0:
            return self._drop_export(self.exports[variable.index])
        start, follows = self.words[variable.index].start, self.words[variable.index + 1].start
        return self.layer.edit(start, follows, "")

    def _drop_export(self, export: Export) -> Edit:
        if export.line:
            start, end = export.line
            after = re.compile(r"\r?\n").match(self.layer.text, end)
            return self.layer.edit(start, after.end() if after else end, "")
        verb = re.search(
            r"(?:export|set)[ \t]+\"?\Z|\$env:\Z", self.layer.text[: export.start][-20:]
        )
        after = re.compile(r"\"?[ \t]*(?:&&|;)[ \t]*").match(self.layer.text, export.end)
        if verb and after:  # `export A=1 && command`
            return self.layer.edit(export.start - len(verb[0]), after.end(), "")
        raise LaunchError(
            msg("{name} is set together with others: take it out by hand", name=export.name)
        )

    def _quoted(self, value: str) -> str:
        return self.layer.escape(quote(value, self.dialect))
