"""What a traceback is made of, and lines that state nothing: frames, code, usage."""

import re

from kb.core.errors.patterns import any_of

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

CODE = any_of(
    r"(?:return|raise|await|yield|assert|if|elif|for|with|while|try|except|else|def|class|async"
    r"|import|from)\b",
    r"[\w.\[\]]+ ?(?:=|\+=) ?[^=].*",
    r"(?:self|super|cls)\b.*",
    r".*[(\[{,\\]$",
    r"[)\]}]+[,.]?.*",
    r"[\w.]+\([^:]*\)$",
    r"@\w+.*",
)

SKIPPED = any_of(
    r"^\s*(?:at |'?\s{2,}at )\S",  # frames of JavaScript, Java
    r"^\s*(?:#\d{1,3} +|frame #\d{1,3}: )",  # of C++
    r"^\s*\S{1,300}\.(?:go|s|rs|cpp|c|h):\d{1,6} \+0x|^goroutine \d|^\s*created by ",
    r"^\S{1,200}\(0x[0-9a-f]",
    r"^\s*\S{1,300}\(\+0x[0-9a-f]{2,}\) ?\[",
    r"^\s*\d{1,5} \| ",  # the source that a compiler shows
    r"\b(?:ServerArgs|Namespace|VllmConfig|EngineArgs)\(",
    r"(?:with config|non-default args|server config env|engine args|Launcher?Args?) ?[:=]",
    r"^args: |Args \{",
    r"\" (?:200|201|202|204|206|301|302|304|307)\b|\| (?:200|201|204) \|",  # healthy requests
    r"\[(?:GIN|pip3|conda|notice)\]",
    r"^\s*-?-[\w-]+(?:[ =]|$)",  # usage and option lists
    r"^usage: |^\s*\[-",
    r"https?://\S+$",
    r"^(?:For|Please|See|Check|To|If|Try|Hint|Note|Tip|Consider|You can|Possible)\b",
    r"^This (?:may|might|is|can)\b",
    r"^\s*(?:\$|#|>>>|PS [A-Z]:\\) ?\S",  # what was typed
    r"^(?:pip3? install|python3? [-./]|docker (?:run|compose|exec)|vllm (?:serve|bench|chat)|sudo"
    r"|export|kubectl|curl -|git clone|conda (?:install|activate)|apt(?:-get)? install) ",
)

BANNER = any_of(
    r"vLLM API server version|^server_args=ServerArgs|Listening on \S+ \(version",
    r"^build: \d+ \(|text_generation_launcher: Args|^Args \{|^Started server process",
    r"^\[\+\] Running \d|^Starting (?:vLLM|SGLang|server|llama)",
)
"""A server starts: what is above belongs to an earlier run."""
