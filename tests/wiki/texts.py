"""Articles to test with as texts and files: small, complete, each with an error line of its own."""

from pathlib import Path

_SOURCE = """---
title: {title}
language: {language}
errors:
  - |
    {error}
environment:
  requires:
    engine: {engine}
    symptom: crash
    stage: start-up
    quantization: fp8
fixes:
  - id: eager
    title: Switch compilation off
    kind: workaround
    launch:
      - add: --enforce-eager
        because: Only the compiled path fails.
        price: Slower.
    command: |
      vllm serve example/model --enforce-eager
verify:
  - {{do: start the server, expect: it serves}}
{more}---
## Summary
{summary}
## Symptom
The server stops.
## Fix
Add the flag.
"""


def source(
    title: str = "The frobnicator breaks",
    error: str = "FrobnicationError: widget 17 is not frobnicated",
    *,
    engine: str = "vllm",
    language: str = "en",
    summary: str = "It breaks at the start.",
    more: str = "",
) -> str:
    return _SOURCE.format(
        title=title, error=error, engine=engine, language=language, summary=summary, more=more
    )


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def translation(of: str, title: str = "出错了") -> str:
    """A Chinese translation of an article that `source` made."""
    return f"""---
title: {title}
language: zh
translation_of: {of}
follows: "0123456789abcdef"
fixes:
  - id: eager
    title: 关闭编译
verify:
  - {{do: 启动服务, expect: 正常}}
---
## 快速结论
启动时出错。
## 问题场景
服务停止。
## 解决步骤
加上参数。
"""
