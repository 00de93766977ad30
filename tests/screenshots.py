"""The pictures of the README, made anew: `make screenshots`. Not a test."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.conftest import site

__all__ = ["site"]  # the fixtures that the pictures need

FOLDER = Path(__file__).resolve().parent.parent / "static" / "img" / "readme"
ERROR = (
    "openai.BadRequestError: Error code: 400 - {'error': {'message': "
    "'Out of range float values are not JSON compliant: nan'}}"
)
COMMAND = (
    "vllm serve RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic "
    "--tokenizer-mode mistral --config-format mistral --max-model-len 32768"
)
SIZE = {"width": 1080, "height": 640}


@contextlib.contextmanager
def opened(chromium: Browser, address: str, theme: str) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=address,
        locale="en-US",
        viewport={"width": SIZE["width"], "height": SIZE["height"]},
        color_scheme="dark" if theme == "dark" else "light",
    )
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_picture(browser: Browser, site: str, theme: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with opened(browser, site, theme) as page:
        page.goto("/")
        page.locator("#paste").fill(ERROR)
        page.locator("form.paste summary").first.click()
        page.locator("#command").fill(COMMAND)
        page.locator("form.paste button.primary").click()
        page.wait_for_url("**/d/*/")
        picture = FOLDER / f"diagnosis-{theme}.png"
        page.screenshot(path=picture, animations="disabled")
    assert picture.stat().st_size < 150_000
