"""The first five minutes of a new user, in a real browser: the tasks of the design, in order."""

import json
import urllib.request
from collections.abc import Iterator
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Shots
from tests.browser.test_main_job import ask_until_decided

pytestmark = pytest.mark.browser
ERROR = (
    "openai.BadRequestError: Error code: 400 - {'error': {'message': "
    "'Out of range float values are not JSON compliant: nan'}}"
)
TITLE = "FP8 Mistral-Small-3.1 (Pixtral) answers NaN"
MODEL = "RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic"
COMMAND = f"vllm serve {MODEL} --tokenizer-mode mistral --max-model-len 32768 --port 8100"
ENVIRONMENT = f"""vLLM API server version 0.24.0
NVIDIA H100 80GB HBM3
Initializing a V1 LLM engine (v0.24.0) with config: model='{MODEL}', quantization=compressed-tensors
enforce_eager=False"""


def paste(page: Page, text: str, environment: str = "", command: str = "") -> None:
    page.goto("/")
    page.locator("#paste").fill(text)
    if environment or command:
        page.locator("form.paste summary").first.click()
        page.locator("#environment").fill(environment)
        page.locator("#command").fill(command)
    page.locator("#paste").press("Control+Enter")
    page.wait_for_url("**/d/*/")


def long_log() -> str:
    calm = [f"INFO 11-30 12:00:{n % 60:02} [loader.py:{n}] shard {n} of 380" for n in range(380)]
    cause = [
        "ERROR 11-30 12:07:01 [core.py:396] Traceback (most recent call last):",
        'ERROR 11-30 12:07:01 [core.py:396]   File "/v/worker.py", line 3, in init_device',
        "ERROR 11-30 12:07:01 [core.py:396] ValueError: Free memory on device (3.2/79.1 GiB) on "
        "startup is less than desired GPU memory utilization (0.9, 71.2 GiB). Decrease GPU memory "
        "utilization or reduce GPU memory used by other processes.",
    ]
    end = ["RuntimeError: Engine core initialization failed. See root cause above."]
    return "\n".join([*calm[:200], *cause, *calm[200:], *end])


@pytest.fixture
def phone(browser: Browser, site: str, shots: Shots) -> Iterator[Page]:
    context = browser.new_context(
        base_url=site, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
    )
    with shots(context.new_page()) as page:
        yield page
    context.close()


@pytest.fixture
def chinese(browser: Browser, site: str, shots: Shots) -> Iterator[Page]:
    context = browser.new_context(base_url=site, locale="zh-CN")
    with shots(context.new_page()) as page:
        yield page
    context.close()


def test_1_the_library_is_there(page: Page) -> None:
    page.goto("/articles/")
    assert page.locator(".results > li").count() > 20


def test_2_one_line_has_the_known_fault_first(page: Page) -> None:
    paste(page, ERROR)
    verdict = page.locator(".verdict")
    expect(verdict.locator("h1")).to_contain_text(TITLE)
    expect(verdict.locator(".badge").first).to_have_text("same error, needs your environment")
    expect(verdict).to_contain_text("provisional")
    expect(verdict).to_contain_text("price")
    expect(page.locator("table.causes")).to_contain_text("/v1/embeddings")


def test_3_the_root_line_of_a_long_log_is_pinned(page: Page) -> None:
    paste(page, long_log())
    expect(page.locator(".pinned")).to_contain_text("Free memory on device")
    expect(page.locator(".verdict h1")).to_contain_text("memory")
    generic = page.locator(".log .generic").last
    expect(generic).to_have_attribute("title", "this line never decides")


def test_3_a_log_without_its_cause_says_so(page: Page) -> None:
    paste(page, "RuntimeError: Engine core initialization failed. See root cause above.")
    expect(page.locator(".verdict")).to_contain_text("The root cause is not in this paste")
    expect(page.locator(".verdict pre")).to_contain_text("docker logs")


@pytest.mark.parametrize("text", ["ImportError: foo", "how do I bake bread"])
def test_5_nothing_is_made_up(page: Page, text: str) -> None:
    paste(page, text)
    expect(page.locator(".verdict .badge").first).to_have_text("not known here")
    expect(page.locator("#corrected")).to_have_count(0)
    assert not page.locator(".badge.confirmed, .badge.likely").count()


def test_6_a_chinese_search_and_the_switch_that_keeps_it(chinese: Page) -> None:
    page = chinese
    query = "图片请求 NaN"
    page.goto("/search/")
    expect(page.locator("html")).to_have_attribute("lang", "zh-hans")
    page.locator("#q").fill(query)
    page.locator("#q").press("Enter")
    page.wait_for_url(f"**q={quote(query).replace('%20', '+')}**")
    first = page.locator(".results a.hit").first
    expect(first).to_contain_text("NaN")
    page.locator("button[name=language]").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#q")).to_have_value(query)


def test_6_the_main_job_in_chinese(chinese: Page) -> None:
    page = chinese
    paste(page, ERROR, command=COMMAND)
    expect(page.locator(".verdict h1")).to_contain_text("Mistral-Small-3.1")
    page.locator('#question button[value="image"]').click()
    page.wait_for_url("**modality=image**")
    expect(page.locator("#corrected")).to_have_text(f"{COMMAND} --enforce-eager")
    expect(page.locator(".changes")).to_contain_text("代价")


def test_7_an_environment_leaves_two_questions_at_most(page: Page) -> None:
    paste(page, ERROR, ENVIRONMENT)
    expect(page.locator(".facts").first).to_contain_text("0.24.0")
    clicks = 0
    while page.locator('#question button[value="image"], #question .options button').count():
        clicks += 1
        assert clicks <= 2
        wanted = page.locator('#question button[value="image"]')
        before = page.url
        (wanted if wanted.count() else page.locator("#question .options button")).first.click()
        page.wait_for_url(lambda address, before=before: address != before)  # type: ignore[misc]
    expect(page.locator("#corrected")).to_contain_text("--enforce-eager")


def test_8_knowing_nothing_still_ends_with_something_to_do(page: Page) -> None:
    paste(page, ERROR)
    ask_until_decided(page, {})
    expect(page.locator("#question form")).to_have_count(0)
    assert page.locator(".matches > li").count() >= 2
    expect(page.locator("#corrected")).to_contain_text("--enforce-eager")


def test_9_the_own_command_comes_back_with_the_fix_in_it(page: Page) -> None:
    paste(page, ERROR, command=f"{COMMAND} --no-such-flag 3")
    expect(page.locator("#corrected ins")).to_contain_text("--enforce-eager")
    changes = page.locator(".changes")
    expect(changes).to_contain_text("why")
    expect(changes).to_contain_text("price")
    expect(page.locator("#fix")).to_contain_text("--no-such-flag")
    page.locator("[data-copy=corrected]").click()
    expect(page.locator("#toast")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{COMMAND} --no-such-flag 3 --enforce-eager"
    page.locator(".tabs a", has_text="Docker").click()
    expect(page.locator("#corrected")).to_contain_text("docker run")
    page.go_back()
    page.locator(".changes a").first.click()
    expect(page.locator("#corrected")).to_have_text(f"{COMMAND} --no-such-flag 3")


def test_10_a_cause_that_cannot_be_is_put_aside_with_its_reason(page: Page) -> None:
    paste(page, ERROR, command=COMMAND)
    page.locator("#question details > summary").click()  # it leaves no cause, so it is folded
    page.locator('#question button[value="text"]').click()
    page.wait_for_url("**modality=text**")
    aside = page.locator(".matches > li.aside").first
    expect(aside).to_contain_text("Does not apply because")


def test_11_an_address_gives_a_phone_the_same(page: Page, phone: Page) -> None:
    paste(page, ERROR, command=COMMAND)
    page.locator('#question button[value="image"]').click()
    page.wait_for_url("**modality=image**")
    phone.goto(page.url)
    expect(phone.locator("#corrected")).to_have_text(f"{COMMAND} --enforce-eager")
    top = phone.locator(".verdict h1").bounding_box()
    assert top and top["y"] < 400
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_11_the_main_job_on_a_phone(phone: Page) -> None:
    phone.goto("/")
    phone.locator("#paste").fill(ERROR)
    phone.locator("form.paste button.primary").tap()
    phone.wait_for_url("**/d/*/")
    phone.locator("#question .options button").first.tap()
    phone.wait_for_url("**/d/*/?*=*")
    expect(phone.locator("#corrected")).to_contain_text("--enforce-eager")


def tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} is not reached by Tab")


def test_the_main_job_by_keyboard_alone(page: Page) -> None:
    page.goto("/")
    expect(page.locator("#paste")).to_be_focused()
    page.keyboard.insert_text(ERROR)
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/d/*/")
    tab_to(page, "#question .options button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/d/*/?*=*")
    tab_to(page, "[data-copy=corrected]")
    page.keyboard.press("Enter")
    expect(page.locator("#toast")).to_have_text("Copied")
    assert "--enforce-eager" in page.evaluate("navigator.clipboard.readText()")


def test_without_javascript_a_form_and_an_undo_are_links(browser: Browser, site: str) -> None:
    context = browser.new_context(base_url=site, java_script_enabled=False)
    page = context.new_page()
    page.goto("/")
    page.locator("#paste").fill(ERROR)
    page.locator("form.paste summary").first.click()
    page.locator("#command").fill(COMMAND)
    page.locator("form.paste button.primary").click()
    page.locator(".tabs a", has_text="Compose").click()
    expect(page.locator("#corrected")).to_contain_text("services:")
    page.goto("/search/?q=nan")
    page.locator(".results a.hit").first.click()
    expect(page.locator("article h1")).to_be_visible()
    context.close()


def test_15_every_surface_has_the_same_first_hit(page: Page, site: str) -> None:
    paste(page, ERROR)
    first = page.locator(".verdict h1 a").get_attribute("href") or ""
    slug = first.strip("/").split("/")[-1]
    request = urllib.request.Request(f"{site}/api/v1/diagnose", ERROR.encode())
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["matches"][0]["article"] == slug
    with urllib.request.urlopen(f"{site}/articles/{slug}.md") as answer:
        assert "not JSON compliant" in answer.read().decode()
    with urllib.request.urlopen(f"{site}/llms.txt") as answer:
        assert slug in answer.read().decode()
