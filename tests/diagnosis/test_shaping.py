"""The fix's command in other forms, and with a change taken back."""

import html
import re

import pytest
from django.test import Client

from tests.diagnosis.test_pages import LINE, paste

pytestmark = pytest.mark.usefixtures("articles")
COMMAND = "vllm serve example/model --port 8000"


@pytest.fixture
def address(client: Client) -> str:
    return str(paste(client, LINE, command=COMMAND)["Location"])


def command_of(client: Client, address: str) -> str:
    page = client.get(address).content.decode()
    found = re.search(r'<pre id="corrected"[^>]*>(.*?)</pre>', page, re.DOTALL)
    assert found
    return html.unescape(re.sub(r"<del>.*?</del>|<[^>]+>", "", found[1]))


@pytest.mark.parametrize(
    ("form", "begins"),
    [
        ("", COMMAND),
        ("shell", "vllm serve example/model"),
        ("docker", "docker run "),
        ("compose", "services:"),
        ("kubernetes", "containers:"),
        ("nonsense", COMMAND),
    ],
)
def test_the_command_is_printed_in_a_form(
    client: Client, address: str, form: str, begins: str
) -> None:
    printed = command_of(client, f"{address}?form={form}")
    assert printed.startswith(begins)
    assert "enforce-eager" in printed


def test_a_change_can_be_taken_back_and_made_again(client: Client, address: str) -> None:
    page = client.get(address)
    undo = page.context["launch_changes"][0].href
    assert command_of(client, address + undo) == COMMAND
    again = client.get(address + undo).context["undone"][0].href
    assert command_of(client, address + again) == f"{COMMAND} --enforce-eager"


def test_form_and_undo_keep_the_answers(client: Client, address: str) -> None:
    page = client.get(f"{address}?quantization=fp8&form=docker")
    links = [*page.context["forms"], *page.context["launch_changes"]]
    assert all("quantization=fp8" in link.href for link in links)
    assert [link.label for link in page.context["forms"] if link.current] == ["Docker"]


def test_an_answer_keeps_form_and_undo(client: Client, address: str) -> None:
    page = client.get(address)
    undo = page.context["launch_changes"][0].href.split("#")[0]
    url = client.get(f"{address}{undo}&form=docker").context["answer_url"]
    answered = client.post(url, {"name": "quantization", "value": "fp8"})["Location"]
    assert {"quantization=fp8", "form=docker"} <= set(answered.partition("?")[2].split("&"))
    assert "enforce-eager" not in command_of(client, answered)
    back = client.post(client.get(answered).context["answer_url"], {"name": "quantization"})
    assert "form=docker" in back["Location"] and "quantization" not in back["Location"]


def test_nothing_else_of_an_address_is_kept(client: Client, address: str) -> None:
    url = client.get(f"{address}?form=abacus&undo=hf_{'a' * 30}&x=1").context["answer_url"]
    assert "abacus" not in url and "a" * 30 not in url and "x=1" not in url


def test_a_placeholder_is_asked_for_in_a_corrected_command(client: Client) -> None:
    given = paste(client, LINE, command="docker run -v <dir>:/m vllm/vllm-openai --model <model>")
    page = client.get(given["Location"])
    launch = page.context["diagnosed"].launch
    assert launch.after is None and launch.question
    wanted = "docker run -v <dir>:/m vllm/vllm-openai --model <model> --enforce-eager"
    assert command_of(client, given["Location"]) == wanted
    assert 'data-name="&lt;model&gt;"' in page.content.decode()


def test_a_secret_is_left_out_and_told(client: Client) -> None:
    secret = "hf_" + "a1B2" * 8
    page = client.post("/command/", {"command": f"HF_TOKEN={secret} vllm serve m --port <PORT>"})
    text = page.content.decode()
    assert secret not in text
    assert page.context["checked"].mended == "HF_TOKEN=$HF_TOKEN vllm serve m --port <PORT>"
    assert "set HF_TOKEN before you run this" in text
