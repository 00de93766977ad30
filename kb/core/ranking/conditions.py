"""The conditions of an article over the facts of a paste."""

from collections.abc import Iterable, Mapping

from kb.core.articles.model import Article, Check, Conditions, Fix
from kb.core.conditions import Judged, State, judge
from kb.core.facts.model import Facts, Vocabulary
from kb.core.messages import msg
from kb.core.ranking.model import FixMatch, Observed

# They say where and how it broke, not in which environment: alone they make nothing likely.
BROAD = frozenset({"engine", "symptom", "stage"})


def decide_all(conditions: Conditions, facts: Facts, vocabulary: Vocabulary) -> tuple[Judged, ...]:
    """Every condition on its own."""
    return tuple(judge(condition, facts, vocabulary) for condition in conditions)


def together(judged: tuple[Judged, ...]) -> State:
    """AND over conditions: one failure fails, one unknown leaves it open, none at all holds."""
    states = {each.state for each in judged}
    if State.FAILS in states:
        return State.FAILS
    return State.UNKNOWN if State.UNKNOWN in states else State.HOLDS


def judge_fix(fix: Fix, facts: Facts, vocabulary: Vocabulary) -> FixMatch:
    """A fix holds where one of its `when` holds; without any it is for every environment."""
    options = [decide_all(when, facts, vocabulary) for when in fix.when]
    if not options:
        return FixMatch(fix, State.HOLDS)
    best = min(options, key=lambda judged: _ORDER[together(judged)])
    state = together(best)
    if state != State.FAILS:
        return FixMatch(fix, state, best)
    failed = next(each for each in best if each.state == State.FAILS)
    reason = msg(
        "for {fact} {wanted}; yours is {have}",
        fact=failed.condition.fact,
        wanted=failed.condition.wanted,
        have=failed.have,
    )
    return FixMatch(fix, state, best, reason)


_ORDER = {State.HOLDS: 0, State.UNKNOWN: 1, State.FAILS: 2}


def check_name(slug: str, check: str) -> str:
    """The name under which the answer to a check stands among the facts."""
    return f"check:{slug}/{check}"


def sentence(check: Check) -> str:
    """What makes two checks the same: articles of one family may ask the same."""
    return check.ask.casefold().strip()


def answered(articles: Iterable[Article], facts: Facts) -> Mapping[str, str]:
    """Answers to checks by their sentence: one that two articles ask is answered for both."""
    found = {}
    for article in articles:
        for check in article.checks:
            fact = facts.get(check_name(article.slug, check.id))
            if fact is not None and fact.value is not None:
                found[sentence(check)] = fact.value
    return found


def observe(article: Article, answers: Mapping[str, str]) -> tuple[Observed, ...]:
    """The checks of an article with what was answered to them."""
    return tuple(Observed(check, _told(check, answers)) for check in article.checks)


def _told(check: Check, answers: Mapping[str, str]) -> State:
    answer = answers.get(sentence(check))
    if answer is None:
        return State.UNKNOWN
    return State.HOLDS if answer == check.expect else State.FAILS
