"""What is never read and never written: unreadable or deceptive characters, and values that a shell
would run."""

import re
from collections.abc import Callable

from kb.core.articles.model import Change
from kb.core.launch.model import LaunchError
from kb.core.messages import Message, msg

MOST = 262_144  # characters of a text
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f]")
_BIDI = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_FLAG = re.compile(r"--?[A-Za-z][A-Za-z0-9_.+-]*", re.ASCII)
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)
_IMAGE = re.compile(r"[A-Za-z0-9][\w./:@-]*", re.ASCII)
_BOUND = r"\s*(?:[=<>!~]=|[<>])\s*[\w.*+!-]+"
_PACKAGE = re.compile(
    rf"[A-Za-z0-9][\w.-]*(?:\[[\w,. -]+\])?(?:{_BOUND}(?:\s*,{_BOUND})*)?", re.ASCII
)
_RUNS = re.compile(r"[\r\n\x00-\x1f\x7f;|&<>`]|\$\(|\u2028|\u2029")


def check_text(text: str) -> None:
    """Raises LaunchError for a text that no one should copy a command from."""
    if len(text) > MOST:
        raise LaunchError(msg("the text is longer than {most} characters", most=MOST))
    if _BIDI.search(text):
        raise LaunchError(msg("the text holds marks that turn the direction of writing"))
    if found := _CONTROL.search(text):
        code = f"U+{ord(found[0]):04X}"
        raise LaunchError(msg("the text holds a control character ({code})", code=code))


def check_change(change: Change) -> None:
    """Raises LaunchError for a change whose words a shell could take for more than a word."""
    check = _CHECKS.get(change.op)
    if check is None:
        raise LaunchError(msg("{op}: no such change", op=change.op))
    if reason := check(change):
        raise LaunchError(reason)


def _flag(change: Change) -> Message | None:
    if not _FLAG.fullmatch(change.flag):
        return msg("{flag} is no option name", flag=repr(change.flag))
    return _value(change.value)


def _env(change: Change) -> Message | None:
    if not _VARIABLE.fullmatch(change.name):
        return msg("{name} is no variable name", name=repr(change.name))
    return _value(change.value)


def _value(value: str | None) -> Message | None:
    if value is None:
        return None
    if _RUNS.search(value) or _BIDI.search(value):
        return msg(
            "the new value {value} holds a line break or a shell operator", value=repr(value)
        )
    return None


def _image(change: Change) -> Message | None:
    image = f"{change.name}:{change.value}" if change.name else change.value or ""
    if not _IMAGE.fullmatch(image):
        return msg("{image} is no image or tag", image=repr(image))
    return None


def _pip(change: Change) -> Message | None:
    if not _PACKAGE.fullmatch(change.name + (change.value or "")):
        return msg("{package} is no package with a version", package=repr(change.name))
    return None


_CHECKS: dict[str, Callable[[Change], Message | None]] = {
    "add-flag": _flag,
    "set-flag": _flag,
    "remove-flag": _flag,
    "env": _env,
    "image-tag": _image,
    "pip": _pip,
    "repair": lambda change: None,
}
