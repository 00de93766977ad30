from pathlib import Path

import pytest
from django.test import Client

from kb.accounts.models import AuditEntry
from kb.wiki.corpus.export import export
from kb.wiki.models import Page
from tests.accounts.people import signed_in
from tests.wiki.factory import take
from tests.wiki.writing.sent import edit_of

pytestmark = pytest.mark.usefixtures("articles")
EDIT = "/articles/widget-fp8/edit/"


@pytest.fixture
def ada() -> Client:
    return signed_in("ada", "author")


@pytest.fixture
def rev() -> Client:
    return signed_in("rev", "reviewer")


def publish(ada: Client, rev: Client, title: str) -> int:
    ada.post(EDIT, edit_of("widget-fp8", title=title, do="submit"))
    number = Page.objects.get(slug="widget-fp8").revisions.all()[0].number
    rev.post(f"/articles/widget-fp8/review/{number}/decide/", {"do": "approve"})
    return number


def live() -> str:
    return Page.objects.get(slug="widget-fp8").title


def test_any_two_texts_are_compared(ada: Client, rev: Client, client: Client) -> None:
    publish(ada, rev, "Second")
    publish(ada, rev, "Third")
    for query in ("from=1&to=3", "from=3&to=1"):
        page = client.get(f"/articles/widget-fp8/compare/?{query}")
        texts = [line.text for line in page.context["diff"] if line.kind == "add"]
        assert "title: Third" in texts
    assert client.get("/articles/widget-fp8/compare/?from=x&to=1").status_code == 302
    assert client.get("/articles/widget-fp8/compare/?from=1&to=99").status_code == 404


def test_a_restore_is_a_new_revision(ada: Client, rev: Client) -> None:
    publish(ada, rev, "Second")
    for _ in range(2):
        rev.post("/articles/widget-fp8/restore/1/")
    page = Page.objects.get(slug="widget-fp8")
    assert (live(), page.live.number, page.revisions.count()) == ("FP8 widgets break", 3, 3)
    assert page.live.note == "= #1"


def test_an_author_restores_into_a_draft(ada: Client, rev: Client) -> None:
    publish(ada, rev, "Second")
    ada.post("/articles/widget-fp8/restore/1/")
    page = Page.objects.get(slug="widget-fp8")
    assert (live(), page.live.number, page.revisions.count()) == ("Second", 2, 3)


def test_a_draft_that_was_never_live_is_not_restored_to_readers(ada: Client, rev: Client) -> None:
    ada.post(EDIT, edit_of("widget-fp8", title="Never seen"))
    ada.post(EDIT, edit_of("widget-fp8", title="Newer"))
    rev.post("/articles/widget-fp8/restore/2/")
    assert live() == "FP8 widgets break"


def test_a_renamed_article_keeps_its_old_address(rev: Client, client: Client) -> None:
    rev.post("/articles/widget-fp8/rename/", {"slug": "widget-float8", "topic": "Odd Topic"})
    page = Page.objects.get(slug="widget-float8")
    assert page.topic == "odd-topic"
    moved = client.get("/articles/widget-fp8/")
    assert (moved.status_code, moved["Location"]) == (301, "/articles/widget-float8/")
    assert client.get("/articles/widget-fp8-zh/")["Location"] == "/articles/widget-float8-zh/"
    assert client.get("/articles/widget-float8-zh/").context["shown"].original == page
    found = client.get("/search/?q=FrobnicationError").context["findings"].found
    assert {each.slug for each in found} == {"widget-float8", "widget-awq"}


def test_back_to_the_old_address(rev: Client, client: Client) -> None:
    rev.post("/articles/widget-fp8/rename/", {"slug": "other"})
    rev.post("/articles/other/rename/", {"slug": "widget-fp8"})
    assert client.get("/articles/widget-fp8/").status_code == 200
    assert client.get("/articles/other/")["Location"] == "/articles/widget-fp8/"


@pytest.mark.parametrize("slug", ["widget-awq", "new", "Not a slug", "../x", "a--b"])
def test_an_address_that_cannot_be_changes_nothing(rev: Client, slug: str) -> None:
    rev.post("/articles/widget-fp8/rename/", {"slug": slug})
    assert Page.objects.filter(slug="widget-fp8").exists()


def test_the_trash_hides_and_gives_back(rev: Client, client: Client) -> None:
    for _ in range(2):
        rev.post("/articles/widget-fp8/trash/")
    places = ("/articles/widget-fp8/", "/articles/widget-fp8.json", "/articles/widget-fp8/history/")
    for address in places:
        assert client.get(address).status_code == 404
    listed = (
        client.get("/articles/").content.decode() + client.get("/search/?q=widget").content.decode()
    )
    assert "FP8 widgets" not in listed
    assert [page.slug for page in rev.get("/trash/").context["pages"]] == ["widget-fp8"]
    rev.post("/articles/widget-fp8/untrash/")
    assert client.get("/articles/widget-fp8/").status_code == 200
    assert "FP8 widgets" in client.get("/search/?q=widget").content.decode()
    actions = AuditEntry.objects.filter(subject="widget-fp8").values_list("action", flat=True)
    assert sorted(actions) == ["trash", "untrash"]


def test_an_author_throws_away_only_an_own_draft(ada: Client) -> None:
    assert ada.post("/articles/widget-fp8/trash/").status_code == 403


def test_files_stay_whole(ada: Client, rev: Client, tmp_path: Path) -> None:
    publish(ada, rev, "Second")
    rev.post("/articles/widget-fp8/rename/", {"slug": "widget-float8"})
    rev.post("/articles/widget-awq/state/", {"do": "outdate"})
    written = list(export(tmp_path / "out"))
    text = (tmp_path / "out/vllm/widget-float8.md").read_text("utf-8")
    assert "formerly: [widget-fp8]" in text
    assert "state: outdated" in (tmp_path / "out/vllm/widget-awq.md").read_text("utf-8")
    assert sum(path.suffix == ".md" for path in written) == 3
    assert {each.result for each in take(tmp_path / "out")} == {"unchanged"}


def test_history_is_open_to_readers_but_not_the_drafts(ada: Client, client: Client) -> None:
    ada.post(EDIT, edit_of("widget-fp8", title="Hidden"))
    page = client.get("/articles/widget-fp8/history/")
    assert [each.number for each in page.context["page"]] == [1]
    assert client.get("/articles/widget-fp8/history/1/").status_code == 200
