"""A gunicorn worker in which a slow client costs no thread: a request gets one when it is whole.

gunicorn's own thread worker reads head and body in the thread: as many half-sent requests as there
are threads, and nobody else is answered."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from selectors import EVENT_READ
from typing import Any

from django.conf import settings
from gunicorn.workers.gthread import TConn, ThreadWorker  # type: ignore[import-untyped]

PATIENCE = 60.0  # seconds for a whole request
SILENCE = 10.0  # seconds in which a client must take or send something of what a thread waits for
HEAD_LIMIT = 64 * 1024  # bytes
HELD_LIMIT = 128 * 2**20  # bytes of unfinished requests in a worker
CONNECTIONS = 800  # of a worker, so that 1,024 open files are enough for it
# Whoever is awake takes all connections that come together, and is slow for them while another
# worker sleeps. One that has many listens no more for a moment, in which another can wake up, and
# then takes what comes for a while, as all may have many.
MANY = 2  # … times its threads
MOMENT, WHILE = 0.005, 0.02  # seconds
_IDLE = CONNECTIONS - 100  # with so many, the longest waiting one makes room for a new one
DISCARDED = 16 * 2**20  # bytes of a body over the limit that are read, so that a browser sees 413

_LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*(\d{1,15})[ \t]*\r\n", re.IGNORECASE)
_CHUNKED = re.compile(rb"\r\ntransfer-encoding:", re.IGNORECASE)
_HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\n"


class _Connection(TConn):  # type: ignore[misc]
    """Collects a request; `discarded` counts bytes of a body that is refused anyway."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.collected = bytearray()
        self.discarded = 0

    def init(self) -> None:
        super().init()
        self.sock.settimeout(SILENCE)
        if self.collected:
            self.parser.unreader.unread(bytes(self.collected))
            self.collected = bytearray()
        self.discarded = 0

    def take(self, piece: bytes) -> None:
        """Keeps a piece, or only counts it where the body is over the limit."""
        if self.discarded:
            self.discarded += len(piece)
        else:
            self.collected += piece

    def is_whole(self) -> bool:
        """Whether nothing more needs to come before a thread can answer."""
        end = self.collected.find(b"\r\n\r\n")
        if end < 0:
            return False
        head = bytes(self.collected[: end + 2])
        if _CHUNKED.search(head):
            return self._deaf()  # it is refused without its body
        found = _LENGTH.search(head)
        length, there = int(found[1]) if found else 0, len(self.collected) - end - 4
        if length <= settings.BODY_LIMIT:
            return there >= length
        self._discard(end, there)
        return self.discarded >= min(length, DISCARDED) and self._deaf()

    def _discard(self, end: int, there: int) -> None:
        self.discarded = max(1, self.discarded + there)
        del self.collected[end + 4 :]

    def _deaf(self) -> bool:
        """Reads no more, so that no thread can wait for more."""
        with suppress(OSError):  # it has gone
            self.sock.shutdown(socket.SHUT_RD)
        return True


class Turns:
    """When new connections are left to other workers. Times are seconds of one clock."""

    def __init__(self) -> None:
        self._until = self._again = 0.0

    def leave(self, now: float) -> bool:
        """One has come: whether it is left to others, from now on for a moment."""
        if now < self._again:
            return False
        self._until, self._again = now + MOMENT, now + MOMENT + WHILE
        return True

    def left(self, now: float) -> float:
        """Seconds for which they are left to others yet."""
        return max(0.0, self._until - now)


class PatientWorker(ThreadWorker):  # type: ignore[misc]
    """Collects requests in the main loop, which waits for all connections at once."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self._turns = Turns()
        self._many = MANY * self.cfg.threads if self.cfg.workers > 1 else CONNECTIONS

    def accept(self, listener: socket.socket) -> None:
        if self.nr_conns >= self._many and self._turns.leave(time.monotonic()):
            return self.set_accept_enabled(False)
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return None
        self.nr_conns += 1
        self._make_room()
        return self._await(_Connection(self.cfg, client, address, listener.getsockname()))

    def set_accept_enabled(self, enabled: bool) -> None:
        super().set_accept_enabled(enabled and not self._turns.left(time.monotonic()))

    def wait_for_and_dispatch_events(self, timeout: float) -> None:
        left = self._turns.left(time.monotonic())
        super().wait_for_and_dispatch_events(min(timeout, left) if left else timeout)

    def _make_room(self) -> None:
        """Closes what waits longest: first what has been answered, then what is half sent."""
        if self.nr_conns <= _IDLE:
            return
        if self.keepalived_conns:
            self.poller.unregister(self.keepalived_conns[0].sock)
            self.nr_conns -= 1
            self.keepalived_conns.popleft().close()
        elif self.pending_conns:
            self._drop(self.pending_conns[0])

    def on_client_socket_readable(self, conn: _Connection, client: socket.socket) -> None:
        """A connection that was kept open sends its next request."""
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self._await(conn)
        self.on_pending_socket_readable(conn, client)

    def on_pending_socket_readable(self, conn: _Connection, client: socket.socket) -> None:
        try:
            piece = client.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            piece = b""
        conn.take(piece)
        if not piece or conn.is_whole():
            self._release(conn)
            conn.data_ready = True
            self.enqueue_req(conn)
        elif len(conn.collected) > HEAD_LIMIT and b"\r\n\r\n" not in conn.collected:
            self._drop(conn, _HEAD_TOO_LARGE + b"Connection: close\r\n\r\n")
        else:
            self._shed()

    def _shed(self) -> None:
        """Gives up the longest waiting ones while all together hold too much."""
        while sum(len(each.collected) for each in self.pending_conns) > HELD_LIMIT:
            self._drop(self.pending_conns[0])

    def _await(self, conn: _Connection) -> None:
        conn.sock.setblocking(False)
        conn.timeout = time.monotonic() + PATIENCE
        self.pending_conns.append(conn)
        readable: Callable[..., None] = partial(self.on_pending_socket_readable, conn)
        self.poller.register(conn.sock, EVENT_READ, readable)

    def _release(self, conn: _Connection) -> None:
        self.poller.unregister(conn.sock)
        self.pending_conns.remove(conn)

    def _drop(self, conn: _Connection, farewell: bytes = b"") -> None:
        self._release(conn)
        self.nr_conns -= 1
        with suppress(OSError):  # it does not listen
            conn.sock.send(farewell)
        conn.close()
