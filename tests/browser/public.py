"""The pages that everybody sees, each by a name."""

from collections.abc import Callable

from playwright.sync_api import Page

LINE = "ValueError: Out of range float values are not JSON compliant: nan"
COMMAND = "vllm serve <model> --max-model-len 32768 --nonsense"
ARTICLE = "/articles/vllm-mistral-small31-fp8-image-nan-compile/"


def _diagnosed(page: Page) -> None:
    page.goto("/")
    page.locator("#paste").fill(LINE)
    page.locator("form.paste button.primary").click()
    page.wait_for_url("**/d/*/")


def _checked(page: Page) -> None:
    page.goto("/command/")
    page.locator("#command").fill(COMMAND)
    page.locator("#main button.primary").click()
    page.locator("#mended").wait_for()


PUBLIC: dict[str, str | Callable[[Page], None]] = {
    "home": "/",
    "diagnosis": _diagnosed,
    "article": ARTICLE,
    "list": "/articles/",
    "search": "/search/?q=nan",
    "wizard": "/wizard/?engine=vllm",
    "command": _checked,
    "about": "/about/",
    "help": "/help/",
}


def show(page: Page, name: str) -> None:
    """Goes to a page of PUBLIC and waits until it is quiet."""
    way = PUBLIC[name]
    page.goto(way) if isinstance(way, str) else way(page)
    page.wait_for_load_state("networkidle")
