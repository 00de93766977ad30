"""What holds for every launch command and every change, tried with random ones."""

# ruff: noqa: E501  (tables of pieces)

import os

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kb.core.articles.model import Change
from kb.core.launch import LaunchError, find_commands, fix_command, parse_command
from tests.core.launch.tiny import TINY, add, env, image, put, remove

MANY = int(os.environ.get("FUZZ_EXAMPLES", "2000"))
FAST = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))

FLAGS = [
    "--enforce-eager", "--port 8000", "--port=8000", "-tp 2", "--max_model_len 4096", "--dtype 'auto'",
    "--served-model-name a b", "--no-enable-prefix-caching", "--unknown-flag x", '--api-key "$KEY"',
    "--limit-mm-per-prompt '{\"image\": 4}'", "--compilation-config.mode=3", "-O3", "--trust-remote-code",
    "--speculative-config '{\"method\": \"m\", \"n\": 3}'",
]  # fmt: skip
HEADS = [
    "vllm serve a/b", "A=1 nohup vllm serve 'a/b'", "python3 -m vllm.entrypoints.openai.api_server --model m",
    "docker run --gpus all -e B=2 -p 80:80 vllm/vllm-openai:v0.8.0 --model m", "sudo -E vllm serve $MODEL",
    "cd /x && exec vllm serve m", "srun -n 1 bash -c \"vllm serve m", "./go.sh --solo exec vllm serve m",
]  # fmt: skip
GAPS = [" ", "  ", " \\\n  ", " \\\n\t"]
TAILS = ["", " > l.log 2>&1 &", " | tee l.log", "  # mine", "\n", " && echo ok"]


@st.composite
def commands(draw: st.DrawFn) -> str:
    head = draw(st.sampled_from(HEADS))
    flags = draw(st.lists(st.sampled_from(FLAGS), max_size=6, unique=True))
    gap = draw(st.sampled_from(GAPS))
    closing = '"' if 'c "' in head else ""
    flags = [flag for flag in flags if not closing or '"' not in flag]
    return gap.join([head, *flags]) + closing + draw(st.sampled_from(TAILS))


CHANGES = [
    add("--max-num-seqs", "4"), add("--enforce-eager"), put("--port", "9"), remove("--port"), env("NEW", "1"),
    add("--enable-prefix-caching"), image("v0.9.0"), put("--limit-mm-per-prompt", '{"image": 1}'),
    add("--compilation-config", '{"mode": 0}'), remove("--served-model-name"), env("A", None),
]  # fmt: skip


@FAST
@given(commands())
def test_without_a_change_nothing_changes(text: str) -> None:
    assert fix_command(text, (), "vllm", None, TINY).after == text


@FAST
@given(commands(), st.sampled_from(CHANGES))
def test_twice_is_once(text: str, change: Change) -> None:
    once = fix_command(text, change, "vllm", None, TINY)
    assume(once.after is not None)
    twice = fix_command(once.after or "", change, "vllm", None, TINY)
    assert twice.after == once.after
    assert twice.already == (change,)


@FAST
@given(commands(), st.sampled_from([add("--max-num-seqs", "4"), add("--quantization", "fp8")]))
def test_add_then_remove_gives_the_original(text: str, change: Change) -> None:
    added = fix_command(text, change, "vllm", None, TINY).after or ""
    assert fix_command(added, remove(change.flag), "vllm", None, TINY).after == text


@FAST
@given(commands())
def test_a_variable_set_and_unset_gives_the_original(text: str) -> None:
    added = fix_command(text, env("NEW", "1"), "vllm", None, TINY)
    assume(added.after is not None)
    assert fix_command(added.after or "", env("NEW", None), "vllm", None, TINY).after == text


NAMED = {
    "--port": ("--port", "8000", "--port=8000"),
    "--served-model-name": ("--served-model-name", "a", "b"),
    "--enable-prefix-caching": ("--no-enable-prefix-caching",),
    "--limit-mm-per-prompt": ('\'{"image":', "4}'"),
    "--compilation-config": ("--compilation-config.mode=3", "-O3"),
}


@FAST
@given(commands(), st.sampled_from(CHANGES))
def test_every_word_stays_in_its_order(text: str, change: Change) -> None:
    outcome = fix_command(text, change, "vllm", None, TINY)
    assume(outcome.after is not None)
    named = {"A=1", "vllm/vllm-openai:v0.8.0", *NAMED.get(change.flag, ())}
    if change.op in ("add-flag", "set-flag", "remove-flag"):
        named -= {"A=1", "vllm/vllm-openai:v0.8.0"}
    after = iter((outcome.after or "").replace('"', " ").replace("\\\n", "\n").split())
    words = text.replace('"', " ").replace("\\\n", "\n").split()
    assert all(word in after for word in words if word.replace('"', "") not in named)


@FAST
@given(commands())
def test_more_blanks_change_no_flag(text: str) -> None:
    assume("\n" not in text and "'" not in text)
    wide = text.replace(" --", "   --")
    one, other = parse_command(text, "vllm", None, TINY), parse_command(wide, "vllm", None, TINY)
    assert (one.flags, one.env, one.model) == (other.flags, other.env, other.model)


PIECES = [
    "vllm serve", "docker run", "--gpus all", "vllm/vllm-openai:v1", "'", '"', "\\", "\n", " ", "`", "$(", ")",
    "{", "}", "[", "]", "–port", "--port=1", "# x", "> ", "<<EOF", "|", "&&", "command:", "args:", "  - ", "env:",
    "name: A", "value: 1", "image: a/vllm-openai", "ExecStart=", "[Service]", "Environment=", "FROM a",
    'CMD ["', "LLM(", "model='m'", "^", "\r\n", "\u00a0", "，", "“", "’", "&amp;", "<model>", "...", "é", "\ud83d",
    "{{ .Values }}", "cmd: >", "|", "bash -c", "$env:A=", "set A=", "python -m sglang.launch_server", "host: 1",
    "--compilation-config", '{"a": 1}', '{"a"', "\t", "```", "model: m", "-e A=1", "export A=1", "ollama serve",
]  # fmt: skip


@settings(max_examples=MANY, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=30).map("".join),
    st.sampled_from(CHANGES),
)
def test_nothing_raises_but_the_modules_own_error(text: str, change: Change) -> None:
    outcome = fix_command(text, change, "vllm", "0.9.0", TINY)
    assert [outcome.after, outcome.question, outcome.refused].count(None) == 2
    for found in find_commands(text):
        assert 0 <= found.start < found.end <= len(text)
    try:
        parse_command(text, None, None, TINY)
    except LaunchError as error:
        assert str(error)


LONG = [
    "vllm serve m " + "--port 1 " * 20_000,
    "vllm serve m \\\n" * 10_000,
    "vllm serve '" * 10_000,
    "# " * 100_000 + "vllm serve m",
    "command:\n" + "  - --x\n" * 20_000,
    "args: [" * 10_000,
    "vllm serve m " + "–port " * 20_000,
    "vllm serve m --x " + "{" * 100_000,
    "llm = LLM(" * 10_000,
    "vllm serve m “" * 10_000,
    "export A=1\n" * 15_000 + "vllm serve m",
    "docker run " * 20_000,
    'CMD ["' * 20_000,
    "image: a/vllm-openai\ncommand: m\n---\n" * 3_000,
]


@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_long_texts_end(text: str) -> None:
    """Measured below 2 s each of processor time."""
    outcome = fix_command(text, add("--enforce-eager"), "vllm", None, TINY)
    assert [outcome.after, outcome.question, outcome.refused].count(None) == 2
