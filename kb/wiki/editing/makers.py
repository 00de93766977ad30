"""Parts of the form → parts of a source, each noting where it stands in the form."""

from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from kb.core.documents import Block, Flow
from kb.core.documents.emitter import Value
from kb.wiki.editing.posted import text_of


class Pairs(Mapping[str, Value]):
    """A mapping that may hold a key twice, as a form may: the parser says so, we lose nothing."""

    def __init__(self, pairs: list[tuple[str, Value]]) -> None:
        self._pairs = pairs

    def items(self) -> ItemsView[str, Value]:
        return cast("ItemsView[str, Value]", self._pairs)  # what the emitter walks through

    def __getitem__(self, key: str) -> Value:
        return dict(self._pairs)[key]

    def __iter__(self) -> Iterator[str]:
        return (key for key, _ in self._pairs)

    def __len__(self) -> int:
        return len(self._pairs)


@dataclass(slots=True)
class Dressed:
    """`places` maps paths of the source (`fixes[0].id`) to names of fields (`fixes.0.id`)."""

    source: str = ""
    places: dict[str, str] = field(default_factory=dict)

    def place(self, path: str) -> str:
        """The field of a path, or of the nearest part that holds it; "" where none does."""
        while path:
            if path in self.places:
                return self.places[path]
            cut = max(path.rfind("."), path.rfind("["))
            path = path[:cut] if cut > 0 else ""
        return ""


Maker = Callable[[Any, str, str, Dressed], Value]


def is_empty(value: Value) -> bool:
    if isinstance(value, Flow):
        return not value.value
    if isinstance(value, Block):
        return not value.text.strip()
    return value is not False and not value


def line(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    """A text of one line or several."""
    dressed.places[path] = name
    text = value.strip("\n") if isinstance(value, str) else ""
    return Block(text) if "\n" in text else text.strip()


def block(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    dressed.places[path] = name
    return Block(value.strip("\n").rstrip() if isinstance(value, str) else "")


def flag(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    dressed.places[path] = name
    return bool(value == "true")


def lines(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    """One entry a line."""
    dressed.places[path] = name
    text = value if isinstance(value, str) else ""
    return [each.strip() for each in text.split("\n") if each.strip()]


def many(make: Maker) -> Maker:
    """A list; rows that hold nothing are skipped, and the places know it."""

    def made(value: Any, path: str, name: str, dressed: Dressed) -> Value:
        dressed.places[path] = f"{name}.0"
        rows: list[Value] = []
        for at, row in enumerate(value if isinstance(value, list) else []):
            entry = make(row, f"{path}[{len(rows)}]", f"{name}.{at}", dressed)
            if not is_empty(entry):
                rows.append(entry)
        return rows

    return made


def record(fields: Mapping[str, Maker], flow: bool = False) -> Maker:
    """A mapping with fixed keys."""

    def made(value: Any, path: str, name: str, dressed: Dressed) -> Value:
        dressed.places.setdefault(path, name)
        found: dict[str, Value] = {}
        for key, make in fields.items():
            inner = value.get(key, "") if isinstance(value, Mapping) else ""
            entry = make(inner, f"{path}.{key}", f"{name}.{key}", dressed)
            if not is_empty(entry):
                found[key] = entry
        return Flow(found) if flow else found

    return made


def texts(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    """A block in a row of its own: {"text": …}."""
    return block(text_of(value, "text"), path, f"{name}.text", dressed)


def step(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    return line(text_of(value, "text"), path, f"{name}.text", dressed)


def sample(value: Any, path: str, name: str, dressed: Dressed) -> Value:
    text = texts(value, path, name, dressed)
    dressed.places[f"{path}.text"] = f"{name}.text"
    dressed.places[f"{path}.seen_by"] = f"{name}.seen_by"
    seen_by = text_of(value, "seen_by")
    return {"text": text, "seen_by": seen_by} if seen_by and not is_empty(text) else text
