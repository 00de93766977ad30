"""Shell commands: one line, continued, prefixed, wrapped, in chains and in quotes."""

# ruff: noqa: E501  (a row is one command and what becomes of it)

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add, env, put, remove


def fixed(text: str, *changes: Change) -> str | None:
    return fix_command(text, changes, "vllm", None, TINY).after


EAGER = add("--enforce-eager")
PLACES = [
    ("vllm serve m", "vllm serve m --enforce-eager"),
    ("vllm serve m --port 1", "vllm serve m --port 1 --enforce-eager"),
    ("vllm serve m --middleware '[\"a\", \"b\"]'", "vllm serve m --middleware '[\"a\", \"b\"]' --enforce-eager"),
    ("vllm serve m --port 1  # mine", "vllm serve m --port 1 --enforce-eager  # mine"),
    ("vllm serve m > a.log 2>&1 &", "vllm serve m --enforce-eager > a.log 2>&1 &"),
    ("vllm serve m 2> a.log", "vllm serve m --enforce-eager 2> a.log"),
    ("vllm serve m | tee a.log", "vllm serve m --enforce-eager | tee a.log"),
    ("vllm serve m; echo done", "vllm serve m --enforce-eager; echo done"),
    ("cd x && vllm serve m && ls", "cd x && vllm serve m --enforce-eager && ls"),
    ("A=1 nohup vllm serve m &", "A=1 nohup vllm serve m --enforce-eager &"),
    ("sudo -E env A=1 vllm serve m", "sudo -E env A=1 vllm serve m --enforce-eager"),
    ("numactl -N 0 vllm serve m", "numactl -N 0 vllm serve m --enforce-eager"),
    ("uv run --with vllm vllm serve m", "uv run --with vllm vllm serve m --enforce-eager"),
    ("srun -n 1 --gpus 8 vllm serve m", "srun -n 1 --gpus 8 vllm serve m --enforce-eager"),
    ("time /opt/v/bin/vllm serve m", "time /opt/v/bin/vllm serve m --enforce-eager"),
    ("python3 -m vllm.entrypoints.openai.api_server --model m",
     "python3 -m vllm.entrypoints.openai.api_server --model m --enforce-eager"),
    ("vllm serve m \\\n  --port 1", "vllm serve m \\\n  --port 1 \\\n  --enforce-eager"),
    ("vllm serve m \\\n\t--port 1 \\\n\t--dtype auto > l &",
     "vllm serve m \\\n\t--port 1 \\\n\t--dtype auto \\\n\t--enforce-eager > l &"),
    ("vllm serve m \\\r\n  --port 1\r\n", "vllm serve m \\\r\n  --port 1 \\\r\n  --enforce-eager\r\n"),
    ("vllm serve m   --port 1   --dtype auto", "vllm serve m   --port 1   --dtype auto   --enforce-eager"),
    ("bash -c 'vllm serve m --port 1'", "bash -c 'vllm serve m --port 1 --enforce-eager'"),
    ("./go.sh -x exec vllm serve m", "./go.sh -x exec vllm serve m --enforce-eager"),
    ('vllm serve "$MODEL" --port $PORT', 'vllm serve "$MODEL" --port $PORT --enforce-eager'),
    ("vllm serve m --port $((8000 + 1))", "vllm serve m --port $((8000 + 1)) --enforce-eager"),
    ("if ! vllm serve m; then exit 1; fi", "if ! vllm serve m --enforce-eager; then exit 1; fi"),
    ("(cd a; vllm serve m) &", "(cd a; vllm serve m --enforce-eager) &"),
    ("cat > run.sh <<'EOF'\nvllm serve m\nEOF\n", "cat > run.sh <<'EOF'\nvllm serve m --enforce-eager\nEOF\n"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), PLACES)
def test_a_flag_goes_behind_the_last_engine_word(text: str, wanted: str) -> None:
    assert fixed(text, EAGER) == wanted


@pytest.mark.parametrize(("text", "wanted"), PLACES)
def test_taking_it_out_again_gives_the_original(text: str, wanted: str) -> None:
    assert fixed(wanted, remove("--enforce-eager")) == text


@pytest.mark.parametrize(("text", "wanted"), PLACES)
def test_twice_is_once(text: str, wanted: str) -> None:
    outcome = fix_command(wanted, EAGER, "vllm", None, TINY)
    assert (outcome.after, outcome.already, outcome.changes) == (wanted, (EAGER,), ())


VARIABLES = [
    ("vllm serve m", "A=1 vllm serve m"),
    ("B=2 vllm serve m", "B=2 A=1 vllm serve m"),
    ("B=2 \\\nC=3 \\\nvllm serve m", "B=2 \\\nC=3 \\\nA=1 \\\nvllm serve m"),
    ("sudo -E vllm serve m", "sudo -E A=1 vllm serve m"),
    ("sudo env B=2 vllm serve m", "sudo env B=2 A=1 vllm serve m"),
    ("time vllm serve m", "time A=1 vllm serve m"),
    ("cd x && nohup vllm serve m", "cd x && A=1 nohup vllm serve m"),
    ("export B=2\nvllm serve m", "export B=2\nexport A=1\nvllm serve m"),
    ("  export B=2\r\n  vllm serve m", "  export B=2\r\n  export A=1\r\n  vllm serve m"),
    ("export B=2 && vllm serve m", "export B=2 && A=1 vllm serve m"),
    ("bash -c 'vllm serve m'", "bash -c 'A=1 vllm serve m'"),
]


@pytest.mark.parametrize(("text", "wanted"), VARIABLES)
def test_a_variable_is_set_where_the_others_are(text: str, wanted: str) -> None:
    assert fixed(text, env("A", "1")) == wanted
    assert fixed(wanted, env("A", None)) == text
    assert fixed(wanted, env("A", "1")) == wanted


VALUES = [
    ("vllm serve m --port 1 --dtype auto", put("--port", "2"), "vllm serve m --port 2 --dtype auto"),
    ("vllm serve m --port=1", put("--port", "2"), "vllm serve m --port=2"),
    ("vllm serve m --enable-chunked-prefill", add("--enable-chunked-prefill", "false"),
     "vllm serve m --no-enable-chunked-prefill"),
    ("vllm serve m --trust-remote-code --port 1", put("--trust-remote-code", "False"), "vllm serve m --port 1"),
    ("vllm serve m", put("--enforce-eager", "false"), "vllm serve m --no-enforce-eager"),
    ("vllm serve m --port 1", put("--model", "n"), "vllm serve n --port 1"),
    ("setenv A 1\nvllm serve m", env("A", "2"), "setenv A 2\nvllm serve m"),
    ("set -gx A 1\nvllm serve m", env("B", "2"), "set -gx A 1\nset -gx B 2\nvllm serve m"),
    ("P=1\nA=(-q x)\nvllm serve m --port $P ${A[@]}", put("--port", "2"),
     "P=1\nA=(-q x)\nvllm serve m --port 2 ${A[@]}"),
    ("serve:\n\tvllm serve $(MODEL) --api-key $$KEY", put("--api-key", "$NEW"),
     "serve:\n\tvllm serve $(MODEL) --api-key $$NEW"),
    ('vllm serve m --port="1"', put("--port", "2"), 'vllm serve m --port="2"'),
    ("vllm serve m --port '1'", put("--port", "2"), "vllm serve m --port '2'"),
    ("vllm serve m --port 1 --port 2", put("--port", "3"), "vllm serve m --port 1 --port 3"),
    ("vllm serve m --max_model_len 1", put("--max-model-len", "2"), "vllm serve m --max_model_len 2"),
    ("vllm serve m -tp 1", put("--tensor-parallel-size", "2"), "vllm serve m -tp 2"),
    ("vllm serve m --gpu-memory 0.9", put("--gpu-memory-utilization", "1"), "vllm serve m --gpu-memory 1"),
    ("vllm serve m -O3", put("-O", "0"), "vllm serve m -O0"),
    ("vllm serve m --served-model-name a b --port 1", put("--served-model-name", "c"),
     "vllm serve m --served-model-name c --port 1"),
    ("vllm serve m --no-enable-prefix-caching --port 1", add("--enable-prefix-caching"),
     "vllm serve m --enable-prefix-caching --port 1"),
    ("vllm serve m --enable-chunked-prefill False --port 1", add("--enable-chunked-prefill"),
     "vllm serve m --enable-chunked-prefill --port 1"),
    ("vllm serve m --port=1 --dtype=auto", add("--max-num-seqs", "4"),
     "vllm serve m --port=1 --dtype=auto --max-num-seqs=4"),
    ("A=1 vllm serve m", env("A", "b c"), "A='b c' vllm serve m"),
    ('export A="1"\nvllm serve m', env("A", "2"), 'export A="2"\nvllm serve m'),
    ("export B=1 A=1\nvllm serve m", env("A", "2"), "export B=1 A=2\nvllm serve m"),
    ("vllm serve m", add("--limit-mm-per-prompt", '{"image": 4}'),
     "vllm serve m --limit-mm-per-prompt '{\"image\": 4}'"),
    ("vllm serve m --compilation-config '{\"cudagraph_mode\":\"FULL\"}'", add("--compilation-config.mode", "0"),
     "vllm serve m --compilation-config '{\"cudagraph_mode\":\"FULL\",\"mode\":0}'"),
    ("vllm serve m --compilation-config.mode=3", add("--compilation-config", '{"mode": 0}'),
     "vllm serve m --compilation-config.mode=0"),
    ("vllm serve m --compilation-config '{\"mode\": 3, \"a\": {\"b\": 1}}'", remove("--compilation-config.mode"),
     "vllm serve m --compilation-config '{\"a\": {\"b\": 1}}'"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "change", "wanted"), VALUES)
def test_a_value_is_changed_in_the_form_it_has(text: str, change: Change, wanted: str) -> None:
    assert fixed(text, change) == wanted
    assert fixed(wanted, change) == wanted


def test_an_export_in_a_chain_goes_with_its_joint() -> None:
    text = "export A=1 && vllm serve m"
    assert fixed(text, env("A", None)) == "vllm serve m"


STRINGS = [
    ('CMD="vllm serve m --port 1"\n$CMD', 'CMD="vllm serve m --port 1 --enforce-eager"\n$CMD'),
    ("os.system('vllm serve m')", "os.system('vllm serve m --enforce-eager')"),
    (
        'c = (\n  f"vllm serve {m} "\n  f"--port {p} "\n)',
        'c = (\n  f"vllm serve {m} "\n  f"--port {p} --enforce-eager "\n)',
    ),
    (
        'CMD="vllm serve m"\nCMD+=" --port 1"',
        'CMD="vllm serve m --enforce-eager"\nCMD+=" --port 1"',
    ),
]


@pytest.mark.parametrize(("text", "wanted"), STRINGS)
def test_a_command_in_a_string_is_changed_there(text: str, wanted: str) -> None:
    assert fixed(text, EAGER) == wanted
    assert fixed(wanted, remove("--enforce-eager")) == text


REMOVALS = [
    ("vllm serve m --port 1 --dtype auto", "vllm serve m --dtype auto"),
    ("vllm serve m --dtype auto --port 1", "vllm serve m --dtype auto"),
    ("vllm serve m \\\n  --port 1 \\\n  --dtype auto", "vllm serve m \\\n  --dtype auto"),
    ("vllm serve m \\\n  --dtype auto \\\n  --port 1", "vllm serve m \\\n  --dtype auto"),
    ("vllm serve m \\\n  --port 1 --dtype auto", "vllm serve m \\\n  --dtype auto"),
    ("vllm serve m \\\n  --dtype auto --port=1 \\\n  --max-num-seqs 1",
     "vllm serve m \\\n  --dtype auto \\\n  --max-num-seqs 1"),
    ("vllm serve m --port 1 --dtype auto --port=2", "vllm serve m --dtype auto"),
    ("vllm serve m \\\n  --port \\\n  1 \\\n  --dtype auto", "vllm serve m \\\n  --dtype auto"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), REMOVALS)
def test_a_removed_flag_takes_its_value_and_its_line(text: str, wanted: str) -> None:
    assert fixed(text, remove("--port")) == wanted


REFUSED = [
    "hello",
    "echo vllm serve m",
    "vllm chat",
    "vllm bench serve --model m",
    "vllm serve 'm",
    "vllm serve m --port \u202e1",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_readable_launch_command_is_refused(text: str) -> None:
    outcome = fix_command(text, EAGER, "vllm", None, TINY)
    assert outcome.refused and outcome.after is None


ASKED = [
    ("python -m sglang.launch_server --model m", EAGER),
    ("vllm serve a\nvllm serve b", EAGER),
    ("ssh host 'vllm serve a'; vllm serve b", EAGER),
    ("./go.sh vllm serve m", env("A", "1")),
    ("vllm serve m", add("--max")),
    ('CMD="vllm serve m"\nCMD+=" --port 1"', put("--port", "2")),
    ('cmd = "vllm serve m"\ncmd = "$cmd --port 1"', remove("--port")),
    ('MORE="--enforce-eager -q x"\nvllm serve m $MORE', remove("--enforce-eager")),
    ('A=(--port 1)\nA+=(-tp 2)\nvllm serve m "${A[@]}"', put("--tensor-parallel-size", "4")),
]


@pytest.mark.parametrize(("text", "change"), ASKED)
def test_what_only_the_person_knows_is_asked(text: str, change: Change) -> None:
    outcome = fix_command(text, change, "vllm", None, TINY)
    assert outcome.question and outcome.after is None
