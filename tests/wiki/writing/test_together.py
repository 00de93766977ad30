from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from kb.wiki import telling
from kb.wiki.models import Comment, Page, Task, Watch
from tests.accounts.people import signed_in
from tests.wiki.factory import source, take, write
from tests.wiki.writing.sent import edit_of

pytestmark = pytest.mark.usefixtures("articles")
PAGE = "/articles/widget-fp8/"


def test_a_comment_belongs_to_a_revision_and_is_resolved(client: Client) -> None:
    bob, ada = signed_in("bob"), signed_in("ada", "author")
    for _ in range(2):
        bob.post(f"{PAGE}comment/1/", {"text": "Also on <b>L4</b>, `--x` helps."})
    comment = Comment.objects.get()
    assert comment.revision.number == 1
    text = client.get(PAGE).content.decode()
    assert "<b>L4" not in text
    assert "--x</code>" in text
    for _ in range(2):
        ada.post(f"/comments/{comment.pk}/resolve/")
    assert Comment.objects.get().resolved_by == User.objects.get(username="ada")


def test_only_the_author_and_writers_resolve() -> None:
    bob, eve = signed_in("bob"), signed_in("eve")
    bob.post(f"{PAGE}comment/1/", {"text": "Hm."})
    number = Comment.objects.get().pk
    assert eve.post(f"/comments/{number}/resolve/").status_code == 404
    assert bob.post(f"/comments/{number}/resolve/").status_code == 302


@pytest.mark.parametrize("number", [2, 99])
def test_nobody_comments_on_what_he_does_not_see(number: int) -> None:
    signed_in("ada", "author").post(f"{PAGE}edit/", edit_of("widget-fp8", title="Draft"))
    bob = signed_in("bob")
    assert bob.post(f"{PAGE}comment/{number}/", {"text": "x"}).status_code == 404
    assert Client().post(f"{PAGE}comment/1/", {"text": "x"}).status_code == 401
    assert not Comment.objects.exists()


def test_every_reader_may_flag_and_a_writer_closes(client: Client) -> None:
    secret = "hf_" + "a1B2" * 9
    for _ in range(2):
        client.post(f"{PAGE}flag/", {"remark": f"The flag is gone {secret}"})
    client.post(f"{PAGE}flag/", {"remark": "  "})
    task = Task.objects.get()
    assert secret not in task.remark
    assert Client().post(f"/tasks/{task.pk}/close/").status_code == 401
    ada = signed_in("ada", "author")
    assert "The flag is gone" in ada.get(PAGE).content.decode()
    ada.post(f"/tasks/{task.pk}/close/")
    assert Task.objects.get().closed


@pytest.fixture
def letters(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    monkeypatch.setattr(telling, "send", telling._deliver)


def publish(title: str, commits: DjangoCaptureOnCommitCallbacks) -> None:
    ada, rev = signed_in("ada", "author"), signed_in("rev", "reviewer")
    with commits(execute=True):
        ada.post(f"{PAGE}edit/", edit_of("widget-fp8", title=title, do="submit"))
        rev.post(f"{PAGE}review/2/decide/", {"do": "approve"})


@pytest.mark.usefixtures("letters")
def test_who_watches_is_told_and_reviewers_are_asked(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    bob, eve = signed_in("bob"), signed_in("eve")
    for _ in range(2):
        bob.post(f"{PAGE}watch/", {"what": "page"})
    eve.post(f"{PAGE}watch/", {"what": "topic"})
    assert Watch.objects.count() == 2
    publish("Better", django_capture_on_commit_callbacks)
    told = sorted((letter.to[0], "review" in letter.body) for letter in mail.outbox)
    assert told == [
        ("bob@example.org", False),
        ("eve@example.org", False),
        ("rev@example.org", True),
    ]
    bob.post(f"{PAGE}watch/", {"what": "page", "do": "off"})
    assert Watch.objects.count() == 1


@pytest.mark.usefixtures("letters")
def test_nobody_is_told_of_what_he_may_not_read(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    bob = signed_in("bob")
    bob.post(f"{PAGE}watch/", {"what": "page"})
    Page.objects.filter(slug="widget-fp8").update(restricted=True)
    assert bob.post(f"{PAGE}watch/", {"what": "page"}).status_code == 404
    telling_to = {letter.to[0] for letter in mail.outbox}
    assert "bob@example.org" not in telling_to


def test_without_a_mail_server_nothing_is_sent(
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks, settings: Settings
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
    signed_in("bob").post(f"{PAGE}watch/", {"what": "page"})
    publish("Better", django_capture_on_commit_callbacks)
    assert mail.outbox == []


def test_changes_and_feeds_show_what_readers_see(client: Client, tmp_path: Path) -> None:
    take(write(tmp_path, "draft.md", source("Hidden", "HiddenError: 1", more="state: draft\n")))
    for address in ("/changes/", "/feed.atom"):
        text = client.get(address).content.decode()
        assert "FP8 widgets break" in text
        assert "Hidden" not in text


@pytest.mark.usefixtures("articles")
@pytest.mark.parametrize(("language", "is_told"), [("en", False), ("zh-CN", True)])
def test_a_translation_is_news_to_those_who_read_it(
    client: Client, language: str, is_told: bool
) -> None:
    page = client.get("/changes/", headers={"accept-language": language}).content.decode()
    assert ("FP8 部件出错" in page) is is_told
    assert "FP8 widgets break" in page
