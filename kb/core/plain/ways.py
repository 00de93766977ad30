"""The ways out that a prose text offers: one or several, or what its story says helped."""

import re
from collections.abc import Sequence

from kb.core.plain.clauses import sentences
from kb.core.plain.layout import Part

_HELPED = re.compile(
    r"\b(?:makes? it work|fix(?:es|ed) (?:it|this|the)"
    r"|(?:solve[sd]|resolved?) (?:it|this|the)"
    r"|works? (?:around|fine|again) (?:it|this|with|after|when|if)|helped|went away)\b"
    r"|(?:解决了|就好了|可以解决|能解决|恢复正常|后正常|可以正常)",
    re.I,
)
# "Option 2:", "方案二：": each way is a fix of its own.
_WAY = re.compile(
    r"^\s*(?:[-*•]\s*|\*\*|#+\s*)?(?:方案|方法|办法|做法|思路|option|solution|approach|way|method)\s*"
    r"(?:[一二三四五六]|\d|[A-F])\s*(?:\*\*)?\s*[:：.、)）]\s*(?:\*\*)?",
    re.I | re.M,
)


def helped(found: Sequence[Part]) -> list[Part]:
    """What a story without a fix says that helped, as its fix; empty where it says nothing."""
    told = [one for part in found for one in sentences(_unfenced(part)) if _HELPED.search(one)]
    return [Part("", "", [(one, False) for one in told])] if told else []


def _unfenced(part: Part) -> str:
    return "\n".join(line for line, inside in part.lines if not inside)


def ways(text: str) -> list[str]:
    """The texts of the ways that a text offers, in order; the text itself where it offers one."""
    starts = [found.start() for found in _WAY.finditer(text)]
    if len(starts) < 2:
        return [text]
    ends = [*starts[1:], len(text)]
    return [_WAY.sub("", text[a:b], count=1).strip() for a, b in zip(starts, ends, strict=True)]
