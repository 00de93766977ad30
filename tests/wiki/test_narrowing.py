"""The list's fields and the search's operators and facets, as a reader uses them."""

from pathlib import Path
from urllib.parse import unquote_plus

import pytest
from django.test import Client

from kb.search.query import parse
from kb.wiki.at_version import versioned
from kb.wiki.corpus.contents import vocabulary
from tests.wiki.factory import source, take, write

pytestmark = pytest.mark.django_db
_RANGES = {
    "old": "  requires:\n    vllm: '<0.9.2'",
    "newer": "  requires:\n    vllm: '>=0.11'",
    "any": "  requires:",
}


@pytest.fixture(autouse=True)
def three(tmp_path: Path) -> None:
    for name, requires in _RANGES.items():
        text = source(f"Widgets of {name}", f"WidgetError: {name} is not frobnicated")
        write(tmp_path, f"vllm/{name}.md", text.replace("  requires:", requires))
    other = source("Widgets elsewhere", "WidgetError: elsewhere", engine="sglang")
    write(tmp_path, "sglang/elsewhere.md", other)
    results = take(tmp_path)
    assert {each.result for each in results} == {"created"}, results


@pytest.mark.parametrize(
    ("asked", "slugs"),
    [
        ("version=0.8.5&engine=vllm", {"old", "any"}),
        ("version=0.9.2&engine=vllm", {"any"}),
        ("version=0.12.0&engine=vllm", {"newer", "any"}),
        ("version=0.9.2", {"any", "elsewhere"}),
        ("version=nonsense", {"old", "newer", "any", "elsewhere"}),
        ("q=frobnicated", {"old", "newer", "any"}),
        ("q=frobnicated&version=0.9.2", {"any"}),
        ("q=zzz", set()),
        ("topic=sglang&q=widget", {"elsewhere"}),
        ("topic=sg%00lang&version=%00&q=%00", {"elsewhere"}),
    ],
)
def test_the_list_is_narrowed(client: Client, asked: str, slugs: set[str]) -> None:
    page = client.get(f"/articles/?{asked}")
    assert {each.slug for each in page.context["page"]} == slugs


@pytest.mark.parametrize(
    ("typed", "slugs"),
    [
        ("widget version:0.9.2", {"any", "elsewhere"}),
        ("widget engine:vllm version:v0.12.0", {"newer", "any"}),
        ("widget version:nonsense", {"old", "newer", "any", "elsewhere"}),
        ("engine:vllm version:0.9.2", {"any"}),
    ],
)
def test_a_version_is_judged_by_the_ranges(client: Client, typed: str, slugs: set[str]) -> None:
    found = client.get("/search/", {"q": typed}).context["findings"].found
    assert {each.slug for each in found} == slugs


def test_facets_narrow_the_search_and_are_dropped(client: Client) -> None:
    page = client.get("/search/", {"q": "widget"})
    engines = {each.label: each for each in page.context["facets"]}["Engine"]
    assert {value.label: value.count for value in engines.values} == {"vLLM": 3, "SGLang": 1}
    leads = {value.label: value.href for value in engines.values}
    narrowed = client.get("/search/" + leads["SGLang"])
    assert [each.slug for each in narrowed.context["findings"].found] == ["elsewhere"]
    chosen = narrowed.context["facets"][0]
    assert (chosen.label, chosen.chosen) == ("Engine", "SGLang")
    assert unquote_plus(chosen.drop) == "?q=widget"


def test_what_is_dropped_to_find_anything_is_said(client: Client) -> None:
    page = client.get("/search/", {"q": "widget engine:ollama"}).content.decode()
    assert "Nothing has all of that" in page


@pytest.mark.parametrize(
    ("engines", "facts"),
    [(["vLLM"], ["vllm"]), (["llama-server"], ["llama.cpp"]), (["docker"], ["docker"])],
)
def test_an_engine_is_known_by_its_other_names(engines: list[str], facts: list[str]) -> None:
    assert versioned(engines, vocabulary()) == facts


def test_without_an_engine_each_of_them_counts() -> None:
    every = versioned(parse("version:1").values("engine"), vocabulary())
    assert {"vllm", "sglang", "ollama"} <= set(every)
