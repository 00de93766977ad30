"""Django's PostgreSQL, whose connections are looked at, not asked, before each request."""

from __future__ import annotations

import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    def is_usable(self) -> bool:
        """Whether the server is there. One that goes says so, or its machine does for it, and that
        waits to be read: where nothing does, Django's `SELECT 1` would learn nothing more."""
        return (not self.errors_occurred and self._is_silent()) or bool(super().is_usable())

    def _is_silent(self) -> bool:
        """An open connection on which nothing waits to be read."""
        if self.connection is None or self.connection.closed:
            return False
        waiting = select.poll()
        waiting.register(self.connection.fileno(), select.POLLIN)
        return not waiting.poll(0)
