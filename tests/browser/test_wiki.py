"""Writing, review and conflict by three people in three sessions, in both languages."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import QUICKER, ROOT, Shots, environment_of

pytestmark = pytest.mark.browser
PASSWORD = "correct horse battery staple"
_MAKE = """
from django.contrib.auth.models import User
from kb.accounts.roles import set_role
for role in ("author", "reviewer", "reader"):
    if not User.objects.filter(username=role).exists():
        set_role(User.objects.create_user(role, password=%r), role)
"""


@dataclass
class Team:
    author: Page
    reviewer: Page
    reader: Page
    word: str  # that no article has


@pytest.fixture(params=["en-US", "zh-CN"])
def team(
    request: pytest.FixtureRequest, browser: Browser, site: str, shots: Shots
) -> Iterator[Team]:
    make_people(site)
    said: list[str] = []
    with ExitStack() as stack:
        pages = {}
        for role in ("author", "reviewer", "reader"):
            context = browser.new_context(base_url=site, locale=request.param)
            page = stack.enter_context(shots(context.new_page()))
            page.on("console", lambda message: said.append(message.text))
            sign_in(page, role)
            pages[role] = page
        yield Team(**pages, word=f"Frobnitz{request.param[:2].title()}Error")
        for page in pages.values():
            page.context.close()
    said = [text for text in said if text != QUICKER and "Failed to load resource" not in text]
    assert not said


def make_people(site: str) -> None:
    """An author, a reviewer and a reader on that site."""
    command = [sys.executable, "manage.py", "shell", "-c", _MAKE % PASSWORD]
    subprocess.run(command, env=environment_of(site), cwd=ROOT, check=True, capture_output=True)


def sign_in(page: Page, name: str) -> None:
    page.goto("/login/")
    page.fill("#id_username", name)
    page.fill("#id_password", PASSWORD)
    page.click("main button.primary")
    page.wait_for_url("**/")


def _write(page: Page, word: str) -> None:
    page.goto("/articles/new/")
    page.fill("[name='title']", f"{word} at the start")
    page.fill("[name='errors.0.text']", f"{word}: part 12 is gone")
    for at, value in enumerate(("vllm", "crsh", "start-up")):
        page.fill(f"[name='environment.requires.rows.{at}.value']", value)
    page.fill("[name='fixes.0.title']", "Switch compilation off")
    page.fill("[name='fixes.0.id']", "eager")
    page.fill("[name='fixes.0.launch.0.value']", "--enforce-eager")
    page.fill("[name='verify.0.do']", "start it")


def _section(page: Page, name: str) -> str:
    row = page.locator(f"input[type=hidden][value='{name}'][name^='sections.']").first
    return str(row.get_attribute("name")).replace(".name", ".body")


def test_errors_at_the_fields_draft_review_publish(team: Team) -> None:
    author, reviewer, reader = team.author, team.reviewer, team.reader
    _write(author, team.word)
    expect(author.locator("#preview")).to_contain_text("Switch compilation off", timeout=10_000)
    author.click("button[value=submit]")
    bad = "environment.requires.rows.1.value"
    expect(author.locator(f"[id='e-{bad}']")).to_contain_text("crash")
    expect(author.locator("#problems a[href='#f-sections.1.body']")).to_be_visible()
    expect(author.locator("[name='title']")).to_have_value(f"{team.word} at the start")
    slug = author.url.split("/articles/")[1].split("/")[0]
    assert reader.goto(f"/articles/{slug}/").status == 404  # type: ignore[union-attr]
    author.fill(f"[name='{bad}']", "crash")
    for name in ("symptom", "fix"):
        author.fill(f"[name='{_section(author, name)}']", "It stops; add the flag.")
    author.click("button[value=submit]")
    author.wait_for_url("**/review/*/")
    assert author.locator("button[value=approve]").count() == 0
    reviewer.goto("/reviews/")
    reviewer.click(f"a.hit:has-text('{team.word}') >> nth=0")
    expect(reviewer.locator("#effect")).to_contain_text(slug, timeout=20_000)
    reviewer.click("button[value=approve]")
    reviewer.wait_for_url(f"**/articles/{slug}/")
    assert reader.goto(f"/articles/{slug}/").status == 200  # type: ignore[union-attr]
    reader.goto("/")
    reader.fill("#paste", f"{team.word}: part 99 is gone")
    reader.keyboard.press("Control+Enter")
    reader.wait_for_url("**/d/*/")
    expect(reader.locator("#fix")).to_contain_text("Switch compilation off")
    reader.click("button[name=result][value=worked]")
    expect(reader.locator("#fix form")).to_contain_text("1")
    _conflict_restore_and_rename(team, slug)


def _conflict_restore_and_rename(team: Team, slug: str) -> None:
    """Task 13: a conflict shows both texts; history, diff, restore; the old address resolves."""
    author, reviewer, reader = team.author, team.reviewer, team.reader
    for page in (author, reviewer):
        page.goto(f"/articles/{slug}/edit/")
    reviewer.fill("[name='verify.0.expect']", "Theirs.")
    reviewer.click("button[value=save]:not(.visually-hidden)")
    reviewer.wait_for_url("**/review/*/")
    author.fill("[name='fixes.0.launch.0.because']", "Mine.")
    author.click("button[value=save]:not(.visually-hidden)")
    box = author.locator("#f-source")
    text = box.input_value()
    assert "Theirs." in text
    assert "Mine." in text
    author.click("button[value=save]")
    author.wait_for_url("**/review/*/")
    reader.goto(f"/articles/{slug}/history/")
    assert reader.locator("input[name=from]").count() == 1, "drafts are not for readers"
    reviewer.goto(f"/articles/{slug}/history/")
    reviewer.click("form button.primary")
    expect(reviewer.locator(".diff .add").first).to_contain_text("Mine.")
    reviewer.goto(f"/articles/{slug}/history/")
    reviewer.fill("#rename-slug", f"{slug}-renamed")
    reviewer.click(f"form[action$='/{slug}/rename/'] button")
    reviewer.wait_for_url(f"**/{slug}-renamed/history/")
    reader.goto(f"/articles/{slug}/")
    assert reader.url.endswith(f"/articles/{slug}-renamed/")


def test_what_is_typed_outlives_a_reload_and_a_lost_login(team: Team) -> None:
    page = team.author
    page.goto("/articles/new/")
    page.on("dialog", lambda dialog: dialog.accept())
    page.fill("[name='title']", f"{team.word} typed")
    with page.expect_response("**/articles/new/preview/"):
        page.keyboard.press("Tab")
    page.reload()
    expect(page.locator("[name='title']")).to_have_value(f"{team.word} typed")
    page.context.clear_cookies(name="kb_session")
    page.click("button[value=save]:not(.visually-hidden)")
    page.fill("#id_username", "author")
    page.fill("#id_password", PASSWORD)
    page.click("main button.primary")
    page.wait_for_url("**/articles/new/")
    expect(page.locator("[name='title']")).to_have_value(f"{team.word} typed")
    page.click("button[value=discard]")
    expect(page.locator("[name='title']")).to_have_value("")
    page.click("button[value=restore]")
    expect(page.locator("[name='title']")).to_have_value(f"{team.word} typed")
    page.click("button[value=discard]")
