"""A PostgreSQL of the tests' own: a primary in a folder, on a free port of this machine, and its
streaming replica. Nothing else of the machine is touched."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

_PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
_QUICK = ("fsync=off", "full_page_writes=off", "synchronous_commit=off")  # it lives for minutes


def missing() -> str:
    """Why there can be none here; "" where there can."""
    if not _PLACES and not shutil.which("initdb"):
        return "PostgreSQL is not installed (Debian: apt install postgresql)"
    return ""


@dataclass(frozen=True, slots=True)
class Server:
    """A running server; databases are made by `database`."""

    folder: Path
    port: int

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def database(self, name: str) -> str:
        """A new, empty database; its address."""
        _run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return self.url(name)

    def kill(self) -> None:
        """As if the machine had lost its power."""
        _run("pg_ctl", "-D", str(self.folder), "-m", "immediate", "stop")


@contextmanager
def primary(folder: Path) -> Iterator[Server]:
    """A new server in `folder`, gone with everything in it at the end."""
    home = _own(folder / "primary")
    _run("initdb", "-D", str(home), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
    with _running(home) as server:
        yield server


@contextmanager
def replica(of: Server, folder: Path) -> Iterator[Server]:
    """A streaming replica of a primary."""
    home = _own(folder / "replica")
    _run("pg_basebackup", "-h", "127.0.0.1", "-p", str(of.port), "-U", "postgres", "-D", str(home),
         "-R", "-c", "fast")  # fmt: skip
    with _running(home) as server:
        yield server


@contextmanager
def _running(home: Path) -> Iterator[Server]:
    server = Server(home, _free_port())
    settings = " ".join(f"-c {each}" for each in (*_QUICK, "max_connections=60"))
    _run("pg_ctl", "-D", str(home), "-w", "-l", str(home / "log"), "-o",
         f"-p {server.port} -c listen_addresses=127.0.0.1 -k '' {settings}", "start")  # fmt: skip
    try:
        yield server
    finally:
        stop = ("pg_ctl", "-D", str(home), "-m", "immediate", "stop")
        subprocess.run(_command(*stop), capture_output=True, check=False)
        shutil.rmtree(home, ignore_errors=True)


def _own(home: Path) -> Path:
    """A folder that the server's user may write to: as root it is `postgres`."""
    home.mkdir(mode=0o700, parents=True)
    if os.geteuid() == 0:
        shutil.chown(home, "postgres", "postgres")
        for parent in home.parents:
            if parent != Path("/tmp") and Path("/tmp") in parent.parents:
                parent.chmod(0o711)
    return home


def _command(program: str, *words: str) -> list[str]:
    place = _PLACES[0] / program if _PLACES else Path(program)
    as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    return [*as_user, str(place), *words]


def _run(program: str, *words: str) -> None:
    ended = subprocess.run(_command(program, *words), stdout=subprocess.DEVNULL,
                           stderr=subprocess.PIPE, text=True, cwd="/")  # fmt: skip
    if ended.returncode:
        raise RuntimeError(f"{program}: {ended.stderr}")


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":  # python -m tests.postgres pytest tests/wiki …: a command on a new base
    import secrets
    import signal
    import sys
    import tempfile

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # the server must not outlive us

    if why := missing():
        sys.exit(why)
    with tempfile.TemporaryDirectory() as made, primary(Path(made)) as server:
        Path(made).chmod(0o711)
        settings = {"DATABASE_URL": server.url(), "KB_SECRET_KEY": secrets.token_urlsafe(60)}
        sys.exit(subprocess.run(sys.argv[1:], env=os.environ | settings, check=False).returncode)
