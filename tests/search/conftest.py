"""The contract is tried on every engine: in memory and on disk."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.search.index import SearchDocument
from kb.search.whoosh_index import WhooshIndex

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


@pytest.fixture(params=["memory", "disk"])
def index(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[WhooshIndex]:
    """An index of three documents."""
    made = WhooshIndex(tmp_path / "index" if request.param == "disk" else None)
    made.rebuild([NCCL, DRIVER, CHINESE])
    yield made
