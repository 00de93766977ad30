"""A request to copy that shows whether a server answers: its port, its model's name, its
endpoint."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kb.core.launch.model import Command, LaunchError
from kb.core.messages import msg

PORTS = {"vllm": 8000, "sglang": 30000, "llamacpp": 8080, "ollama": 11434, "tgi": 3000}
"""Where an engine listens when nothing is said. The image of TGI listens on 80."""

SECONDS = 120  # a first request may compile
PROMPT = "Say hello in one short sentence."
LOOK = "What is in this picture?"
IMAGE = "https://upload.wikimedia.org/wikipedia/commons/3/3f/JPEG_example_flower.jpg"

CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2028\u2029\u2066-\u2069]")
VARIABLE = re.compile(r"\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})")
OPERATORS = re.compile(r"[&|<>^%!]")
BEFORE_QUOTE = re.compile(r'(\\*)"')
HOST = re.compile(r"[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]")


@dataclass(frozen=True, slots=True)
class Request:
    """What to ask: `endpoint` is chat, completions, embeddings or models; `image` an address."""

    endpoint: str = "chat"
    port: int = 8000
    model: str = ""  # as served; a shell variable (`$MODEL`) stays one
    host: str = "localhost"
    image: str = ""
    prompt: str = ""
    key: str = ""  # name of the variable that holds the server's key, never the key

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}{PATHS[self.endpoint]}"


PATHS = {
    "chat": "/v1/chat/completions",
    "completions": "/v1/completions",
    "embeddings": "/v1/embeddings",
    "models": "/v1/models",
}


def request_for(command: Command, endpoint: str = "chat", image: str = "") -> Request:
    """The request for what `command` starts. A port that is no number is the engine's own."""
    key = command.flags.get("--api-key") or command.env.get("VLLM_API_KEY")
    return Request(
        endpoint=endpoint,
        port=_port(command),
        model=_served(command),
        image=image,
        key="API_KEY" if key else "",
    )


def _port(command: Command) -> int:
    given = str(command.flags.get("--port", ""))
    if given.isascii() and given.isdigit() and 0 < int(given[:6]) < 65536:
        return int(given)
    return PORTS.get(command.engine, 8000)


def _served(command: Command) -> str:
    """The first served name, else the model as it was given."""
    for name in ("--served-model-name", "--alias"):
        given = command.flags.get(name)
        if isinstance(given, str) and given.split():
            return given.split()[0]
    return command.model


def write_request(request: Request, form: str = "shell") -> str:
    """The command to copy for a POSIX shell, PowerShell or cmd.exe.

    LaunchError for an unknown endpoint or form, a control character, a host or key that is none."""
    if request.endpoint not in PATHS:
        raise LaunchError(msg("no such endpoint: {endpoint}", endpoint=request.endpoint))
    if not HOST.fullmatch(request.host) or not 0 < request.port < 65536:
        raise LaunchError(msg("no address: {host}", host=f"{request.host}:{request.port}"))
    if CONTROL.search(request.model + request.image + request.prompt) or not _is_name(request.key):
        raise LaunchError(
            msg(
                "a control character cannot stand in a request, nor anything but a name for the key"
            )
        )
    if form not in WRITERS:
        raise LaunchError(msg("no such form: {form}", form=form))
    return WRITERS[form](request)


def _is_name(key: str) -> bool:
    return not key or (key.isascii() and key.isidentifier())


def body(request: Request) -> dict[str, object]:
    """The JSON of the request; {} for one that sends none."""
    if request.endpoint == "models":
        return {}
    if request.endpoint == "embeddings":
        return {"model": request.model, "input": request.prompt or PROMPT}
    if request.endpoint == "completions":
        prompt = request.prompt or PROMPT
        return {"model": request.model, "prompt": prompt, "max_tokens": 32}
    message = {"role": "user", "content": _content(request)}
    return {"model": request.model, "messages": [message], "max_tokens": 64}


def _content(request: Request) -> object:
    if not request.image:
        return request.prompt or PROMPT
    picture = {"type": "image_url", "image_url": {"url": request.image}}
    return [{"type": "text", "text": request.prompt or LOOK}, picture]


def _shell(request: Request) -> str:
    lines = [f"curl -sS --max-time {SECONDS} {request.url}"]
    if request.key:
        lines.append(f'-H "Authorization: Bearer ${request.key}"')
    if sent := body(request):
        lines += ["-H 'Content-Type: application/json'", f"-d {_quoted(sent, request.model)}"]
    return " \\\n  ".join(lines)


def _quoted(sent: Mapping[str, object], model: str) -> str:
    """Single quotes; a variable steps out of them so that the shell fills it in."""
    text = json.dumps(sent, ensure_ascii=False).replace("'", "'\\''")
    if VARIABLE.fullmatch(model):
        text = text.replace(f'"model": "{model}"', f'"model": "\'"{model}"\'"')
    return f"'{text}'"


def _powershell(request: Request) -> str:
    """Invoke-RestMethod: older shells lose the quotes of JSON on their way to curl. ASCII, because
    a curly quote ends a text in PowerShell."""
    method = "Post" if body(request) else "Get"
    words = [f"Invoke-RestMethod -Method {method} -Uri {request.url} -TimeoutSec {SECONDS}"]
    if request.key:
        words.append(f'-Headers @{{Authorization = "Bearer $env:{request.key}"}}')
    if sent := body(request):
        text = json.dumps(sent).replace("'", "''")
        words.append(f"-ContentType 'application/json' -Body '{text}'")
    return " `\n  ".join(words)


def _cmd(request: Request) -> str:
    """Each `\\"` opens or closes a quote for cmd.exe, so its operators are escaped in the JSON."""
    words = [f"curl -sS --max-time {SECONDS} {request.url}"]
    if request.key:
        words.append(f'-H "Authorization: Bearer %{request.key}%"')
    if sent := body(request):
        text = OPERATORS.sub(lambda found: f"\\u{ord(found[0]):04x}", json.dumps(sent))
        text = BEFORE_QUOTE.sub(r'\1\1\\"', text)
        words += ['-H "Content-Type: application/json"', f'-d "{text}"']
    return " ^\n  ".join(words)


WRITERS: Mapping[str, Callable[[Request], str]] = {
    "shell": _shell,
    "powershell": _powershell,
    "cmd": _cmd,
}
