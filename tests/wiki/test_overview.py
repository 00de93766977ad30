import pytest
from django.contrib.auth.models import AnonymousUser, User
from pytest_django import Settings

from kb.wiki import overview
from kb.wiki.models import Page

pytestmark = pytest.mark.usefixtures("articles")


def test_who_is_signed_in_and_who_is_not_are_told_the_same() -> None:
    nobody, ann = AnonymousUser(), User.objects.create_user("ann")
    assert overview.engines(nobody) == overview.engines(ann) == [("vllm", 2)]
    assert overview.topics(nobody) == overview.topics(ann)
    assert overview.recent(nobody) == overview.recent(ann)
    assert len(overview.recent(nobody)) == 2


def test_what_is_restricted_is_not_counted() -> None:
    overview.topics(AnonymousUser())
    Page.objects.filter(slug="widget-fp8").update(restricted=True)
    assert overview.engines(AnonymousUser()) == [("vllm", 1)]
    assert sum(count for _, count in overview.topics(AnonymousUser())) == 1
    assert [page.slug for page in overview.recent(AnonymousUser())] == ["widget-awq"]


def test_numbers_may_be_a_little_old_for_who_is_not_signed_in_and_nothing_else(
    settings: Settings,
) -> None:
    settings.KEPT_SECONDS = 60.0
    nobody, ann = AnonymousUser(), User.objects.create_user("ann")
    before = overview.topics(nobody)
    Page.objects.filter(slug="widget-fp8").update(topic="moved")
    assert overview.topics(nobody) == before
    assert ("moved", 1) in overview.topics(ann)
    assert {page.topic for page in overview.recent(nobody)} > {"moved"}
    settings.KEPT_SECONDS = 0.0
    overview._kept.clear()
    assert ("moved", 1) in overview.topics(nobody)
