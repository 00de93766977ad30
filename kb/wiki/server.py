"""The production server, in this process."""

from __future__ import annotations

import gc
import socket
from typing import Any

from django.conf import settings
from django.db import connections
from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]

from kb.wiki.patience import CONNECTIONS, PatientWorker
from kb.wiki.warming import warm


def options(host: str, port: int) -> dict[str, Any]:
    """Slow clients block nobody; workers are renewed before memory creeps. What
    is asked is logged by kb.observing."""
    return {
        "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
        "worker_class": PatientWorker,
        "workers": settings.WORKERS,
        "threads": settings.THREADS,
        "worker_connections": CONNECTIONS,
        "timeout": 30,
        "graceful_timeout": 10,
        "keepalive": 5,
        "max_requests": 500_000,
        "max_requests_jitter": 50_000,
        "limit_request_line": 8190,
        "limit_request_fields": 100,
        "forwarded_allow_ips": ",".join(settings.TRUSTED_PROXIES),
        "preload_app": True,
        "when_ready": _settle,
        "control_socket_disable": True,
    }


def _settle(_: object) -> None:
    """The last thing before the workers are forked: what is loaded by now they share, and no
    collection of one of them writes to it, which would copy it."""
    warm()
    connections.close_all()
    gc.collect()
    gc.freeze()


class _Server(BaseApplication):  # type: ignore[misc]
    def __init__(self, settings_: dict[str, Any]) -> None:
        self._settings = settings_
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        from kb.wsgi import application

        return application


def refused_address(host: str, port: int) -> str:
    """Why the server cannot listen there; "" where it can. gunicorn itself tries for long."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.strerror or str(error)
    return ""


def serve(host: str, port: int) -> None:
    """Serves until it is told to stop. Forks, so nothing of the database may be open."""
    connections.close_all()
    _Server(options(host, port)).run()
