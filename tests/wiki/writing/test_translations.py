"""A translation in its form: the original beside each field, and nothing but texts."""

import pytest
from django.test import Client

from kb.core.articles import follows
from kb.wiki.corpus.source import read_article
from kb.wiki.models import Page, Revision
from tests.accounts.people import signed_in
from tests.wiki.factory import edit_on_site, translation

pytestmark = pytest.mark.usefixtures("articles")
EDIT = "/articles/widget-fp8-zh/edit/"


@pytest.fixture
def ada() -> Client:
    return signed_in("ada", "author")


def newest() -> Revision:
    return Page.objects.get(slug="widget-fp8-zh").revisions.order_by("-number")[0]


def form(ada: Client, **changes: str) -> dict[str, str]:
    """The fields of the form as it is opened, some of them changed; `__` stands for a dot."""
    page = ada.get(EDIT)
    fields = {pair.path: pair.text for pair, _ in page.context["rows"]}
    fields |= page.context["values"] | {"do": "save"}
    return fields | {name.replace("__", "."): text for name, text in changes.items()}


def test_each_text_of_the_original_has_its_field(ada: Client) -> None:
    page = ada.get(EDIT)
    text = page.content.decode()
    for part in ("FP8 widgets break", "Only the compiled path fails.", 'lang="zh"', 'lang="en"'):
        assert part in text
    assert 'name="fixes.0.launch.0.because"' in text
    assert "environment" not in form(ada), "what is no text is the original's"
    assert page.context["both"].lags


def test_what_is_saved_is_the_file_of_the_translation(ada: Client) -> None:
    sent = form(ada, fixes__0__launch__0__because="只有编译路径会失败。", follows="1")
    assert ada.post(EDIT, sent).status_code == 302
    found = read_article(newest().source, "widget-fp8-zh").article
    original = read_article(Page.objects.get(slug="widget-fp8").live.source, "widget-fp8").article
    assert found is not None
    assert original is not None
    assert found.fixes[0].launch[0].because == "只有编译路径会失败。"
    assert found.fixes[0].title == "关闭编译"
    assert (found.translation_of, found.follows) == ("widget-fp8", follows(original))
    assert not ada.get(EDIT).context["both"].lags


def test_nothing_is_said_to_be_up_to_date_that_nobody_looked_at(ada: Client) -> None:
    ada.post(EDIT, form(ada, title="新标题"))
    assert "0123456789abcdef" in newest().source


def test_a_look_saves_nothing_and_keeps_what_was_typed(ada: Client) -> None:
    page = ada.post(EDIT, form(ada, title="看一看", do="look"))
    assert (page.status_code, newest().number) == (200, 1)
    assert page.content.decode().count("看一看") >= 2, "in the field and as it will read"


def test_a_translated_change_is_shown_over_its_original_everywhere(ada: Client) -> None:
    reason = "只有编译路径会失败。"
    sent = form(ada, fixes__0__launch__0__because=reason, do="look")
    assert reason in ada.post(EDIT, sent).content.decode()
    ada.post(EDIT, sent | {"do": "save"})
    typed = {"source": newest().source, "address": "/articles/widget-fp8-zh/source/"}
    for page in (
        ada.get("/articles/widget-fp8-zh/review/2/"),
        ada.get("/articles/widget-fp8-zh/history/2/"),
        ada.post("/articles/widget-fp8-zh/preview/", typed),
    ):
        assert page.status_code == 200
        assert "--enforce-eager" in page.content.decode()


def test_a_preview_gives_nothing_away_of_an_original_that_one_may_not_read(ada: Client) -> None:
    Page.objects.filter(slug="widget-fp8").update(restricted=True)
    text = translation("widget-fp8").replace(
        "title: 关闭编译", "title: x\n    launch: [{because: y}]"
    )
    page = ada.post("/articles/new/preview/", {"source": text, "slug": "widget-fp8-zh"})
    assert page.status_code == 200
    assert "--enforce-eager" not in page.content.decode()


def test_somebody_else_was_faster(ada: Client) -> None:
    sent = form(ada, title="我的标题")
    edit_on_site("widget-fp8-zh", translation("widget-fp8", "别人的标题"))
    page = ada.post(EDIT, sent)
    assert page.status_code == 409
    for title in ("我的标题", "别人的标题"):
        assert title in page.content.decode()


def test_a_secret_is_masked(ada: Client) -> None:
    ada.post(EDIT, form(ada, title="标题 hf_abcdefghijklmnopqrstuvwxyzABCDEFGH"))
    assert newest().number == 2
    assert "hf_abc" not in newest().source


def test_a_text_that_cannot_be_read_is_mended_in_its_source(ada: Client) -> None:
    page = Page.objects.get(slug="widget-fp8-zh")
    Revision.objects.filter(page=page).update(source="---\ncolour: red\n---\n")
    assert ada.get(EDIT).headers["Location"] == "/articles/widget-fp8-zh/source/"


def test_an_original_has_the_form_of_an_article(ada: Client) -> None:
    assert "both" not in ada.get("/articles/widget-fp8/edit/").context
