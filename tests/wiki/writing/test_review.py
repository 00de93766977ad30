"""Each step from state to state, allowed and refused."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from kb.accounts.models import AuditEntry
from kb.wiki import indexing
from kb.wiki.models import Page, Review, State
from kb.wiki.review.steps import STEPS
from tests.accounts.people import signed_in
from tests.wiki.writing.sent import LINE, edit_of, form_of

pytestmark = pytest.mark.django_db
DECIDE = "/articles/glorb/review/1/decide/"


@pytest.fixture
def ada() -> Client:
    return signed_in("ada", "author")


@pytest.fixture
def rev() -> Client:
    return signed_in("rev", "reviewer")


@pytest.fixture
def draft(ada: Client) -> Page:
    ada.post("/articles/new/", form_of(slug="glorb"))
    return Page.objects.get(slug="glorb")


def state() -> str:
    return str(Page.objects.get(slug="glorb").state)


def verdicts() -> list[str]:
    return list(Review.objects.order_by("pk").values_list("verdict", flat=True))


@pytest.mark.usefixtures("draft")
def test_draft_review_published(ada: Client, rev: Client, client: Client) -> None:
    ada.post(DECIDE, {"do": "submit"})
    assert (state(), verdicts()) == ("review", [""])
    assert [each.revision.page.slug for each in rev.get("/reviews/").context["waiting"]] == [
        "glorb"
    ]
    rev.post(DECIDE, {"do": "approve", "remark": "fine"})
    review = Review.objects.get()
    assert (state(), review.verdict, review.remark) == ("published", "approved", "fine")
    assert review.reviewer == User.objects.get(username="rev")
    assert client.get("/articles/glorb/").status_code == 200
    assert LINE in client.get(f"/search/?q={LINE}").content.decode()
    actions = AuditEntry.objects.filter(subject="glorb").order_by("pk")
    assert [entry.action for entry in actions] == ["edit", "submit", "publish"]


@pytest.mark.usefixtures("draft")
def test_changes_are_asked_for_with_a_reason(ada: Client, rev: Client) -> None:
    ada.post(DECIDE, {"do": "submit"})
    rev.post(DECIDE, {"do": "changes"})
    assert (state(), verdicts()) == ("review", [""]), "without a reason nothing happens"
    rev.post(DECIDE, {"do": "changes", "remark": "Name the version."})
    assert (state(), verdicts()) == ("draft", ["changes"])
    assert "Name the version." in ada.get("/articles/glorb/review/1/").content.decode()
    ada.post(DECIDE, {"do": "submit"})
    assert (state(), verdicts()) == ("review", ["changes", ""])


@pytest.mark.usefixtures("draft")
@pytest.mark.parametrize("who", ["ada", "bob", "rev"])
def test_a_review_is_withdrawn_by_who_asked_and_by_reviewers(who: str, ada: Client) -> None:
    ada.post(DECIDE, {"do": "submit"})
    person = ada if who == "ada" else signed_in(who, "reviewer" if who == "rev" else "author")
    answer = person.post(DECIDE, {"do": "withdraw"})
    allowed = who != "bob"
    assert answer.status_code == (302 if allowed else 403)
    assert (state(), verdicts()) == (("draft", ["withdrawn"]) if allowed else ("review", [""]))


@pytest.mark.usefixtures("draft")
@pytest.mark.parametrize("do", ["approve", "changes"])
def test_an_author_decides_nothing(ada: Client, do: str) -> None:
    ada.post(DECIDE, {"do": "submit"})
    assert ada.post(DECIDE, {"do": do, "remark": "x"}).status_code == 403
    assert (state(), verdicts()) == ("review", [""])


@pytest.mark.parametrize("role", ["reviewer", "administrator"])
@pytest.mark.parametrize("allowed", [False, True])
def test_nobody_approves_an_own_text_unless_it_is_allowed(
    role: str, allowed: bool, settings: Settings
) -> None:
    settings.SELF_REVIEW = allowed
    own = signed_in("own", role)
    own.post("/articles/new/", form_of(slug="glorb", do="submit"))
    own.post(DECIDE, {"do": "approve"})
    assert state() == ("published" if allowed else "review")


@pytest.mark.usefixtures("draft")
@pytest.mark.parametrize("do", ["approve", "changes", "withdraw"])
def test_without_an_open_review_there_is_nothing_to_decide(rev: Client, do: str) -> None:
    rev.post(DECIDE, {"do": do, "remark": "x"})
    assert (state(), verdicts()) == ("draft", [])


@pytest.mark.usefixtures("draft")
def test_every_decision_twice_is_once(ada: Client, rev: Client) -> None:
    for _ in range(2):
        ada.post(DECIDE, {"do": "submit"})
    for _ in range(2):
        rev.post(DECIDE, {"do": "approve"})
    ada.post(DECIDE, {"do": "submit"})
    assert (state(), verdicts()) == ("published", ["approved"])


@pytest.mark.usefixtures("draft")
def test_an_edit_ends_the_review_of_the_older_text(ada: Client, rev: Client) -> None:
    ada.post(DECIDE, {"do": "submit"})
    ada.post("/articles/glorb/edit/", edit_of("glorb", title="Better"))
    assert (state(), verdicts()) == ("draft", ["withdrawn"])
    rev.post(DECIDE, {"do": "approve"})
    ada.post(DECIDE, {"do": "submit"})
    assert (state(), verdicts()) == ("draft", ["withdrawn"]), "the newest text is the one to send"


@pytest.mark.usefixtures("articles")
def test_a_newer_text_is_reviewed_beside_the_live_one(
    ada: Client, rev: Client, client: Client
) -> None:
    sent = edit_of("widget-fp8", title="A better title", do="submit")
    ada.post("/articles/widget-fp8/edit/", sent)
    page = Page.objects.get(slug="widget-fp8")
    assert (page.state, page.title, page.live.number) == ("published", "FP8 widgets break", 1)
    shown = rev.get("/articles/widget-fp8/review/2/")
    kinds = {line.kind for line in shown.context["diff"]}
    assert {"add", "sub"} <= kinds
    rev.post("/articles/widget-fp8/review/2/decide/", {"do": "approve"})
    assert "A better title" in client.get("/articles/widget-fp8/").content.decode()


@pytest.mark.usefixtures("articles")
def test_the_effect_names_what_changes_its_winner(ada: Client, rev: Client) -> None:
    sent = edit_of("widget-fp8", errors__0__text="Entirely: another error 7", do="submit")
    sent |= {"fixes.0.launch.0.value": "--disable-frobnication"}
    ada.post("/articles/widget-fp8/edit/", sent)
    page = rev.get("/articles/widget-fp8/review/2/effect/")
    effect = page.context["effect"]
    moved = {(each.before, each.after) for each in effect.moved}
    assert ("", "widget-fp8") in moved, "its new line finds it"
    assert effect.tried >= 2
    assert [name for name, _ in effect.commands] == ["eager"]
    assert "--disable-frobnication" in page.content.decode()


@pytest.mark.usefixtures("articles")
def test_the_effect_names_a_fix_that_undoes_another(ada: Client, rev: Client) -> None:
    sent = edit_of("widget-fp8", do="submit") | {
        "environment.requires.rows.3.value": "awq",
        "fixes.0.launch.0.form": "remove",
        "fixes.0.command": "vllm serve example/model",
    }
    ada.post("/articles/widget-fp8/edit/", sent)
    effect = rev.get("/articles/widget-fp8/review/2/effect/").context["effect"]
    assert [str(each) for each in effect.undoes] == ["its fix undoes the fix of widget-awq"]


@pytest.mark.usefixtures("articles")
def test_the_effect_names_the_questions_that_change(ada: Client, rev: Client) -> None:
    sent = edit_of("widget-fp8", do="submit") | {
        "environment.requires.rows.3.fact": "modality",
        "environment.requires.rows.3.value": "image",
    }
    ada.post("/articles/widget-fp8/edit/", sent)
    paths = dict(rev.get("/articles/widget-fp8/review/2/effect/").context["effect"].paths)
    told = {(line.kind, line.text.strip()) for line in paths["widget-fp8"]}
    assert any(kind == "sub" and text.startswith("quantization: fp8") for kind, text in told)
    assert any(kind == "add" and text.startswith("modality: image") for kind, text in told)


@pytest.mark.parametrize("verb", STEPS)
@pytest.mark.parametrize("before", list(State))
@pytest.mark.usefixtures("articles")
def test_every_step_from_every_state(rev: Client, verb: str, before: State) -> None:
    Page.objects.filter(slug="widget-fp8").update(state=before)
    rev.post("/articles/widget-fp8/state/", {"do": verb, "successor": "widget-awq"})
    after = State(Page.objects.get(slug="widget-fp8").state)
    step = STEPS[verb]
    assert after == (step.to if before in step.whence else before)
    indexing.drain()
    answers = after in {State.PUBLISHED, State.OUTDATED, State.SUPERSEDED}
    assert ("widget-fp8" in indexing.index().slugs()) == answers or before not in step.whence


@pytest.mark.usefixtures("articles")
def test_a_superseded_article_names_the_better_one(rev: Client, client: Client) -> None:
    for successor in ("", "nothing-here", "widget-fp8"):
        rev.post("/articles/widget-fp8/state/", {"do": "supersede", "successor": successor})
        assert Page.objects.get(slug="widget-fp8").state == "published"
    rev.post("/articles/widget-fp8/state/", {"do": "supersede", "successor": "widget-awq"})
    assert 'href="/articles/widget-awq/"' in client.get("/articles/widget-fp8/").content.decode()


@pytest.mark.usefixtures("articles")
@pytest.mark.parametrize("role", ["", "reader", "author"])
@pytest.mark.parametrize("what", ["state", "rename", "trash"])
def test_states_are_for_reviewers(role: str, what: str) -> None:
    other = signed_in("eve", role) if role else Client()
    answer = other.post(f"/articles/widget-fp8/{what}/", {"do": "archive", "slug": "x"})
    assert answer.status_code == (403 if role else 401)
    page = Page.objects.get(slug="widget-fp8")
    assert (page.state, page.trashed) == ("published", None)


@pytest.mark.usefixtures("articles")
def test_odd_deeds_are_refused(rev: Client) -> None:
    for address in ("/articles/widget-fp8/state/", "/articles/widget-fp8/review/1/decide/"):
        assert rev.post(address, {"do": "explode"}).status_code == 400
        assert rev.get(address).status_code == 405
    assert rev.post("/articles/widget-fp8/review/99/decide/", {"do": "approve"}).status_code == 404


@pytest.mark.usefixtures("articles")
@pytest.mark.parametrize(
    "address",
    [
        "/reviews/",
        "/articles/widget-fp8/review/1/",
        "/articles/widget-fp8/edit/",
        "/changes/",
        "/articles/widget-fp8/history/",
        "/articles/widget-fp8/",
        "/trash/",
        "/articles/new/",
    ],
)
def test_no_page_of_a_reviewer_asks_more_than_twelve_times(
    rev: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    rev.get(address)
    shared = connection.vendor == "postgresql"  # there the index is one query more of the same base
    with django_assert_max_num_queries(12 + shared):
        assert rev.get(address).status_code == 200
