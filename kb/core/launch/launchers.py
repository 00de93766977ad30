"""Which words start a server, and which images hold one. One row an entry point."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kb.core.launch.tables import words

_ROWS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("vllm", (r"vllm", r"serve")),
    ("vllm", (r"-m", r"vllm\.entrypoints\.(?:\w+\.)?api_server")),
    ("vllm", (r"-m", r"vllm\.(?:entrypoints\.cli\.main|scripts)", r"serve")),
    ("vllm", (r"-m", r"vllm", r"serve")),
    ("vllm", (r"(?:.*/)?vllm/entrypoints/(?:\w+/)?api_server\.py",)),
    ("sglang", (r"-m", r"sglang\.launch_server")),
    ("sglang", (r"(?:.*/)?sglang/launch_server\.py",)),
    ("sglang", (r"sglang", r"serve")),
    ("llamacpp", (r"llama-server(?:\.exe)?",)),
    ("llamacpp", (r"llama(?:\.exe)?", r"serve")),
    ("ollama", (r"ollama(?:\.exe)?", r"serve")),
    ("tgi", (r"text-generation-launcher",)),
    ("lmdeploy", (r"lmdeploy", r"serve", r"api_server")),
    ("tensorrt_llm", (r"trtllm-serve", r"serve")),
    ("tensorrt_llm", (r"trtllm-serve",)),
)
_LAUNCHERS = tuple((engine, tuple(re.compile(word) for word in words)) for engine, words in _ROWS)

_FIRST = re.compile("|".join(f"(?:{words[0]})" for _, words in _ROWS))

_IMAGES = tuple(
    (engine, re.compile(pattern, re.I))
    for engine, pattern in (
        (
            "",
            r"worker[\w-]*vllm|paddleocr|xinference|fastchat|open-webui|litellm",
        ),  # programs around an engine
        ("vllm", r"vllm"),
        ("sglang", r"sglang"),
        ("llamacpp", r"llama[.-]?cpp|llama-server"),
        ("ollama", r"ollama"),
        ("tgi", r"text-generation-inference|\btgi\b"),
        ("lmdeploy", r"lmdeploy"),
        ("tensorrt_llm", r"tensorrt-?llm"),
    )
)

# A line without any of these holds no launch command: the cheap first look.
HINT = re.compile(
    r"vllm|sglang|llama|ollama|text-generation-launcher|lmdeploy|trtllm-serve|api_server|launch_server"
    r"|(?:docker|podman|nerdctl)\s",
    re.I,
)
SPEAKERS = words(
    """
    echo printf grep egrep pgrep pkill killall kill man which type alias cat ps git cd curl
    pip pip3 whereis less tail vim nano ls rm
    """
)  # commands that only name a server


@dataclass(frozen=True, slots=True)
class Launcher:
    """The words `start` to `end` (exclusive) start the server of `engine`."""

    engine: str
    start: int
    end: int


def entry_of(words: Sequence[str]) -> str:
    """Which door the launcher's words are: serve, module or binary."""
    if words and words[-1] == "serve":
        return "serve"
    return "module" if "-m" in words or (words[-1:] and words[-1].endswith(".py")) else "binary"


def base_name(word: str) -> str:
    return word.replace("\\", "/").rsplit("/", 1)[-1]


def find_launcher(words: Sequence[str], start: int = 0) -> Launcher | None:
    """The first entry point among the words, whatever wrappers stand before it."""
    for at in range(start, len(words)):
        if not (_FIRST.fullmatch(words[at]) or _FIRST.fullmatch(base_name(words[at]))):
            continue
        for engine, row in _LAUNCHERS:
            if _matches(row, words, at):
                return Launcher(engine, at, at + len(row))
    return None


def _matches(row: tuple[re.Pattern[str], ...], words: Sequence[str], at: int) -> bool:
    if at + len(row) > len(words):
        return False
    return all(
        pattern.fullmatch(words[at + i]) or (i == 0 and pattern.fullmatch(base_name(words[at])))
        for i, pattern in enumerate(row)
    )


def engine_of_image(image: str) -> str | None:
    """The engine that an image holds; "" for a program around one, None where the name does not
    tell."""
    return next((engine for engine, pattern in _IMAGES if pattern.search(image)), None)


def canonical_engine(engine: str | None) -> str:
    """`llama.cpp` → llamacpp, `vllm (ascend plugin)` → vllm; a program of another name stays
    itself."""
    word = re.split(r"[\s(,]", (engine or "").strip().casefold(), maxsplit=1)[0]
    word = re.sub(r"[-_ ]", "", word)
    return _ENGINE_NAMES.get(word, word)


_ENGINE_NAMES = {
    "llama.cpp": "llamacpp",
    "llamaserver": "llamacpp",
    "textgenerationinference": "tgi",
    "tensorrtllm": "tensorrt_llm",
    "trtllm": "tensorrt_llm",
    "vllmascend": "vllm",
    "vllmgaudi": "vllm",
}
