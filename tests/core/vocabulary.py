"""The shipped vocabulary, for tests of core."""

from pathlib import Path

import yaml

from kb.core.facts import vocabulary_from

_ROOT = Path(__file__).parents[2]


def source(path: Path) -> dict[str, object]:
    """The nested texts of a vocabulary file."""
    text = (_ROOT / path).read_text(encoding="utf-8")
    loaded: dict[str, object] = yaml.load(text, Loader=yaml.BaseLoader)
    return loaded


VOCABULARY = vocabulary_from(source(Path("articles/_facts.yaml")))
