"""Cards in a sentence, with their number: `8xH100`, `两张 4090`, `A100 80G x2`."""

import re
from collections.abc import Iterator
from itertools import islice

from kb.core.facts.found import Found, Trust, found_in
from kb.core.facts.readers.prose.place import MOST, here
from kb.core.text import Line

_COUNTS = {"一": "1", "单": "1", "两": "2", "双": "2", "二": "2", "三": "3", "四": "4", "八": "8"}
_COUNT = (
    r"(?:(?<![\w.])(\d{1,2}|[一单两双二三四八])\s?(?:[xX×*]|张|块|卡|个|片|颗|枚)\s?(?:的)?\s?)?"
)
_MAKER = r"(?:(?:NVIDIA|Nvidia|nvidia)\s*)?(?:(?:GeForce|Tesla|AMD|Instinct|Intel)\s+)?"
_MODEL = (
    r"(?:RTX\s?PRO\s?\d{4}|RTX[\s-]?A?\d{3,4}|GTX\s?\d{3,4}|Quadro\s\w{2,5}(?:\s\d{4})?"
    r"|TITAN\s\w{1,3}|RX\s?\d{4}|Radeon\s\w{2,6}(?:\s\w{1,5})?|Arc\s[AB]\d{3}|GB?[HB]?[12]00|GB10"
    r"|GB300|DGX\sSpark|(?:Jetson\s)?(?:AGX\sOrin|Orin\s(?:NX|Nano)|AGX\sThor)|Jetson\s(?:Orin|Thor)|[avh]100|v100s|[ah]800|h200|l40s|rtx\s?\d{4}"
    r"|MI\d{2,3}X?|A[456]000|[ABHLVP][1-9]\d{1,2}(?:SX?|G|X)?|T4G?|L4|L2|A2|P4|910[BC]\d?"
    r"|[2-5]0[5-9]0)"
)
_SUFFIX = r"(?:\s?(?:Ti|SUPER|Super|XTX|XT|D(?=\b)|Ada))?(?:\s[Ll]aptop(?:\sGPU)?)?"
_FORM = r"(?:[\s-](?:SXM\d?|PCIe|NVL|HBM\d\w?))*"
_SIZE = r"(?:[\s-]?(\d{2,3})\s?(?:GB|GiB|G)\b)?"
_CARD = re.compile(
    rf"{_COUNT}(?:(?<=\d[xX×])|(?<![\w./-]))({_MAKER}{_MODEL}{_SUFFIX}){_FORM}{_SIZE}{_FORM}"
    rf"(?![\w/])(?:\s?[xX×*]\s?(\d{{1,2}})(?![\w.]))?",
    re.ASCII,
)
# names so short that they mean a card only beside a word that says so
_SHORT = re.compile(r"(?:T4G?|L4|L2|A2|P4|[2-5]0[5-9]0|910[BC]\d?)\Z")
_CONTEXT = re.compile(r"gpu|nvidia|显卡|卡|rtx|tesla|\d\s?[x×]|张|块|cuda|显存", re.IGNORECASE)
_ALONE = re.compile(
    r"\s*(?:[2-5]0[5-9]0(?:\s?(?:Ti|SUPER|D))?|T4|L4|P4|A2)\s*", re.IGNORECASE | re.ASCII
)


def read(line: Line) -> Iterator[Found]:
    """Card, count and memory, unless the clause speaks of another machine."""
    for match in islice(_CARD.finditer(line.text), MOST):
        if _is_meant(line.text, match) and here(line.text, match.start(), match.end()):
            yield from _told(line, *match.groups())


def read_alone(line: Line) -> Iterator[Found]:
    """A line that is nothing but a card's short name."""
    if len(line.text) < 24 and _ALONE.fullmatch(line.text):
        yield found_in(line, "gpu", line.text.strip(), Trust.PROSE)


def _is_meant(text: str, match: re.Match[str]) -> bool:
    if match[1] or match[4] or not _SHORT.match(match[2]):
        return True
    return _CONTEXT.search(text[max(0, match.start() - 24) : match.end() + 8]) is not None


def _told(
    line: Line, before: str | None, name: str, size: str | None, after: str | None
) -> Iterator[Found]:
    yield found_in(line, "gpu", f"{name} {size}GB" if size else name, Trust.PROSE)
    if count := _COUNTS.get(before or "", before) or after:
        yield found_in(line, "gpu_count", count, Trust.PROSE)
    if size:
        yield found_in(line, "gpu_memory", f"{size} GB", Trust.PROSE)
