from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver
from pytest_django import DjangoAssertNumQueries

from kb.http import CONTENT_POLICY
from kb.wiki.models import Page
from tests.wiki.factory import source, take, write

pytestmark = pytest.mark.usefixtures("articles")
ARTICLE = "/articles/widget-fp8/"


def test_an_article_shows_its_parts_and_its_look_alikes(client: Client) -> None:
    page = client.get(ARTICLE)
    text = page.content.decode()
    assert page.status_code == 200
    for anchor in ("summary", "symptom", "fix"):
        assert f'id="{anchor}"' in text
    assert "vllm serve example/model --enforce-eager" in text
    assert [each.page.slug for each in page.context["lookalikes"]] == ["widget-awq"]
    assert [row.wanted for row in page.context["lookalikes"][0].differs] != []
    assert [each.slug for each in page.context["translations"]] == ["widget-fp8-zh"]


@pytest.mark.parametrize(
    ("language", "title"), [("zh-CN", "FP8 部件出错"), ("en", "FP8 widgets break")]
)
def test_look_alikes_are_named_in_the_readers_language(
    client: Client, language: str, title: str
) -> None:
    page = client.get("/articles/widget-awq/", headers={"accept-language": language})
    assert f'<span class="title">{title}</span>' in page.content.decode()


@pytest.mark.parametrize(
    ("language", "address"),
    [("zh-CN", "/articles/widget-fp8-zh/"), ("en", "/articles/widget-fp8/")],
)
def test_a_list_leads_to_the_text_in_the_readers_language(
    client: Client, language: str, address: str
) -> None:
    page = client.get("/articles/", headers={"accept-language": language}).content.decode()
    assert f'href="{address}"' in page
    assert page.count('href="/articles/widget-fp8') == 1


def test_a_translation_has_its_own_address_and_offers_the_original(client: Client) -> None:
    page = client.get("/articles/widget-fp8-zh/")
    assert "FP8 部件出错" in page.content.decode()
    assert page.context["article"].fixes[0].launch, "the original's changes are there"
    assert [each.slug for each in page.context["translations"]] == ["widget-fp8"]
    assert page.context["shown"].behind


def test_an_article_as_markdown_is_the_file(client: Client, tmp_path: Path) -> None:
    text = client.get("/articles/widget-fp8.md")
    assert text["Content-Type"] == "text/markdown; charset=utf-8"
    path = write(tmp_path, "again/vllm/widget-fp8.md", text.content.decode())
    assert [each.result for each in take(path.parent.parent)] == ["unchanged"]


def test_an_article_as_json(client: Client) -> None:
    found = client.get("/articles/widget-fp8.json").json()
    assert (found["slug"], found["fixes"][0]["id"]) == ("widget-fp8", "eager")


def test_a_former_address_leads_on_for_good(client: Client, tmp_path: Path) -> None:
    take(
        write(tmp_path, "moved.md", source("Moved", "MovedError: 1", more="formerly: [was-here]\n"))
    )
    moved = client.get("/articles/was-here/")
    assert (moved.status_code, moved["Location"]) == (301, "/articles/moved/")


@pytest.mark.parametrize("ending", ["/", ".md", ".json"])
def test_a_draft_and_a_lack_look_the_same(client: Client, ending: str) -> None:
    Page.objects.filter(slug="widget-fp8").update(state="draft")
    for slug in ("widget-fp8", "no-such-article"):
        assert client.get(f"/articles/{slug}{ending}").status_code == 404


def test_what_people_write_stays_text(client: Client, tmp_path: Path) -> None:
    evil = "<img src=x onerror=alert(1)><script>alert(2)</script>"
    text = source(f"Bad {evil}", f"EvilError: {evil}", summary=evil)
    take(write(tmp_path, "evil.md", text))
    for address in ("/articles/evil/", "/articles/", "/search/?q=EvilError", "/", "/feed.atom"):
        shown = client.get(address).content.decode()
        assert "<script>alert" not in shown
        assert "<img src=x" not in shown


def test_a_list_is_narrowed_by_what_articles_state(client: Client) -> None:
    def listed(query: str) -> list[str]:
        return [page.slug for page in client.get(f"/articles/{query}").context["page"]]

    assert listed("") == ["widget-awq", "widget-fp8"]
    assert listed("?engine=vllm&topic=vllm") == ["widget-awq", "widget-fp8"]
    assert listed("?engine=sglang") == []
    assert listed("?state=draft") == []
    assert listed("?state=%00&page=9999&engine=<script>") == []


@pytest.mark.parametrize(
    "query",
    ['"', "a:b", "engine:", "-", "(((", "*", "--max-model-len -tp 2", "x" * 10_000, "%00", "é OR"],
)
def test_no_search_is_a_syntax_error(client: Client, query: str) -> None:
    assert client.get("/search/", {"q": query}).status_code == 200


def test_a_search_of_nothing_lists_nothing(client: Client) -> None:
    assert not client.get("/search/?q=x").context["findings"].found
    assert client.get("/search/?q=engine:vllm").context["findings"].found


def test_a_search_of_a_word_in_mid_sentence(client: Client) -> None:
    page = client.get("/search/?q=部件", headers={"Accept-Language": "zh"})
    assert [each.slug for each in page.context["findings"].found] == ["widget-fp8"]
    assert "FP8 部件出错" in page.content.decode()


def test_the_language_goes_by_post_and_stays_on_the_site(client: Client) -> None:
    assert client.get("/language/").status_code == 405 or client.get("/").status_code == 200
    sent = client.post("/language/", {"language": "zh-hans", "next": "//evil.example/"})
    assert "evil" not in sent["Location"]
    assert client.get("/")["Content-Language"] == "zh-hans"


def test_the_theme_goes_by_post_and_stays_on_the_site(client: Client) -> None:
    assert client.get("/theme/").status_code == 405
    sent = client.post("/theme/", {"theme": "dark", "next": "https://evil.example/"})
    assert sent["Location"] == "/"
    assert 'data-theme="dark"' in client.get("/").content.decode()
    client.post("/theme/", {"theme": '"><script>'})
    assert "data-theme=" not in client.get("/").content.decode().split("<head>")[0]


def every_address() -> list[str]:
    """All that can be asked for without knowing a name."""
    routes = [str(each.pattern) for part in get_resolver().url_patterns for each in _leaves(part)]
    return sorted("/" + route for route in routes if "<" not in route)


def _leaves(pattern: Any) -> list[Any]:
    parts = getattr(pattern, "url_patterns", None)
    return [pattern] if parts is None else [leaf for part in parts for leaf in _leaves(part)]


@pytest.mark.parametrize("address", [*every_address(), ARTICLE, "/nothing/", "/articles/nothing/"])
def test_every_answer_has_the_strict_headers(client: Client, address: str) -> None:
    response = client.get(address)
    assert response.status_code in {200, 302, 404, 405}
    assert response["Content-Security-Policy"] == CONTENT_POLICY
    assert "unsafe" not in CONTENT_POLICY
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert {"Cookie", "Accept-Language", "HX-Request"} <= set(response["Vary"].split(", "))


def test_a_lost_page_offers_a_search(client: Client) -> None:
    lost = client.get("/articles/some-lost-words/")
    assert lost.status_code == 404
    assert "some lost words" in lost.content.decode()


@pytest.mark.parametrize("address", [ARTICLE, "/articles/", "/search/?q=widgets", "/feed.atom"])
def test_a_page_asks_the_database_at_most_twelve_times(
    client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(address)
    with django_assert_max_num_queries(12):
        assert client.get(address).status_code == 200
