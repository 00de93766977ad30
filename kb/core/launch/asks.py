"""What in a found command is no command yet: placeholders, remarks, letters of another alphabet."""

import re
import unicodedata
from collections.abc import Iterable

from kb.core.launch.model import LaunchError, LaunchQuestion, PlaceholderQuestion
from kb.core.launch.options import Option
from kb.core.launch.placeholders import ANGLE
from kb.core.launch.target import Target
from kb.core.messages import msg

_QUOTED = re.compile(r"'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\"")
_BARE = re.compile(r"<[^\W\d_][^<>\n|&;]{0,80}>|<{1,3}[ \t]*-{2,}[^\n]*|<-+[ \t]*\w[^\n]*")
_WORD = re.compile(r"[\w./:@-]*<[^\W\d_][\w ./-]*>[\w./:@-]*")
_DOTS = re.compile(r"\.{3,}|…+|\[(?:\.{3}|…)\]|\[(?:OPTIONS|options|ARGS|args)\]|\{\.{3}\}")
_SECRET = re.compile(r"(?:token|key|secret|password|passwd|credential)s?$", re.I)
_STRAY = 2  # words of no option that may be the user's own mistake; more are a sentence
_LINE_REST = re.compile(r"[^\n]*")


def check_target(text: str, target: Target, options: Iterable[Option]) -> None:
    """Raises LaunchQuestion for a placeholder or a remark, LaunchError for a flag in disguise."""
    _bare(text, target)
    words = target.args.values
    secret = {
        at
        for one in options
        if _SECRET.search(one.name.flag)
        for at in range(one.first, one.last + 1)
    }
    for at, word in enumerate(words):
        if at not in secret:
            _placeholder(word)
        _disguised(word)
    _remark(target, options)


def _bare(text: str, target: Target) -> None:
    """An angle bracket that a shell would take for a redirection."""
    rest = _LINE_REST.match(text, target.end)
    region = text[target.start : rest.end() if rest else target.end]
    if target.form in ("shell", "docker", "cmd", "powershell") and (
        found := _BARE.search(_QUOTED.sub(lambda hit: "_" * len(hit[0]), region))
    ):
        raise asked(found[0])


def asked(word: str) -> LaunchQuestion:
    """The question for a word that stands for another one."""
    said = msg("{word} stands for something: what belongs there?", word=word.strip())
    return (PlaceholderQuestion if ANGLE.search(word) else LaunchQuestion)(said)


def _placeholder(word: str) -> None:
    value = word.partition("=")[2] if word.startswith("-") else word
    for one in (word, value):
        if _DOTS.fullmatch(one) or (not one.startswith("{") and _WORD.fullmatch(one)):
            raise asked(one)


def _disguised(word: str) -> None:
    """An option's name is plain ASCII; a letter that only looks like one is never put right
    silently."""
    name = word.partition("=")[0]
    if not name.startswith("-") or name.isascii():
        return
    letters = [char for char in name if ord(char) > 127 and char.isalpha()]
    strange = next((char for char in letters if not _is_ideograph(char)), None)
    if strange:
        raise LaunchError(
            msg("{word} holds {name}, which only looks like a letter of an option",
                word=word, name=unicodedata.name(strange, f"U+{ord(strange):04X}"))
        )  # fmt: skip
    raise LaunchQuestion(msg("{word}: where does the option end and the remark begin?", word=word))


def _is_ideograph(char: str) -> bool:
    return unicodedata.east_asian_width(char) == "W"


def _remark(target: Target, options: Iterable[Option]) -> None:
    """Words that belong to no option and look like a sentence."""
    taken = {at for one in options for at in range(one.first, one.last + 1)}
    first = 1 if target.positional_model or target.entry in ("image", "") else 0
    words = zip(target.args.values, target.args.expands, strict=True)
    stray = [
        word
        for at, (word, expands) in enumerate(words)
        if at not in taken and at >= first and not expands
    ]
    odd = [word for word in stray if not word.isascii()]
    known = target.entry in ("serve", "module") and target.engine in ("vllm", "sglang")
    if odd or (known and len(stray) > _STRAY):
        said = " ".join(odd or stray)
        raise LaunchQuestion(msg("{words}: is this part of the command?", words=said))
