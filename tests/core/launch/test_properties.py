"""What holds for every launch command and every change, tried with random ones."""

# ruff: noqa: E501  (tables of pieces)

import os
import shlex
from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from kb.core.articles.model import Change
from kb.core.launch import LaunchError, find_commands, fix_command, parse_command, to_form
from kb.core.launch.placeholders import holes
from tests.core.launch.catalogues import ALL
from tests.core.launch.tiny import TINY, add, env, image, put, remove

MANY = int(os.environ.get("FUZZ_EXAMPLES", "10000"))
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


ADDED = [
    ("--max-num-seqs", "4"), ("--quantization", "fp8"), ("--attention-backend", "a b"), ("--tokenizer-mode", None),
    ("--speculative-model", "it's"), ("--language-model-only", None),
]  # fmt: skip


@FAST
@given(commands(), st.lists(st.sampled_from(ADDED), unique=True, min_size=1))
def test_several_added_and_taken_out_again_give_the_original(
    text: str, flags: list[tuple[str, str | None]]
) -> None:
    changes = [add(*each) for each in flags]
    added = fix_command(text, changes, "vllm", None, TINY).after or ""
    undone = [remove(flag) for flag, _ in reversed(flags)]
    assert fix_command(added, undone, "vllm", None, TINY).after == text


VALUES = [
    "a", "8000", "a b", "it's", 'a "b"', '{"a": "b c"}', "50%", "a: b", "a # b", "yes", "null", "1e3", "-1", "a,b", "[a]",
    "~", "é", "a\\b", "*", "&a", "a!b", "{a}", "'", "$X",
]  # fmt: skip
VALUED = [
    "--host",
    "--dtype",
    "--quantization",
    "--tokenizer-mode",
    "--limit-mm-per-prompt",
    "--chat-template",
]
SWITCHES = ["--enforce-eager", "--no-enable-prefix-caching", "--trust-remote-code"]


@st.composite
def said(draw: st.DrawFn) -> str:
    """A command of the shell with any values."""
    valued = draw(st.lists(st.sampled_from(VALUED), unique=True, max_size=4))
    words = [word for flag in valued for word in (flag, draw(st.sampled_from(VALUES)))]
    words += draw(st.lists(st.sampled_from(SWITCHES), unique=True))
    head = f"A={shlex.quote(draw(st.sampled_from(VALUES)))} vllm serve a/b --port 8000"
    return " ".join([head, *map(shlex.quote, words)])


@pytest.mark.parametrize("form", ["shell", "docker", "compose", "kubernetes", "config"])
@FAST
@given(text=said())
def test_each_rendered_form_parses_to_the_same(form: str, text: str) -> None:
    command = parse_command(text, "vllm", None, TINY)
    again = parse_command(to_form(command, form), "vllm", None, TINY)
    assert again.model == command.model
    assert meant(again.flags, form) == meant(command.flags, "shell")
    if form != "config":  # a file holds no variables of the environment
        assert meant(again.env, form) == meant(command.env, "shell")


def meant(values: Mapping[str, str | bool], form: str) -> dict[str, str | bool]:
    """The values as the program gets them: compose halves dollars, Kubernetes names `$(X)`."""
    found = {name: value for name, value in values.items() if name != "--model"}
    if form == "compose":
        return {n: v.replace("$$", "$") if isinstance(v, str) else v for n, v in found.items()}
    if form == "kubernetes":
        return {n: "$X" if v == "$(X)" else v for n, v in found.items()}
    return found


@FAST
@given(st.data())
def test_no_spelling_of_a_flag_is_doubled(data: st.DataObject) -> None:
    """Whatever alias, beginning or negation the command has, setting the flag leaves one."""
    version = data.draw(st.sampled_from(["0.8.5", "0.11.0", "0.24.0", "0.33.0"]))
    catalogue = ALL["vllm"]
    flag = data.draw(st.sampled_from(sorted(catalogue.tables.flags)))
    found = catalogue.resolve(flag, version)
    assume(
        found is not None and found.status == "here" and found.kind in ("value", "pair", "switch")
    )
    assert found is not None
    spellings = catalogue.spellings(flag, version)
    assume(spellings)
    option = data.draw(st.sampled_from(spellings))
    value = "1" if found.kind == "value" else None
    text = " ".join(filter(None, ["vllm serve m --revision x", option, value]))
    change = put(flag, "2") if value else add(flag)
    after = fix_command(text, change, "vllm", version, ALL).after
    assume(after is not None and flag not in ("--revision", "--model", "--config"))
    written = parse_command(after or "", "vllm", version, ALL).written
    names = [catalogue.resolve(one.name, version) for one in written]
    assert [each and each.flag for each in names].count(flag) == 1


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
    '{"args": ["', '"Cmd": [', '"env": [{"name": "A", "value": "1"}]', "}]", "[program:a]\ncommand=", "[Container]\n",
    "Exec=", "Image=a/vllm-openai", "environment: {A: 1}", "run: >", "script:\n", "+ ", "**--port**", "[a](http://a)",
    "\\_", "&#45;", "1 ", "your-model", "/path/to/a", "$MODEL_PATH", "setenv A 1", "all:\n\t", "c += [", "entrypoint: sh",
    "--compilation-config", '{"a": 1}', '{"a"', "\t", "```", "model: m", "-e A=1", "export A=1", "ollama serve",
]  # fmt: skip


TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=6)), max_size=30).map("".join)


@settings(max_examples=600, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS, st.sampled_from(CHANGES))
def test_nothing_raises_but_the_modules_own_error(text: str, change: Change) -> None:
    raises_its_own(text, change)


@pytest.mark.long
@settings(max_examples=MANY, deadline=None, suppress_health_check=list(HealthCheck))
@given(TEXTS, st.sampled_from(CHANGES))
def test_nothing_raises_in_ten_thousand_texts(text: str, change: Change) -> None:
    raises_its_own(text, change)


def raises_its_own(text: str, change: Change) -> None:
    outcome = fix_command(text, change, "vllm", "0.9.0", TINY)
    assert [outcome.after, outcome.question, outcome.refused].count(None) == 2
    for hole in holes(outcome.after or outcome.draft or text):
        assert hole.name in hole.word
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
    "$MODEL_PATH " * 20_000,
    "vllm serve <a> " + "<b> " * 50_000,
    "{\n" + '  "a": {"args": ["x"]},\n' * 9_000,
    '{"args": [' * 20_000,
    "[program:a]\ncommand=vllm serve m\n" * 6_000,
    'c = ["vllm"]\nc += ["--a"]\n' * 8_000,
    "vllm serve $A \nA=--x\n" * 9_000,
]


@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_long_texts_end(text: str) -> None:
    """Measured below 2 s each of processor time."""
    assert len(holes(text)) <= 40
    outcome = fix_command(text, add("--enforce-eager"), "vllm", None, TINY)
    assert [outcome.after, outcome.question, outcome.refused].count(None) == 2
