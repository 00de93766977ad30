"""A library of a few articles, for tests of the engine. No database."""

from textwrap import dedent

from kb.core.articles import Article, parse
from kb.diagnosis.library import MemoryLibrary
from tests.core.launch.catalogues import ALL
from tests.core.vocabulary import VOCABULARY

NAN = "ValueError: Out of range float values are not JSON compliant: nan"

COMPILED = """
---
title: FP8 images answer NaN while compilation is on
errors:
  - |
    ValueError: Out of range float values are not JSON compliant: nan
environment:
  requires:
    engine: vllm
    model: "*Mistral-Small-3.1*"
    quantization: fp8
    modality: image
    compilation: enabled
  seen: {vllm: "==0.24.0", gpu: H100}
  clear:
    - {modality: text}
checks:
  - id: base-model
    ask: Does the bf16 base model work?
    command: vllm serve base
cause: {certainty: likely, open: Which layer is not known.}
fixes:
  - id: enforce-eager
    title: Switch compilation off
    kind: workaround
    launch:
      - add: --enforce-eager
        because: The NaN needs the compiled path.
        price: Decoding is slower.
    command: vllm serve mistralai/Mistral-Small-3.1-FP8 --enforce-eager
verify:
  - {do: send an image, expect: 200}
---
## Symptom
Requests with an image are refused.
## Fix
Add the flag.
"""

INTEGERS = """
---
title: Embeddings of integers answer NaN
errors:
  - |
    ValueError: Out of range float values are not JSON compliant
environment:
  requires: {engine: vllm, modality: text}
  seen: {vllm: "==0.5.4"}
fixes:
  - id: send-strings
    title: Send strings
    kind: code
    restart: false
    steps: [Send strings in `input`.]
verify:
  - {do: send a string, expect: 200}
---
## Symptom
The embeddings end point fails.
## Fix
Send strings.
"""

MEMORY = """
---
title: No room for the cache blocks
errors:
  - |
    ValueError: No available memory for the cache blocks.
environment:
  requires: {engine: vllm, gpu_memory: "<=24"}
fixes:
  - id: shorter
    title: A shorter context
    kind: configuration
    when: {vllm: ">=0.5"}
    launch:
      - set: --max-model-len 4096
  - id: upgrade
    title: Upgrade
    kind: upgrade
    when: {vllm: "<0.5"}
    run: [pip install -U vllm]
verify:
  - {do: start it, expect: it starts}
---
## Symptom
The server stops.
## Fix
Less context.
"""

IN_CHINESE = """
---
title: 开启编译时 FP8 图片请求返回 NaN
language: zh
translation_of: compiled
fixes:
  - {id: enforce-eager, title: 关闭编译}
checks:
  - {id: base-model, ask: bf16 基础模型正常吗？}
---
## Symptom
图片请求被拒绝。
## Fix
加上参数。
"""


def article(source: str, slug: str) -> Article:
    parsed = parse(dedent(source).lstrip(), slug, "vllm", VOCABULARY)
    assert parsed.article is not None, [str(problem.message) for problem in parsed.problems]
    return parsed.article


def library(**sources: str) -> MemoryLibrary:
    """A library of articles by slug."""
    articles = [article(source, slug.replace("_", "-")) for slug, source in sources.items()]
    return MemoryLibrary(articles, VOCABULARY, ALL)


FAMILY = library(compiled=COMPILED, integers=INTEGERS, memory=MEMORY, compiled_zh=IN_CHINESE)
