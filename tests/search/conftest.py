"""The contract is tried on every engine: in memory, on disk, in PostgreSQL."""

import secrets
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import pytest

from kb.search.index import SearchDocument
from kb.search.postgres_index import PostgresIndex
from kb.search.whoosh_index import WhooshIndex
from tests.postgres import Server

Rebuilt = WhooshIndex | PostgresIndex

NCCL = SearchDocument(
    slug="nccl-shm",
    group="nccl-shm",
    topic="nccl",
    title="NCCL fails in a container with little shared memory",
    errors=("torch.distributed.DistBackendError: NCCL error: unhandled system error",),
    symptom="Tensor parallel workers die at start-up.",
    facets={"engine": ("vllm",), "state": ("published",), "audience": ("",)},
    fingerprints=("aaaa", "bbbb"),
)
DRIVER = SearchDocument(
    slug="cuda-803",
    group="cuda-803",
    topic="gpu",
    title="Error 803 because the driver is older than the libraries",
    errors=("RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 803",),
    facets={"engine": ("vllm", "sglang"), "state": ("draft",), "audience": ("ops",)},
    fingerprints=("aaaa",),
)
CHINESE = SearchDocument(
    slug="nccl-shm-zh",
    group="nccl-shm",
    language="zh",
    topic="nccl",
    title="容器共享内存太小导致 NCCL 失败",
    symptom="多卡启动时报错",
    fingerprints=("bbbb",),
)


@dataclass(frozen=True)
class Plain:
    """What an index in PostgreSQL needs of a connection, without Django."""

    connection: Any

    def cursor(self) -> AbstractContextManager[Any]:
        return cast(AbstractContextManager[Any], self.connection.cursor())

    def transaction(self) -> AbstractContextManager[Any]:
        return cast(AbstractContextManager[Any], self.connection.transaction())


@pytest.fixture(
    params=["memory", "disk", pytest.param("postgres", marks=pytest.mark.postgres)],
)
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Rebuilt]:
    """An index of three documents."""
    if request.param == "postgres":
        yield from _in_postgres(request.getfixturevalue("postgres_server"))
        return
    made = WhooshIndex(tmp_path / "index" if request.param == "disk" else None)
    made.rebuild([NCCL, DRIVER, CHINESE])
    yield made


def _in_postgres(server: Server) -> Iterator[PostgresIndex]:
    import psycopg

    address = server.database(f"index_{secrets.token_hex(4)}")
    with psycopg.connect(address, autocommit=True) as connection:
        made = PostgresIndex(Plain(connection))
        made.rebuild([NCCL, DRIVER, CHINESE])
        yield made
