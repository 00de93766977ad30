"""Models, parallel sizes and single options in a sentence."""

import re
from collections.abc import Iterator
from itertools import islice

from kb.core.facts.arguments import fact_of_argument
from kb.core.facts.found import Found, Trust, found_in
from kb.core.facts.readers.prose.place import MOST, elsewhere, here
from kb.core.text import Line

_NAMED = re.compile(
    r"(?:(?:^|[\s(（,，;；])(?:base )?model(?: name| id| used)?\b|模型(?:名称|为|是|使用)?)"
    r"\s{0,3}[:：=|]?\s{0,12}[`'\"]?([A-Za-z0-9][\w.-]{1,60}/[A-Za-z0-9][\w.-]{2,100})",
    re.IGNORECASE | re.ASCII,
)
_FAMILY = (
    r"(?:Qwen|QwQ|Llama|Meta-Llama|CodeLlama|Mistral|Mixtral|Ministral|DeepSeek|GLM|chatglm|gemma"
    r"|Phi|InternVL|InternLM|Yi|Baichuan|MiniCPM|gpt-oss|Kimi|Nemotron|NVIDIA-Nemotron|Ornith"
    r"|MiniMax|Step|ERNIE|Hunyuan|Seed|Falcon|Command|c4ai|OLMo|granite|Devstral|Magistral|Pixtral)"
)
_OWNER = (
    r"(?:deepseek-ai|zai-org|THUDM|openai|moonshotai|MiniMaxAI|google|microsoft|nvidia|RedHatAI)"
)
# a family and a size, or a known owner: `Qwen2.5-VL-7B-Instruct`, `deepseek-ai/DeepSeek-V3.2`
_BARE = re.compile(
    rf"(?<![\w/.-])((?:[A-Za-z0-9][\w.-]{{1,40}}/)?{_FAMILY}[\w.-]*-\d+(?:\.\d+)?[BbMm](?![A-Za-z])"
    rf"[\w.-]*|{_OWNER}/[A-Za-z][\w.-]*\d[\w.-]*)(?![\w/])",
    re.IGNORECASE | re.ASCII,
)
# hosts and files are called after models too
_OTHER = re.compile(
    r"-[0-9a-f]{8,10}-[a-z0-9]{5}\b|-(?:node|worker|pod|master|svc|\d{1,2}-\d)\b|\.(?:py|sh|ya?ml|log|json|txt)|:$",
    re.ASCII,
)
_PARALLEL = re.compile(
    r"(?<![\w-])(?:(?P<tensor_parallel>tensor[- ]parallel(?:ism)?(?:[- ]size)?|TP|tp)"
    r"|(?P<pipeline_parallel>pipeline[- ]parallel(?:[- ]size)?|PP|pp)"
    r"|(?P<data_parallel>data[- ]parallel(?:[- ]size)?|DP|dp))"
    r"(?:\s?(?:=|:|为|of|size)\s?|\s)?(?P<size>\d{1,3})(?![\w.]|\s?(?:or|/|或|和|vs))",
    re.ASCII,
)
_OPTION = re.compile(
    r"(?<![\w-])--([a-z][a-z-]{1,40})(?:[ =]|\s=\s)([\w./][\w./-]{0,60})(?!\s?(?:or|/|或)\s?\d)",
    re.ASCII,
)
# the options whose value a sentence or a broken command may state; a model needs its parser
_TOLD = frozenset(
    [
        "tensor_parallel",
        "pipeline_parallel",
        "data_parallel",
        "max_model_len",
        "gpu_memory_utilization",
        "dtype",
        "quantization",
        "kv_cache_dtype",
        "max_num_batched_tokens",
        "max_num_seqs",
        "attention_backend",
    ]
)


def read(line: Line) -> Iterator[Found]:
    """The model and how it is spread, unless the clause speaks of another machine."""
    text = line.text
    match = _NAMED.search(text) or _bare(text)
    if match and here(text, match.start(1), match.end(1)):
        yield found_in(line, "model", match[1].rstrip("."), Trust.PROSE)
    for match in islice(_PARALLEL.finditer(text), MOST):
        if here(text, match.start(), match.end()):
            fact = next(name for name in match.groupdict() if match[name])
            yield found_in(line, fact, match["size"], Trust.PROSE)
    if "--" in text:
        yield from _options(line)


def _bare(text: str) -> re.Match[str] | None:
    match = _BARE.search(text) if "-" in text or "/" in text else None
    return None if match and _OTHER.search(match[1] + text[match.end() :][:1]) else match


def _options(line: Line) -> Iterator[Found]:
    if elsewhere(line.text.removeprefix(">").split("--", 1)[0][-30:]):
        return
    for match in islice(_OPTION.finditer(line.text.split(" # ", 1)[0]), MOST):
        fact = fact_of_argument(match[1].replace("-", "_"))
        if fact in _TOLD:
            yield found_in(line, fact, match[2].rstrip(".,"), Trust.PROSE)
