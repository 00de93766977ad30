"""Images in YAML: one scalar, or a mapping of repository and tag; a service that has nothing but
its image."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kb.core.launch.images import read_reference
from kb.core.launch.model import LaunchQuestion
from kb.core.launch.spans import Edit, Layer
from kb.core.launch.target import Image
from kb.core.launch.yamllines import Row, Scalar, children, scalar_at
from kb.core.launch.yamlvalues import write
from kb.core.messages import msg


def _quote(scalar: Scalar) -> str:
    return scalar.quote if scalar.quote in ("'", '"') else ""


@dataclass(frozen=True, slots=True)
class ScalarImage:
    """`image: repository:tag`; `written` is how the language of the file writes a text, with the
    quote that it had."""

    layer: Layer
    scalar: Scalar
    written: Callable[[str, str], str] = write

    @property
    def name(self) -> str:
        return self.scalar.value

    def change(self, name: str) -> Edit:
        new = self.written(name, _quote(self.scalar))
        return self.layer.edit(self.scalar.start, self.scalar.end, new)


@dataclass(frozen=True, slots=True)
class MappedImage:
    """`image:` with `repository` and `tag` below, as the values of a chart have it."""

    layer: Layer
    repository: Scalar
    tag: Scalar

    @property
    def name(self) -> str:
        return f"{self.repository.value}:{self.tag.value}"

    def change(self, name: str) -> Edit:
        new = read_reference(name)
        if new.repository != self.repository.value or new.digest:
            raise LaunchQuestion(
                msg("{image} needs another repository in these values", image=name)
            )
        return self.layer.edit(self.tag.start, self.tag.end, write(new.tag, _quote(self.tag)))


def image_at(layer: Layer, rows: Sequence[Row], at: int | None) -> Image | None:
    """The image at the key of row `at`."""
    if at is None:
        return None
    scalar = scalar_at(layer.text, rows[at].value, rows[at].end)
    if scalar.value:
        return ScalarImage(layer, scalar)
    below = {row.key: row for row in children(rows, at)}
    if "repository" not in below or "tag" not in below:
        return None
    repository, tag = (
        scalar_at(layer.text, below[key].value, below[key].end) for key in ("repository", "tag")
    )
    return MappedImage(layer, repository, tag)


@dataclass(frozen=True, slots=True)
class AbsentArgs:
    """A service without arguments: the first one brings the key, behind the line that ends at
    `spot`."""

    layer: Layer
    spot: int
    indent: str
    key: str
    values: tuple[str, ...] = ()
    expands: tuple[bool, ...] = ()
    equals_style: bool = False

    def append(self, words: Sequence[str]) -> Edit:
        newline = "\r\n" if "\r\n" in self.layer.text else "\n"
        rows = [f"{self.indent}{self.key}:", *(f"{self.indent}  - {write(one)}" for one in words)]
        return self.layer.edit(self.spot, self.spot, "".join(newline + row for row in rows))

    def insert(self, index: int, words: Sequence[str]) -> Edit:
        return self.append(words)

    def replace(self, index: int, value: str, keep: str = "") -> Edit:
        return self.append([keep + value])

    def remove(self, first: int, last: int) -> Edit:
        return self.layer.edit(self.spot, self.spot, "")
