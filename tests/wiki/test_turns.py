"""A busy worker leaves a new connection to another for a moment, and never for good."""

from kb.wiki.patience import MOMENT, WHILE, Turns


def asked(turns: Turns, *times: float) -> list[bool]:
    return [turns.leaves(now) for now in times]


def test_it_is_left_for_a_moment_and_then_taken() -> None:
    assert asked(Turns(), 100, 100 + MOMENT / 2, 100 + 1.1 * MOMENT) == [True, True, False]


def test_where_nobody_took_it_the_next_do_not_wait() -> None:
    turns = Turns()
    asked(turns, 100, 100 + 1.1 * MOMENT)
    assert asked(turns, 100 + 1.2 * MOMENT, 100 + WHILE) == [False, False]


def test_after_a_while_it_is_left_again() -> None:
    turns = Turns()
    asked(turns, 100, 100 + 1.1 * MOMENT)
    assert asked(turns, 100 + 3 * WHILE, 100 + 3 * WHILE + 1.1 * MOMENT) == [True, False]


def test_however_late_it_looks_a_connection_is_taken_at_the_second_look() -> None:
    for late in (1.1 * MOMENT, WHILE / 2, 2 * WHILE, 60):
        assert asked(Turns(), 100, 100 + late) == [True, False]
