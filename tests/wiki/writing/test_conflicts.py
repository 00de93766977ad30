"""Two people at one text: nothing typed is lost, nothing is overwritten."""

import pytest
from django.test import Client

from kb.wiki.models import Page, Revision
from kb.wiki.review.differ import MOST_LINES, differ, merged
from tests.accounts.people import signed_in
from tests.wiki.writing.sent import edit_of

EDIT = "/articles/widget-fp8/edit/"


@pytest.fixture
def two(articles: None) -> tuple[Client, Client]:
    return signed_in("ada", "author"), signed_in("bob", "author")


def newest() -> Revision:
    return Page.objects.get(slug="widget-fp8").revisions.all()[0]


def test_a_conflict_shows_both_texts_and_one_box(two: tuple[Client, Client]) -> None:
    ada, bob = two
    theirs = edit_of("widget-fp8", title="Bob's title")
    mine = edit_of("widget-fp8", sections__0__body="Ada's summary.")
    assert bob.post(EDIT, theirs).status_code == 302
    page = ada.post(EDIT, mine)
    text = page.content.decode()
    assert (page.status_code, newest().number) == (409, 2)
    assert "Ada&#x27;s summary." in text
    assert "Bob&#x27;s title" in text
    assert page.context["merged"], "they do not touch the same lines"
    box = {"source": page.context["source"], "based_on": "2", "note": "both"}
    assert ada.post("/articles/widget-fp8/source/", box).status_code == 302
    assert "Ada's summary." in newest().source
    assert "Bob's title" in newest().source


def test_both_changed_the_same_line(two: tuple[Client, Client]) -> None:
    ada, bob = two
    theirs, mine = (edit_of("widget-fp8", title=title) for title in ("Bob's", "Ada's"))
    bob.post(EDIT, theirs)
    page = ada.post(EDIT, mine)
    assert (page.status_code, page.context["merged"]) == (409, False)
    assert "title: Ada's" in page.context["source"]
    assert "Bob&#x27;s" in page.content.decode()


def test_a_second_press_is_no_conflict(two: tuple[Client, Client]) -> None:
    ada, _ = two
    sent = edit_of("widget-fp8", title="Once")
    for _ in range(3):
        assert ada.post(EDIT, sent).status_code == 302
    assert newest().number == 2


@pytest.mark.parametrize("based_on", ["", "-1", "99", "x", "9" * 40])
def test_a_number_that_never_was_is_a_conflict(two: tuple[Client, Client], based_on: str) -> None:
    ada, _ = two
    sent = edit_of("widget-fp8", title="Odd", based_on=based_on)
    assert ada.post(EDIT, sent).status_code == 409
    assert newest().number == 1


def test_a_text_that_did_not_change_makes_no_revision(two: tuple[Client, Client]) -> None:
    ada, _ = two
    source = newest().source
    ada.post("/articles/widget-fp8/source/", {"source": source, "based_on": "1"})
    assert newest().number == 1


def test_changes_apart_are_merged() -> None:
    base = "a\nb\nc\nd\ne"
    assert merged(base, "A\nb\nc\nd\ne", "a\nb\nc\nd\nE") == "A\nb\nc\nd\nE"
    assert merged(base, "A\nb\nc\nd\ne", "A\nb\nc\nd\ne") == "A\nb\nc\nd\ne"
    assert merged(base, "A\nb\nc\nd\ne", "B\nb\nc\nd\ne") is None
    assert merged(base, "a\nc\nd\ne", "a\nb\nx\nc\nd\ne") is None


def test_a_diff_shows_what_is_near() -> None:
    before = "\n".join(str(n) for n in range(100))
    found = differ(before, before.replace("\n50\n", "\nfifty\n"))
    assert [line.kind for line in found if line.kind != "same"] == ["gap", "sub", "add"]
    assert differ(before, before) == []


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "\n".join(str(n % 190) for n in range(20_000)),
            "\n".join(str(n % 191) for n in range(20_000)),
        ),
        ("x\n" * 1900, "y\nx\n" * 900),
        ("", "a\n" * 100_000),
    ],
)
def test_no_text_stretches_a_diff(before: str, after: str) -> None:
    assert len(differ(before, after)) <= 3 * MOST_LINES
