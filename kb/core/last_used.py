"""What was used last, kept in memory within bounds."""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LastUsed(Generic[K, V]):
    """Values by key; the longest unused go where all together are more than `most`. Each counts as
    one, or as what `size` says of it. Threads may share it."""

    def __init__(self, most: int, size: Callable[[V], int] = lambda _: 1) -> None:
        self._most, self._size = most, size
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = Lock()
        self.held = 0  # sizes of all

    def get(self, key: K) -> V | None:
        """The value, which is then the last used."""
        with self._lock:
            if (value := self._values.get(key)) is not None:
                self._values.move_to_end(key)
        return value

    def found(self, keys: Iterable[K]) -> dict[K, V]:
        """Those of `keys` that are kept, which are then the last used."""
        with self._lock:
            found = {key: self._values[key] for key in keys if key in self._values}
            for key in found:
                self._values.move_to_end(key)
        return found

    def there(self, keys: Iterable[K]) -> dict[K, V]:
        """As `found`, without being a use."""
        with self._lock:
            return {key: self._values[key] for key in keys if key in self._values}

    def keep(self, new: Mapping[K, V]) -> dict[K, V]:
        """Keeps `new` as the last used; what goes for it. One alone may be larger than `most`."""
        gone: dict[K, V] = {}
        with self._lock:
            for key, value in new.items():
                if key in self._values:
                    self.held -= self._size(self._values.pop(key))
                self._values[key] = value
                self.held += self._size(value)
            while self.held > self._most and len(self._values) > 1:
                key, value = self._values.popitem(last=False)
                self.held -= self._size(value)
                gone[key] = value
        return gone

    def forget(self) -> None:
        """Keeps nothing any more."""
        with self._lock:
            self._values.clear()
            self.held = 0

    def __len__(self) -> int:
        return len(self._values)
