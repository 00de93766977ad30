"""The short name and the sold memory of a GPU out of what drivers and people write."""

import re

from kb.core.facts.model import FactKind, fold

# Words that makers put around the name and that tell no two cards apart.
_MAKER = re.compile(
    r"\((?:r|tm)\)|®|™|\b(?:nvidia|corporation|geforce|tesla|advanced micro devices,? inc\.?|amd|"
    r"radeon(?= rx)|instinct|intel|huawei|gpus?|graphics|generation|lovelace|video card)(?=\b|\d)",
    re.IGNORECASE,
)
# What may follow a name without changing which card it is: socket, memory kind and size.
_FORM = re.compile(
    r"(?:sxm\d?|pcie?|pci-?e|oam|hbm\d?e?|nvl\d*|\d+(?:\.\d+)?g(?:i?b)?|mig|\dg\.\d+gb|vf|dgxs|ac|lp|ms|\dg)",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\s*[\[(].{0,80}?[\])]")
_SIZE = re.compile(r"(?<![\w.])(\d{1,3})\s?(?:GB|GiB|G)(?![\w/])", re.IGNORECASE)

SOLD = (
    *(2, 3, 4, 5, 6, 8, 10, 11, 12, 16, 20, 22, 24, 32, 40, 48, 64, 80, 94, 96),
    *(128, 141, 144, 180, 192, 256, 288),
)


def gpu_name(raw: str, kind: FactKind) -> tuple[str, bool]:
    """The short name of a GPU (`NVIDIA A100-SXM4-80GB` → `A100`) and whether the vocabulary has it.

    A name that the vocabulary lacks comes back without the maker's words."""
    raw = raw[:120]
    plain = _BRACKETED.sub("", raw).strip() or raw
    for text in (raw, plain, _MAKER.sub(" ", raw), _MAKER.sub(" ", plain)):
        if fold(text) in kind.spellings:
            return kind.spellings[fold(text)], True
    return _without_form(" ".join(_MAKER.sub(" ", plain).split()), kind)


def _without_form(name: str, kind: FactKind) -> tuple[str, bool]:
    joined = re.sub(r"(?<=\d) (?=GI?B\b)", "", name, flags=re.IGNORECASE)
    words = [w for w in re.split(r"[\s\-_/]+", joined) if w]
    core = [w for i, w in enumerate(words) if i == 0 or not _FORM.fullmatch(w)]
    base = kind.spellings.get(fold("".join(core)))
    if base is None:
        return name or "", False
    sized = (f"{base}-{size}GB" for size in _SIZE.findall(name))
    return next((s for s in sized if s in kind.by_name), base), True


def size_in_name(raw: str) -> int | None:
    """The memory that a GPU's full name tells (`A100-SXM4-80GB` → 80), in GiB as sold."""
    found = _SIZE.search(raw.replace("-", " ").replace("_", " "))
    return int(found[1]) if found else None


def sold_memory(mib: float, expected: str = "") -> int:
    """GiB as sold out of the MiB that a driver reports, which lie up to 7 % below.

    `expected` is what the vocabulary says of that card; a near miss of it is it."""
    gib = mib / 1024
    if expected and 0.9 <= gib / float(expected) <= 1.1:
        return int(float(expected))
    near = min(SOLD, key=lambda size: abs(size - gib * 1.015))
    return near if abs(near - gib) / near <= 0.08 else round(gib)
