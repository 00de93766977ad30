"""Container images, and the places that commands and manifests give away."""

import re
from collections.abc import Iterator

from kb.core.facts.found import Found, Trust, found_in, read_rows, row
from kb.core.facts.readers.prose.place import here
from kb.core.text import Line

GATES = ("vllm-openai", "rocm/vllm", "vllm-cpu-env", "lmsysorg", "ollama/ollama", "llama.cpp",
         "text-generation-inference", "openmmlab", "tensorrt-llm", "docker", "podman", "nerdctl",
         "kubectl", "kind:", "services:", "containerd://", "cri-o://", "PS ", "srun",
         "#SBATCH")  # fmt: skip

# repository → (engine, fact of its version in the tag)
_REPOSITORIES = (
    (r"(?:vllm/)?vllm-openai(?:-rocm|-cpu|-xpu)?|rocm/vllm(?:-dev)?|vllm-cpu-env", "vllm"),
    (r"lmsysorg/sglang", "sglang"),
    (r"ollama/ollama", "ollama"),
    (r"huggingface/text-generation-inference", "tgi"),
    (r"gg(?:ml-org|erganov)/llama\.cpp", "llama.cpp"),
    (r"openmmlab/lmdeploy", "lmdeploy"),
    (r"nvidia/tensorrt-llm/release", "tensorrt-llm"),
)
_IMAGE = re.compile(
    r"(?<![\w./-])((?:[a-z0-9][\w.-]{0,60}(?::\d{2,5})?/){0,4}(?:"
    + "|".join(f"(?P<r{n}>{pattern})" for n, (pattern, _) in enumerate(_REPOSITORIES))
    + r"))(?::([\w][\w.-]{0,80}))?(?:@sha256:[0-9a-f]{6,64})?(?![\w/])"
)
_USED = re.compile(r"\b(?:docker|podman|nerdctl)\b.{0,20}\b(?:run|exec|up)\b|[Ii]mage:|\bFROM ")
_FACT = {"tensorrt-llm": "tensorrt_llm"}
_TAG = re.compile(r"[vV]?\d+\.\d+")
_BUILD = re.compile(r"(?:^|-)(b\d{3,6})$")
_CUDA = re.compile(r"(?:^|[-.])cu(?:da)?[-.]?(1[0-4])\.?(\d)(?=$|[-.])")

ROWS = (
    row(" ", r"(?:^|[\s$#>])(?:sudo )?(?:docker|podman|nerdctl)(?: compose|-compose)? "
        r"(?:run|exec|up)\b", Trust.COMMAND, platform="docker"),
    row("services:", r"^services:\s*$", Trust.COMMAND, platform="docker"),
    row("kubectl", r"(?:^|[\s$#>])kubectl (?:apply|get|describe|logs|exec)\b", Trust.COMMAND,
        platform="kubernetes"),
    row("kind:", r"^\s*kind: (?:Deployment|Pod|StatefulSet|Job|DaemonSet)\s*$", Trust.COMMAND,
        platform="kubernetes"),
    row("containerd://", r"Container ID:\s+(?:containerd|cri-o)://", Trust.COMMAND,
        platform="kubernetes"),
    row("PS ", r"^PS [A-Z]:\\", Trust.COMMAND, platform="windows"),
    row("srun", r"(?:^|[\s$])srun -", Trust.COMMAND, platform="slurm"),
    row("#SBATCH", r"^#SBATCH --", Trust.COMMAND, platform="slurm"),
)  # fmt: skip


def read(line: Line) -> Iterator[Found]:
    """Facts of the images that a line names, unless it is a comment or a sentence about another."""
    yield from read_rows(line, ROWS)
    text = line.text
    if len(text) > 8000 or text.lstrip().startswith(("# ", "//")):
        return
    for match in _IMAGE.finditer(text):
        named = match[0] != match[1] or "/" in match[1]
        if named and (_USED.search(text) or here(text, match.start(), match.end())):
            yield from _image(line, match)


def _image(line: Line, match: re.Match[str]) -> Iterator[Found]:
    number = next(n for n in range(len(_REPOSITORIES)) if match[f"r{n}"])
    engine = _REPOSITORIES[number][1]
    yield found_in(line, "engine", engine, Trust.IMAGE)
    if not (tag := match.groups()[-1]):
        return
    yield found_in(line, "image", f"{match[1]}:{tag}", Trust.IMAGE)
    for fact, value in facts_of_tag(engine, tag):
        yield found_in(line, fact, value, Trust.IMAGE)


def facts_of_tag(engine: str, tag: str) -> Iterator[tuple[str, str]]:
    """`v0.24.0-cu129` → the engine's version and CUDA; `latest` and a commit say nothing."""
    fact = _FACT.get(engine, engine)
    if engine == "llama.cpp":
        if build := _BUILD.search(tag):
            yield fact, build[1]
    elif _TAG.match(tag):
        yield fact, tag
    if cuda := _CUDA.search(tag):
        yield "cuda", f"{cuda[1]}.{cuda[2]}"
    if "rocm" in tag:
        yield "accelerator", "amd"


def engine_of_image(image: str) -> tuple[str, str]:
    """(engine, tag) of an image reference; empty where it is none that we know."""
    match = _IMAGE.search(image)
    if match is None:
        return "", ""
    number = next(n for n in range(len(_REPOSITORIES)) if match[f"r{n}"])
    return _REPOSITORIES[number][1], match.groups()[-1] or ""
