"""The pages that everybody sees, each by a name."""

from collections.abc import Callable

from playwright.sync_api import Page

LINE = "ValueError: Out of range float values are not JSON compliant: nan"
COMMAND = "vllm serve <model> --max-model-len 32768 --nonsense"
ARTICLE = "/articles/vllm-mistral-small31-fp8-image-nan-compile/"


def paste(page: Page, text: str, environment: str = "", command: str = "") -> None:
    """Pastes on the home page and waits for the diagnosis."""
    page.goto("/")
    page.locator("#paste").fill(text)
    if environment or command:
        page.locator("form.paste summary").first.click()
        page.locator("#environment").fill(environment)
        page.locator("#command").fill(command)
    page.locator("#paste").press("Control+Enter")
    page.wait_for_url("**/d/*/")


def _checked(page: Page) -> None:
    page.goto("/command/")
    page.locator("#command").fill(COMMAND)
    page.locator("#main button.primary").click()
    page.locator("#mended").wait_for()


PUBLIC: dict[str, str | Callable[[Page], object]] = {
    "home": "/",
    "diagnosis": lambda page: paste(page, LINE),
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
