import pytest
from django.test import Client

from kb.accounts.models import AuditEntry, Typed
from kb.wiki.models import Page, Revision
from tests.accounts.people import signed_in
from tests.wiki.factory import source
from tests.wiki.writing.sent import LINE, edit_of, form_of

pytestmark = pytest.mark.django_db
NEW = "/articles/new/"


@pytest.fixture
def ada() -> Client:
    return signed_in("ada", "author")


def test_a_form_becomes_a_draft_that_only_writers_see(ada: Client, client: Client) -> None:
    sent = ada.post(NEW, form_of(slug="glorb"))
    assert sent["Location"] == "/articles/glorb/review/1/"
    page = Page.objects.get(slug="glorb")
    assert (page.state, page.topic, page.live.author.username) == ("draft", "vllm", "ada")  # type: ignore[union-attr]
    assert ada.get("/articles/glorb/").status_code == 200
    assert client.get("/articles/glorb/").status_code == 404
    assert AuditEntry.objects.filter(action="edit", subject="glorb", revision=1).exists()


def test_a_slug_is_made_of_the_title(ada: Client) -> None:
    ada.post(NEW, form_of(title="Glorbs: broken (again)!"))
    assert Page.objects.get().slug == "glorbs-broken-again"


def test_a_title_of_chinese_words_needs_an_address(ada: Client) -> None:
    page = ada.post(NEW, form_of(title="出错了"))
    assert Page.objects.count() <= 1
    assert page.status_code in {302, 422}
    assert not Page.objects.filter(slug="").exists()


def test_a_double_submit_is_one_article(ada: Client) -> None:
    for _ in range(2):
        assert ada.post(NEW, form_of(slug="glorb")).status_code == 302
    assert (Page.objects.count(), Revision.objects.count()) == (1, 1)


@pytest.mark.usefixtures("articles")
@pytest.mark.parametrize("slug", ["widget-fp8", "new", "try", "import", "Not A Slug", "../x"])
def test_an_address_that_cannot_be_is_told_and_nothing_lost(ada: Client, slug: str) -> None:
    page = ada.post(NEW, form_of(slug=slug))
    assert page.status_code == 422
    assert LINE in page.content.decode()
    assert not Page.objects.filter(title="Glorbs break").exists()


def test_errors_stand_at_their_fields_and_in_the_summary(ada: Client) -> None:
    page = ada.post(
        NEW,
        form_of(slug="glorb", fixes__0__kind="magic", environment__requires__rows__3__value="fp9"),
    )
    text = page.content.decode()
    assert (page.status_code, Page.objects.count()) == (422, 0)
    for field in ("fixes.0.kind", "environment.requires.rows.3.value"):
        assert f'href="#f-{field}"' in text
        assert f'id="e-{field}"' in text


def test_a_part_missing_is_kept_as_a_draft_but_not_sent_to_review(ada: Client) -> None:
    sent = ada.post(NEW, form_of(slug="glorb", sections__1__body="", do="submit"), follow=True)
    page = Page.objects.get(slug="glorb")
    assert (page.state, page.live.reviews.count()) == ("draft", 0)
    assert "sections.symptom" in sent.content.decode()


def test_an_unknown_value_stays_in_a_draft(ada: Client) -> None:
    change = {"environment__requires__rows__3__value": "fp-from-the-future"}
    ada.post(NEW, form_of(slug="glorb", **change))
    assert "fp-from-the-future" in Page.objects.get(slug="glorb").live.source


@pytest.mark.parametrize(
    ("do", "shown"),
    [
        ("add:errors", 'name="errors.1.text"'),
        ("add:fixes.0.launch", 'name="fixes.0.launch.1.value"'),
    ],
)
def test_a_row_is_added_with_and_without_javascript(ada: Client, do: str, shown: str) -> None:
    whole = ada.post(NEW, form_of(do=do))
    part = ada.post(NEW, form_of(do=do), headers={"HX-Request": "true", "HX-Target": "fields"})
    assert shown in whole.content.decode()
    assert shown in part.content.decode()
    assert "<html" not in part.content.decode()
    assert not Page.objects.exists()


def test_the_preview_keeps_what_is_typed_until_it_is_saved(ada: Client) -> None:
    sent = form_of(slug="glorb", address=NEW)
    preview = ada.post("/articles/new/preview/", sent)
    assert "Switch compilation off" in preview.content.decode()
    assert LINE in ada.get(NEW).content.decode()
    ada.post("/articles/new/hold/", {"address": NEW, "do": "discard"})
    assert LINE not in ada.get(NEW).content.decode()
    ada.post("/articles/new/hold/", {"address": NEW, "do": "restore"})
    assert LINE in ada.get(NEW).content.decode()
    ada.post(NEW, sent)
    assert not Typed.objects.exists()


def test_a_preview_that_comes_after_the_save_brings_nothing_back(ada: Client) -> None:
    sent = form_of(slug="glorb", address=NEW)
    ada.post(NEW, sent)
    ada.post("/articles/new/preview/", sent)
    assert not Typed.objects.exists()


def test_nobody_reads_what_another_types(ada: Client) -> None:
    ada.post("/articles/new/preview/", form_of(address=NEW))
    bob = signed_in("bob", "author")
    assert LINE not in bob.get(NEW).content.decode()
    bob.post("/articles/new/hold/", {"address": NEW, "do": "discard"})
    assert LINE in ada.get(NEW).content.decode()


def test_a_lost_login_loses_nothing(ada: Client) -> None:
    page = Client().post(NEW, form_of(slug="glorb"))
    assert page.status_code == 401
    assert LINE in page.content.decode()
    assert not Page.objects.exists()


@pytest.mark.usefixtures("articles")
def test_an_error_that_is_answered_already_is_told(ada: Client) -> None:
    text = source("Mine", "FrobnicationError: widget 17 is not frobnicated")
    preview = ada.post("/articles/new/preview/", form_of(text, address=NEW))
    assert {each.page.slug for each in preview.context["neighbours"]} == {
        "widget-awq",
        "widget-fp8",
    }


@pytest.mark.usefixtures("articles")
def test_trying_shows_which_article_wins(ada: Client) -> None:
    own = ada.post("/articles/try/", form_of(slug="glorb", paste=LINE))
    assert own.context["tried"][0].winner.article.slug == "glorb"
    other = {"paste": "FrobnicationError: widget 17 is not frobnicated"}
    found = ada.post("/articles/try/", form_of(slug="glorb", **other))
    assert found.context["tried"][0].winner.article.slug.startswith("widget-")
    assert (
        ada.post("/articles/try/", form_of(title="", slug="", fixes__0__kind="x")).status_code
        == 200
    )
    assert not Page.objects.filter(slug="glorb").exists()


@pytest.mark.usefixtures("articles")
def test_a_live_article_stays_while_a_newer_draft_waits(ada: Client, client: Client) -> None:
    before = client.get("/articles/widget-fp8/").content.decode()
    ada.post("/articles/widget-fp8/edit/", edit_of("widget-fp8", title="Changed entirely"))
    page = Page.objects.get(slug="widget-fp8")
    assert (page.state, page.revisions.count(), page.live.number) == ("published", 2, 1)
    assert "Changed entirely" not in client.get("/articles/widget-fp8/").content.decode()
    assert "Changed entirely" in ada.get("/articles/widget-fp8/edit/").content.decode()
    assert client.get("/articles/widget-fp8/history/2/").status_code == 404
    assert "Changed" not in client.get("/changes/").content.decode()
    assert len(before) > 100


@pytest.mark.usefixtures("articles")
def test_the_source_view_is_the_same_text(ada: Client) -> None:
    page = ada.get("/articles/widget-fp8/source/")
    text = page.context["source"]
    sent = {"source": text.replace("FP8 widgets", "F8 widgets"), "based_on": "1"}
    assert ada.post("/articles/widget-fp8/source/", sent).status_code == 302
    assert "F8 widgets" in Page.objects.get(slug="widget-fp8").revisions.all()[0].source
    bad = {"source": text.replace("quantization", "quantisatoin"), "based_on": "2"}
    ada.post("/articles/widget-fp8/source/", bad)
    worse = ada.post(
        "/articles/widget-fp8/source/", {"source": "---\nnope: 1\n---\n", "based_on": "3"}
    )
    assert worse.status_code == 422
    assert "nope" in worse.content.decode()


@pytest.mark.usefixtures("articles")
def test_a_translation_has_a_source_view_too(ada: Client) -> None:
    assert ada.get("/articles/widget-fp8-zh/source/").status_code == 200


@pytest.mark.parametrize("role", ["", "reader"])
@pytest.mark.usefixtures("articles")
def test_writing_is_for_writers(role: str) -> None:
    other = signed_in("eve", role) if role else Client()
    for address in (NEW, "/articles/widget-fp8/edit/", "/articles/widget-fp8/source/"):
        assert other.get(address).status_code == (403 if role else 302)
        assert other.post(address, form_of()).status_code == (403 if role else 401)
    for address in ("/articles/widget-fp8/preview/", "/articles/try/", "/articles/import/"):
        assert other.post(address, form_of(text="x")).status_code == (403 if role else 401)
    assert Revision.objects.count() == 3


def test_a_foreign_token_changes_nothing() -> None:
    strict = signed_in("ada", "author", strict=True)
    sent = form_of(slug="glorb") | {"csrfmiddlewaretoken": "a" * 64}
    for address in (NEW, "/articles/new/preview/", "/articles/import/", "/articles/new/hold/"):
        assert strict.post(address, sent).status_code == 403
    assert not Page.objects.exists()


def test_ten_megabytes_are_refused_and_change_nothing(ada: Client) -> None:
    for address in (NEW, "/articles/new/preview/", "/articles/import/"):
        page = ada.post(address, form_of(slug="glorb", hints__0__text="x" * 10_000_000))
        assert page.status_code == 413
    big = ada.post(NEW, form_of(slug="glorb", hints__0__text="x" * 300_000))
    assert big.status_code == 422
    assert not Page.objects.exists()


def test_secrets_are_masked_before_anything_is_kept(ada: Client) -> None:
    token = "hf_" + "a1B2" * 9
    sent = form_of(slug="glorb", address=NEW, sections__1__body=f"I used {token} here.")
    ada.post("/articles/new/preview/", sent)
    assert token not in str(list(Typed.objects.values()))
    ada.post(NEW, sent)
    assert token not in str(list(Revision.objects.values()))
    ada.post("/articles/import/", {"text": f"ValueError: {token}\n\nFix\n\nDo."})
    assert token not in str(list(Typed.objects.values()))


def test_a_form_without_clear_environments_keeps_its_conditions(ada: Client) -> None:
    fields = {key: value for key, value in form_of(do="look").items() if ".clear" not in key}
    assert 'value="fp8"' in ada.post(NEW, fields).content.decode()


@pytest.mark.parametrize("name", ["fixes.0.id.0.0.x", "a.b", "errors", "environment", "sections.0"])
def test_odd_fields_break_nothing(ada: Client, name: str) -> None:
    fields = {key: value for key, value in form_of().items() if not key.startswith(name)}
    assert ada.post(NEW, fields | {name: "odd"}).status_code in {302, 422}
