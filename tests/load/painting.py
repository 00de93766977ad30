"""From the press of the button to the painted answer, in a real Chromium, one person alone."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Page, sync_playwright

from tests.conftest import ARGUMENTS, CHROMIUM

PATIENCE = 300  # milliseconds at the 95th percentile
# By the browser's own clock: the name of a window outlives a page.
_PRESS = (
    "addEventListener('click', event => { window.name = String(event.timeStamp +"
    " performance.timeOrigin) }, true)"
)
_PAINT = """() => new Promise(done => new PerformanceObserver(list => {
  const [paint] = list.getEntriesByName('first-contentful-paint')
  if (paint) done(performance.timeOrigin + paint.startTime - Number(window.name))
}).observe({type: 'paint', buffered: true}))"""


def painted(address: str, pastes: Sequence[str]) -> list[float]:
    """Milliseconds of each paste, the shortest first; the first two only warm up the browser."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        page = chromium.new_page()
        times = [_one(page, address, text) for text in pastes]
        chromium.close()
    return sorted(times[2:])


def _one(page: Page, address: str, text: str) -> float:
    page.goto(address)
    page.locator("#paste").fill(text)
    page.evaluate(_PRESS)
    page.locator("form.paste button.primary").click()
    page.locator("#diagnosis").wait_for()
    return float(page.evaluate(_PAINT))


def percentile(times: Sequence[float], share: float) -> float:
    return round(times[min(len(times) - 1, int(share * len(times)))], 1) if times else 0.0
