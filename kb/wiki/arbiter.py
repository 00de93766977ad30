"""The server's first process: `python -m kb.wiki.arbiter HOST PORT`, what `start` becomes.

It loads no application. What it held, each worker would come to hold once more: counting references
writes to the pages that a fork shares, and each gets copies of its own.
"""

from __future__ import annotations

import gc
import os
import sys
from typing import Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

import kb.metrics  # noqa: F401  # before the forks, as all processes count in one memory
from kb import env
from kb.wiki.patience import CONNECTIONS, PatientWorker


def options(host: str, port: int) -> dict[str, Any]:
    """Slow clients block nobody; workers are renewed before memory creeps. What
    is asked is logged by kb.observing. Raises EnvError."""
    given: dict[str, Any] = env.read_settings(os.environ)
    return {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "worker_class": PatientWorker,
        "workers": given["KB_WORKERS"],
        "threads": given["KB_THREADS"],
        "worker_connections": CONNECTIONS,
        "timeout": 30,
        "graceful_timeout": 10,
        "keepalive": 5,
        "max_requests": 500_000,
        "max_requests_jitter": 50_000,
        "limit_request_line": 8190,
        "limit_request_fields": 100,
        "forwarded_allow_ips": ",".join(given["KB_TRUSTED_PROXIES"]),
        "post_worker_init": _settle,
        "control_socket_disable": True,
    }


def _settle(_: object) -> None:
    """The last thing before a worker answers: what every page needs is loaded, once, and no
    collection looks through it again."""
    from django.db import connections

    from kb.wiki.warming import warm

    warm()
    connections.close_all()
    gc.collect()
    gc.freeze()


class _Server(BaseApplication):  # type: ignore[misc]
    def __init__(self, settings: dict[str, Any]) -> None:
        self._settings = settings
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """Called in each worker."""
        from kb.wsgi import application

        return application


def main(host: str, port: str) -> None:
    """Serves until it is told to stop."""
    gc.set_threshold(20_000, 20, 20)  # nearly all that is loaded stays: looking for more is in vain
    _Server(options(host, int(port))).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
