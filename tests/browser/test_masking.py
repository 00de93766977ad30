"""Secrets are masked before they leave the browser, by the rules of the server."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, Request, expect

from kb.core.redact import redact
from tests.core.test_redact import FILLERS, HF, KEPT, NAMED, PERSONAL, SECRET

pytestmark = pytest.mark.browser
LINE = "ValueError: Out of range float values are not JSON compliant: nan"
LOG = f"connect to 10.12.0.7 failed, mail ann.b@uni-x.de\nexport HF_TOKEN={HF}\n{LINE}"
TEXTS = [
    *(value for value, _ in SECRET),
    *(f"({value}) x={value}, '{value}'" for value, _ in SECRET),
    *(form.format(value) for form, value, _ in NAMED),
    *(form.format(value) for form, value, _ in PERSONAL),
    *KEPT,
    *(filler * 200 for filler in FILLERS),
    f"<HF_TOKEN_1> {HF}",
    f"token={HF}\u00a0x\u2028y /home/\u90ed/x\r\n显存 {LOG}",
    LOG,
    "\n".join(f"{form.format(value)} {value}" for form, value, _ in (*NAMED, *PERSONAL)),
]
RUN = """async ([texts, keep]) => {
  const form = document.querySelector("form[data-rules]");
  const masking = await import(form.dataset.masker);
  const { rules } = await (await fetch(form.dataset.rules)).json();
  const ready = masking.prepare(rules);
  return texts.map((text) => masking.redact(text, ready, keep));
}"""


def sent_by(page: Page, act: Callable[[], object]) -> str:
    """The body of the POST that `act` makes the page send."""

    def is_paste(request: Request) -> bool:
        return request.method == "POST" and "/diagnose" in request.url

    with page.expect_request(is_paste) as waiting:
        act()
    return waiting.value.post_data or ""


@pytest.mark.parametrize("keep", [[], ["ip", "email"]], ids=["all", "some are kept"])
def test_browser_and_server_mask_alike(page: Page, keep: list[str]) -> None:
    page.goto("/")
    told: list[dict[str, Any]] = page.evaluate(RUN, [TEXTS, keep])
    for text, own in zip(TEXTS, told, strict=True):
        expected = redact(text, keep=keep)
        assert own == {"text": expected.text, "found": expected.found}, text


def test_what_is_masked_is_listed_and_never_sent(page: Page) -> None:
    page.goto("/")
    page.locator("#paste").fill(LOG)
    masked = page.locator("[data-masked]")
    expect(masked).to_contain_text("Hugging Face token × 1")
    expect(masked).to_contain_text("IP address × 1")
    expect(masked.locator("[data-kind=hf-token] input")).to_have_count(0)
    body = sent_by(page, lambda: page.keyboard.press("Control+Enter"))
    assert LINE in body
    assert "<HF_TOKEN_1>" in body
    for secret in (HF, "10.12.0.7", "ann.b@uni-x.de"):
        assert secret not in body
    page.wait_for_url("**/d/*/")
    expect(page.locator(".pasted")).to_contain_text("Hugging Face token × 1")


def test_a_personal_mask_can_be_undone(page: Page) -> None:
    page.goto("/")
    page.locator("#paste").fill(LOG)
    page.locator("[data-kind=ip] input").check()
    body = sent_by(page, lambda: page.locator("form.paste button.primary").click())
    assert "10.12.0.7" in body
    assert HF not in body
    page.wait_for_url("**/d/*/")
    expect(page.locator(".log")).to_contain_text("10.12.0.7")
    expect(page.locator(".log")).to_contain_text("<EMAIL_1>")


def test_a_click_sends_whatever_was_typed_just_before(page: Page) -> None:
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.locator("#paste").fill(LINE)
    page.locator("form.paste button.primary").click()
    page.wait_for_url("**/d/*/")


def test_what_a_command_names_stays(page: Page) -> None:
    page.goto("/")
    command = f"docker run -e HF_TOKEN={HF} \\\n  -v /home/annb/m:/m vllm/vllm-openai --model /m/q"
    page.locator("#paste").fill(f"{command}\nat /home/annb/x\n{LINE}")
    body = sent_by(page, lambda: page.keyboard.press("Control+Enter"))
    assert "-v /home/annb/m:/m" in body
    assert "at /home/<USER_1>/x" in body
    assert HF not in body
    page.wait_for_url("**/d/*/")
    expect(page.locator("#corrected")).to_contain_text("-v /home/annb/m:/m")
    expect(page.locator(".log")).not_to_contain_text("annb")


def test_a_dropped_file_is_masked_too(page: Page) -> None:
    page.goto("/")
    page.locator("input[type=file]").set_input_files(
        {"name": "server.log", "mimeType": "text/plain", "buffer": LOG.encode()}
    )
    expect(page.locator("[data-masked]")).to_contain_text("Hugging Face token × 1")
    body = sent_by(page, lambda: page.locator("form.paste button.primary").click())
    assert LINE in body
    assert HF not in body


def test_a_search_while_one_types_sends_no_secret(page: Page) -> None:
    page.goto("/")
    page.wait_for_load_state("networkidle")
    body = sent_by(page, lambda: page.locator("#paste").press_sequentially(f"token {HF} nan"))
    assert HF not in body


def test_a_megabyte_is_masked_beside_the_page(page: Page) -> None:
    page.goto("/")
    text = "".join(f"2026-11-30 12:00:00 INFO step={n} 10.0.0.{n % 250}\n" for n in range(24_000))
    page.evaluate(
        """(text) => {
          const box = document.getElementById("paste");
          box.value = text;
          box.dispatchEvent(new Event("input", { bubbles: true }));
        }""",
        text[: 2**20],
    )
    count = redact(text[: 2**20]).found["ip"]
    expect(page.locator("[data-kind=ip]")).to_contain_text(f"× {count}")
    assert len(page.workers) == 1


def test_an_environment_is_remembered_masked_and_used_again(page: Page) -> None:
    page.goto("/")
    page.locator("form.paste summary").click()
    page.locator("#environment").fill(f"vllm 0.10.1\nHF_TOKEN={HF}\nNVIDIA H100 80GB")
    page.locator("[data-remember] input").fill("prod")
    page.locator("[data-env=save]").click()
    expect(page.locator("[data-env-list]")).to_be_visible()
    kept = page.evaluate("localStorage.getItem('kb.environments')")
    assert "vllm 0.10.1" in kept
    assert HF not in kept
    page.reload()
    page.locator("form.paste summary").click()
    page.locator("[data-env=use]").click()
    expect(page.locator("#environment")).to_have_value(
        "vllm 0.10.1\nHF_TOKEN=<HF_TOKEN_1>\nNVIDIA H100 80GB"
    )
    page.locator("[data-env=export]").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text.includes('H100'))")
    page.locator("[data-env=forget]").click()
    expect(page.locator("[data-env-list]")).to_be_hidden()
