"""At 200 % nothing is lost: the page as large as half its width, and the text alone as large.

WCAG 2.2, 1.4.4 (text to 200 %) and 1.4.10 (320 px without scrolling in two directions)."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.public import PUBLIC, show

pytestmark = pytest.mark.browser
# Text that a box hides for want of room. What hides it on purpose is left out: an ellipsis, what
# only screen readers read, and the file field, which lies unseen over its button.
CUT = """() => {
  const meant = ({ textOverflow, webkitLineClamp, clipPath, opacity }) =>
    textOverflow === "ellipsis" || webkitLineClamp !== "none" || clipPath !== "none" ||
    opacity === "0";
  const hides = (overflow) => overflow === "hidden" || overflow === "clip";
  return [...document.querySelectorAll("main *")].filter((node) => {
    const style = getComputedStyle(node);
    if (!node.checkVisibility() || !node.clientWidth || meant(style)) return false;
    return (hides(style.overflowX) && node.scrollWidth > node.clientWidth + 1) ||
      (hides(style.overflowY) && node.scrollHeight > node.clientHeight + 1);
  }).map((node) => node.outerHTML.slice(0, 120));
}"""
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# Width of the window in CSS pixels, and how large its text is.
ZOOMS: dict[str, tuple[int, int]] = {
    "200 % of 1280": (640, 100),
    "400 % of 1280": (320, 100),
    "text of 200 %": (1280, 200),
}


@pytest.fixture(params=["en-US", "zh-CN"])
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=ZOOMS)
def zoomed(page: Page, request: pytest.FixtureRequest) -> tuple[Page, int]:
    width, text = ZOOMS[request.param]
    page.set_viewport_size({"width": width, "height": 800})
    return page, text


@pytest.mark.parametrize("name", PUBLIC)
def test_nothing_is_cut_off_or_scrolls_sideways(zoomed: tuple[Page, int], name: str) -> None:
    page, text = zoomed
    show(page, name)
    page.evaluate("(size) => (document.documentElement.style.fontSize = `${size}%`)", text)
    found: list[Any] = page.evaluate(CUT)
    assert (page.evaluate(WIDE), found) == (0, [])
