"""Placeholders are filled in the browser: quoted for the form, copied, sent nowhere."""

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from kb.core.launch import parse_command
from tests.core.launch.catalogues import ALL

pytestmark = pytest.mark.browser
VALUE = '/my models/it\'s a "b" 50% $HOME; x & y'
SHELL = "vllm serve <model> --port 8000"
DOCKER = "docker run --gpus all vllm/vllm-openai:v0.10.0 --model <model> --port 8000"
COMPOSE = (
    'services:\n  a:\n    image: vllm/vllm-openai:v0.10.0\n    command: ["--model", "<model>"]\n'
)
PODS = [
    "image: vllm/vllm-openai:v0.10.0\nargs:\n  - --model=<model>\n  - --port=8000\n",
    "image: vllm/vllm-openai:v0.10.0\nargs:\n  - '--model'\n  - '<model>'\n",
    '{"image": "vllm/vllm-openai:v0.10.0", "args": ["--model", "<model>"]}',
]
POWERSHELL = ".\\llama-server.exe `\n  -m <model> `\n  --port 8080"
UNIT = "[Service]\nExecStart=/opt/bin/vllm serve <model> --port 8000\n"
PYTHON = 'server = subprocess.Popen(["vllm", "serve", "<model>", "--port", "8000"])'


def check(page: Page, command: str) -> None:
    page.goto("/command/")
    page.locator("#command").fill(command)
    page.locator("form.card button.primary").click()
    expect(page.locator("#mended .hole")).to_have_count(1)


def copied(page: Page) -> str:
    page.locator("[data-copy=mended]").click()
    expect(page.locator("#toast")).not_to_be_empty()
    return str(page.evaluate("navigator.clipboard.readText()"))


@pytest.mark.parametrize("command", [SHELL, DOCKER, COMPOSE, *PODS, POWERSHELL, UNIT, PYTHON])
def test_what_is_typed_is_one_word_of_the_copied_command(page: Page, command: str) -> None:
    sent: list[str] = []
    check(page, command)
    page.on("request", lambda request: sent.append(_said(request)))
    field = page.locator(".holes input")
    assert field.get_attribute("name") is None
    field.fill(VALUE)
    text = copied(page)
    wanted = VALUE.replace("$", "$$") if command == COMPOSE else VALUE
    assert parse_command(text, catalogues=ALL).model == wanted
    assert "<model>" not in text
    assert not any("my models" in each or "my%20models" in each for each in sent)
    field.fill("")
    assert copied(page) == command.strip() or "<model>" in copied(page)


def _said(request: Request) -> str:
    return request.url + (request.post_data or "")


def test_a_placeholder_in_a_script_takes_a_plain_word_alone(page: Page) -> None:
    command = "bash -c 'vllm serve <model> --port 8000'"
    check(page, command)
    page.locator(".holes input").fill("a'; rm x")
    assert copied(page) == command
    page.locator(".holes input").fill("org/model-7B")
    assert copied(page) == command.replace("<model>", "org/model-7B")


@pytest.mark.parametrize("value", ["a\u202eb", "a\u200bb"])
def test_marks_that_deceive_are_not_put_in(page: Page, value: str) -> None:
    check(page, SHELL)
    page.locator(".holes input").fill(value)
    assert copied(page) == SHELL


def test_one_field_fills_every_place_of_its_name(page: Page) -> None:
    page.goto("/command/")
    page.locator("#command").fill("vllm serve <model> --tokenizer <model> --port 1")
    page.locator("form.card button.primary").click()
    page.locator(".holes input").fill("a/b")
    assert copied(page) == "vllm serve a/b --tokenizer a/b --port 1"


def test_without_javascript_the_placeholder_stays_with_its_name(
    browser: Browser, site: str
) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto("/command/")
    page.locator("#command").fill(SHELL)
    page.locator("form.card button.primary").click()
    expect(page.locator("#mended")).to_have_text(SHELL)
    expect(page.locator(".holes")).to_be_hidden()
    context.close()
