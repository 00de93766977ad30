"""Lines of a start-up → how far it came and in which phase it died."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from kb.core.messages import Message, msg
from kb.core.text import Line


class Phase(StrEnum):
    """The phases of an engine's start-up, in order."""

    IMPORT = "import"
    CONFIG = "config"
    WEIGHTS = "weights"
    COMPILE = "compile"
    KV_CACHE = "kv-cache"
    WARM_UP = "warm-up"
    SERVING = "serving"


NAMES: dict[Phase, Message] = {
    Phase.IMPORT: msg("import"),
    Phase.CONFIG: msg("config"),
    Phase.WEIGHTS: msg("weights"),
    Phase.COMPILE: msg("compile"),
    Phase.KV_CACHE: msg("KV cache"),
    Phase.WARM_UP: msg("warm-up"),
    Phase.SERVING: msg("serving"),
}

# What an engine says once it is in a phase: vLLM 0.2 to 0.33, SGLang, llama.cpp, TGI.
_MARKS: tuple[tuple[Phase, tuple[str, ...]], ...] = (
    (
        Phase.IMPORT,
        (
            "Automatically detected platform",
            "▄▄ ▄█",  # the logo of vLLM 0.16 and later
            "vLLM API server version",
            "args: Namespace(",
            "text_generation_launcher: Args",
            "system_info: n_threads",
        ),
    ),
    (
        Phase.CONFIG,
        (
            "non-default args:",
            "Resolved architecture:",
            "Using max model len",
            "Initializing a V1 LLM engine",
            "Initializing an LLM engine",
            "server_args=ServerArgs(",
        ),
    ),
    (
        Phase.WEIGHTS,
        (
            "Starting to load model",
            "Loading safetensors checkpoint shards",
            "Loading pt checkpoint shards",
            "Load weight begin",
            "llama_model_loader: loaded meta data",
            "Loading model weights took",
            "Model loading took",
        ),
    ),
    (
        Phase.COMPILE,
        (
            "Dynamo bytecode transform time",
            "torch.compile takes",
            "torch.compile took",
            "Compiling a graph for",
            "Start compiling function",
            "Directly load the compiled graph",
        ),
    ),
    (
        Phase.KV_CACHE,
        (
            "Available KV cache memory",
            "GPU KV cache size",
            "# GPU blocks:",
            "Maximum concurrency for",
            "KV Cache is allocated",
            "llama_kv_cache",
            "Memory pool end",
        ),
    ),
    (
        Phase.WARM_UP,
        (
            "Capturing CUDA graph",
            "Capturing the model for CUDA graphs",
            "Capture cuda graph begin",
            "Graph capturing finished",
            "init engine (profile, create kv cache, warmup model)",
            "warming up the model",
            "Warming up model",
        ),
    ),
    (
        Phase.SERVING,
        (
            "Application startup complete",
            "Uvicorn running on",
            "The server is fired up and ready to roll",
            "server is listening on",
            "text_generation_router: Connected",
        ),
    ),
)
_PHASE_OF = {mark: phase for phase, marks in _MARKS for mark in marks}
_ANY = re.compile("|".join(re.escape(mark) for mark in _PHASE_OF))
_ORDER = {phase: place for place, phase in enumerate(Phase)}


@dataclass(frozen=True, slots=True)
class Reached:
    """A phase with its state: done, died (the last one reached, with an error after it), current
    (the last one reached, no error after it) or unreached."""

    phase: Phase
    state: str

    @property
    def name(self) -> Message:
        return NAMES[self.phase]


def phases(lines: Iterable[Line], root: int | None) -> tuple[Reached, ...]:
    """How far the run came that has the error of line `root` (the last run where root is None).
    Empty where fewer than two phases are seen: then it is no start-up log."""
    seen: list[tuple[Phase, int]] = []
    for line in lines:
        found = _ANY.search(line.text)
        if found and (root is None or line.number <= root):
            seen.append((_PHASE_OF[found[0]], line.number))
    run = _last_run([phase for phase, _ in seen])
    if len(set(run)) < 2:
        return ()
    return _states(max(run, key=_ORDER.__getitem__), died=root is not None)


def _last_run(seen: list[Phase]) -> list[Phase]:
    """From the last import or config line that follows a later phase: a restart begins there."""
    start = 0
    for at in range(1, len(seen)):
        if _ORDER[seen[at]] <= _ORDER[Phase.CONFIG] and _ORDER[seen[at - 1]] > _ORDER[Phase.CONFIG]:
            start = at
    return seen[start:]


def _states(last: Phase, *, died: bool) -> tuple[Reached, ...]:
    end = "done" if last == Phase.SERVING else "died" if died else "current"
    return tuple(
        Reached(phase, _state(_ORDER[phase] - _ORDER[last], end, died=died)) for phase in Phase
    )


def _state(distance: int, end: str, *, died: bool) -> str:
    if distance < 0:
        return "done"
    if distance > 0:
        return "unreached"
    return "died" if died and end == "done" else end
