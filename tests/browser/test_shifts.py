"""Nothing moves under the reader's eyes: not when a script comes late, not when results do."""

import time
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Page, Route

from tests.browser.public import LINE, PUBLIC, show

pytestmark = pytest.mark.browser
# "Good" is below 0.1 (https://web.dev/articles/cls); we ask for a fifth of it.
MOST = 0.02
LATE = 0.3  # seconds: the page is painted before a script comes
LATER = 0.7  # a shift within half a second of a key is not counted
OBSERVE = """
window.shifts = [];
const part = ({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 60);
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    if (!entry.hadRecentInput) shifts.push([entry.value, entry.sources.map(part)]);
  }
}).observe({ type: "layout-shift", buffered: true });
"""
TYPED: dict[str, tuple[str, str, str]] = {
    "a line at home": ("/", "#paste", "#live a.hit"),
    "words of a search": ("/search/", "#q", "#results a.hit"),
}
SECRET = "HF_TOKEN=hf_" + "AbCd1234" * 4


def _after(seconds: float) -> Callable[[Route], None]:
    def answer(route: Route) -> None:
        time.sleep(seconds)
        route.continue_()

    return answer


def _all_after(seconds: float) -> Callable[[Route], None]:
    """All that a page asks for comes so long after the first of it was asked for."""
    due: dict[str, float] = {}

    def answer(route: Route) -> None:
        page = route.request.headers.get("referer", "")
        time.sleep(max(0.0, due.setdefault(page, time.monotonic() + seconds) - time.monotonic()))
        route.continue_()

    return answer


@pytest.fixture(params=[1280, 360])
def slow(page: Page, request: pytest.FixtureRequest) -> Iterator[Page]:
    page.set_viewport_size({"width": request.param, "height": 800})
    page.add_init_script(OBSERVE)
    page.route("**/static/**/*.js", _all_after(LATE))
    yield page
    page.unroute_all(behavior="ignoreErrors")


def check(page: Page) -> None:
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)))")
    shifts = page.evaluate("shifts")
    assert sum(value for value, _ in shifts) < MOST, shifts


@pytest.mark.parametrize("name", PUBLIC)
def test_a_page_stands_still(slow: Page, name: str) -> None:
    show(slow, name)
    check(slow)


@pytest.mark.parametrize("name", TYPED)
def test_late_results_move_nothing(slow: Page, name: str) -> None:
    address, field, hit = TYPED[name]
    slow.goto(address)
    slow.wait_for_load_state("networkidle")
    slow.route("**/diagnose/live/", _after(LATER))
    slow.route("**/search/?q=*", _after(LATER))
    slow.locator(field).press_sequentially("not JSON compliant: nan")
    slow.locator(hit).first.wait_for()
    check(slow)


def test_a_late_list_of_masks_moves_nothing(slow: Page) -> None:
    slow.route("**/masking.json", _after(LATER))
    slow.goto("/")
    slow.locator("#paste").fill(f"{SECRET}\n{LINE}")
    slow.locator("[data-masked] li").wait_for()
    check(slow)


def test_a_shift_would_be_seen(slow: Page) -> None:
    show(slow, "about")
    slow.evaluate(
        """() => {
          const box = document.createElement("div");
          box.className = "hero";
          document.querySelector("main").prepend(box, document.createElement("pre"));
          const text = document.createTextNode("x\\n".repeat(9));
          document.querySelector("main pre").append(text);
        }"""
    )
    with pytest.raises(AssertionError):
        check(slow)
