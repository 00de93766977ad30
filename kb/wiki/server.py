"""The production server, in the place of this process."""

from __future__ import annotations

import os
import socket
import sys
from typing import NoReturn

from django.db import connections

from kb.env import ROOT

# Of glibc: threads share one heap, and large blocks go back to the system, so that what a log took
# is not kept.
_HEAP = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "131072"}


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


def serve(host: str, port: int) -> NoReturn:
    """Becomes the server's first process (see kb.wiki.arbiter), under the same number."""
    connections.close_all()
    sys.stdout.flush()
    sys.stderr.flush()
    found = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    command = [sys.executable, "-P", "-m", "kb.wiki.arbiter", host, str(port)]
    os.execve(sys.executable, command, _HEAP | os.environ | {"PYTHONPATH": found})
