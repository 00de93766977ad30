"""Short questions are answered once a state of the base, whoever changes it."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from kb.core.ranking import Candidate
from kb.diagnosis import measured
from kb.diagnosis.engine import Given
from kb.diagnosis.library import MemoryLibrary
from kb.diagnosis.models import Outcome
from kb.metrics import totals
from kb.wiki import indexing
from kb.wiki.corpus.contents import catalogues, vocabulary
from kb.wiki.library import SiteLibrary
from kb.wiki.models import Page
from tests.accounts.people import person
from tests.wiki.factory import edit_on_site, source, take, write

pytestmark = pytest.mark.django_db(transaction=True)  # in an open transaction nothing is kept
LINE = "FrobnicationError: widget 17 is not frobnicated"


@pytest.fixture(autouse=True)
def article(own_data_dir: Path, tmp_path: Path) -> None:
    take(write(tmp_path, "first/frob.md", source("Frob")))
    indexing.drain()
    measured._kept.clear()
    measured._typed.clear()
    measured._said.clear()


def titles(paste: str = LINE, **more: object) -> list[str]:
    given = Given(paste=paste, **more)  # type: ignore[arg-type]
    found = measured.diagnose(given, SiteLibrary(AnonymousUser()))
    return [match.article.title for match in found.matches]


def test_the_same_line_is_diagnosed_once_until_the_base_changes() -> None:
    assert titles() == titles() == ["Frob"]
    assert len(measured._kept) == 1
    edit_on_site("frob", source("Frob, once more"))
    indexing.drain()
    assert titles() == ["Frob, once more"]


def test_what_worked_comes_first_and_is_asked_once_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    take(write(tmp_path, "first/again.md", source("Again")))
    indexing.drain()
    monkeypatch.setattr(measured, "_SECONDS", 1e9)
    assert titles() == ["Again", "Frob"]
    page = Page.objects.get(slug="frob")
    Outcome.objects.create(revision=page.live, fix="pin", result=Outcome.Result.WORKED)
    assert titles(f"{LINE} again") == ["Again", "Frob"]
    monkeypatch.setattr(measured, "_SECONDS", 1e-9)
    assert titles() == ["Frob", "Again"]


def test_each_is_counted() -> None:
    before = sum(n for name, n in totals().items() if name.startswith("kb_diagnoses_total"))
    titles()
    titles()
    after = sum(n for name, n in totals().items() if name.startswith("kb_diagnoses_total"))
    assert after - before == 2


@pytest.mark.parametrize(
    "more",
    [{"answers": {"engine": "sglang"}}, {"language": "zh"}, {"keep": frozenset({"email"})}],
)
def test_what_is_asked_otherwise_is_another_question(more: dict[str, object]) -> None:
    titles()
    titles(**more)
    assert len(measured._kept) == 2


def test_a_log_and_what_one_person_may_see_are_not_kept() -> None:
    titles(LINE + "\n" * 20_000)
    measured.diagnose(Given(paste=LINE), SiteLibrary(person("ann")))
    assert len(measured._kept) == 0


def test_what_is_typed_again_is_found_once() -> None:
    for _ in range(2):
        found = measured.known(Given(paste=LINE), SiteLibrary(AnonymousUser()))
        assert [match.article.title for match in found] == ["Frob"]
    assert len(measured._typed) == 1
    edit_on_site("frob", source("Frob, once more"))
    indexing.drain()
    (match,) = measured.known(Given(paste=LINE), SiteLibrary(AnonymousUser()))
    assert match.article.title == "Frob, once more"


class Crowded(MemoryLibrary):
    """Without articles; it notes how many diagnoses ask it at once."""

    inside = most = 0

    def candidates(self, *asked: Any, **more: Any) -> Sequence[Candidate]:
        self.inside += 1
        self.most = max(self.most, self.inside)
        time.sleep(0.05)
        self.inside -= 1
        return super().candidates(*asked, **more)


@pytest.mark.parametrize(("lines", "at_once"), [(10, True), (8_000, False)])
def test_long_logs_take_turns_and_lines_do_not(lines: int, at_once: bool) -> None:
    library = Crowded([], vocabulary(), catalogues())
    given = Given(paste="INFO: the server is up and serves\n" * lines + LINE)
    assert (len(given.paste) > measured._LONG) != at_once
    with ThreadPoolExecutor(3) as pool:
        found = list(pool.map(lambda _: measured.diagnose(given, library), range(3)))
    assert [each.verdict for each in found] == ["none"] * 3
    assert (library.most > 1) == at_once
