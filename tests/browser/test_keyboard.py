"""By keyboard alone: each page is walked with Tab, and every key of the help sheet is tried."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.public import LINE, PUBLIC, show
from tests.browser.test_wiki import make_people, sign_in

pytestmark = pytest.mark.browser
# What Tab should reach, in the order of the document, and how each looks without the focus.
PREPARE = """() => {
  const fields = "input:not([type=hidden]), select, textarea";
  const all = document.querySelectorAll(`a[href], button, ${fields}, summary, [tabindex="0"]`);
  const told = ({ outline, boxShadow, borderColor, backgroundColor }) =>
    [outline, boxShadow, borderColor, backgroundColor].join();
  window.look = (node) => {
    const own = [node, node.parentElement, node.parentElement.parentElement];
    return own.map((each) => told(getComputedStyle(each))).join(";");
  };
  document.activeElement.blur();
  window.stops = [...all].filter((node) => !node.disabled && node.checkVisibility());
  window.looks = stops.map(look);
  return stops.map((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const name = node.outerHTML.replace(/\\s+/g, " ").slice(0, 90);
    return { name, left, right, top: top + scrollY, bottom: bottom + scrollY };
  });
}"""
# Where the focus is: its place among them, -1 for a box that only scrolls, null outside the page.
WHERE = """() => {
  const node = document.activeElement;
  if (node === document.body) return null;
  const at = stops.indexOf(node);
  const scrolls = node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth;
  if (at < 0) return scrolls ? -1 : node.outerHTML.slice(0, 90);
  return looks[at] === look(node) ? `not to be seen: ${node.outerHTML.slice(0, 90)}` : at;
}"""
Stop = dict[str, Any]


def walk(page: Page, key: str, most: int) -> list[object]:
    """Where `key` leads, until it leaves the page or is back where it began."""
    seen: list[object] = []
    for _ in range(most):
        at = page.evaluate(WHERE)
        if at is None or at in seen:
            break
        seen += [at] if at != -1 else []
        page.keyboard.press(key)
    return seen


def against_reading(one: Stop, other: Stop) -> bool:
    """Whether `other` stands before `one`: above it in one column, or left of it in one row."""
    above = other["bottom"] <= one["top"] and other["left"] < one["right"]
    beside = other["top"] < one["bottom"] and one["top"] < other["bottom"]
    return above or (beside and other["right"] <= one["left"])


@pytest.mark.parametrize("width", [1280, 360])
@pytest.mark.parametrize("name", PUBLIC)
def test_tab_reaches_everything_once_in_reading_order(page: Page, name: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    show(page, name)
    stops = page.evaluate(PREPARE)
    page.locator(".skip").focus()
    order = walk(page, "Tab", 2 * len(stops))
    assert sorted(order, key=str) == sorted(range(len(stops)), key=str), order
    places = [stops[int(str(at))] for at in order[1:]]  # the skip link comes in from outside
    wrong = [pair for pair in pairwise(places) if against_reading(*pair)]
    assert [(one["name"], other["name"]) for one, other in wrong] == []


def test_shift_and_tab_lead_back(page: Page) -> None:
    show(page, "diagnosis")
    stops = page.evaluate(PREPARE)
    page.locator(".skip").focus()
    there = walk(page, "Tab", 2 * len(stops))
    page.locator(".site-foot a").last.focus()
    assert walk(page, "Shift+Tab", 2 * len(stops)) == there[::-1]


def test_the_skip_link_leads_past_the_head(page: Page) -> None:
    show(page, "article")
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null")


def is_focused(selector: str) -> Callable[[Page], None]:
    return lambda page: expect(page.locator(selector).first).to_be_focused()


def _sheet(page: Page) -> None:
    expect(page.locator("#keys")).to_be_visible()
    assert page.evaluate("document.activeElement.closest('#keys') !== null")
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).to_be_hidden()


def _left(page: Page) -> None:
    assert page.evaluate("document.activeElement === document.body")


def _sent(page: Page) -> None:
    page.wait_for_url("**/d/*/")


def _opened(page: Page) -> None:
    page.wait_for_url("**/articles/*/")


# The keys of the sheet: where they are pressed, the presses, what is then.
KEYS: dict[str, tuple[str, str, list[str], Callable[[Page], None]]] = {
    "/": ("article", "body", ["/"], is_focused("#site-search")),
    "Ctrl K": ("article", "body", ["Control+k"], is_focused("#site-search")),
    "Ctrl Enter": ("home", "#paste", ["Control+Enter"], _sent),
    "j": ("search", "body", ["j"], is_focused(".results a.hit")),
    "k": ("search", "body", ["j", "j", "k"], is_focused(".results a.hit")),
    "Enter": ("search", "body", ["j", "Enter"], _opened),
    "Esc": ("home", "#paste", ["Escape"], _left),
    "?": ("article", "body", ["?"], _sheet),
}


@pytest.mark.parametrize("key", KEYS)
def test_a_key_of_the_sheet_does_what_it_says(page: Page, key: str) -> None:
    name, place, presses, then = KEYS[key]
    show(page, name)
    if name == "home":
        page.locator("#paste").fill(LINE)
    page.evaluate("document.activeElement.blur()") if place == "body" else page.focus(place)
    for press in presses:
        page.keyboard.press(press)
    then(page)


def test_every_key_of_the_sheet_is_tried(page: Page) -> None:
    show(page, "about")
    page.keyboard.press("?")
    listed = set(page.locator("#keys kbd").all_inner_texts())
    assert listed == {part for key in KEYS for part in key.split()}


@pytest.mark.parametrize(
    ("name", "field"),
    [("home", "#paste"), ("search", "#q"), ("article", "#site-search"), ("command", "#version")],
)
def test_no_key_fires_while_one_types(page: Page, name: str, field: str) -> None:
    show(page, name)
    page.locator(field).fill("")
    page.keyboard.type("/?jk")
    expect(page.locator(field)).to_be_focused()
    expect(page.locator(field)).to_have_value("/?jk")
    expect(page.locator("#keys")).to_be_hidden()


def test_escape_closes_the_menu_of_the_account(browser: Browser, site: str) -> None:
    make_people(site)
    context = browser.new_context(base_url=site)
    page = context.new_page()
    sign_in(page, "reader")
    summary = page.locator(".menu summary")
    summary.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator(".menu ul")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".menu ul")).to_be_hidden()
    expect(summary).to_be_focused()
    context.close()
