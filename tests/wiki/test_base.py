import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.db.models import QuerySet

from kb.wiki import indexing, overview
from kb.wiki.library import _not_against
from kb.wiki.models import Page, State
from kb.wiki.views.articles import _into_others

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def plan_of(question: QuerySet[Page, object]) -> str:
    sql, parameters = question.query.sql_with_params()
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}", parameters)
        return " ".join(str(row[3]) for row in cursor.fetchall())


def test_the_first_of_many_pages_come_without_sorting_them_all() -> None:
    Page.objects.bulk_create(
        Page(slug=f"fault-{number}", topic="gpu", state=State.PUBLISHED) for number in range(500)
    )
    indexing.rebuild()
    reader = AnonymousUser()
    for question, index in (
        (overview._recent(reader), "page_updated"),
        (_not_against(reader, {"engine": "vllm"}, 200), "page_order"),
    ):
        plan = plan_of(question)
        assert index in plan
        assert "TEMP B-TREE" not in plan


def test_the_few_translations_are_not_looked_for_among_all_pages() -> None:
    Page.objects.bulk_create(
        Page(slug=f"fault-{number}", topic="gpu", state=State.PUBLISHED) for number in range(500)
    )
    indexing.rebuild()
    for question in (_into_others(AnonymousUser(), 7), Page.objects.filter(translation_of=7)):
        assert "page_translates" in plan_of(question)
