"""What readers of the same rights see of the articles, kept while the base stays as it is.

What is kept belongs to one generation of the base (kb.wiki.models.IndexOutbox), which every change
of an article raises in its own transaction: another process or machine that changed something is
seen by the next question. Nothing has to be told to forget.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

from django.db import connections, router

from kb.core.last_used import LastUsed
from kb.wiki.corpus.contents import edition
from kb.wiki.models import IndexOutbox
from kb.wiki.models.page import Reader

V = TypeVar("V")
Key = tuple[Hashable, ...]


class View(NamedTuple):
    """The base as it is at a moment, as readers of the same rights see it."""

    generation: int
    edition: Hashable
    everything: bool  # they may see


class Shelf(Generic[V]):
    """At most `most` values by view and name, those that were used last. Threads may share it."""

    def __init__(self, most: int) -> None:
        self._kept: LastUsed[Key, V] = LastUsed(most)

    def each(
        self, view: Key | None, names: Iterable[str], find: Callable[[list[str]], Mapping[str, V]]
    ) -> dict[str, V]:
        """The values of `names` in a `view`, in their order; those that are not kept come from
        `find`, all in one question."""
        wanted = list(names)
        if view is None:
            return dict(find(wanted))
        keys = {(*view, name): name for name in wanted}
        found = {keys[key]: value for key, value in self._kept.found(keys).items()}
        if missing := [name for name in keys.values() if name not in found]:
            new = find(missing)
            self._kept.keep({(*view, name): new[name] for name in missing if name in new})
            found |= new
        return {name: found[name] for name in wanted if name in found}

    def __len__(self) -> int:
        return len(self._kept)

    def clear(self) -> None:
        self._kept.forget()


def view_of(reader: Reader) -> View | None:
    """The base as it is now, as readers with the rights of `reader` see it. None where nothing may
    be kept: somebody's rights are his own, or a transaction is open that may be taken back."""
    if reader.is_authenticated and not reader.is_superuser:
        return None
    if connections[router.db_for_read(IndexOutbox)].in_atomic_block:
        return None
    return View(IndexOutbox.generation(), edition(), reader.is_superuser)
