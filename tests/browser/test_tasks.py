"""The first five minutes of a new user, in a real browser: the tasks of the design, in order."""

import io
import re
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from urllib.parse import quote

import pytest
from django.utils.translation import gettext, override
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import ROOT, Shots, environment_of
from tests.browser.public import paste
from tests.browser.test_main_job import ask_until_decided
from tests.browser.test_wiki import PASSWORD, sign_in
from tests.wiki.texts import source

pytestmark = pytest.mark.browser
ERROR = (
    "openai.BadRequestError: Error code: 400 - {'error': {'message': "
    "'Out of range float values are not JSON compliant: nan'}}"
)
NAMED = re.compile(r"Mistral-Small-3\.1.*Pixtral.*NaN")
MODEL = "RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic"
COMMAND = f"vllm serve {MODEL} --tokenizer-mode mistral --max-model-len 32768 --port 8100"
ENVIRONMENT = f"""vLLM API server version 0.24.0
NVIDIA H100 80GB HBM3
Initializing a V1 LLM engine (v0.24.0) with config: model='{MODEL}', quantization=compressed-tensors
enforce_eager=False"""


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


@pytest.fixture(params=["en-US", "zh-CN"])
def locale(request: pytest.FixtureRequest) -> str:
    """Each task in both languages."""
    return str(request.param)


def words(page: Page, text: str) -> str:
    """A sentence of the site as the reader of this page sees it."""
    with override(str(page.locator("html").get_attribute("lang"))):
        return gettext(text)


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
    expect(verdict.locator("h1")).to_have_text(NAMED)
    badge = words(page, "same error, needs your environment")
    expect(verdict.locator(".badge").first).to_have_text(badge)
    expect(verdict).to_contain_text(words(page, "provisional"))
    expect(verdict).to_contain_text(words(page, "price"))
    expect(page.locator("table.causes")).to_contain_text("/v1/embeddings")


def test_3_the_root_line_of_a_long_log_is_pinned(page: Page) -> None:
    paste(page, long_log())
    expect(page.locator(".pinned")).to_contain_text("Free memory on device")
    expect(page.locator(".verdict h1 a")).to_have_attribute("href", re.compile("free-memory"))
    generic = page.locator(".log .generic").last
    expect(generic).to_have_attribute("title", words(page, "this line never decides"))


def test_3_a_log_without_its_cause_says_so(page: Page) -> None:
    paste(page, "RuntimeError: Engine core initialization failed. See root cause above.")
    expect(page.locator(".verdict")).to_contain_text(_start_of(page))
    expect(page.locator(".verdict pre")).to_contain_text("docker logs")


def _start_of(page: Page) -> str:
    told = (
        "The root cause is not in this paste: these lines only repeat that something broke. "
        "Fetch the log from its first error:"
    )
    return words(page, told)


@pytest.mark.parametrize("text", ["ImportError: foo", "how do I bake bread"])
def test_5_nothing_is_made_up(page: Page, text: str) -> None:
    paste(page, text)
    expect(page.locator(".verdict .badge").first).to_have_text(words(page, "not known here"))
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
    expect(changes).to_contain_text(words(page, "why"))
    expect(changes).to_contain_text(words(page, "price"))
    expect(page.locator("#fix")).to_contain_text("--no-such-flag")
    page.locator("[data-copy=corrected]").click()
    expect(page.locator("#toast")).to_have_text(words(page, "Copied"))
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
    expect(aside).to_contain_text(words(page, "Does not apply because"))


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
    expect(page.locator("#toast")).to_have_text(words(page, "Copied"))
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


def archive(texts: dict[str, str]) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as packed:
        for name, text in texts.items():
            packed.writestr(name, text)
    return raw.getvalue()


def test_14_a_folder_with_one_bad_file(page: Page, site: str, locale: str) -> None:
    topic = f"ours-{locale[:2]}"
    faults = {f"{topic}/{topic}-{n}.md": source(f"Fault {n}", f"E{topic}{n}: x") for n in range(12)}
    sign_in_as_administrator(page, site)
    shown = take_in(page, archive(faults | {f"{topic}/bad.md": source(more="colour: red\n")}))
    assert shown("created") == "12" and shown("refused") == "1"
    refused = page.locator(".results li", has_text="bad.md").first
    expect(refused).to_contain_text("25")
    expect(refused.locator("code").nth(1)).to_have_text("colour")
    assert take_in(page, archive(faults))("unchanged") == "12"
    page.goto("/files/")
    with page.expect_download() as download:
        page.locator("a[download]").click()
    with zipfile.ZipFile(download.value.path()) as packed:
        assert {name for name in packed.namelist() if name.startswith(topic)} == set(faults)
        again = {name: packed.read(name).decode() for name in faults}
    assert take_in(page, archive(again))("unchanged") == "12"


def take_in(page: Page, packed: bytes) -> Callable[[str], str]:
    """Imports an archive; what comes back tells how many files had a result."""
    page.goto("/files/")
    file = {"name": "ours.zip", "mimeType": "application/zip", "buffer": packed}
    page.locator("#files").set_input_files(file)  # type: ignore[arg-type]
    page.locator("button[name=do][value=import]").click()
    page.wait_for_url("**/jobs/*/")
    expect(page.locator("#taken-title")).to_be_visible()
    told = page.locator("section:has(#taken-title) > p").inner_text()

    def number(result: str) -> str:
        found = re.search(rf"(\d+) {re.escape(words(page, result))}", told)
        return found[1] if found else told

    return number


def sign_in_as_administrator(page: Page, site: str) -> None:
    make = f"""
from django.contrib.auth.models import User
if not User.objects.filter(username="root").exists():
    User.objects.create_superuser("root", password={PASSWORD!r})
"""
    command = [sys.executable, "manage.py", "shell", "-c", make]
    subprocess.run(command, env=environment_of(site), cwd=ROOT, check=True, capture_output=True)
    sign_in(page, "root")
