from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.wiki.factory import source, take, translation, write


@pytest.fixture(autouse=True)
def apart(own_data_dir: Path) -> None:
    """Nothing of these tests touches the base of the checkout."""


@pytest.fixture
def articles(tmp_path: Path, db: None) -> Iterator[None]:
    """Two faults with one line, told apart by the quantization; one of them in Chinese too."""
    line = "FrobnicationError: widget 17 is not frobnicated"
    write(tmp_path, "in/vllm/widget-fp8.md", source("FP8 widgets break", line))
    write(tmp_path, "in/vllm/widget-fp8-zh.md", translation("widget-fp8", "FP8 部件出错"))
    awq = source("AWQ widgets break", line).replace("quantization: fp8", "quantization: awq")
    write(tmp_path, "in/vllm/widget-awq.md", awq)
    take(tmp_path / "in")
    yield
