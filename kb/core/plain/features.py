"""A clause → the facts it names, whether it affirms or denies them.

`read_facts` reads what a text states of a machine and passes over what it says of others. Here the
sentence around decides (it only happens with …, it works with …), so these rows look at names."""

import re
from collections.abc import Iterator

from kb.core.facts import FactKind, Vocabulary, canonical, read_facts
from kb.core.text import read_lines

_MODALITIES = (
    (
        "text",
        re.compile(r"纯文本|文本请求|\btext[- ]only\b|\btext (?:requests?|prompts?|chat)\b", re.I),
    ),
    (
        "image",
        re.compile(r"图片|图像|\bimages?\b|\bimage_url\b|\bvision (?:requests?|inputs?)\b", re.I),
    ),
    ("video", re.compile(r"视频|\bvideos?\b|\bvideo_url\b", re.I)),
    ("audio", re.compile(r"音频|语音|\baudio\b", re.I)),
)
_UNQUANTIZED = re.compile(
    r"(?:\b(?:bf16|bfloat16|fp16|float16)\b[^，。,.;；]{0,12}?(?:基础|base|模型|model|checkpoint|weights|权重|原版))"
    r"|未量化|非量化|\bunquanti[sz]ed\b",
    re.I,
)
_QUANTIZED = re.compile(
    r"(?<![\w/.-])(FP8|NVFP4|MXFP4|AWQ|GPTQ|INT4|INT8|W8A8|W4A16|GGUF|bitsandbytes)(?![\w.])", re.I
)
_OFF = re.compile(
    r"禁用|关闭|关掉|停用|未启用|不启用|没有启用|去掉"
    r"|\bdisabl\w+|\bwithout\b|\bturn(?:ed|ing)? off\b|\boff\b|--no-"
    r"|--disable-",
    re.I,
)
_ON = re.compile(
    r"启用|开启|打开|使用|模式|编译后|被编译"
    r"|\benabl\w+|\bwith\b|\bwhile\b|\bturn(?:ed|ing)? on\b|\bon\b"
    r"|\buses?\b|\busing\b|--enable-",
    re.I,
)
_COMPILED = re.compile(r"torch\.compile|cuda[ -]?graphs?|编译|\bcompil(?:ed|ation|e)\b", re.I)
_EAGER = re.compile(r"--enforce-eager|\beager mode\b|enforce[_-]eager\s*=\s*True|eager 模式", re.I)
_NOT_EAGER = re.compile(
    r"(?:未|没有|不)[^，。]{0,6}--enforce-eager|\bwithout\s+`?--enforce-eager", re.I
)
_OTHER_SWITCHES = ("prefix_caching", "chunked_prefill", "expert_parallel", "lora", "speculative")


def facts_of(clause: str, vocabulary: Vocabulary) -> dict[str, str]:
    """Canonical values by fact, of the facts that the vocabulary has."""
    read = read_facts(read_lines(clause), vocabulary)
    stated = {
        name: fact.value for name, fact in read.items() if fact.how == "stated" and fact.value
    }
    named = {**stated, **dict(_named(clause, vocabulary))}
    return {name: value for name, value in named.items() if name in vocabulary.facts}


def _named(clause: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    for value, pattern in _MODALITIES:
        if pattern.search(clause):
            yield "modality", value
    yield from _quantization(clause, vocabulary)
    compilation = _compilation(clause)
    if compilation:
        yield "compilation", compilation
    for name in _OTHER_SWITCHES:
        value = _switched(clause, vocabulary.facts.get(name))
        if value:
            yield name, value


def _quantization(clause: str, vocabulary: Vocabulary) -> Iterator[tuple[str, str]]:
    if _UNQUANTIZED.search(clause):
        yield "quantization", "none"
        return
    found = _QUANTIZED.search(clause)
    value = canonical("quantization", found[1], vocabulary) if found else None
    if value:
        yield "quantization", value


def _compilation(clause: str) -> str:
    if _NOT_EAGER.search(clause):
        return "enabled"
    if _EAGER.search(clause):
        return "disabled"
    return _polarity(clause) if _COMPILED.search(clause) else ""


def _polarity(clause: str) -> str:
    if _OFF.search(clause):
        return "disabled"
    return "enabled" if _ON.search(clause) else ""


def _switched(clause: str, kind: FactKind | None) -> str:
    if kind is None or "enabled" not in kind.by_name:
        return ""
    names = (kind.name.replace("_", " "), kind.name.replace("_", "-"), *kind.label.values())
    named = any(name.casefold() in clause.casefold() for name in names)
    return _polarity(clause) if named else ""
