"""Printed, a diagnosis and an article are a note of one or two pages: the fix, no navigation."""

import re
from base64 import b64decode

import pytest
from playwright.sync_api import Page, expect

from tests.browser.public import paste, show
from tests.browser.test_tasks import COMMAND, ERROR

pytestmark = pytest.mark.browser
A4 = {"paperWidth": 8.27, "paperHeight": 11.69}  # inches
PRINTABLE = 718  # CSS pixels between the margins of Chromium, 1 cm on each side
NO_PAPER = ".site-head, .site-foot, nav, button, input, select, textarea, dialog, .skip"
HIDDEN = "(node) => !node.checkVisibility() || node.getBoundingClientRect().right <= 0"
WHOLE = "(box) => box.scrollWidth <= box.clientWidth && box.scrollHeight <= box.clientHeight"


@pytest.fixture(params=["en-US", "zh-CN"])
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def pages_of(page: Page) -> int:
    """How many pages Chromium prints."""
    told = page.context.new_cdp_session(page).send("Page.printToPDF", A4)
    return len(re.findall(rb"/Type\s*/Page\b", b64decode(told["data"])))


def check(page: Page, command: str) -> None:
    assert pages_of(page) in (1, 2)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": PRINTABLE, "height": 1000})
    box = page.locator(command)
    expect(box).to_be_visible()
    assert box.evaluate(WHOLE), "no word of the command is left in a box that scrolls"
    shown = [each for each in page.locator(NO_PAPER).all() if not each.evaluate(HIDDEN)]
    assert [each.evaluate("(node) => node.outerHTML.slice(0, 90)") for each in shown] == []


def test_a_diagnosis_is_printed_as_a_note(page: Page) -> None:
    paste(page, ERROR, command=f"{COMMAND} --served-model-name {'a-long-name-' * 9}x")
    page.locator('#question button[value="image"]').click()
    page.wait_for_url("**modality=image**")
    expect(page.locator("#corrected")).to_contain_text("--enforce-eager")
    check(page, "#corrected")


def test_an_article_is_printed_whole(page: Page) -> None:
    show(page, "article")
    check(page, ".command pre >> nth=0")
