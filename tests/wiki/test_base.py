from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kb.core.facts import Fact
from kb.wiki import indexing, overview
from kb.wiki.library import SiteLibrary
from kb.wiki.models import Page, State
from kb.wiki.views.articles import _into_others

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture(autouse=True)
def many_pages(db: None) -> None:
    Page.objects.bulk_create(
        Page(slug=f"fault-{number}", topic="gpu", state=State.PUBLISHED) for number in range(500)
    )
    indexing.rebuild()


def plans_of(ask: Callable[[], object]) -> list[str]:
    """How the base answers each question that `ask` puts to it."""
    with CaptureQueriesContext(connection) as asked:
        ask()
    with connection.cursor() as cursor:
        plans = [
            cursor.execute(f"EXPLAIN QUERY PLAN {each['sql']}").fetchall()
            for each in asked.captured_queries
        ]
    return [" ".join(str(row[3]) for row in plan) for plan in plans]


def test_the_first_of_many_pages_come_without_sorting_them_all() -> None:
    reader = AnonymousUser()
    engine = {"engine": Fact("engine", "vllm")}
    for ask, index in (
        (lambda: list(overview._recent(reader)), "page_updated"),
        (lambda: SiteLibrary(reader).applicable(engine), "page_order"),
    ):
        plans = plans_of(ask)
        assert any(index in plan for plan in plans)
        assert not any("TEMP B-TREE" in plan for plan in plans)


def test_the_few_translations_are_not_looked_for_among_all_pages() -> None:
    for question in (_into_others(AnonymousUser(), 7), Page.objects.filter(translation_of=7)):
        assert any(
            "page_translates" in plan for plan in plans_of(lambda asked=question: list(asked))
        )
