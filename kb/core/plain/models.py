"""Models in prose: ids, the names that people use for them, and the one without the fault."""

import re
from collections.abc import Iterator, Sequence

from kb.core.facts import Vocabulary, read_facts
from kb.core.text import read_lines

_HUB_ID = re.compile(r"(?<![\w/.:-])[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*\d[\w.-]*(?![\w/])")
_BASE_ID = re.compile(
    r"(?:基础模型|原版模型|base model|bf16(?: 模型| model)?|unquanti[sz]ed model)[\s：:`(（]{0,3}"
    r"(?P<id>[A-Za-z0-9][\w.-]*/[A-Za-z0-9][\w.-]*\d[\w.-]*)",
    re.I,
)
_NAME = re.compile(r"(?<![\w/.-])[A-Z][A-Za-z]+(?:[-.]?[A-Za-z0-9]+)*(?:[-.][A-Za-z0-9]+)*")
_ALIAS = re.compile(r"\s?[（(](?P<alias>[A-Z][A-Za-z][\w.-]{2,})[）)]")
_FAMILY = re.compile(
    r"(?:Qwen|QwQ|Llama|CodeLlama|Mistral|Mixtral|Pixtral|DeepSeek|GLM|ChatGLM|Gemma|Phi|InternVL"
    r"|InternLM|Yi|Baichuan|MiniCPM|gpt-oss|Kimi|Nemotron|Falcon|Command|Granite)[\w.-]*\d",
    re.I,
)


def models_named(place: str, told: str, vocabulary: Vocabulary) -> list[str]:
    """The model ids of the text, the one of the environment first."""
    ids = [found.group() for found in _HUB_ID.finditer(f"{place}\n{told}")]
    stated = read_facts(read_lines(place), vocabulary).get("model")
    return list(dict.fromkeys([*([stated.value] if stated and stated.value else []), *ids]))


def model_globs(clause: str, models: Sequence[str]) -> Iterator[str]:
    """Names of the model in a clause, as globs: `Mistral-Small-3.1（Pixtral）` gives two."""
    bases = [model.rsplit("/", 1)[-1].casefold() for model in models]
    for found in _NAME.finditer(clause):
        name = found.group()
        known = any(base.startswith(name.casefold()) for base in bases)
        if not (known and len(name) > 3) and not _FAMILY.fullmatch(name):
            continue
        yield f"*{name}*"
        alias = _ALIAS.match(clause, found.end())
        if alias:
            yield f"*{alias['alias']}*"


def base_models(text: str) -> tuple[str, ...]:
    """The ids that a text calls the base model of another."""
    return tuple(dict.fromkeys(found["id"] for found in _BASE_ID.finditer(text)))
