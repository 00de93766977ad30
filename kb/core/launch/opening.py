"""A text with `<placeholders>` → the same text with variables in their place, and back."""

from dataclasses import dataclass, replace

from kb.core.launch.model import Command, Written
from kb.core.launch.placeholders import ANGLE


@dataclass(frozen=True, slots=True)
class Opened:
    """`names` are the placeholders as they were written, in order."""

    text: str
    names: tuple[str, ...] = ()

    def restored(self, text: str) -> str:
        """`text` with the placeholders where their variables stand."""
        for number, name in enumerate(self.names):
            text = text.replace(_variable(number), name)
        return text

    def restored_command(self, command: Command) -> Command:
        """What is known of the command: a placeholder is no model and no value of a flag; it stays
        in the words as they are written."""
        if not self.names:
            return command
        return replace(
            command,
            text=self.restored(command.text),
            model="" if self._open(command.model) else command.model,
            image=self.restored(command.image),
            flags={flag: value for flag, value in command.flags.items() if not self._open(value)},
            env={name: value for name, value in command.env.items() if not self._open(value)},
            written=tuple(self._written(one) for one in command.written),
            complete=False,
        )

    def _open(self, value: str | bool) -> bool:
        return isinstance(value, str) and self.restored(value) != value

    def _written(self, one: Written) -> Written:
        words, after = (tuple(map(self.restored, part)) for part in (one.words, one.after))
        return replace(one, words=words, after=after)


def _variable(number: int) -> str:
    return f"${{PLACEHOLDER_{number}_}}"


def opened(text: str) -> Opened:
    """Variables can be read by every form, and no check judges what they hold."""
    names: list[str] = []

    def variable(name: str) -> str:
        names.append(name)
        return _variable(len(names) - 1)

    found = ANGLE.sub(lambda hit: variable(hit[0]), text)
    return Opened(found, tuple(names))
