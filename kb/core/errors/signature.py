"""An error line with its volatile parts replaced, what tells faults apart kept: one table."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from kb.core.errors.unwrap import unwrapped
from kb.core.text import peel

LONGEST = 600  # characters of a signature; behind them an error repeats its configuration
_LONGEST_READ = 1_000


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of volatile text, and what stands for it. `need` is in each such text."""

    name: str
    pattern: str
    into: str | Callable[[re.Match[str]], str]
    need: str = ""


_STATES = re.compile(  # numbers behind these are names of faults, not amounts
    r"(?:\berrors?|\berrno|\bcode|\bstatus|\bhttp|\bsignal|\bxid|\bmanifest|\brc"
    r"|\bcommand exited with|\bexit(?:ed)?(?: with)?(?: code| status)?)[ :=(]{0,3}-?$",
    re.IGNORECASE,
)
_REASONS = re.compile(
    r" (?:Not Found|Internal|Bad |Unauth|Forbidden|Too Many|Service|Gateway|Unproc|Request )"
)


_PUBLIC = r"(?:www\.)?(?:huggingface\.co|hf-mirror\.com|pytorch\.org|github\.com)"
"""Hosts whose name tells a fault apart."""


def _number(found: re.Match[str]) -> str:
    text, start, end = found.string, found.start(), found.end()
    if _STATES.search(text, max(0, start - 24), start):
        return found.group()
    if end - start == 3 and _REASONS.match(text, end):
        return found.group()
    return "<num>"


def _path(found: re.Match[str]) -> str:
    name = re.split(r"[/\\]", found.group().rstrip("/\\"))[-1]
    return (
        f"<path>/{name}" if re.fullmatch(r"[\w.+-]*[A-Za-z][\w.+-]*\.?[\w.+-]*", name) else "<path>"
    )


SIGNATURE_ROWS = (
    Row("user mask", r"(?<=/)<USER_\d+>", "user", need="<USER_"),
    Row("host mask", r"<(?:IP|HOST|LOGIN)_\d+>(?::\d{1,5})?", "<host>", need="<"),
    Row("uuid mask", r"<UUID_\d+>", "<uuid>", need="<UUID_"),
    Row("mask", r"<[A-Z]+(?:_[A-Z]+)*_\d+>", "<secret>", need="<"),
    Row(
        "object", r"<[\w.]{1,120} object at 0x[0-9a-fA-F]{4,16}>", "<object>", need=" object at 0x"
    ),
    Row("uuid", r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}", "<uuid>", need="-"),
    Row(
        "request",
        r"\b(?:chatcmpl|cmpl|embd|chat|req|request|score|pool)-(?:tool-)?[0-9a-f]{8,40}"
        r"(?:-\d{1,3})?\b",
        "<id>",
        need="-",
    ),
    Row("address", r"\b0x(?!c0000)[0-9a-fA-F]{6,16}\b", "<hex>", need="0x"),
    Row(
        "digest",
        r"\b(?:sha256[:-])?(?=[0-9a-f]{0,39}[a-f])(?=[0-9a-f]{0,39}[0-9])[0-9a-f]{12,64}\b",
        "<hex>",
    ),
    Row(
        "public url",
        rf"https?://{_PUBLIC}"
        r"(?=[/'\"\s),.]|$)",
        lambda found: found.group().replace("://", ":\x00"),
        need="://",
    ),
    Row(
        "url",
        r"(?<=://)(?:[^\s/:@'\"<>]{1,80}:[^\s/@'\"<>]{1,80}@)?"
        r"[\w.<>-]{1,120}(?::\d{1,5})?(?=[/'\"\s),;]|$)",
        "<host>",
        need="://",
    ),
    Row(
        "pool host",
        rf"(?<=host=)\\?['\"](?!{_PUBLIC}\\?['\"])[^'\"\\]{{1,120}}\\?['\"](?:, port=\d{{1,5}})?",
        "<host>",
        need="host=",
    ),
    Row(
        "ip",
        r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}:\d{2,5}\b"
        r"|(?<![\w.])(?!0\.)(?:1\d\d|2\d\d|[2-9]\d|10)(?:\.\d{1,3}){3}(?![\w.])"
        r"|(?<=\(')(?:\d{1,3}\.){3}\d{1,3}(?=')",
        "<host>",
    ),
    Row(
        "time",
        r"\b\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?"
        r"|\b\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\b",
        "<time>",
        need=":",
    ),
    Row(
        "temporary",
        r"(?<=nccl-)[A-Za-z0-9]{6}\b|(?<=/tmp/)[\w.-]{6,}|(?<=/tmp)[a-z0-9_]{6,10}(?=/)",
        "<id>",
    ),
    Row(
        "path",
        r"(?<![\w:/<>])(?:\.{0,3}|~)(?!/v\d/|/api/|/dev/|/health|/metrics|/proc/)"
        r"(?:/[\w.@+~<>=-]{1,120}){2,40}/?"
        r"|\b[A-Za-z]:\\{1,2}(?:[\w.@+~<> -]{1,120}\\{1,2}){1,40}[\w.-]{0,120}",
        _path,
    ),
    Row(
        "hub model",
        r"(?<=/api/models/)[\w.-]{1,96}(?:/[\w.-]{1,96})?",
        "<model>",
        need="/api/models/",
    ),
    Row("request path", r"(?<=with url: )/\S{1,300}", "<path>", need="with url: "),
    Row("device driver", r"(?<=device driver )\"[\w.-]{0,40}\"", "<driver>", need="device driver"),
    Row("served model", r"(?<=\bmodel )[`'\"][^`'\"\n]{1,200}[`'\"]", "<model>", need="model "),
    Row(
        "gpu name",
        r"(?<=Your ).{3,80}?(?= GPU has compute)"
        r"|(?:NVIDIA |AMD |Tesla )[\w ().-]{2,60}?(?= with CUDA capability)",
        "<gpu>",
    ),
    Row(
        "rank device",
        r" on device (?:cuda|xpu|npu|hpu):\d{1,3}(?= )",
        " on device",
        need=" on device ",
    ),
    Row(
        "code line",
        r"(?<=\.(?:py|cc|cu|rs|go|js|ts)[:(])\d{1,6}(?::\d{1,5})?"
        r"|(?<=\.(?:cpp|hpp|cuh)[:(])\d{1,6}(?::\d{1,5})?"
        r"|(?<=\.[ch][:(])\d{1,6}(?::\d{1,5})?|(?<=, line )\d{1,6}",
        "<num>",
    ),
    Row(
        "number",
        r"(?<![\w.\\-])-?\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\w.])"
        r"|(?<![\w.\\])(?<![\w<]-)-?\d{1,20}(?:\.\d{1,20})?(?!\w|\.\w)",
        _number,
    ),
    Row("fraction", r"<num>(?: ?[/x*] ?<num>)+", "<num>", need="<num>"),
    Row("module", r"^(?:\w{1,60}\.){1,12}(?=_?[A-Z]\w{0,80}(?::|$))", ""),
    Row("kept url", ":\x00", "://", need=":\x00"),
    Row("blank", r"\s{2,}|\t", " "),
    Row("end", r"[\s'\",;:。，]+$", ""),
)
_COMPILED = tuple((row.need, re.compile(row.pattern), row.into) for row in SIGNATURE_ROWS)
_LEAD = re.compile(
    r"^(?:[a-z_]\w*(?:error|exception)|error|fatal|exception|failed): +(?=(?:\S+ ){2,}\S)"
)
_WORD = re.compile(r"[^\s.,:;!?'\"`()\[\]{}]+(?:\.[^\s.,:;!?'\"`()\[\]{}]+)*")


@lru_cache(maxsize=4096)
def signature(text: str) -> str:
    """An error line with its volatile parts replaced (`<num>`, `<path>`, `<hex>` …).

    Prefixes, wrappers and the module of an exception go; what tells faults apart stays (error 802,
    `sm_120`, `MIG-`, HTTP 412, versions). At most LONGEST characters.
    """
    text = unwrapped(peel(text[:_LONGEST_READ]).text.strip())
    for need, pattern, into in _COMPILED:
        if need in text:
            text = pattern.sub(into, text)
    return text[:LONGEST].strip()


@lru_cache(maxsize=256)  # that of a line is asked for by its reading, the search and what compares
def fingerprint(signature: str) -> str:
    """16 hexadecimal digits (blake2b-8) of the words; case, marks and a leading class aside."""
    lower = _LEAD.sub("", signature.lower(), count=1)
    words = " ".join(_WORD.findall(lower))
    return hashlib.blake2b(words.encode("utf-8", "replace"), digest_size=8).hexdigest()
