from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from django.db.models import QuerySet
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from kb.wiki import indexing
from kb.wiki.library import SiteLibrary
from kb.wiki.models import Page, Revision
from kb.wiki.prepared import Prepared, PreparedForAll
from tests.wiki.factory import source, take, write

pytestmark = pytest.mark.usefixtures("articles")


def readable(slug: str, other: str = "none") -> QuerySet[Page]:
    return Page.objects.visible_to(AnonymousUser()).filter(slug__in=(slug, other)).order_by("slug")


def test_a_prepared_question_answers_as_the_built_one(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    prepared = Prepared(readable, "\0one", "\0two")
    asked = [("widget-fp8", "widget-awq"), ("widget-fp8-zh", "none"), ("none", "' OR 1=1 --")]
    for one, two in asked:
        with django_assert_num_queries(1):
            found = prepared.ask(one, two)
        assert found == list(readable(one, two))
        assert [page.created for page in found] == [p.created for p in readable(one, two)]
    Page.objects.filter(slug="widget-fp8").update(restricted=True)
    assert [page.slug for page in prepared.ask("widget-fp8", "widget-awq")] == ["widget-awq"]
    assert prepared.ask("widget-fp8-zh", "none") == []


def test_chosen_columns_come_as_rows() -> None:
    numbers = Prepared(
        lambda pk: Revision.objects.filter(page=pk).values_list("number", "page__slug"), -9_001
    )
    page = Page.objects.get(slug="widget-fp8")
    assert numbers.rows(page.pk) == [(1, "widget-fp8")]
    assert numbers.rows(None) == []


def test_a_hole_that_is_no_value_of_the_question_is_refused() -> None:
    lost = Prepared(lambda slug: Page.objects.filter(slug__startswith=slug), "\0slug")
    with pytest.raises(AssertionError, match="hole"):
        lost.ask("widget")


def test_an_error_that_many_share_costs_a_page_no_more_questions(
    tmp_path: Path, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(40):
        write(tmp_path, f"in/shared/shared-{number:02}.md", source(f"Fault {number}"))
    take(tmp_path / "in")
    indexing.drain()
    Page.objects.filter(slug__lte="shared-29").update(restricted=True)
    Client().get("/articles/shared-39/")
    with django_assert_max_num_queries(12):
        page = Client().get("/articles/shared-39/")
    shown = [each.page.slug for each in page.context["lookalikes"]]
    assert shown == [f"shared-{number}" for number in range(30, 38)]


def test_what_is_left_is_the_same_for_who_is_signed_in_and_who_is_not() -> None:
    ann = User.objects.create_user("ann")
    for known in ({}, {"engine": "vllm"}, {"engine": "sglang"}, {"symptom": "crash", "gpu": "x"}):
        left = SiteLibrary(AnonymousUser())._left(known, 200)
        assert left == SiteLibrary(ann)._left(known, 200)
    assert SiteLibrary(AnonymousUser())._left({"engine": "sglang"}, 200) == ()
    assert len(SiteLibrary(AnonymousUser())._left({"engine": "vllm"}, 1)) == 1


def test_a_question_of_readers_is_built_for_who_is_signed_in() -> None:
    question = PreparedForAll(
        lambda reader, slug: Page.objects.visible_to(reader).filter(slug=slug), "\0slug"
    )
    group, ann = Group.objects.create(name="ops"), User.objects.create_user("ann")
    page = Page.objects.get(slug="widget-fp8")
    page.audience.add(group)
    Page.objects.filter(pk=page.pk).update(restricted=True)
    assert question.ask(ann, page.slug) == question.ask(AnonymousUser(), page.slug) == []
    ann.groups.add(group)
    assert question.ask(User.objects.get(username="ann"), page.slug) == [page]
    assert question.ask(AnonymousUser(), page.slug) == []
