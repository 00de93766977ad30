import shutil
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, Group, User
from pytest_django import DjangoAssertNumQueries

from kb.core.errors import fingerprint, signature
from kb.search.index import Index
from kb.search.query import parse
from kb.search.whoosh_index import WhooshIndex
from kb.wiki import indexing
from kb.wiki.finding import find
from kb.wiki.models import IndexOutbox, Page, State
from tests.wiki.factory import edit_on_site, source, take, translation, write

pytestmark = pytest.mark.django_db


def found(text: str, reader: User | AnonymousUser | None = None, language: str = "en") -> list[str]:
    return [each.page.slug for each in find(parse(text), reader or AnonymousUser(), language).found]


@pytest.fixture
def fault(tmp_path: Path) -> Page:
    take(write(tmp_path, "fault.md", source()))
    return Page.objects.get()


@pytest.mark.sqlite
def test_a_new_article_is_found_at_once(fault: Page) -> None:
    assert found("frobnicated widget") == ["fault"]
    assert indexing.applied() == IndexOutbox.generation()


def test_an_edit_is_found_and_the_old_words_are_not(fault: Page) -> None:
    edit_on_site("fault", source("Gadgets melt", "MeltingError: gadget"))
    assert found("gadgets") == ["fault"]
    assert found("frobnicated") == []


def test_an_archived_article_is_not_found(fault: Page) -> None:
    edit_on_site("fault", source(more="state: archived\n"))
    assert Page.objects.get().state == State.ARCHIVED
    assert found("frobnicated") == []


@pytest.mark.sqlite
@pytest.mark.parametrize("damage", ["gone", "segments", "pointer"])
def test_a_lost_or_damaged_index_mends_itself(fault: Page, damage: str) -> None:
    assert found("frobnicated")
    folder = indexing.folder()
    if damage == "gone":
        shutil.rmtree(folder)
    elif damage == "pointer":
        (folder / "current").write_text("nothing", "ascii")
    else:
        for path in folder.rglob("*.seg"):
            path.write_bytes(b"damaged")
    assert found("frobnicated") == ["fault"]


@pytest.mark.sqlite
def test_an_index_of_another_base_is_built_anew(fault: Page) -> None:
    assert found("frobnicated")
    (indexing.folder() / "applied").write_text("999999", "ascii")
    assert found("frobnicated") == ["fault"]
    assert indexing.applied() == IndexOutbox.generation()


@pytest.mark.sqlite
def test_while_another_process_drains_readers_go_on(fault: Page) -> None:
    assert found("frobnicated")
    edit_on_site("fault", source("Gadgets melt", "MeltingError: gadget"))
    with indexing._turn() as ours:
        assert ours
        assert found("frobnicated") == ["fault"], "the old index serves"
    assert found("gadgets") == ["fault"]


@pytest.mark.sqlite
def test_a_commit_of_another_process_is_seen(fault: Page) -> None:
    assert found("frobnicated") == found("frobnicated") == ["fault"]
    WhooshIndex(indexing.folder()).update([], removed=["fault"])
    indexing._note(indexing.applied())
    assert found("frobnicated") == []


@pytest.mark.sqlite
def test_a_question_of_several_parts_is_answered_from_one_commit(fault: Page) -> None:
    marks = [fingerprint(signature("FrobnicationError: widget 17 is not frobnicated"))]

    def asked_twice(index: Index) -> list[int]:
        before = len(index.candidates({"frobnicated": 1.0}))
        WhooshIndex(indexing.folder()).update([], removed=["fault"])
        return [before, len(index.candidates({"frobnicated": 1.0})), len(index.fingerprints(marks))]

    assert indexing.ask(asked_twice) == [1, 1, 1]
    assert WhooshIndex(indexing.folder()).count == 0


@pytest.mark.sqlite
def test_what_the_index_has_leaves_the_outbox(fault: Page) -> None:
    for number in range(3):
        edit_on_site("fault", source(f"Title {number}"))
    indexing.drain()
    assert IndexOutbox.objects.count() == 1, "the newest stays: it carries the generation"


def test_a_fault_is_listed_once_in_the_language_of_the_reader(tmp_path: Path, fault: Page) -> None:
    take(write(tmp_path, "fault-zh.md", translation("fault")))
    assert found("frobnicated", language="en") == ["fault"]
    assert found("frobnicated", language="zh") == ["fault-zh"]
    assert found("启动时出错", language="en") == ["fault"]


def test_restricted_articles_are_found_by_their_group_alone(tmp_path: Path) -> None:
    take(write(tmp_path, "secret.md", source(more="audience: [platform]\n")))
    member = User.objects.create_user("member")
    member.groups.add(Group.objects.get(name="platform"))
    assert found("frobnicated") == []
    assert found("frobnicated", User.objects.create_user("stranger")) == []
    assert found("frobnicated", member) == ["secret"]


def test_the_database_has_the_last_word_on_a_restriction(fault: Page) -> None:
    assert found("frobnicated") == ["fault"]
    Page.objects.update(restricted=True)  # the index does not know yet
    assert found("frobnicated") == []


def test_a_search_asks_the_database_a_fixed_number_of_times(
    tmp_path: Path, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(12):
        write(tmp_path, f"fault-{number}.md", source(f"Fault {number}", f"Error{number}: widget"))
    take(tmp_path)
    indexing.drain()
    with django_assert_max_num_queries(8):
        assert len(found("widget")) == 12
