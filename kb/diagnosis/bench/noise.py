"""A paste hidden in a server's log, the same one for the same key."""

import random
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

Runs = Sequence[Sequence[str]]  # runs of lines without an error, out of other reports

_GENERIC = (
    "RuntimeError: Engine core initialization failed. See root cause above. Failed core proc(s): {}"
)
_GENERIC_SHARE = 0.3
_LONGEST_RUN = 12
_PREFIXES = (
    "",
    "vllm-1  | ",
    "2026-11-{day:02}T10:{minute:02}:{second:02}.{n:06}Z stderr F ",
    "Nov {day:02} 10:{minute:02}:{second:02} node-{rank} python3[{pid}]: ",
)
_CHATTER = (
    'INFO:     127.0.0.1:{pid} - "GET /health HTTP/1.1" 200 OK',
    'INFO:     10.0.{rank}.{second}:{pid} - "POST /v1/chat/completions HTTP/1.1" 200 OK',
    "INFO 11-{day:02} 10:{minute:02}:{second:02} [loggers.py:{rank}] Engine 000: Avg prompt"
    " throughput: {n}.4 tokens/s, Running: {rank} reqs, Waiting: 0 reqs, GPU KV cache usage: 1.2%",
    "Loading safetensors checkpoint shards:  {second}% Completed | {rank}/8 [00:{minute:02}<00:09]",
    "INFO 11-{day:02} 10:{minute:02}:{second:02} [cuda.py:{n}] Using FlashAttention backend.",
    "INFO 11-{day:02} 10:{minute:02}:{second:02} [weight_utils.py:{n}] Time spent downloading"
    " weights: {second}.3 seconds",
    "WARNING 11-{day:02} 10:{minute:02}:{second:02} [topk_topp_sampler.py:{n}] FlashInfer is not"
    " available. Falling back to the PyTorch-native implementation of top-p & top-k sampling.",
    "WARNING 11-{day:02} 10:{minute:02}:{second:02} [utils.py:{n}] max_num_batched_tokens is"
    " smaller than max_model_len; long prompts are split into chunks.",
    "[rank{rank}]:[W1112 10:{minute:02}:{second:02}.{n} ProcessGroupNCCL.cpp:1250] Warning: barrier"
    " uses the device of its rank; pass device_id to silence this.",
    "Capturing CUDA graph shapes: {second}%|####      | {rank}/67 [00:{minute:02}<00:21, 3.1it/s]",
    "(EngineCore_DP0 pid={pid}) INFO 11-{day:02} 10:{minute:02}:{second:02} [gpu_worker.py:{n}]"
    " Free memory on device ({second}.57/79.18 GiB) on startup. Desired utilization is 0.9",
    "(Worker_TP{rank} pid={pid}) WARNING 11-{day:02} 10:{minute:02}:{second:02} [symm_mem.py:{n}]"
    " Device capability 8.9 not supported, communicator is not available.",
    "(APIServer pid={pid}) WARNING 11-{day:02} 10:{minute:02}:{second:02} [envs.py:{n}] Unknown"
    " vLLM environment variable detected: VLLM_SPECIAL_{rank}",
    "INFO 11-{day:02} 10:{minute:02}:{second:02} [shm_broadcast.py:{n}] No available shared memory"
    " broadcast block found in 60 seconds.",
    "WARNING 11-{day:02} 10:{minute:02}:{second:02} [fused_moe.py:{n}] Using default MoE config."
    " Performance might be sub-optimal! Config file not found at E={n}.json",
    "/usr/lib/python3/site-packages/torch/cuda/__init__.py:{n}: FutureWarning: a package that is"
    " used here is deprecated.",
    "[2026-11-{day:02} 10:{minute:02}:{second:02} TP{rank}] Decode batch. #running-req: {rank},"
    " #token: {n}, token usage: 0.01, gen throughput (token/s): {second}.3, #queue-req: 0",
    "time=2026-11-{day:02}T10:{minute:02}:{second:02}.{n}Z level=WARN source=runner.go:{n}"
    ' msg="truncating input prompt" limit=2048 prompt={n}',
    "[GIN] 2026/11/{day:02} - 10:{minute:02}:{second:02} | 200 |  1.{n}ms |  127.0.0.1 | POST"
    '  "/api/chat"',
    "node-{rank}:{pid}:{pid} [{rank}] NCCL INFO Channel 0{rank}/0 : 0[0] -> 1[1] via P2P/CUMEM",
    "node-{rank}:{pid}:{pid} [{rank}] NCCL INFO NET/Plugin: Could not find: libnccl-net.so.",
    "load_tensors: offloaded {rank}/49 layers to GPU",
    "Unused or unrecognized kwargs: return_tensors.",
    "Retrying in {rank}s [Retry {rank}/9].",
)
_ALARMING = re.compile(  # errors that carry no level word are none of the calm lines either
    r"error|exception|traceback|fail|fatal|abort|killed|cannot|unable|denied|refused|invalid|panic"
    r"|not (?:found|supported|compatible|aligned|enough|divisible)|unsupported|unknown|mismatch"
    r"|illegal|(?:greater|larger|less) than|too (?:old|large|small)|exceed|timed out|no such"
    r"|undefined|wrong|no compiled|newer version|out of|!!!|！！|at most|required"
    r"|terminat|in function|[\u4e00-\u9fff\u3040-\u30ff]",
    re.IGNORECASE,
)


def runs_of(texts: Iterable[str]) -> Runs:
    """Runs of at most 12 lines without an error, for `in_log`."""
    found = []
    for text in texts:
        calm = [line for line in text.splitlines() if line.strip() and not _ALARMING.search(line)]
        found += [calm[at : at + _LONGEST_RUN] for at in range(0, len(calm), _LONGEST_RUN)]
    return found


def runs_in(folder: Path) -> Runs:
    """The runs of all `.txt` files of a folder; none where there is no folder."""
    paths = sorted(folder.glob("*.txt"))
    return runs_of(path.read_text(encoding="utf-8", errors="replace") for path in paths)


def in_log(paste: str, lines: int, key: str, runs: Runs = ()) -> str:
    """The paste in one piece in the middle third of a log of `lines` lines: half chatter of a
    server, half (where there are `runs`) real lines; three in ten end with a line that says
    nothing."""
    pick = random.Random(f"{key} {lines}")
    pasted = paste.splitlines()
    before = pick.randint(lines // 3, 2 * lines // 3)
    log = [
        *_some(before, pick, runs),
        *pasted,
        *_some(max(0, lines - before - len(pasted)), pick, runs),
    ]
    if pick.random() < _GENERIC_SHARE:
        log.append(_GENERIC)
    prefix = pick.choice(_PREFIXES)
    return "\n".join(_filled(prefix, pick) + line for line in log)


def _some(count: int, pick: random.Random, runs: Runs) -> list[str]:
    found: list[str] = []
    while len(found) < count:
        if runs and pick.random() < 0.2:  # a run is some five lines long: half of the lines
            run = pick.choice(runs)
            found += run[: pick.randint(1, _LONGEST_RUN)]
        else:
            found.append(_filled(pick.choice(_CHATTER), pick))
    return found[:count]


def _filled(text: str, pick: random.Random) -> str:
    if "{" not in text:
        return text
    return text.format(
        day=pick.randint(1, 28),
        minute=pick.randint(0, 59),
        second=pick.randint(0, 59),
        rank=pick.randint(0, 7),
        pid=pick.randint(1_000, 60_000),
        n=pick.randint(100, 9_999),
    )
