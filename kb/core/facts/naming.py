"""A value as written → its canonical text."""

import re

from kb.core.facts.gpus import gpu_name
from kb.core.facts.model import FactKind, Vocabulary, fold
from kb.core.versions import canonical_version

_NUMBER = re.compile(
    r"[<>=~≈ ]*(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?\s*(GiB|GB|G|tokens?)?", re.IGNORECASE
)
_CACHED = re.compile(
    r"models--([\w.]+(?:-[\w.]+)*)--([\w.-]+?)(?:/|$)"
    r"|modelscope/(?:hub/)?(?:models/)?([\w-]+)/([\w.-]+)/?$"
)
_CAPABILITY = re.compile(
    r"(?:sm|compute capability|compute)?[\s_]*(\d{1,3})(?:\.(\d))?[af]?", re.IGNORECASE
)


def canonical(name: str, raw: str, vocabulary: Vocabulary) -> str | None:
    """The canonical text of `raw` as a value of the fact `name`; None where it is no value of it.

    `H100 80GB HBM3` → `H100`, `v0.24.0` → `0.24.0`, `fp16` → `float16`, `sm_120` → `12.0`."""
    kind = vocabulary.facts.get(vocabulary.name_of(name) or "")
    raw = raw.strip()
    if kind is None or not raw:
        return None
    if kind.kind == "choice":
        return _choice(raw, kind)
    if kind.kind == "version":
        return canonical_version(raw, build=kind.name == "llama.cpp")
    if kind.kind == "number":
        return _number(raw, kind)
    if kind.name == "model":
        return hub_name(raw) if raw.strip("./") else None
    return raw


def hub_name(model: str) -> str:
    """The hub name that a path in a download cache spells out; other names as they are."""
    found = _CACHED.search(model)
    return "/".join(found.group(1, 2) if found[1] else found.group(3, 4)) if found else model


def _choice(raw: str, kind: FactKind) -> str | None:
    if kind.name == "gpu":
        name, known = gpu_name(raw, kind)
        return name if known else None
    return kind.spellings.get(fold(raw))


def _number(raw: str, kind: FactKind) -> str | None:
    if kind.name == "compute_capability":
        return _capability(raw)
    found = _NUMBER.fullmatch(raw)
    return plain_number(found[1].replace(",", "") + (found[2] or "")) if found else None


def plain_number(text: str) -> str:
    """`0.90` → `0.9`, `2.0` → `2`."""
    return text.rstrip("0").rstrip(".") if "." in text else str(int(text))


def _capability(raw: str) -> str | None:
    found = _CAPABILITY.fullmatch(raw)
    if not found:
        return None
    digits, minor = found.groups()
    if minor is None and len(digits) > 1 and (len(digits) > 2 or digits not in ("10", "11", "12")):
        digits, minor = digits[:-1], digits[-1]
    return f"{int(digits)}.{minor or 0}"
