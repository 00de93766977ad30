"""axe finds nothing: each page, light and dark, English and Chinese, wide and on a phone."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

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


ARTICLE = "/articles/vllm-mistral-small31-fp8-image-nan-compile/"
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
    "changes": "/changes/",
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
