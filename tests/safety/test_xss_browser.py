"""Attack vectors on real pages in the real Chromium, with the policy that the site sends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.core.vectors import OTHERS, OWN
from tests.safety.attacked import articles
from tests.safety.site import Site

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("attacked site")]

# Runs before anything of a page: what an attack does when it succeeds, and what the policy stops.
WATCH = """
window.ran = []; window.stopped = [];
for (const name of ['alert', 'prompt', 'confirm', 'print', 'open'])
  window[name] = (...told) => { window.ran.push(name + told); };
addEventListener('securitypolicyviolation', event =>
  window.stopped.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
"""
# What a person does with a page, done to everything that somebody wrote.
TOUCH = """
() => {
  const kinds = ['mouseover', 'mouseenter', 'pointerover', 'focus', 'toggle', 'animationstart',
    'transitionend', 'load', 'error', 'wheel', 'keydown', 'copy', 'scroll', 'begin', 'submit'];
  for (const element of document.querySelectorAll('main *'))
    for (const kind of kinds)
      if (kind !== 'submit' || element.closest('form') === null)
        element.dispatchEvent(new Event(kind, {bubbles: false}));
  for (const folded of document.querySelectorAll('details')) folded.open = true;
}
"""
FINDINGS = """
() => {
  const found = [...window.ran, ...window.stopped];
  for (const link of document.querySelectorAll('a[href], area[href]'))
    if (!['http:', 'https:', 'mailto:'].includes(link.protocol)) found.push('link ' + link.href);
  for (const element of document.querySelectorAll('main *'))
    for (const one of element.attributes)
      if (/^on|^style$|^srcdoc$|^hx-on/.test(one.name)) found.push(element.tagName + one.name);
  if (typeof document.getElementById !== 'function') found.push('getElementById is clobbered');
  if (!(document.forms instanceof HTMLCollection)) found.push('forms is clobbered');
  if (window.htmx && window.htmx.config.allowEval !== false) found.push('htmx may evaluate');
  for (const name of ['main', 'toast'])
    if (document.querySelectorAll('#' + name).length !== 1) found.push('two of #' + name);
  return found;
}
"""


def watched(browser: Browser, address: str, said: list[str]) -> BrowserContext:
    context = browser.new_context(base_url=address, locale="en-US")
    context.add_init_script(WATCH)
    context.on(
        "console",
        lambda message: (
            None if "(Unprocessable Entity)" in message.text else said.append(message.text)
        ),
    )
    context.on(
        "request",
        lambda request: None if address in request.url else said.append(f"asked {request.url}"),
    )
    return context


def attacked(page: Page, address: str) -> list[Any]:
    page.goto(address, wait_until="load")
    page.evaluate(TOUCH)
    return list(page.evaluate(FINDINGS))


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(OWN[::5], id="few"),
        pytest.param(OWN, id="own", marks=pytest.mark.long),
        pytest.param(OTHERS, id="others", marks=pytest.mark.long),
    ],
)
def vectors(request: pytest.FixtureRequest) -> list[str]:
    if not request.param:
        pytest.skip("../shared/safety is not there")
    return list(request.param)


@pytest.fixture(scope="module")
def site(vectors: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    running = Site(tmp_path_factory.mktemp("attacked"), articles(vectors))
    yield running
    running.stop()


def test_nothing_runs_and_nothing_is_asked_elsewhere(
    browser: Browser,
    site: Site,
    vectors: list[str],
) -> None:
    said: list[str] = []
    address = f"http://127.0.0.1:{site.port}"
    context = watched(browser, address, said)
    page = context.new_page()
    for name, _ in articles(vectors):
        assert attacked(page, f"/articles/{name}/") == [], name
    for vector in vectors[:: max(1, len(vectors) // 12)]:
        assert attacked(page, f"/search/?q={quote(vector)}") == [], vector
        page.goto("/")
        page.locator("#paste").fill(f"FrobnicationError: widget 3 {vector}\n{vector}")
        with page.expect_navigation():
            page.locator("form.paste button.primary").click()
        page.evaluate(TOUCH)
        assert page.evaluate(FINDINGS) == [], vector
    for listing in ("/articles/", "/search/?q=attack"):
        assert attacked(page, listing) == []
    context.close()
    assert said == [], "no message of the policy, no request to elsewhere"


ATTACKS = [
    "<img src=x onerror=alert(1)>",
    "<a id=getElementById></a><form name=getElementById></form>",
    "<a href='javascript:alert(1)'>x</a>",
    "<p style='color:red'>x</p>",
    "<div id=main></div><div id=main></div><div id=toast></div>",
]


@pytest.mark.parametrize("html", ATTACKS)
def test_the_watch_sees_an_attack(browser: Browser, html: str) -> None:
    """Without the policy and without the renderer."""
    context = watched(browser, "http://127.0.0.1:9", [])
    page = context.new_page()
    page.route("**/*", lambda route: route.fulfill(content_type="text/html", body=PAGE + html))
    page.goto("http://127.0.0.1:9/")
    page.wait_for_timeout(50)
    assert page.evaluate(FINDINGS), html
    context.close()


PAGE = "<!doctype html><main id=main></main><div id=toast></div><main>"
