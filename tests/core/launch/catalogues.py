"""The shipped catalogues, read once for all tests of this folder."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from kb.core.documents import Limits, load, plain
from kb.core.launch.flags import Catalogue, Catalogues

FOLDER = Path(__file__).parents[3] / "articles" / "_flags"
LIMITS = Limits(size=1 << 20, nodes=100_000)


def values(engine: str) -> Mapping[str, object] | None:
    path = FOLDER / f"{engine}.yaml"
    if not path.exists():
        return None
    return loaded(path.read_text(encoding="utf-8"))


def loaded(text: str) -> Mapping[str, object]:
    return cast(Mapping[str, object], plain(load(text, LIMITS)))


ENGINES = ("vllm", "sglang", "llamacpp", "ollama", "tgi", "environment")
ALL = Catalogues(values, ENGINES)


def catalogue(engine: str) -> Catalogue:
    return ALL[engine]
