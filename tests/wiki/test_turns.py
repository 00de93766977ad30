"""A worker with many connections leaves new ones to another for a moment, and never for good."""

from kb.wiki.patience import MOMENT, WHILE, Turns


def test_it_listens_no_more_for_a_moment() -> None:
    turns = Turns()
    assert turns.left(100.0) == 0
    assert turns.leave(100.0)
    assert 0 < turns.left(100.0 + MOMENT / 2) < MOMENT
    assert turns.left(100.0 + 2 * MOMENT) == 0


def test_then_it_takes_what_comes_for_a_while() -> None:
    turns = Turns()
    turns.leave(100.0)
    after = 100.0 + MOMENT
    assert [turns.leave(after), turns.leave(after + WHILE / 2)] == [False, False]
    assert turns.left(after + WHILE / 2) == 0
    assert turns.leave(after + 1.1 * WHILE)


def test_of_the_time_it_listens_more_than_it_does_not() -> None:
    turns, deaf, now = Turns(), 0.0, 100.0
    while now < 101.0:
        if turns.left(now) or turns.leave(now):
            deaf += 0.001
        now += 0.001
    assert 0 < deaf < 0.4
