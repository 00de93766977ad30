"""Articles in plain prose: parts by their headings, facts as proposals, commands mended."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.core.articles import Article, Change, Mend, Sample, format, parse
from kb.core.plain import parse_plain
from kb.core.plain.bounds import bounds_of
from kb.core.plain.clauses import first_clause
from kb.core.plain.commands import mend
from kb.core.plain.surroundings import environment
from kb.core.plain.titles import title_of
from tests.core.vocabulary import VOCABULARY

PROSE = Path(__file__).parent / "samples" / "prose"


def article(name: str) -> Article:
    parsed = parse((PROSE / name).read_text(), "a-fault", "inbox", VOCABULARY)
    assert parsed.complete, [(problem.field, str(problem.message)) for problem in parsed.problems]
    assert parsed.article
    return parsed.article


def told(conditions: object) -> dict[str, tuple[str, ...]]:
    return {condition.fact: condition.values for condition in conditions}  # type: ignore[attr-defined]


SEED = article("seed-zh.txt")
COMMAND = (
    "vllm serve RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic --tokenizer-mode mistral"
    " --config-format mistral --max-model-len 32768 --enforce-eager"
)


def test_the_seed_keeps_its_parts() -> None:
    assert [(part.name, part.heading) for part in SEED.sections] == [
        ("summary", "快速结论"),
        ("environment", "适用环境"),
        ("fix", "最快修复方案"),
        ("notes", "注意事项"),
        ("symptom", "问题场景"),
        ("error", "报错原文"),
        ("cause", "原因分析"),
        ("checks", "环境排查"),
        ("verification", "验证方法"),
    ]
    assert "### 解决步骤" in SEED.section("fix")
    assert [sample.text for sample in SEED.errors] == [
        "ValueError: Out of range float values are not JSON compliant: nan"
    ]
    assert SEED.language == "zh"
    assert SEED.title == (
        "vLLM 使用 FP8 动态量化版 Mistral-Small-3.1（Pixtral）多模态模型处理图片请求时报错："
        "Out of range float values are not JSON compliant: nan"
    )


def test_nothing_of_the_seed_is_lost() -> None:
    shown = format(SEED)
    for line in (PROSE / "seed-zh.txt").read_text().splitlines()[1:]:
        label, _, text = line.partition("：") if "：" in line[:8] else ("", "", line)
        body = text.replace(" –", " --").rstrip("。")
        assert label in shown and body in shown


def test_the_seed_says_when_it_happens() -> None:
    assert told(SEED.environment.requires) == {
        "engine": ("vllm",),
        "model": ("*Mistral-Small-3.1*", "*Pixtral*"),
        "quantization": ("fp8",),
        "modality": ("image",),
        "compilation": ("enabled",),
    }
    assert told(SEED.environment.seen) == {
        "gpu": ("H100",),
        "model": ("RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic",),
        "tensor_parallel": ("1",),
        "vllm": ("==0.24.0",),
    }
    assert [told(entry) for entry in SEED.environment.clear] == [
        {"modality": ("text",)},
        {"compilation": ("disabled",)},
        {"quantization": ("none",)},
        {"model": ("mistralai/Mistral-Small-3.1-24B-Instruct-2503",)},
    ]


def test_the_seed_says_how_sure_it_is() -> None:
    assert SEED.cause.certainty == "likely"
    assert "未给出根因结论" in SEED.cause.open
    assert SEED.cause.ruled_out == ("单纯的 FP8 量化数值不稳定",)
    assert (SEED.checks[0].id, SEED.checks[0].expect) == ("comparison", "no")
    assert "bf16 基础模型" in SEED.checks[0].ask


def test_the_seed_s_fix() -> None:
    fix = SEED.fixes[0]
    assert (fix.id, fix.kind, fix.command) == ("enforce-eager", "workaround", COMMAND)
    assert [(change.op, change.flag, change.value) for change in fix.launch] == [
        ("add-flag", "--enforce-eager", None)
    ]
    assert "性能损耗" in fix.launch[0].price
    assert fix.launch[0].because.startswith("仅在启用 torch.compile")
    assert [step.without for step in SEED.verify] == [False, False, True]
    assert "200" in SEED.verify[0].expect


def test_four_dashes_of_the_seed_are_mended_and_reported() -> None:
    flags = ["tokenizer-mode", "config-format", "max-model-len", "enforce-eager"]
    assert SEED.mended == tuple(Mend(f"–{flag}", f"--{flag}") for flag in flags)
    assert "–" not in SEED.section("fix")


def test_what_was_read_is_proposed() -> None:
    assert SEED.proposed[:3] == (
        "title",
        "environment.requires.engine",
        "environment.requires.model",
    )
    assert {"cause", "verify", "fixes.enforce-eager", "checks.comparison"} <= set(SEED.proposed)


@pytest.mark.parametrize("name", sorted(path.name for path in PROSE.iterdir()))
def test_prose_survives_the_round_trip(name: str) -> None:
    found = article(name)
    written = format(found)
    assert parse(written, found.slug, found.topic, VOCABULARY).article == found


def test_english_prose_with_labels_and_bare_headings() -> None:
    found = article("graphs-out-of-memory.txt")
    assert found.title == "CUDA out of memory while a 14B model captures its graphs"
    assert told(found.environment.requires) == {"engine": ("vllm",), "compilation": ("enabled",)}
    assert told(found.environment.seen)["gpu"] == ("RTX 4090",)
    assert found.cause.certainty == "confirmed"
    fix = found.fixes[0]
    assert fix.command == "vllm serve Qwen/Qwen2.5-14B-Instruct-AWQ --gpu-memory-utilization 0.85"
    assert (fix.launch[0].op, fix.launch[0].value) == ("set-flag", "0.85")
    assert fix.launch[0].price.endswith("costs some throughput")
    assert [(step.do, step.without) for step in found.verify] == [
        ("Start the server", False),
        ("Start it without the option", True),
    ]
    assert found.mended[0].before == "—gpu-memory-utilization"


def test_chinese_markdown_without_front_matter() -> None:
    found = article("error-803-zh.md")
    assert found.title == "容器内报 Error 803，宿主机 nvidia-smi 正常"
    assert found.errors[0].text.startswith("RuntimeError: Unexpected error")
    assert found.fixes[0].launch == (
        Change("env", value="0", name="VLLM_ENABLE_CUDA_COMPATIBILITY"),
    )
    assert told(found.environment.seen)["driver"] == ("==535.104.05",)
    assert found.sources == ("vllm-project/vllm#33369",)
    assert found.verify[0].expect == "应返回 True"


def test_prose_with_something_to_install() -> None:
    found = article("undefined-symbol.txt")
    assert found.errors[0].text.startswith("ImportError: undefined symbol")
    assert found.fixes[0].kind == "install"
    assert found.fixes[0].run == (
        'pip install --no-build-isolation --force-reinstall "flash-attn==2.7.4.post1"',
    )
    assert told(found.environment.seen)["flash_attn"] == ("==2.7.3",)
    assert found.cause.certainty == "likely" and "not known" in found.cause.open
    assert found.verify[0].expect == "It should print nothing"


MENDED = [
    ("vllm serve m –max-model-len 8", "vllm serve m --max-model-len 8", 1),
    ("vllm serve m —port 80 −q x", "vllm serve m --port 80 -q x", 2),
    ("vllm serve m --x ‘{“a”: 1}’", "vllm serve m --x '{\"a\": 1}'", 2),
    ("vllm\u00a0serve m", "vllm serve m", 1),
    ("vllm serve a–b --name x–y", "vllm serve a–b --name x–y", 0),
    ("vllm serve m --ok", "vllm serve m --ok", 0),
]


@pytest.mark.parametrize(("before", "after", "count"), MENDED)
def test_damage_of_copying_is_mended_in_commands(before: str, after: str, count: int) -> None:
    text, mends = mend(before)
    assert (text, len(mends)) == (after, count)


SAID = [
    ("It only happens with FP8 weights.", {"quantization": ("fp8",)}, []),
    ("It fails when image requests come in; text requests are fine.",
     {"modality": ("image",)}, [{"modality": ("text",)}]),
    ("仅在启用 CUDA Graph 时出现，关闭 torch.compile 后正常。",
     {"compilation": ("enabled",)}, [{"compilation": ("disabled",)}]),
    ("只有 AWQ 模型会触发，未量化的模型不受影响。",
     {"quantization": ("awq",)}, [{"quantization": ("none",)}]),
    ("FP8 模型加载正常。", {}, [{"quantization": ("fp8",)}]),
    ("The service works again after a restart.", {}, []),
    ("图片请求不正常。", {}, []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "requires", "clear"), SAID)
def test_what_a_sentence_says_of_the_environment(
    text: str, requires: dict[str, object], clear: list[dict[str, object]]
) -> None:
    found = environment(text, "", "", VOCABULARY)
    assert told(found.requires) == requires
    assert [told(entry) for entry in found.clear] == clear


RANGES = [
    ("vLLM v0.10.1 及以后，任意显卡", {"vllm": ">=0.10.1"}),
    ("vLLM 0.8.5 及更低版本", {"vllm": "<=0.8.5"}),
    ("vLLM 0.9.2 之前", {"vllm": "<0.9.2"}),
    ("自 vLLM 0.10.1 起", {"vllm": ">=0.10.1"}),
    ("vLLM 0.8.0 到 0.9.1、CUDA 12.4", {"vllm": ">=0.8.0,<=0.9.1"}),
    ("vLLM 0.8.0–0.9.1", {"vllm": ">=0.8.0,<=0.9.1"}),
    ("vLLM before 0.9.2", {"vllm": "<0.9.2"}),
    ("transformers >= 4.45, torch 2.6.0 or newer", {"transformers": ">=4.45", "torch": ">=2.6.0"}),
    ("vLLM 0.9.1 in Docker", {}),
    ("vLLM 0.9.1，升级以后出现", {}),
    ("my-vLLM 0.9.1 or later", {}),
]


@pytest.mark.parametrize(("text", "expected"), RANGES)
def test_a_range_of_versions_is_a_range(text: str, expected: dict[str, str]) -> None:
    assert bounds_of(text, VOCABULARY) == expected


TITLES = [
    (
        "该报错发生在 vLLM 部署 AWQ 模型时，原因是显存不足。",
        "vLLM 部署 AWQ 模型时报错：out of memory",
    ),
    ("该问题出现在启动阶段；请升级。", "启动时报错：out of memory"),
    ("This error occurs when vLLM loads an AWQ model.", "vLLM loads an AWQ model: out of memory"),
    ("Loading fails on two cards.", "Loading fails on two cards"),
    ("", ""),
]


@pytest.mark.parametrize(("summary", "title"), TITLES)
def test_a_title_says_where_and_what(summary: str, title: str) -> None:
    assert title_of(summary, [Sample("torch.OutOfMemoryError: out of memory")]) == title


SOURCES = [
    ("See vllm-project/vllm#123 and https://example.org/a.", ["vllm-project/vllm#123",
     "https://example.org/a"]),
    ("curl http://203.0.113.9/v1/models", []),
    ("Open http://localhost:8000/docs, http://192.168.1.4/x or http://vllm:8000/", []),
    ("export HF_ENDPOINT=https://mirror.example.org", []),
    ("`curl https://api.example.org/v1` answers", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), SOURCES)
def test_an_address_that_is_only_used_is_no_source(text: str, expected: list[str]) -> None:
    found = parse_plain(f"A title\n\nSymptom\n{text}\n", "a", "inbox", VOCABULARY).article
    assert found and list(found.sources) == expected


ISSUE = """### Your current environment

vLLM Version : 0.10.0

### 🐛 Describe the bug

When I serve `my/audio-7B` with audio it crashes:

```text
(EngineCore_0 pid=8) ERROR 08-01 10:11:12 [core.py:634]   File "/x/y.py", line 4, in go
(EngineCore_0 pid=8) ERROR 08-01 10:11:12 [core.py:634] ValueError: Expected shape (1, 188)
```

Adding `--disable-chunked-mm-input` makes it work.

### Before submitting a new issue...

- [x] I searched.
"""


def test_the_text_of_an_issue_fills_a_draft() -> None:
    found = parse_plain(ISSUE, "a", "inbox", VOCABULARY).article
    assert found
    assert found.title == "When I serve `my/audio-7B` with audio it crashes"
    assert [sample.text for sample in found.errors] == ["ValueError: Expected shape (1, 188)"]
    assert told(found.environment.seen)["vllm"] == ("==0.10.0",)
    assert [(c.op, c.flag) for fix in found.fixes for c in fix.launch] == [
        ("add-flag", "--disable-chunked-mm-input")
    ]
    assert [part.heading for part in found.sections] == [
        "Your current environment",
        "🐛 Describe the bug",
    ]


WAYS = """问题描述：
SGLang 部署 my/model-7B-FP8，8 卡 H20，启动报错
RuntimeError: CUDA error: an illegal memory access was encountered

版本信息：sglang 0.4.6.post5

根本原因：JIT 编译有缺陷，0.4.7 已修复。

解决方案：
方案一：升级到 0.4.7
pip install -U "sglang>=0.4.7"
方案二：临时关闭
export SGL_ENABLE_JIT_DEEPGEMM=0
python -m sglang.launch_server --model-path my/model-7B-FP8 --tp 8

参考：https://example.org/thread/9
"""


def test_each_way_out_is_a_fix_of_its_own() -> None:
    found = parse_plain(WAYS, "a", "inbox", VOCABULARY).article
    assert found
    assert [(fix.id, fix.title, fix.kind) for fix in found.fixes] == [
        ("upgrade", "升级到 0.4.7", "upgrade"),
        ("sgl-enable-jit-deepgemm", "临时关闭", "workaround"),
    ]
    assert found.fixes[0].run == ('pip install -U "sglang>=0.4.7"',)
    assert found.fixes[1].command == (
        "SGL_ENABLE_JIT_DEEPGEMM=0 python -m sglang.launch_server --model-path my/model-7B-FP8"
        " --tp 8"
    )
    assert found.fixed_in == {"sglang": "0.4.7"}
    assert found.language == "zh"
    assert told(found.environment.seen)["gpu"] == ("H20",)
    assert found.sources == ("https://example.org/thread/9",)


SHOWN = [
    ("It stops:\nsome output that names nothing", ["some output that names nothing"]),
    ("It stops with ValueError: x", []),
    ("It stops.\nValueError: no room", ["ValueError: no room"]),
    ("Start it:\nvllm serve m", []),
    ("It fails\n```\nloading\nError: no room\n```", ["Error: no room"]),
]


@pytest.mark.parametrize(("text", "expected"), SHOWN)
def test_output_inside_a_story_is_a_sample(text: str, expected: list[str]) -> None:
    found = parse_plain(f"A title\n\nSymptom\n{text}\n", "a", "inbox", VOCABULARY).article
    assert found and [sample.text for sample in found.errors] == expected


def test_a_flag_gets_its_value_from_the_command() -> None:
    text = (
        "A title\n\nFix\nadd --tool-call-parser hermes:\n\nvllm serve m --tool-call-parser hermes\n"
    )
    found = parse_plain(text, "a", "inbox", VOCABULARY).article
    assert found and found.fixes[0].launch == (Change("add-flag", "--tool-call-parser", "hermes"),)


def test_options_of_docker_are_no_change_of_the_engine_s_command() -> None:
    text = (
        "A title\n\nFix\nSet NCCL_SOCKET_IFNAME=eth0 and use --network host: "
        "`NCCL_SOCKET_IFNAME=eth0 vllm serve m --port 80`.\n"
    )
    found = parse_plain(text, "a", "inbox", VOCABULARY).article
    assert found
    assert [(c.op, c.name) for c in found.fixes[0].launch] == [("env", "NCCL_SOCKET_IFNAME")]
    assert found.fixes[0].command == "NCCL_SOCKET_IFNAME=eth0 vllm serve m --port 80"


def test_what_works_where_it_was_seen_rules_nothing_out() -> None:
    found = environment("FP8 模型加载正常。", "模型 x/y-7B-FP8，FP8 量化", "", VOCABULARY)
    assert found.clear == ()


def test_a_flag_that_must_not_be_added_is_no_change() -> None:
    text = (
        "Symptom\nx\n\nFix\nDo not add --enforce-eager; add `--max-model-len 4096`.\n\nVerify\ny\n"
    )
    found = parse_plain(text, "a", "inbox", VOCABULARY).article
    assert found and [change.flag for change in found.fixes[0].launch] == ["--max-model-len"]


@pytest.mark.parametrize(
    ("heading", "name"),
    [("Root cause", "cause"), ("**原因分析**", "cause"), ("## 3. 验证方法：", "verification"),
     ("【解决方案】", "fix"), ("Quick answer: x", "summary"), ("一、问题现象", "symptom")],
)  # fmt: skip
def test_headings_in_many_dresses(heading: str, name: str) -> None:
    found = parse_plain(f"A title\n\n{heading}\ntext\n", "a", "inbox", VOCABULARY).article
    assert found and [part.name for part in found.sections] == [name]


def test_a_program_s_error_line_is_no_label() -> None:
    text = "Symptom\nit stops\n\nError: the model does not fit\n\nFix\nuse less\n\nVerify\nlook\n"
    found = parse_plain(text, "a", "inbox", VOCABULARY).article
    assert found and [sample.text for sample in found.errors] == ["Error: the model does not fit"]


def test_an_incomplete_text_is_a_draft_and_an_empty_one_refused() -> None:
    parsed = parse("vLLM 启动失败，求助。", "a", "inbox", VOCABULARY)
    assert parsed.article and not parsed.complete
    assert {"sections.symptom", "sections.fix", "verify", "fixes"} <= {
        problem.field for problem in parsed.problems
    }
    assert parse(" \n", "a", "inbox", VOCABULARY).article is None


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from([
    "快速结论：x", "问题场景", "Fix", "Error", "ValueError: x", "- a", "```", "vllm serve m \\",
    "  --x 1", "1. add --y", "", "text。", "`vllm serve m –z`", "# T", "## Other",
    "仅在 FP8 时出现", "---", "### Option 1", "  ## x",
]), max_size=14))  # fmt: skip
def test_any_prose_survives_the_round_trip(lines: list[str]) -> None:
    parsed = parse_plain("\n".join(lines), "a", "inbox", VOCABULARY)
    if parsed.article:
        again = parse(format(parsed.article), "a", "inbox", VOCABULARY)
        assert again.article == parsed.article


LONG = {
    "digits and dots": "1." * 20_000,
    "versions": "vLLM 0.1.1 " * 4_000,
    "ways": "方案一：" * 8_000,
    "commands": "curl " * 8_000,
    "flags": "## Fix\n" + "--a-b " * 6_000 + "\nvllm serve m",
    "labels": "x:\n" * 8_000,
}


@pytest.mark.parametrize("name", LONG)
def test_twice_the_text_costs_about_twice(name: str) -> None:
    half, whole = (_cost(text) for text in (LONG[name][: len(LONG[name]) // 2], LONG[name]))
    assert whole < 8 * half + 0.2


def _cost(text: str) -> float:
    before = time.process_time()
    parse_plain(text, "a", "inbox", VOCABULARY)
    return time.process_time() - before


@pytest.mark.parametrize(
    ("text", "clause"),
    [("," * 200, ""), ("It broke, " + "and went on " * 9, "It broke"), ("It broke.", "It broke")],
)
def test_the_first_clause(text: str, clause: str) -> None:
    assert first_clause(text) == clause
