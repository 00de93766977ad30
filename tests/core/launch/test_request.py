"""Requests to copy: what the shell hands to curl is the JSON that was meant."""

import json
import shlex

import pytest

from kb.core.launch.model import Command, LaunchError
from kb.core.launch.request import IMAGE, Request, body, request_for, write_request

MODELS = ["org/model", "it's", 'a "b"', "模型", "a b", "$(id)", "`id`", "a;b|c&d>e", "100%", "a\\"]


def sent(command: str) -> object:
    """The JSON behind `-d`, as a shell splits the command."""
    words = shlex.split(command.replace("\\\n", ""))
    return json.loads(words[words.index("-d") + 1])


@pytest.mark.parametrize("endpoint", ["chat", "completions", "embeddings"])
@pytest.mark.parametrize("model", MODELS)
def test_a_shell_hands_over_what_was_meant(model: str, endpoint: str) -> None:
    request = Request(endpoint, model=model, prompt='isn\'t it "fine"?')
    assert sent(write_request(request)) == body(request)


@pytest.mark.parametrize("model", ["$MODEL", "${MODEL_NAME}"])
def test_a_shell_variable_is_filled_in_by_the_shell(model: str) -> None:
    assert f'"model": "\'"{model}"\'"' in write_request(Request(model=model))


def test_a_picture_goes_as_an_image_url() -> None:
    content = body(Request(image=IMAGE))["messages"]
    assert json.dumps(IMAGE) in json.dumps(content) and "image_url" in json.dumps(content)


@pytest.mark.parametrize("model", MODELS)
def test_cmd_keeps_the_json_and_runs_nothing(model: str) -> None:
    text = write_request(Request(model=model), "cmd")
    inner = text.partition('-d "')[2][:-1]
    assert json.loads(_argv(inner))["model"] == model
    assert not set("&|<>^%") & set(inner)


def _argv(text: str) -> str:
    """How a Windows program reads a quoted word: backslashes count only before a quote."""
    plain, at = "", 0
    while at < len(text):
        run = len(text[at:]) - len(text[at:].lstrip("\\"))
        if text[at + run : at + run + 1] == '"':
            assert run % 2 == 1
            plain += "\\" * (run // 2) + '"'
            at += run + 1
        else:
            plain += text[at : at + max(run, 1)]
            at += max(run, 1)
    return plain


@pytest.mark.parametrize("model", [*MODELS, "a‘b’c"])
def test_powershell_quotes_singly(model: str) -> None:
    text = write_request(Request(model=model), "powershell").partition("-Body '")[2][:-1]
    assert json.loads(text.replace("''", "'"))["model"] == model
    assert text.isascii()


def test_models_sends_nothing() -> None:
    text = write_request(Request("models", port=30000))
    assert text == "curl -sS --max-time 120 http://localhost:30000/v1/models"


def test_a_key_stays_in_its_variable() -> None:
    assert '-H "Authorization: Bearer $API_KEY"' in write_request(Request(key="API_KEY"))


@pytest.mark.parametrize(
    ("engine", "flags", "port", "model"),
    [
        ("vllm", {}, 8000, "org/m"),
        ("vllm", {"--port": "9000", "--served-model-name": "a b"}, 9000, "a"),
        ("vllm", {"--port": "$PORT"}, 8000, "org/m"),
        ("vllm", {"--port": "٣"}, 8000, "org/m"),
        ("sglang", {"--served-model-name": "x"}, 30000, "x"),
        ("llamacpp", {"--alias": "x"}, 8080, "x"),
        ("ollama", {}, 11434, "org/m"),
        ("unknown", {"--port": "99999999"}, 8000, "org/m"),
    ],
)
def test_a_command_tells_where_to_ask(
    engine: str, flags: dict[str, str | bool], port: int, model: str
) -> None:
    command = Command(engine=engine, form="shell", text="", model="org/m", flags=flags)
    request = request_for(command)
    assert (request.port, request.model) == (port, model)


def test_the_key_itself_is_never_in_the_request() -> None:
    command = Command(engine="vllm", form="shell", text="", flags={"--api-key": "s3cret"})
    text = write_request(request_for(command))
    assert "s3cret" not in text and "$API_KEY" in text


@pytest.mark.parametrize(
    ("request_", "form"),
    [
        (Request("embed"), "shell"),
        (Request(model="a\nb"), "shell"),
        (Request(model="a\u202eb"), "shell"),
        (Request(host="x;id"), "shell"),
        (Request(port=0), "shell"),
        (Request(key='X" ; id'), "shell"),
        (Request(), "fish"),
    ],
)
def test_refused(request_: Request, form: str) -> None:
    with pytest.raises(LaunchError):
        write_request(request_, form)
