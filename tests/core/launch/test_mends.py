"""Damage of copied commands: what comes out, and that it is said."""

import pytest

from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY, add

EAGER = add("--enforce-eager")
MENDED = [
    # dashes
    ("vllm serve m –port 1", "vllm serve m --port 1"),
    ("vllm serve m —port 1 −dtype auto", "vllm serve m --port 1 --dtype auto"),
    ("vllm serve m ––port 1", "vllm serve m --port 1"),
    ("vllm serve m –tp 2", "vllm serve m -tp 2"),
    ("vllm serve m --max‑model‑len 1", "vllm serve m --max-model-len 1"),
    ("—port 1 —dtype auto", "--port 1 --dtype auto"),
    (
        "docker run –gpus all –p 1:1 a/vllm-openai —model m",
        "docker run --gpus all -p 1:1 a/vllm-openai --model m",
    ),
    ("vllm serve m -language-model-only", "vllm serve m --language-model-only"),
    # quotes and JSON
    (
        "vllm serve m --dtype ‘auto’ --served-model-name “a b”",
        "vllm serve m --dtype 'auto' --served-model-name \"a b\"",
    ),
    (
        "vllm serve m --limit-mm-per-prompt ‘{“image”: 4}’",
        "vllm serve m --limit-mm-per-prompt '{\"image\": 4}'",
    ),
    (
        "vllm serve m --limit-mm-per-prompt '{“image”: 4}'",
        "vllm serve m --limit-mm-per-prompt '{\"image\": 4}'",
    ),
    (
        'vllm serve m --limit-mm-per-prompt {"image": 4}',
        "vllm serve m --limit-mm-per-prompt '{\"image\": 4}'",
    ),
    (
        'vllm serve m --limit-mm-per-prompt={"image":4}',
        "vllm serve m --limit-mm-per-prompt='{\"image\":4}'",
    ),
    (
        'vllm serve m --limit-mm-per-prompt "{"image": 4}"',
        "vllm serve m --limit-mm-per-prompt '{\"image\": 4}'",
    ),
    (
        "vllm serve m --limit-mm-per-prompt '{\\\"image\\\": 4}'",
        "vllm serve m --limit-mm-per-prompt '{\"image\": 4}'",
    ),
    # blanks, entities, full-width marks
    ("vllm serve m\u00a0--port\u00a01", "vllm serve m --port 1"),
    ("vllm\u3000serve m --po\u200brt 1", "vllm serve m --port 1"),
    ("vllm serve m --port 1 &amp;&amp; echo &quot;a&quot;", 'vllm serve m --port 1 && echo "a"'),
    ("vllm serve m --port 1，--dtype auto。", "vllm serve m --port 1 --dtype auto"),
    ("vllm serve m --port：1；--dtype auto", "vllm serve m --port 1 --dtype auto"),
    ("vllm serve m &#45;&#45;port 1 &ndash;&ndash;dtype x", "vllm serve m --port 1 --dtype x"),
    # marks of text formats
    (
        "vllm serve m --enforce\\_eager --max\\_model\\_len=1",
        "vllm serve m --enforce_eager --max_model_len=1",
    ),
    ("vllm serve m \\-\\-port 1", "vllm serve m --port 1"),
    ("vllm serve m **--port 1** --dtype x", "vllm serve m --port 1 --dtype x"),
    ("vllm serve m `--port` 1 *--dtype x*", "vllm serve m --port 1 --dtype x"),
    (
        "vllm serve m --host [0.0.0.0](http://0.0.0.0) --port 1",
        "vllm serve m --host 0.0.0.0 --port 1",
    ),
    ("vllm serve m --chat-template <https://a.b/c>", "vllm serve m --chat-template https://a.b/c"),
    ("vllm serve m --chat-template a/**init**.py", "vllm serve m --chat-template a/__init__.py"),
    ("1  vllm serve m \\\n2    --port 1", "vllm serve m \\\n  --port 1"),
    ("41: export A=1\n42: vllm serve m", "export A=1\nvllm serve m"),
    # continuations
    ("vllm serve m \\ \n  --port 1", "vllm serve m \\\n  --port 1"),
    (
        "vllm serve m \\\n  --port 1\n  --dtype auto",
        "vllm serve m \\\n  --port 1 \\\n  --dtype auto",
    ),
    ("vllm serve m\n--port 1\n--dtype auto", "vllm serve m \\\n--port 1 \\\n--dtype auto"),
    ("vllm serve m \\\n  --port 1 \\", "vllm serve m \\\n  --port 1"),
    ("vllm serve m \\\n\n  --port 1", "vllm serve m \\\n  --port 1"),
    ("vllm serve m \\\n# why\n  --port 1", "# why\nvllm serve m \\\n  --port 1"),
    (
        "vllm serve m \\\n  # --dtype auto \\\n  --port 1",
        "# --dtype auto \\\nvllm serve m \\\n  --port 1",
    ),
    (
        "vllm serve m \\\n  --port 1 \\ # mine\n  --dtype auto",
        "# --port: mine\nvllm serve m \\\n  --port 1 \\\n  --dtype auto",
    ),
    (
        "vllm serve m \\\n  --port 1 # mine \\\n  --dtype auto",
        "# --port: mine\nvllm serve m \\\n  --port 1 \\\n  --dtype auto",
    ),
    (
        "vllm serve m \\\n  --port 1 \\ # <-- new\n  --dtype auto",
        "vllm serve m \\\n  --port 1 \\\n  --dtype auto",
    ),
    (
        "docker run --rm\n  -p 1:1\n  a/vllm-openai:v1\n  --model m",
        "docker run --rm \\\n  -p 1:1 \\\n  a/vllm-openai:v1 \\\n  --model m",
    ),
    # prompts and wrapping
    ("$ vllm serve m", "vllm serve m"),
    ("# vllm serve m --port 1", "vllm serve m --port 1"),
    ("(env) u@h:~/a$ A=1 vllm serve m", "A=1 vllm serve m"),
    ("[root@h dir]# vllm serve m", "vllm serve m"),
    ("➜  a git:(main) ✗ vllm serve m", "vllm serve m"),
    ("🐍 env ❯ vllm serve m", "vllm serve m"),
    ("$ vllm serve m \\\n> --port 1", "vllm serve m \\\n--port 1"),
    ("```bash\nvllm serve m\n```", "vllm serve m"),
    ("Run this:\n```\nvllm serve m\n```\nthanks", "vllm serve m"),
    ("> vllm serve m \\\n>   --port 1", "vllm serve m \\\n  --port 1"),
    ("`vllm serve m`", "vllm serve m"),
    ("I run vllm serve a/b --port 1\nand it fails", "vllm serve a/b --port 1"),
    ("We start it with `vllm serve a/b --port 1`\nand it fails", "vllm serve a/b --port 1"),
    ("启动命令：vllm serve a/b --port 1，然后报错", "vllm serve a/b --port 1"),
    ("$ export A=1\n$ vllm serve m", "export A=1\nvllm serve m"),
    (
        '--model m --limit-mm-per-prompt {"image":4}',
        "--model m --limit-mm-per-prompt '{\"image\":4}'",
    ),
    (
        "docker run --rm a/sglang \\\n  python3 -m sglang.launch_server –port 1",
        "docker run --rm a/sglang \\\n  python3 -m sglang.launch_server --port 1",
    ),
    (
        "trtllm-serve m \\\n  --host a\n  --foo_bar 3",
        "trtllm-serve m \\\n  --host a \\\n  --foo_bar 3",
    ),
    ("2025-08-01 10:00:00 + vllm serve m", "vllm serve m"),
    ("++ vllm serve m --port 1", "vllm serve m --port 1"),
    (
        "root  12  5.0  1.0 123 456 ?  Sl  10:00  1:00 /usr/bin/vllm serve m",
        "/usr/bin/vllm serve m",
    ),
    ("1. vllm serve m --port 1", "vllm serve m --port 1"),
    ("• vllm serve m --port 1", "vllm serve m --port 1"),
    ("(v) PS C:\\x> vllm serve m", "vllm serve m"),
]


@pytest.mark.parametrize(("text", "wanted"), MENDED)
def test_damage_is_mended_and_said(text: str, wanted: str) -> None:
    outcome = fix_command(text, (), "vllm", None, TINY)
    assert outcome.after == wanted
    assert outcome.repairs


@pytest.mark.parametrize(("text", "wanted"), MENDED)
def test_a_mended_command_is_left_alone(text: str, wanted: str) -> None:
    outcome = fix_command(wanted, (), "vllm", None, TINY)
    if not wanted.startswith("# --dtype"):
        assert (outcome.after, outcome.repairs) == (wanted, ())


UNTOUCHED = [
    "vllm serve Qwen–7B --served-model-name 通义，千问",
    "# arm A — the default\nvllm serve m --port 1",
    "vllm serve m --chat-template 'a – b'",
    'vllm serve m --served-model-name "it’s"',
    "vllm serve m --limit-mm-per-prompt '{\"image\": 4}'",
    "vllm serve m --port 1  # – port",
    "vllm serve m -tp 2 -q awq",
    "vllm serve m > log_$(date +%Y%m%d_%H%M%S).log",
    "my-wrapper vllm serve m",
    "vllm serve m > log # a\necho \\\n  # b\n",
    "vllm serve m &\nsleep 5\n-x\n",
    "cat a\nvllm serve m\nls --all",
    "vllm serve m --served-model-name a**b**c --chat-template x\\_y",
    "vllm serve m --chat-template '[a](b)'",
    "2 vllm serve m",
    "@reboot cd /a && /b/vllm serve m >> /c/l 2>&1",
]


@pytest.mark.parametrize("text", UNTOUCHED)
def test_what_is_right_stays_to_the_byte(text: str) -> None:
    outcome = fix_command(text, (), "vllm", None, TINY)
    assert (outcome.after, outcome.repairs) == (text, ())


ASKED = [
    "vllm serve <your-model> --port 1",
    "vllm serve m --port <PORT>",
    "vllm serve m --port 1 ...",
    "vllm serve m [OPTIONS]",
    "vllm serve m --port 1 <---- new",
    "vllm serve m \\\n --port 1 \\ <<---- newly added line\n --dtype auto",
    "vllm serve m --enforce-eager（新）",
    "vllm serve m --port 1 然后报错",
    "vllm serve m –not-an-option 1",
    "vllm serve m --port 1\n\nvllm serve m --port 2",
    " vllm serve m \\\n-  --port 1\n+  --port 2",
    'c = f"""\nvllm serve m \\\\\n  --port 1\n"""',
    'c = "vllm serve " + model + " --port 1"',
]


@pytest.mark.parametrize("text", ASKED)
def test_what_only_its_author_knows_is_asked(text: str) -> None:
    outcome = fix_command(text, EAGER, "vllm", None, TINY)
    assert outcome.question and outcome.after is None


REFUSED = [
    "vllm serve m --p\u043ert 1",
    "vllm serve m --port 1 \u202e# x",
    "vllm serve m \x00",
    "vllm serve m --dtype 'auto",
    "let c = [\n  vllm serve m --port ($p | into string)\n]",
    "see the log below",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_deceives_or_cannot_be_read_is_refused(text: str) -> None:
    outcome = fix_command(text, EAGER, "vllm", None, TINY)
    assert outcome.refused and outcome.after is None


VALUES = ["1\n2", "$(id)", "`id`", "a;b", "a|b", "a&b", "a>b", "<(id)", "a\x00", "\u202ea"]


@pytest.mark.parametrize("value", VALUES)
def test_a_new_value_that_a_shell_would_run_is_refused(value: str) -> None:
    outcome = fix_command("vllm serve m", add("--dtype", value), "vllm", None, TINY)
    assert outcome.refused and outcome.after is None
