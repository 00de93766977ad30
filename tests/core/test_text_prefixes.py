"""Each dialect of prefixes, alone and stacked."""

import re

import pytest

from kb.core.text import PREFIXES, peel
from kb.core.text.prefixes import Prefix

STACKED = [
    ("vllm-1  | (EngineCore pid=86) ERROR 06-01 13:18:12 [core.py:1341] boom",
     "error", "vllm-1/EngineCore"),
    ("2024-10-27 23:04:47 ERROR 10-27 09:04:47 serving_chat.py:156] boom", "error", ""),
    ("Aug 19 18:30:11 host vllm[8707]: INFO 08-19 18:30:11 [core.py:1] boom", "info", ""),
    ("2月 21 10:00:01 host ollama[7]: time=x boom", "", ""),
    ("2025-01-02T03:04:05.123456789Z stderr F [rank3]: boom", "", "rank3"),
    ("(VllmWorkerProcess pid=303) (VllmWorkerProcess pid=306) ERROR 01-19 03:55:24 m.py:233] boom",
     "error", "VllmWorkerProcess pid=306"),
    ("(RayWorkerWrapper pid=12, ip=192.0.2.7) boom", "", "RayWorkerWrapper pid=12"),
    ("(RayWorkerWrapper pid=12, ip=<IP_1>) boom", "", "RayWorkerWrapper pid=12"),
    ("(VllmWorker rank=1 pid=9) WARNING 04-02 10:00:00 [x.py:3] boom",
     "warning", "VllmWorker rank=1"),
    ("(Worker_TP1_EP1 pid=9) ERROR 04-02 10:00:00 [x.py:3] boom", "error", "Worker_TP1_EP1"),
    ("(Worker pid=2291010) [Stage-0] ERROR 03-12 08:22:28 [x.py:800] boom",
     "error", "Worker/Stage-0"),
    ("> ERROR 06-30 13:53:19 [core.py:515] boom", "error", ""),
    ("[16:10:42] health/ERROR  boom", "error", ""),
    ("[TensorRT-LLM][ERROR] boom", "error", ""),
    ("2024/09/12 15:40:06 routes.go:1125: INFO boom", "info", ""),
    ("[2025-05-02 10:26:20 DP0 TP1] boom", "", "DP0 TP1"),
    ("kubelet[1311]: E0505 18:42:19.812688    1311 pod_workers.go:949] boom", "error", ""),
    ("    ERROR 06-30 13:53:19 [core.py:515] boom", "error", ""),  # pasted as indented code
    ("[pod/vllm-0/vllm] INFO:     boom", "info", "vllm-0/vllm"),
    ("worker-1  |   Warning  Failed     5m (x3 over 9m)   kubelet            boom", "",
     "worker-1"),
    ("worker-1  | 2024-02-20 21:46:23 | ERROR | stderr | boom", "error", "worker-1"),
    ("E0000 00:00:1745229041.339118   23 cuda_dnn.cc:8310] boom", "error", ""),
]  # fmt: skip
LEFT_ALONE = [
    "Error 802: system not yet initialized",
    "Error: llama runner process has terminated",
    "| NVIDIA-SMI 535.104.05   Driver Version: 535.104.05 |",
    "n_threads=6 | AVX = 1 | AVX2 = 1",
    "    5 | #include <Python.h>",
    "nvidia-container-cli: mount error: file exists: unknown.",
    '  File "/usr/lib/python3.10/x.py", line 5, in run',
    "/tmp/x/main.c:5:10: fatal error: Python.h: No such file or directory",
    "model's max seq len (8192) is larger than the maximum",
    "https://host:8000/v1",
    "docker: Error response from daemon: boom",
    "0: a single rank-like row",
]


@pytest.mark.parametrize("row", PREFIXES, ids=lambda row: row.name)
def test_each_row_takes_its_own_sample(row: Prefix) -> None:
    assert peel(row.sample).text in ("boom", "ValueError: x", "loaded", "NCCL WARN boom") or (
        row.name == "python_warning" and peel(row.sample) == ("FutureWarning: boom", "warning", "")
    )


@pytest.mark.parametrize(("text", "level", "source"), STACKED)
def test_stacked_outermost_first(text: str, level: str, source: str) -> None:
    left = peel(text)
    assert left.text.endswith("boom")
    assert (left.level, left.source) == (level, source)
    assert left.text in ("boom", "time=x boom")


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_a_message_is_no_prefix(text: str) -> None:
    assert peel(text).text == text


@pytest.mark.parametrize("row", PREFIXES, ids=lambda row: row.name)
@pytest.mark.parametrize("behind", ["boom", "Boom: it is", "pod/x: 3 of [4] | 5"])
def test_no_text_that_begins_like_a_prefix_is_passed_over(row: Prefix, behind: str) -> None:
    """What is looked at before the table is tried lets each of its rows through."""
    prefix = row.sample.removesuffix("boom")
    found = re.compile(row.pattern.replace("(?P<level>", "(?:")).match(f"{prefix}{behind}")
    assert found is None or peel(f"{prefix}{behind}").text != f"{prefix}{behind}"


def test_indentation_behind_a_prefix_is_kept() -> None:
    line = '(EngineCore pid=86) ERROR 06-01 13:18:12 [core.py:1341]   File "x.py", line 1, in f'
    assert peel(line).text == '  File "x.py", line 1, in f'
