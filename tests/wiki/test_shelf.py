"""What is kept of articles is what the base has now, whoever changed it and wherever."""

from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from kb.core.facts import Fact
from kb.wiki.corpus.contents import edition
from kb.wiki.library import SiteLibrary
from kb.wiki.models import IndexOutbox, Page
from kb.wiki.saving import announce
from kb.wiki.shelf import Shelf, view_of
from tests.accounts.people import person
from tests.wiki.factory import edit_on_site, source, take, translation, write

pytestmark = pytest.mark.django_db(transaction=True)  # in an open transaction nothing is kept


@pytest.fixture(autouse=True)
def article(own_data_dir: Path, tmp_path: Path) -> None:
    take(write(tmp_path, "first/frob.md", source("Frob")))


def title(language: str = "") -> str:
    found = SiteLibrary().article("frob", language)
    return found.title if found else ""


def test_an_article_is_asked_for_once_and_again_after_a_change() -> None:
    assert title() == "Frob"
    with CaptureQueriesContext(connection) as context:
        assert title() == "Frob"
    assert len(context) == 1  # the generation of the base
    edit_on_site("frob", source("Frob, once more"))
    assert title() == "Frob, once more"


def test_what_is_taken_from_readers_is_gone_at_once() -> None:
    assert title() == "Frob"
    page = Page.objects.get(slug="frob")
    page.restricted = True
    page.save()
    announce(page)
    assert title() == ""
    assert SiteLibrary(person("ann", "administrator")).article("frob")


def test_a_translation_that_is_new_is_read(tmp_path: Path) -> None:
    assert title("zh") == "Frob"
    take(write(tmp_path, "first/frob-zh.md", translation("frob", "弗罗布")))
    assert (title("zh"), title()) == ("弗罗布", "Frob")


def test_what_is_taken_back_was_never_kept() -> None:
    with pytest.raises(RuntimeError), transaction.atomic():
        edit_on_site("frob", source("Never said"))
        assert title() == "Never said"
        raise RuntimeError
    edit_on_site("frob", source("Said"))
    assert title() == "Said"


def test_what_could_apply_follows_the_base(tmp_path: Path) -> None:
    facts = {"engine": Fact("engine", "sglang")}
    assert SiteLibrary().applicable(facts) == []
    take(write(tmp_path, "first/other.md", source("Other", engine="sglang")))
    assert [each.article.slug for each in SiteLibrary().applicable(facts)] == ["other"]


def test_readers_share_what_they_may_see_alike() -> None:
    now = (IndexOutbox.generation(), edition())
    assert view_of(AnonymousUser()) == (*now, False)
    assert view_of(User(is_superuser=True)) == (*now, True)
    assert view_of(User()) is None


def test_a_shelf_keeps_what_was_used_last() -> None:
    shelf: Shelf[int] = Shelf(2)
    numbers = {"a": 1, "b": 2, "c": 3}
    asked: list[str] = []

    def find(names: list[str]) -> dict[str, int]:
        asked.extend(names)
        return {name: numbers[name] for name in names if name in numbers}

    for names in ("ab", "a", "c", "ab", "x"):
        shelf.each((1,), names, find)
    assert shelf.each((2,), "ba", find) == {"b": 2, "a": 1}
    assert "".join(asked) == "ab" + "c" + "b" + "x" + "ba"
    assert len(shelf) == 2
