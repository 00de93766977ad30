import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from kb import kept_pages
from kb.wiki import indexing
from kb.wiki.models import Page
from tests.accounts.people import signed_in
from tests.wiki.factory import edit_on_site, source

pytestmark = pytest.mark.usefixtures("articles")
ADDRESS = "/articles/widget-fp8/"
TOKEN = re.compile(r'name="csrfmiddlewaretoken" value="(\w+)"')


@pytest.fixture(autouse=True)
def keeping(own_data_dir: object, settings: Settings) -> None:
    settings.KEPT_SECONDS = 60.0
    kept_pages.forget()


def page(client: Client, address: str = ADDRESS, **more: Any) -> str:
    answer = client.get(address, **more)
    assert answer.status_code == 200
    assert int(answer["Content-Length"]) == len(answer.content)
    return str(answer.content.decode())


@pytest.mark.parametrize(
    "address", ["/", ADDRESS, "/articles/", "/search/?q=widgets", "/wizard/?engine=vllm"]
)
def test_a_kept_page_is_the_page_with_one_question_to_the_base(
    address: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second = Client(), Client()
    made = page(first, address)
    with django_assert_num_queries(1):
        kept = page(second, address)
    assert TOKEN.sub("", kept) == TOKEN.sub("", made)
    assert second.get(address)["Vary"] == first.get(address)["Vary"]


def test_each_reader_has_a_token_of_their_own_that_works() -> None:
    readers = [Client(enforce_csrf_checks=True) for _ in range(2)]
    tokens = [TOKEN.findall(page(reader))[0] for reader in readers]
    assert tokens[0] != tokens[1]
    for reader, token in zip(readers, tokens, strict=True):
        sent = reader.post("/theme/", {"theme": "dark", "csrfmiddlewaretoken": token})
        assert sent.status_code == 302
    crossed = {"theme": "dark", "csrfmiddlewaretoken": "x" * 64}
    assert readers[0].post("/theme/", crossed).status_code == 403


def test_an_edit_shows_at_once() -> None:
    assert "Newly named" not in page(Client())
    edit_on_site("widget-fp8", source("Newly named"))
    indexing.drain()
    assert "Newly named" in page(Client())


def test_a_restriction_that_is_announced_holds_at_once() -> None:
    page(Client())
    edit_on_site("widget-fp8", source("FP8 widgets break", more="audience: [platform]\n"))
    assert Client().get(ADDRESS).status_code == 404


def test_who_is_signed_in_neither_gets_nor_leaves_a_kept_page() -> None:
    ann = signed_in("ann", "administrator")
    assert "/account/" in page(ann)
    assert "/account/" not in page(Client())
    Page.objects.filter(slug="widget-fp8").update(restricted=True)
    assert ann.get(ADDRESS).status_code == 200
    assert "/account/" in page(ann)


@pytest.mark.parametrize(
    "other",
    [
        {"headers": {"Accept-Language": "zh-CN"}},
        {"headers": {"HX-Request": "true"}},
        {"headers": {"Host": "localhost"}},
    ],
)
def test_another_question_has_another_answer(other: dict[str, Any]) -> None:
    page(Client())
    before = len(kept_pages._pages)
    page(Client(), **other)
    assert len(kept_pages._pages) == before + 1


def test_light_and_language_are_the_readers_own() -> None:
    page(Client())
    dark = Client()
    dark.cookies["theme"] = "dark"
    assert page(dark) != page(Client())
    chinese = Client()
    chinese.cookies["kb_language"] = "zh-hans"
    assert 'lang="zh' in page(chinese)


def test_a_host_that_is_not_ours_is_refused_beside_a_kept_page() -> None:
    page(Client())
    assert Client().get(ADDRESS, headers={"Host": "evil.example"}).status_code == 400


def test_a_diagnosis_is_never_kept() -> None:
    reader = Client()
    address = reader.post("/diagnose/", {"paste": "FrobnicationError: widget 1 is not frobnicated"})
    before = len(kept_pages._pages)
    assert reader.get(address["Location"]).status_code == 200
    assert len(kept_pages._pages) == before


def test_a_notice_is_shown_once() -> None:
    reader = Client()
    page(reader, "/")
    reader.post("/d/nothing/delete/")
    assert "Deleted" in page(reader, "/")
    assert "Deleted" not in page(Client(), "/")
    assert "Deleted" not in page(reader, "/")


def test_pages_share_a_bounded_room(monkeypatch: pytest.MonkeyPatch) -> None:
    page(Client(), "/about/")
    one = kept_pages._pages.held
    assert one > 1_000  # bytes, not pages
    monkeypatch.setattr(kept_pages._pages, "_most", 2 * one)
    for number in range(9):
        page(Client(), f"/about/?{number}")
    assert 0 < kept_pages._pages.held <= 2 * one
    assert 0 < len(kept_pages._pages) <= 2


def test_a_browser_that_has_the_page_is_told_so_until_an_edit() -> None:
    reader = Client(enforce_csrf_checks=True)
    page(reader)  # the cookie of the token is set with the first page
    shown = reader.get(ADDRESS)
    token = TOKEN.findall(shown.content.decode())[0]
    again = reader.get(ADDRESS, headers={"If-None-Match": f'"other", {shown["ETag"]}'})
    assert (again.status_code, again.content) == (304, b"")
    assert (again["ETag"], again["Vary"]) == (shown["ETag"], shown["Vary"])
    assert reader.post("/theme/", {"csrfmiddlewaretoken": token}).status_code == 302
    kept_pages.forget()  # made anew it is the same
    assert reader.get(ADDRESS, headers={"If-None-Match": shown["ETag"]}).status_code == 304
    edit_on_site("widget-fp8", source("Newly named"))
    edited = reader.get(ADDRESS, headers={"If-None-Match": shown["ETag"]})
    assert edited.status_code == 200
    assert "Newly named" in edited.content.decode()


def test_the_page_of_another_token_is_not_this_readers() -> None:
    first, second = Client(), Client()
    for reader in (first, second):
        page(reader)
    tag = first.get(ADDRESS)["ETag"]
    assert second.get(ADDRESS, headers={"If-None-Match": tag}).status_code == 200
    without = Client().get(ADDRESS, headers={"If-None-Match": tag})
    assert without.status_code == 200
    assert without.cookies, "the token of the page needs its cookie"


def test_no_browser_asks_for_the_answers_of_a_questionnaire_again() -> None:
    reader = Client()
    for _ in range(2):
        step = reader.get("/wizard/?engine=vllm")
        assert "no-store" in step["Cache-Control"]
        assert "ETag" not in step


def test_shared_caches_keep_no_page() -> None:
    assert [Client().get(ADDRESS)["Cache-Control"] for _ in range(2)] == ["private, no-cache"] * 2
