"""axe finds nothing: each page, light and dark, English and Chinese, wide and on a phone."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import get_resolver, resolve
from playwright.sync_api import Browser, Locator, Page

from tests.browser.conftest import environment_of

pytestmark = pytest.mark.browser
ROOT = Path(__file__).resolve().parent.parent.parent
LINE = "ValueError: Out of range float values are not JSON compliant: nan"
COMMAND = "vllm serve org/Mistral-Small-3.1-24B-FP8 --max-model-len 32768 --nonsense"
LOG = "\n".join(
    (
        "INFO 11-30 12:00:00 [__init__.py:239] Automatically detected platform cuda.",
        "INFO 11-30 12:00:02 [api_server.py:1] vLLM API server version 0.10.1",
        "INFO 11-30 12:00:09 [core.py:58] Initializing a V1 LLM engine (v0.10.1) with config",
        "Traceback (most recent call last):",
        '  File "/usr/lib/vllm/engine.py", line 7, in start',
        "ValueError: Free memory on device (3.2/79.1 GiB) on startup is less than desired GPU "
        "memory utilization (0.9, 71.2 GiB). Decrease GPU memory utilization",
        "RuntimeError: Engine core initialization failed. See root cause above.",
    )
)
Case = tuple[str, tuple[str, str, int]]  # page, (theme, locale, width)
Cookies = list[dict[str, object]]
NAME, PASSWORD = "axe", "a long password of axe 7"


def _paste(text: str, command: str = "") -> Callable[[Page], None]:
    def act(page: Page) -> None:
        page.goto("/")
        page.locator("#paste").fill(text)
        if command:
            page.locator("form.paste summary").click()
            page.locator("#command").fill(command)
        page.locator("form.paste button.primary").click()
        page.wait_for_url("**/d/*/")
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")

    return act


def _checked(page: Page) -> None:
    page.goto("/command/")
    page.locator("#command").fill(COMMAND)
    page.locator("#main button.primary").click()
    page.locator("main table").wait_for()


def _typed(page: Page) -> None:
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.locator("#paste").press_sequentially("HF_TOKEN=hf_" + "AbCd1234" * 4 + " JSON nan")
    page.locator("[data-masked] li").first.wait_for()


def _keys(page: Page) -> None:
    page.goto("/help/")
    page.keyboard.press("?")


def _shared_edited(page: Page) -> None:
    """A text that was saved once, so that there is something to compare."""
    page.goto("/shared/ollama/")
    box = page.locator("#f-source")
    box.fill(f"# {page.evaluate('Date.now()')}\n{box.input_value()}")
    page.locator("button[value=save]").click()
    page.wait_for_url("**/history/")


def _shared_compared(page: Page) -> None:
    _shared_edited(page)
    page.locator("#main form button.primary").click()
    page.wait_for_url("**/compare/**")


def _put(box: Locator, text: str) -> None:
    """As `fill`, which types: 2,000 lines take Chromium ten seconds so, a paste half a one."""
    box.evaluate("(box, text) => { box.value = text; }", text)
    box.dispatch_event("input")


def _shared_wrong(page: Page) -> None:
    page.goto("/shared/facts/")
    box = page.locator("#f-source")
    _put(box, box.input_value().replace("kind: choice", "kind: chioce", 2))
    page.locator("button[value=look]").click()
    page.locator("#problems").wait_for()


def _shared_effect(page: Page) -> None:
    page.goto("/shared/facts/")
    box = page.locator("#f-source")
    _put(box, box.input_value().replace("    T4:", "    T4Z:", 1))
    page.locator("button[value=effect]").click()
    page.locator("#effect-title").wait_for()


def _build_seen(page: Page) -> None:
    page.goto("/shared/import/")
    page.locator("select[name=engine]").select_option("vllm")
    page.locator("#version").fill("0.24.0+1")
    options = ("-h, --help  this", "--model MODEL  the model", "--our-own X  what only we have")
    page.locator("#help").fill("".join(f"  {option}\n" for option in options))
    page.locator("button[value=look]").click()
    page.locator("button[value=take]").wait_for()


def _taken_in(page: Page) -> None:
    page.goto("/files/")
    bad = {"name": "bad.md", "mimeType": "text/markdown", "buffer": b"---\ncolour: red\n---\n"}
    page.locator("#files").set_input_files(bad)  # type: ignore[arg-type]
    page.locator("button[name=do][value=check]").click()
    page.wait_for_url("**/jobs/*/")


def _clash(address: str, field: str, put: str = "{text} {now}") -> Callable[[Page], None]:
    """Two windows open one text; what the first saves, the second has not seen."""

    def act(page: Page) -> None:
        windows = (page.context.new_page(), page)
        for window in windows:
            window.goto(address)
        for window in windows:
            box = window.locator(field).first
            box.fill(put.format(text=box.input_value(), now=window.evaluate("Date.now()")))
            window.locator("button[value=save]:not(.visually-hidden)").first.click()
            window.wait_for_load_state()
        page.locator("textarea[name=source]").wait_for()
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")

    return act


ARTICLE = "/articles/vllm-mistral-small31-fp8-image-nan-compile/"
OTHER = "/articles/dify-ollama-localhost-in-docker/"
STATES: dict[str, str | Callable[[Page], None]] = {
    "home": "/",
    "typed": _typed,
    "diagnosis": _paste(LINE, COMMAND),
    "log": _paste(LOG),
    "unknown": _paste("how do I bake bread"),
    "article": ARTICLE,
    "list": "/articles/",
    "empty list": "/articles/?topic=none",
    "search": "/search/?q=nan",
    "nothing found": "/search/?q=zzxqy",
    "wizard": "/wizard/?engine=vllm",
    "command": _checked,
    "about": "/about/",
    "help": "/help/",
    "writing": "/help/writing/",
    "safety": "/help/safety/",
    "keys": _keys,
    "login": "/login/",
    "404": "/articles/no-such-fault/",
    "styleguide": "/styleguide/",
    "account": "/account/",
    "people": "/people/",
    "audit": "/audit/",
    "new": "/articles/new/",
    "import": "/articles/import/",
    "edit": f"{ARTICLE}edit/",
    "history": f"{ARTICLE}history/",
    "reviews": "/reviews/",
    "trash": "/trash/",
    "unmatched": "/unmatched/",
    "health": "/health-of-articles/",
    "review": f"{ARTICLE}review/1/",
    "source": f"{ARTICLE}source/",
    "revision": f"{ARTICLE}history/1/",
    "compare": f"{ARTICLE}compare/?from=1&to=1",
    "changes": "/changes/",
    "tokens": "/account/tokens/",
    "files": "/files/",
    "job": _taken_in,
    "translation": "/articles/vllm-mistral-small31-fp8-image-nan-compile-zh/edit/",
    "clash": _clash(f"{OTHER}edit/", "[name='title']"),
    "clash of a source": _clash(f"{OTHER}source/", "#f-source"),
    "clash of a translation": _clash(f"{OTHER[:-1]}-zh/edit/", "#editor textarea"),
    "clash of flags": _clash("/shared/ollama/", "#f-source", "# {now}\n{text}"),
    "shared": "/shared/",
    "shared edit": "/shared/vllm/",
    "shared new": "/shared/new/?engine=ours",
    "shared wrong": _shared_wrong,
    "shared effect": _shared_effect,
    "shared history": _shared_edited,
    "shared compare": _shared_compared,
    "shared revision": "/shared/ollama/history/1/",
    "shared import": "/shared/import/",
    "shared build": _build_seen,
}
# Addresses to which a state of STATES leads by what it does.
LED_TO = {"diagnosis", "command", "job", "shared-compare", "shared-history"}
# Addresses that show no page of their own.
NO_PAGE = {
    "for programs": "api-articles api-article api-diagnose api-facts api-launch api-search "
    "api-openapi api-outcomes api-missing healthz readyz metrics llms feed masking "
    "article-markdown article-json files-export",
    "only take something in": "diagnose answer diagnosis-add diagnosis-delete outcome "
    "unmatched-start unmatched-close wizard-answer article-hold review-decide article-state "
    "restore rename article-trash article-untrash comment-new comment-resolve article-flag "
    "article-watch task-close shared-restore reindex token-end logout account-password person-new "
    "person-rights person-link set-language set-theme",
    "parts of a page": "live try article-preview review-effect shared-effect",
    "for one time": "welcome",
}
MODES = list(product(("light", "dark"), ("en-US", "zh-CN"), (1280, 360)))
# Each page once, the modes in turn; the long form is every page in every mode.
SHORT = [(name, MODES[(3 * at) % len(MODES)]) for at, name in enumerate(STATES)]
ALL = [case for case in product(STATES, MODES) if case not in SHORT]
# The style guide shows the parts of several pages on one, so their ids are there twice.
TWICE = {"duplicate-id-aria", "duplicate-id", "landmark-unique", "landmark-no-duplicate-main"}


@pytest.fixture(scope="module")
def signed_in(browser: Browser, site: str) -> Iterator[Cookies]:
    """The cookies of an administrator."""
    code = (
        "from django.contrib.auth.models import User; from kb.accounts.roles import set_role;"
        f"set_role(User.objects.create_user('{NAME}', password='{PASSWORD}'), 'administrator')"
    )
    command = [sys.executable, str(ROOT / "manage.py"), "shell", "-c", code]
    subprocess.run(command, check=True, env=environment_of(site), capture_output=True)
    context = browser.new_context(base_url=site)
    page = context.new_page()
    page.goto("/login/")
    page.locator("#id_username").fill(NAME)
    page.locator("#id_password").fill(PASSWORD)
    page.locator("#main button.primary").click()
    page.wait_for_url("**/")
    yield [dict(cookie) for cookie in context.cookies()]
    context.close()


def violations(page: Page, name: str) -> list[str]:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    told = [
        f"{each['id']}: {node['target']} {re.sub(chr(10), ' ', node['failureSummary'])[:300]}"
        for each in found
        if name != "styleguide" or each["id"] not in TWICE
        for node in each["nodes"][:4]
    ]
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return [*told, *([f"the page is {wide} px too wide"] if wide > 0 else [])]


def check(browser: Browser, site: str, cookies: Cookies, case: Case) -> list[str]:
    name, (theme, locale, width) = case
    context = browser.new_context(
        base_url=site,
        locale=locale,
        color_scheme="dark" if theme == "dark" else "light",
        viewport={"width": width, "height": 800},
        reduced_motion="reduce",
    )
    try:
        if name != "login":
            context.add_cookies(cookies)  # type: ignore[arg-type]
        page = context.new_page()
        state = STATES[name]
        page.goto(state) if isinstance(state, str) else state(page)
        return violations(page, name)
    finally:
        context.close()


def _addresses(patterns: list[Any]) -> Iterator[str]:
    for each in patterns:
        if hasattr(each, "url_patterns"):
            yield from _addresses(each.url_patterns)
        elif each.name:
            yield str(each.name)


def test_no_page_is_forgotten() -> None:
    plain = (state.partition("?")[0] for state in STATES.values() if isinstance(state, str))
    seen = {resolve(address).url_name for address in plain} | LED_TO
    left = set(_addresses(get_resolver().url_patterns)) - seen
    excused = {name for names in NO_PAGE.values() for name in names.split()}
    assert left - excused == set()
    assert not excused & seen


def _name(case: Case) -> str:
    return "-".join(map(str, (case[0], *case[1])))


@pytest.mark.parametrize("case", SHORT, ids=_name)
def test_axe_is_clean(browser: Browser, site: str, signed_in: Cookies, case: Case) -> None:
    assert check(browser, site, signed_in, case) == []


@pytest.mark.long
@pytest.mark.parametrize("case", ALL, ids=_name)
def test_axe_is_clean_in_every_mode(
    browser: Browser, site: str, signed_in: Cookies, case: Case
) -> None:
    assert check(browser, site, signed_in, case) == []
