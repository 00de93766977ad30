"""A paste of a megabyte: the page works on while a worker masks it. How long the browser was busy
is printed (`pytest -s`); the machine decides that, so nothing is asserted of it."""

import pytest
from playwright.sync_api import Page, expect

from kb.core.redact import redact

pytestmark = pytest.mark.browser
ROOM = 100  # characters below the limit, to type on
TEXT = "".join(f"2026-11-30 12:00:00 INFO step={n} 10.0.0.{n % 250}\n" for n in range(24_000))
MOST_AT_ONCE = 4000  # characters that paste.js may mask in the page itself
# What the worker answers is held back until release(); what expressions read in the page is noted.
WATCH = """
window.longest = 0;
const { exec } = RegExp.prototype;
RegExp.prototype.exec = function (text) {
  window.longest = Math.max(window.longest, String(text).length);
  return exec.call(this, text);
};
window.held = [];
window.Worker = class extends Worker {
  set onmessage(hear) {
    super.onmessage = (event) => (held ? held.push(() => hear(event)) : hear(event));
  }
};
window.release = () => {
  const waiting = held;
  held = null;
  waiting.forEach((answer) => answer());
};
window.busy = [];
new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => busy.push(duration)))
  .observe({ type: "longtask", buffered: true });
"""


@pytest.fixture
def text(page: Page) -> str:
    """A home page with a megabyte pasted from the clipboard, its masks not there yet."""
    text = TEXT[: 2**20 - ROOM]
    page.add_init_script(WATCH)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.evaluate("(text) => navigator.clipboard.writeText(text)", text)
    page.locator("#paste").focus()
    page.evaluate("busy.length = 0")
    page.keyboard.press("Control+V")
    page.wait_for_function("() => held.length > 0", timeout=60_000)
    assert page.locator("#paste").evaluate("(box) => box.value.length") == len(text)
    return text


def test_the_page_answers_before_the_masks_are_there(page: Page, text: str) -> None:
    print("longest task after the paste, ms:", page.evaluate("Math.max(0, ...busy)"))
    expect(page.locator("[data-masked]")).to_be_hidden()
    page.keyboard.type("xy")
    assert page.locator("#paste").evaluate("(box) => box.value.length") == len(text) + 2
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.evaluate("release()")
    count = redact(text).found["ip"]
    expect(page.locator("[data-kind=ip]")).to_contain_text(f"× {count}", timeout=60_000)
    assert page.evaluate("longest") < MOST_AT_ONCE, "a worker masks what is long"


def test_sent_at_once_it_waits_for_its_masks(page: Page, text: str) -> None:
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    page.keyboard.press("Control+Enter")
    page.keyboard.type("z")
    assert "POST" not in sent
    page.evaluate("release()")
    page.wait_for_url("**/d/*/", timeout=60_000)
    expect(page.locator(".pasted")).to_contain_text("IP")
    expect(page.locator(".log")).not_to_contain_text("10.0.0.7")
