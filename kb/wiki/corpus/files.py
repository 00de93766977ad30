"""Paths of a person → sources of articles, from files, folders and zip archives."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePath, PurePosixPath

from django.conf import settings

from kb.core.messages import Message, msg
from kb.core.redact import redact
from kb.core.text import TextError, decode
from kb.wiki.corpus.archives import ArchiveError, read_archive, unpacked
from kb.wiki.corpus.shared import SHARED_LIMIT, file_of, name_of, names_of_files

ENDINGS = {".md", ".markdown", ".txt"}
ARTICLE_LIMIT = 256 * 1024  # bytes; article-format: "Limits"


@dataclass(frozen=True, slots=True)
class Source:
    """A file that may hold an article, or (`shared`) the shared text named `slug`. `topic` is None
    where no folder tells it. Either `text` (secrets masked, `mended` says so) or `refused` is set.
    """

    path: str
    slug: str
    topic: str | None
    text: str = ""
    refused: Message | None = None
    mended: tuple[Message, ...] = ()
    shared: bool = False


def sources(paths: Iterable[Path]) -> Iterator[Source]:
    """The articles of `paths`, each folder in the order of its names; the texts that all of them
    share come before them."""
    for path in paths:
        if path.is_dir():
            yield from _of_folder(path)
        elif path.suffix.lower() == ".zip":
            yield from _of_entries(str(path), partial(read_archive, path))
        else:
            yield _of_file(path, _topic(path, None))


def shared_sources() -> Iterator[Source]:
    """The shared texts of KB_ARTICLES_DIR alone."""
    return (_of_file(file_of(name), None) for name in names_of_files())


def sent(files: Iterable[tuple[str, bytes]]) -> Iterator[Source]:
    """The articles among files that were uploaded: names, with folders where known, and bytes."""
    for name, raw in sorted(files, key=lambda file: not name_of(PurePosixPath(file[0]))):
        inside = PurePosixPath(name)
        if inside.suffix.lower() == ".zip":
            yield from _of_entries(name, partial(unpacked, raw))
        elif len(inside.parts) == 1 or _is_wanted(inside):
            yield read_source(name, raw, _topic_of(inside.parts[:-1]))


def _is_wanted(inside: PurePath) -> bool:
    is_article = inside.suffix.lower() in ENDINGS and not _is_hidden(inside.parts)
    return is_article or name_of(inside) is not None


def _of_folder(folder: Path) -> Iterator[Source]:
    shared = [*folder.rglob("_facts.yaml"), *sorted(folder.rglob("_flags/*.yaml"))]
    for path in shared:
        if name_of(path):
            yield _of_file(path, None)
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder)
        if path.is_file() and _is_wanted(inside) and not name_of(inside):
            yield _of_file(path, _topic(path, folder))


def _is_hidden(parts: tuple[str, ...]) -> bool:
    """Names with `_` or `.` first are no articles: the template, the vocabulary, a `.git`."""
    return any(part.startswith(("_", ".")) for part in parts)


def _topic(path: Path, folder: Path | None) -> str | None:
    """The folder of `path` below `articles/` or, outside of it, below the folder that was named."""
    for root in (settings.ARTICLES_DIR, folder):
        if root is not None and path.absolute().is_relative_to(root.absolute()):
            return _topic_of(path.absolute().relative_to(root.absolute()).parts[:-1])
    return None


def _topic_of(folders: tuple[str, ...]) -> str | None:
    return fit(redact("-".join(folders), personal=False).text) or None


def _of_file(path: Path, topic: str | None) -> Source:
    try:
        with path.open("rb") as file:
            raw = file.read(_limit_of(path) + 1)
    except OSError as error:
        why = msg("cannot be read: {why}", why=error.strerror or "no reason given")
        return Source(str(path), slug_of(path.name), topic, refused=why)
    return read_source(str(path), raw, topic)


def _of_entries(path: str, read: Callable[[], list[tuple[str, bytes]]]) -> Iterator[Source]:
    try:
        for name, raw in sorted(read(), key=lambda entry: not name_of(PurePosixPath(entry[0]))):
            inside = PurePosixPath(name)
            if _is_wanted(inside):
                yield read_source(f"{path}/{name}", raw, _topic_of(inside.parts[:-1]))
    except ArchiveError as error:
        yield Source(path, slug_of(path), None, refused=error.message)
    except OSError as error:
        why = msg("cannot be read: {why}", why=error.strerror or "no reason given")
        yield Source(path, slug_of(path), None, refused=why)


def read_source(path: str, raw: bytes, topic: str | None) -> Source:
    """The text of a file, or why it is none. What a name tells is masked like the text."""
    path = redact(path, personal=False).text
    name = name_of(PurePosixPath(path))
    source = Source(path, name or slug_of(path), topic, shared=bool(name))
    if len(raw) > _limit_of(PurePosixPath(path)):
        return replace(source, refused=_too_long(source))
    if not raw.strip():
        return replace(source, refused=msg("is empty"))
    try:
        masked = redact(hygienic(decode(raw)), personal=False)
    except TextError as error:
        return replace(source, refused=error.message)
    return replace(source, text=masked.text, mended=tuple(_masked(masked.found)))


def _too_long(source: Source) -> Message:
    if source.shared:
        return msg("is over 512 KiB: leave out what no article needs")
    return msg("is over 256 KiB: cut it to one fault")


def _limit_of(path: PurePath) -> int:
    return SHARED_LIMIT if name_of(path) else ARTICLE_LIMIT


def _masked(found: Mapping[str, int]) -> Iterator[Message]:
    if found:
        kinds = ", ".join(sorted(found))
        count = sum(found.values())
        yield msg(
            "{count} secrets in it were masked before it was kept ({kinds}): end them",
            count=count,
            kinds=kinds,
        )


def hygienic(text: str) -> str:
    """Line ends as `\\n`, and one at the end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"


def slug_of(path: str) -> str:
    """The address of an article: its file's name, made to fit."""
    name = PurePosixPath(path).name
    stem = name.rpartition(".")[0] or name
    return fit(stem) or f"article-{hashlib.blake2b(stem.encode(), digest_size=4).hexdigest()}"


def fit(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:200].strip("-")
