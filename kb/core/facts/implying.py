"""What known facts imply: a GPU its memory, a label its CUDA, a name its quantization."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from kb.core.facts.forks import engine_of
from kb.core.facts.found import Trust
from kb.core.facts.model import Fact, FactKind, Facts, How, Vocabulary
from kb.core.facts.naming import canonical
from kb.core.versions import satisfies

# What a model's name says of its weights; the first that fits. `\b` does not see `_`.
_L, _R = r"(?:^|[-_./])", r"(?=$|[-_./])"
_QUANTIZATIONS = tuple(
    (re.compile(_L + pattern + _R, re.IGNORECASE), value)
    for pattern, value in (
        (r"(?:ud-)?(i?q\d(?:_(?:\d|k|nl|xs|xxs|s|m))?(?:_(?:s|m|l|xl))?)", ""),
        (r"gguf", "gguf"),
        (r"nvfp4(?:a16)?", "nvfp4"),
        (r"mxfp4", "mxfp4"),
        (r"fp8[-_]block(?:wise)?", "fp8-block"),
        (r"fp8(?:[-_]?(?:dynamic|static|kv|e4m3|tensorwise))?", "fp8"),
        (r"awq(?:[-_]?(?:int)?\d(?:bit)?)?", "awq"),
        (r"gptq(?:[-_]?(?:int)?\d(?:bit)?)?", "gptq"),
        (r"(?:bnb|nf4)(?:[-_]?\d[-_]?bit)?|unsloth-bnb-4bit", "bitsandbytes"),
        (r"(?:quantized\.)?w8a8(?:[-_]?int8)?", "w8a8"),
        (r"(?:quantized\.)?w4a16", "w4a16"),
        (r"(?:quantized\.)?w8a16", "w8a16"),
        (r"int4", "int4"),
        (r"int8", "int8"),
        (r"mlx|(?<=mlx-community/).*\dbit", "mlx"),
        (r"exl[23]", "exl2"),
        (r"hqq", "hqq"),
    )
)
# Families whose published weights are quantized though their name does not say so.
_NATIVE = (
    (re.compile(r"(?:^|/)gpt-oss-\d+b$", re.IGNORECASE), "mxfp4"),
    (
        re.compile(
            r"(?:^|/)deepseek-(?:v3(?:\.\d)?|r1|v4)(?:-(?:\d{4}|exp|chat|terminus|speciale|flash\w*))*$",
            re.IGNORECASE,
        ),
        "fp8",
    ),
)
_NATIVELY = re.compile(
    r"gpt-oss|deepseek-(?:v[34]|r1(?!-distill))|kimi-k|minimax-m|llama-4-maverick|longcat|ling-1t"
    r"|mistral-(?:large|small)-[34]-|step-3|quant|bit\b|\dbit",
    re.IGNORECASE,
)
_SIZED = re.compile(r"\d+(?:\.\d+)?[BbMm](?![A-Za-z])")
_LABEL = re.compile(r"\+.*?\b(?:cu(1\d)(\d)|rocm(\d)\.?(\d)\.?(\d)?|(cpu|xpu))")
_MAKERS = {"driver": "nvidia", "rocm": "amd", "cann": "ascend"}
# fact of a version → the engine whose version it is
ENGINE_OF = {
    "vllm": "vllm",
    "sglang": "sglang",
    "llama.cpp": "llama.cpp",
    "ollama": "ollama",
    "tgi": "tgi",
    "lmdeploy": "lmdeploy",
    "tensorrt_llm": "tensorrt-llm",
}


def implied(facts: Facts, vocabulary: Vocabulary) -> dict[str, Fact]:
    """`facts` with what they imply. What is known stays; estimates and defaults give way."""
    known = dict(facts)
    for source in tuple(facts.values()):
        for name, value, how in _implied_by(source, known, vocabulary):
            _add(known, name, value, how, source, vocabulary)
    return _beside(_forked(_dated(known)), vocabulary)


def _forked(known: dict[str, Fact]) -> dict[str, Fact]:
    """The version of a fork is marked: it is not the upstream's."""
    fact = known.get("fork")
    names = (fact.value, *fact.candidates) if fact else ()
    for fork in filter(None, names):
        engine = engine_of(fork)
        name = next((name for name, known_as in ENGINE_OF.items() if known_as == engine), "")
        if name in known:
            known[name] = replace(known[name], fork=fork)
    return known


def _dated(known: dict[str, Fact]) -> dict[str, Fact]:
    """A default that a command alone could not date, now that the version is known."""
    fact, version = known.get("compilation"), known.get("vllm")
    if fact is not None and fact.how == "default" and version is not None and version.value:
        known["compilation"] = replace(fact, value=compilation_default(version.value))
    return known


def _add(
    known: dict[str, Fact], name: str, value: str, how: How, source: Fact, vocabulary: Vocabulary
) -> None:
    old = known.get(name)
    trust = Trust.ESTIMATE if how == "estimated" else Trust.IMPLIED
    if name not in vocabulary.facts or (old is not None and old.trust <= trust):
        return
    text = canonical(name, value, vocabulary)
    if text is not None:
        known[name] = Fact(
            name, text, how, source.line, source.text, implied_by=source.name, trust=int(trust)
        )


def _implied_by(
    fact: Fact, known: Mapping[str, Fact], vocabulary: Vocabulary
) -> Iterator[tuple[str, str, How]]:
    how: How = "estimated" if fact.how == "estimated" else "implied"
    kind = vocabulary.facts.get(fact.name)
    if kind is not None and kind.choices:
        yield from ((name, value, how) for name, value in _of_choices(fact, kind))
    elif fact.value is None:
        return
    elif fact.name in ("torch", "vllm"):
        yield from ((name, value, how) for name, value in _of_label(fact.value))
    elif fact.name == "model":
        yield from _of_model(fact.value)
    if fact.name in _MAKERS:
        yield "accelerator", _MAKERS[fact.name], how
    yield from _of_engine(fact, known)


def _of_choices(fact: Fact, kind: FactKind) -> Iterator[tuple[str, str]]:
    """What all the candidates of a choice imply alike."""
    values = (fact.value,) if fact.value is not None else fact.candidates
    implications = [_of_choice(value, fact.text, kind) for value in values]
    for name, value in implications[0].items() if implications else ():
        if all(each.get(name) == value for each in implications):
            yield name, value


def _of_choice(value: str, text: str, kind: FactKind) -> dict[str, str]:
    choice = kind.by_name.get(value)
    if choice is None:
        return {}
    implies = dict(choice.implies)
    for word, meant in choice.variants.items():
        if re.search(rf"(?<![A-Za-z0-9]){re.escape(word)}(?![A-Za-z0-9])", text, re.IGNORECASE):
            implies |= meant
    return implies


def _of_label(version: str) -> Iterator[tuple[str, str]]:
    """`2.6.0+cu124` → CUDA 12.4; `+rocm624` → ROCm 6.2.4; `+cpu`."""
    match = _LABEL.search(version.replace(".rocm", "+rocm"))
    if match is None:
        return
    if match[1]:
        yield "cuda", f"{match[1]}.{match[2]}"
        yield "accelerator", "nvidia"
    elif match[3]:
        yield "rocm", ".".join(filter(None, match.group(3, 4, 5)))
        yield "accelerator", "amd"
    else:
        yield "accelerator", {"cpu": "cpu", "xpu": "intel"}[match[6]]


def _of_model(model: str) -> Iterator[tuple[str, str, How]]:
    """A suffix states the quantization; a name without any only suggests that there is none."""
    if value := quantization_in(model):
        yield "quantization", value, "implied"
    elif native := next((v for pattern, v in _NATIVE if pattern.search(model)), ""):
        yield "quantization", native, "estimated"
    elif _SIZED.search(model) and not _NATIVELY.search(model):
        yield "quantization", "none", "estimated"


def quantization_in(model: str) -> str:
    """What a model's name or file says of its weights (`…-FP8-dynamic` → fp8), "" if nothing."""
    name = re.sub(r"\.(?:gguf|safetensors)$", "", model.strip()[-200:], flags=re.IGNORECASE)
    for pattern, value in _QUANTIZATIONS:
        if match := pattern.search(name):
            return value or match[1].lower()
    return "gguf" if model.lower().endswith(".gguf") else ""


def compilation_default(version: str) -> str:
    """What vLLM leaves on where nobody says anything: before 0.8 it only captured graphs."""
    old = bool(version) and satisfies(version, "<0.8").holds is True
    return "graphs-only" if old else "enabled"


def _of_engine(fact: Fact, known: Mapping[str, Fact]) -> Iterator[tuple[str, str, How]]:
    engines = [name for name in ENGINE_OF if name in known]
    if fact.name in ENGINE_OF and engines == [fact.name]:
        yield "engine", ENGINE_OF[fact.name], "implied"
    if fact.name == "vllm" and fact.value and satisfies(fact.value, ">=0.11.1").holds:
        yield "engine_generation", "v1", "implied"


def _beside(known: dict[str, Fact], vocabulary: Vocabulary) -> dict[str, Fact]:
    """A checkpoint in compressed-tensors whose name says FP8 is both."""
    fact, model = known.get("quantization"), known.get("model")
    if fact is None or model is None or not model.value or fact.value in (None, "none"):
        return known
    named = canonical("quantization", quantization_in(model.value), vocabulary)
    kind = vocabulary.facts["quantization"]
    choice = kind.by_name.get(fact.value or "")
    if named and named != fact.value and choice is not None and _may_both(choice.name, named, kind):
        known["quantization"] = replace(fact, also=(named,))
    return known


def _may_both(a: str, b: str, kind: FactKind) -> bool:
    broader = {a, *kind.by_name[a].kind_of, b, *kind.by_name[b].kind_of}
    return any(not broader.isdisjoint(kind.by_name[value].beside) for value in (a, b))
