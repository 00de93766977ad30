"""What a traceback is made of, and lines that state nothing: frames, code, usage."""

import re

from kb.core.errors.patterns import phrases


def _any(*patterns: str) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{pattern})" for pattern in patterns))


CLASS = re.compile(
    r"(?:[A-Za-z_]\w{0,60}\.){0,12}_?(?:[A-Z]\w{0,80}(?:Error|Exception|Interrupt|Exit"
    r"|Resources|Expired|Unavailable|NotFound|Enabled|Timeout|Closed|Failure)"
    r"|Empty|Full|StopIteration|UserException|HTTPException)(?=[:(]|\s*$)"
)
"""An exception's class at the start of a line."""

INNER_CLASS = re.compile(
    r"(?<![\w/])(?:[a-z_]\w{0,60}\.){0,12}[A-Z]\w{0,80}(?:Error|Exception)(?:: |\()[^\s)]"
)

FRAME = re.compile(r"\s*(?:\| +)?File \"[^\"\n]{0,500}\", line \d{1,7}(?:, in .{0,200})?\s*")

HEADER = "Traceback (most recent call last)"

LINKS = (
    "During handling of the above exception",
    "The above exception was the direct cause",
)

CARETS = re.compile(r"[\s|]*[~^]+[~^\s]*")

LOOSE_CLASS = re.compile(r"(?:[a-z_]\w{0,60}\.){1,12}_?[A-Z]\w{2,80}(?=: |$)")
"""A class of an unusual name; only where a traceback ends."""

RAISED = re.compile(r"raise [A-Z][\w.]{2,100}\([\"'f]")

CODE = _any(
    r"(?:return|raise|await|yield|assert|if|elif|for|with|while|try|except|else|def|class|async"
    r"|import|from)\b",
    r"[\w.\[\]]+ ?(?:=|\+=) ?[^=].*",
    r"(?:self|super|cls)\b.*",
    r".*[(\[{,\\]$",
    r"[)\]}]+[,.]?.*",
    r"[\w.]+\([^:]*\)$",
    r"@\w+.*",
)

SKIPPED = phrases(
    words=("serverargs(", "namespace(", "vllmconfig(", "engineargs(", "args {", "[gin]",
           "received request"),
    forms=(
        ("at ", r"^\s*(?:at |'?\s{2,}at )\S"),  # frames of JavaScript, Java
        ("#", r"^\s*(?:#\d{1,3} +|frame #\d{1,3}: )"),  # of C++
        (" +0x", r"^\s*\S{1,300}\.(?:go|s|rs|cpp|c|h):\d{1,6} \+0x"),  # of Go
        ("goroutine ", r"^goroutine \d"),
        ("created by ", r"^\s*created by "),
        ("(0x", r"^\S{1,200}\(0x[0-9a-f]"),
        ("(+0x", r"^\s*\S{1,300}\(\+0x[0-9a-f]{2,}\) ?\["),
        (" | ", r"^\s*\d{1,5} \| "),  # the source that a compiler shows
        ("with config", r"with config ?[:=]"),
        ("args", r"(?:non-default args|engine args|Launcher?Args?) ?[:=]|^args: "),
        ("server config", r"server config env ?[:=]"),
        ('" ', r'" (?:200|201|202|204|206|301|302|304|307)\b'),  # healthy requests
        ("] ", r"\[(?:pip3|conda)\] "),
        ("-", r"^\s*-?-[\w-]+(?:[ =]|$)|^\s*\[-"),  # usage and option lists
        ("usage: ", r"^usage: "),
        ("http", r"https?://\S+$"),
        ("", r"^(?:For|Please|See|Check|To|If|Try|Hint|Note|Tip|Consider|You can|Possible)\b"),
        ("this ", r"^This (?:may|might|is|can)\b"),
        ("", r"^\s*(?:\$|#|>>>|PS [A-Z]:\\) ?\S"),  # what was typed
        ("install ", r"^(?:pip3?|conda|apt|apt-get|sudo apt) install "),
        ("", r"^(?:python3? [-./]|sudo |export |kubectl |curl -|git clone|conda activate)"),
        ("docker ", r"^docker (?:run|compose|exec) "),
        ("vllm ", r"^vllm (?:serve|bench|chat) "),
    ),
)  # fmt: skip

_OPENINGS = (
    "server_args=ServerArgs",
    "Listening on ",
    "build: ",
    "text_generation_launcher: Args",
    "Args {",
    "Started server",
    "[+] Running",
    "Starting ",
)
_BANNER = re.compile(
    r".{0,60}vLLM API server version|server_args=ServerArgs|Listening on \S+ \(version"
    r"|build: \d+ \(|(?:text_generation_launcher: )?Args \{|Started server process"
    r"|\[\+\] Running \d|Starting (?:vLLM|SGLang|server|llama)"
)


def is_banner(text: str) -> bool:
    """Whether a server starts in this line: what is above belongs to an earlier run."""
    opens = text.startswith(_OPENINGS) or "vLLM API server version" in text
    return opens and _BANNER.match(text) is not None
