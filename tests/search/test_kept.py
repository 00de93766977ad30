"""Lists that a process keeps are those that the base has, whoever changed them, or took it back."""

import secrets
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Self

import psycopg
import pytest

from kb.search.index import Narrowing
from kb.search.postgres_index import PostgresIndex
from kb.search.postgres_kept import Kept
from tests.postgres import Server
from tests.search.conftest import DRIVER, NCCL, Plain
from tests.search.test_contract import ask

pytestmark = pytest.mark.postgres


@pytest.fixture
def two(postgres_server: Server) -> Iterator[tuple[PostgresIndex, PostgresIndex]]:
    """The index as two processes see it."""
    address = postgres_server.database(f"kept_{secrets.token_hex(4)}")
    with (
        psycopg.connect(address, autocommit=True) as ours,
        psycopg.connect(address, autocommit=True) as theirs,
    ):
        found = PostgresIndex(Plain(ours)), PostgresIndex(Plain(theirs))
        found[0].rebuild([NCCL, DRIVER])
        yield found


def test_a_change_of_another_process_is_seen(two: tuple[PostgresIndex, PostgresIndex]) -> None:
    ours, theirs = two
    assert ask(ours, "nccl") == ask(ours.steady(), "nccl") == ["nccl-shm"]
    theirs.update([replace(DRIVER, errors=("nccl breaks",))])
    assert set(ask(ours, "nccl")) == {"nccl-shm", "cuda-803"}
    theirs.update([], removed=["nccl-shm"])
    assert ask(ours, "nccl") == ["cuda-803"]
    theirs.rebuild([NCCL])
    assert ask(ours, "nccl") == ["nccl-shm"]


def test_what_is_taken_back_is_not_kept(two: tuple[PostgresIndex, PostgresIndex]) -> None:
    ours, theirs = two
    with pytest.raises(ZeroDivisionError), ours._writing.transaction():
        ours.update([replace(DRIVER, errors=("nccl breaks",))])
        assert len(ask(ours, "nccl")) == 2
        ours.update([replace(DRIVER, errors=("it hangs",))])
        assert ask(ours, "nccl") == ["nccl-shm"]
        raise ZeroDivisionError
    theirs.update([replace(NCCL, slug="third")])
    assert set(ask(ours, "nccl")) == {"nccl-shm", "third"}


def test_what_is_asked_again_comes_from_memory(
    two: tuple[PostgresIndex, PostgresIndex],
) -> None:
    ours, _ = two
    narrow = Narrowing(only={"engine": ("vllm",)})
    before = [ask(ours, "nccl error"), ask(ours, "nccl error", narrow)]
    held = ours._kept._lists.held
    assert [ask(ours, "nccl error"), ask(ours, "nccl error", narrow)] == before
    assert ours._kept._lists.held == held > 0


def test_what_is_asked_again_asks_for_the_state_alone(
    two: tuple[PostgresIndex, PostgresIndex],
) -> None:
    ours, theirs = two
    mark = NCCL.fingerprints[1]
    statements: list[str] = []

    class Listed(psycopg.Cursor[Any]):
        def execute(self, query: Any, *rest: Any, **options: Any) -> Self:
            statements.append(str(query))
            return super().execute(query, *rest, **options)

    ours._reading.connection.cursor_factory = Listed  # type: ignore[attr-defined]

    def answers() -> tuple[object, ...]:
        return ask(ours, "nccl nobody"), ours.fingerprints([mark, "none"])

    first = answers()
    assert first == (["nccl-shm"], {mark: ("nccl-shm",)})
    statements.clear()
    assert answers() == first
    assert [each.split()[1] for each in statements] == ["build,", "build,"]
    theirs.update([replace(DRIVER, errors=NCCL.errors, fingerprints=(mark,))])
    assert set(ask(ours, "nccl nobody")) == {"nccl-shm", "cuda-803"}
    assert ours.fingerprints([mark]) == {mark: ("nccl-shm", "cuda-803")}


def test_what_is_met_of_a_newer_state_belongs_to_that(
    two: tuple[PostgresIndex, PostgresIndex],
) -> None:
    """Somebody changes the index between two statements of a question; what was then read must not
    be taken for what a replica that lags behind has."""
    ours, theirs = two
    before = ours.steady()
    theirs.update([replace(DRIVER, errors=NCCL.errors)])
    ask(before, "nccl")
    assert before._held
    kept = {state for state, *_ in before._kept._told._values}
    assert kept == {ours.steady()._held.mark}
    assert before._held.mark not in kept


def test_what_is_kept_is_bounded() -> None:
    kept = Kept(most=20, cards=3)
    for word in range(9):
        lists = kept.lists("a", {word: "1"}, lambda missing: [(missing[0], [1] * 6, [0.5] * 6)])
        assert list(lists[word][0]) == [1] * 6
        kept.cards("a", [word], lambda missing: [(missing[0], ("slug",))])
    assert 0 < kept._lists.held <= 20
    assert len(kept._cards) == 3
