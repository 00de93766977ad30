"""Results while one types: focus stays, what is stale is dropped, an input method is left alone."""

import threading

import pytest
from playwright.sync_api import Page, Request, Route, expect

pytestmark = pytest.mark.browser
LONGER_THAN_THE_DELAY = 700  # milliseconds; a search waits for 250


def test_results_leave_the_focus_where_it_is(page: Page) -> None:
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.locator("#paste").press_sequentially("not JSON compliant: nan")
    expect(page.locator("#live a.hit").first).to_be_visible()
    expect(page.locator("#paste")).to_be_focused()
    page.keyboard.type(" more")
    expect(page.locator("#paste")).to_have_value("not JSON compliant: nan more")


def test_j_and_k_walk_through_results_and_enter_opens_one(page: Page) -> None:
    page.goto("/search/?q=nan")
    page.locator("h1").click()
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    first = page.locator(".results a.hit").first
    expect(first).to_be_focused()
    address = first.get_attribute("href")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{address}")


def test_a_stale_answer_is_dropped(page: Page) -> None:
    page.goto("/")
    page.wait_for_load_state("networkidle")
    late = threading.Event()
    seen: list[str] = []

    def answer(route: Route) -> None:
        body = route.request.post_data or ""
        seen.append(body)
        if "second" not in body:
            late.wait(0.8)
        name = "second" if "second" in body else "first"
        try:
            route.fulfill(status=200, content_type="text/html", body=f"<p>answer to {name}</p>")
        except Exception:  # the page has taken the request back
            assert name == "first"

    page.route("**/diagnose/live/", answer)
    page.locator("#paste").press_sequentially("first")
    page.wait_for_timeout(400)
    page.locator("#paste").press_sequentially(" second")
    expect(page.locator("#live")).to_have_text("answer to second")
    page.wait_for_timeout(LONGER_THAN_THE_DELAY)
    expect(page.locator("#live")).to_have_text("answer to second")
    assert len(seen) >= 2


def is_search(request: Request) -> bool:
    """Not the icon of the page, which the browser fetches when it likes."""
    return "/static/" not in request.url


@pytest.mark.parametrize(("address", "field"), [("/", "#paste"), ("/search/", "#q")])
def test_nothing_fires_while_an_input_method_composes(page: Page, address: str, field: str) -> None:
    page.goto(address)
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if is_search(request) else None)
    page.locator(field).focus()
    keyboard = page.context.new_cdp_session(page)
    for text in ("x", "xian", "xian'cun"):
        keyboard.send(
            "Input.imeSetComposition",
            {"text": text, "selectionStart": len(text), "selectionEnd": len(text)},
        )
        page.wait_for_timeout(50)
    page.wait_for_timeout(LONGER_THAN_THE_DELAY)
    assert asked == []
    keyboard.send("Input.insertText", {"text": "显存"})
    page.wait_for_function("() => document.activeElement.value === '显存'")
    page.wait_for_timeout(LONGER_THAN_THE_DELAY)
    assert len([url for url in asked if "live" in url or "/search/" in url]) == 1


@pytest.mark.parametrize("key", ["/", "?", "j", "k", "Enter"])
def test_no_shortcut_while_an_input_method_composes(page: Page, key: str) -> None:
    page.goto("/search/?q=nan")
    page.evaluate(
        """(key) => document.body.dispatchEvent(
             new KeyboardEvent("keydown", { key, bubbles: true, isComposing: true }))""",
        key,
    )
    assert page.evaluate("document.activeElement === document.body")
    assert not page.locator("dialog[open]").count()
    assert page.url.endswith("/search/?q=nan")
