"""The prose about a cause → how sure it is, what was ruled out, what is open."""

import re

from kb.core.articles.model import Cause
from kb.core.plain.clauses import sentences

_OPEN = re.compile(
    r"尚未|尚需|尚不|仍需|有待|未给出|未确定|未定位|不明|不清楚|未知|进一步定位"
    r"|\bunknown\b|\bunclear\b"
    r"|\bnot (?:yet )?(?:known|established|named|clear|understood|found)\b|\bopen question\b"
    r"|\bremains\b",
    re.I,
)
_GUESSED = re.compile(
    r"推测|可能|疑似|猜测|怀疑|大概|似乎|估计"
    r"|\blikely\b|\bprobabl[ey]\b|\bperhaps\b|\bmaybe\b|\bmay be\b|\bmight\b|\bsuspect\w*"
    r"|\bseems?\b|\bappears? to\b|\bpresumably\b",
    re.I,
)
_SURE = re.compile(
    r"(?<!未)(?:已|经)?确认(?:的)?原因|已确认|已定位|已查明|根因[是为：:]|根本原因[是为：:]"
    r"|(?<!不)确定(?:的)?(?:是|原因)|证实"
    r"|\bconfirmed\b|\bbisected\b|\bthe root cause is\b|\bproved\b|\btraced to\b",
    re.I,
)
_RULED_OUT = re.compile(
    r"(?:而非|而不是|并非|不是)(?P<zh>[^，。；（(,;]{2,60})"
    r"|(?:\brather than\b|\bnot (?:due to|caused by|because of)\b)\s+(?P<en>[^,.;(]{2,80})",
    re.I,
)


def cause(text: str) -> Cause:
    """Unknown where nothing is said; likely unless the text says that it was confirmed."""
    if not text.strip():
        return Cause()
    open_sentences = [sentence for sentence in sentences(text) if _OPEN.search(sentence)]
    ruled_out = [(m["zh"] or m["en"]).strip() for m in _RULED_OUT.finditer(text)]
    sure = _SURE.search(text) and not (_GUESSED.search(text) or open_sentences)
    return Cause(
        "confirmed" if sure else "likely",
        tuple(dict.fromkeys(ruled_out)),
        " ".join(open_sentences[:2]),
    )
