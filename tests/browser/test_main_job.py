"""Paste, answer, copy: the main job in a real browser."""

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser
LINE = "ValueError: Out of range float values are not JSON compliant: nan"
MODEL = "RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic"


def ask_until_decided(page: Page, answers: dict[str, str]) -> None:
    """Answers what is asked; what we do not know we say so."""
    for _ in range(12):
        question = page.locator("#question form")
        if question.count() == 0:
            return
        name = question.locator("input[name=name]").input_value()
        wanted = answers.get(name, "?")
        button = question.locator(f'button[value="{wanted}"]')
        before = page.url
        if button.count():
            button.first.click()
        else:
            question.locator("[name=value]").first.fill(wanted)
            question.locator("[name=value]").first.press("Enter")
        page.wait_for_url(lambda address, before=before: address != before)  # type: ignore[misc]


def test_the_error_line_leads_to_the_command_on_the_clipboard(page: Page) -> None:
    page.goto("/")
    page.locator("#paste").fill(LINE)
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/d/*/")
    expect(page.locator("#corrected")).to_contain_text("--enforce-eager")
    ask_until_decided(
        page,
        {
            "modality": "image",
            "engine": "vllm",
            "quantization": "fp8",
            "compilation": "enabled",
            "model": MODEL,
            "symptom": "http-4xx",
            "stage": "first-request",
        },
    )
    page.locator("[data-copy=corrected]").click()
    page.wait_for_function("navigator.clipboard.readText().then(text => text !== '')")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"vllm serve {MODEL} ")
    assert copied.endswith(" --enforce-eager")


def test_back_reload_and_a_link_keep_the_answers(page: Page, browser: Browser, site: str) -> None:
    page.goto("/")
    page.locator("#paste").fill(LINE)
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/d/*/")
    first = page.url
    page.locator("#question .options button").first.click()
    page.wait_for_url("**/d/*/?*=*")
    address = page.url
    page.reload()
    assert page.url == address
    page.go_back()
    page.wait_for_url(first)
    expect(page.locator("#log-title")).to_be_visible()
    elsewhere = browser.new_context()
    try:
        other = elsewhere.new_page()
        other.goto(address)
        expect(other.locator("#corrected")).to_contain_text("--enforce-eager")
    finally:
        elsewhere.close()


def test_without_javascript_the_same_command_is_reached(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto("/")
        page.locator("#paste").fill(LINE)
        page.locator("form.paste button.primary").click()
        page.wait_for_url("**/d/*/")
        page.locator("#question .options button").first.click()
        page.wait_for_url("**/d/*/?*=*")
        expect(page.locator("#corrected")).to_contain_text("--enforce-eager")
    finally:
        context.close()


def test_a_secret_does_not_come_back(page: Page) -> None:
    secret = "hf_" + "Qm4Zx8kW7vB2nT6yR1pL9sD3fG5hJ0aC2E"
    page.goto("/")
    page.locator("#paste").fill(f"export HF_TOKEN={secret}\n{LINE}")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/d/*/")
    assert secret not in page.content()
    assert secret not in page.url
