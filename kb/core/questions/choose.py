"""The one question that tells most for the least work."""

from collections.abc import Callable, Collection, Iterator, Sequence

from kb.core.articles.model import Check
from kb.core.conditions import State
from kb.core.facts.implying import ENGINE_OF
from kb.core.facts.model import Facts, Vocabulary
from kb.core.questions.causes import LIKELY, Causes, causes, open_checks
from kb.core.questions.gain import (
    Answer,
    Telling,
    answers_to_check,
    answers_to_fact,
    information,
    telling_of,
    telling_of_fact,
)
from kb.core.questions.model import Question
from kb.core.questions.wording import Asked, question_of
from kb.core.ranking import BROAD, Match

# Bits for the work below which an answer is not worth a question: at first, and once the best is
# likely.
LEAST_GAIN, ENOUGH = 0.02, 0.15
_ABSENT = ("none", "disabled")
STANDS_OUT = 0.95  # share of one cause among those alive
MOST_SKIPPED = 8  # who does not know so much is better served by the list
CHECK_COST, COMMAND_COST, RESTART_COST = 3.0, 5.0, 10.0
# Work is not linear in cost: a lookup that halves the causes beats two that do not.
COST_WEIGHT = 0.5
BROAD_WEIGHT = 0.7
_LAUNCHES = ("vllm serve", "launch_server", "llama-server", "docker run", "api_server", "serve ")


def next_question(
    matches: Sequence[Match],
    facts: Facts,
    vocabulary: Vocabulary,
    skipped: Collection[str] = (),
    *,
    near: bool = False,
    language: str = "en",
) -> Question | None:
    """The question to ask next, or None when one cause and one fix are left or nothing tells the
    rest apart. What is known and what is in `skipped` (don't know) is never asked; `near` lets the
    questionnaire ask about causes whose error nobody has seen."""
    alive = causes(matches, near=near)
    if not alive.matches or len(skipped) >= MOST_SKIPPED:
        return None
    open_ = list(_askable(alive, facts, vocabulary, skipped))
    settled = is_settled(alive, facts, skipped)
    best = _best(open_, lambda asked: asked.gain, ENOUGH if settled else LEAST_GAIN)
    if best is None and not _is_answered(alive, facts, skipped):
        alone = len(alive.matches) == 1 and not settled
        confirming = [asked for asked in open_ if alone or _confirms(asked)]
        best = _best(
            confirming, lambda asked: information(alive, asked.telling, doubt=True), LEAST_GAIN
        )
    if best is None:
        return None
    return question_of(best, _answers(best, alive, facts, vocabulary), alive, vocabulary, language)


def _answers(
    asked: Asked, alive: Causes, facts: Facts, vocabulary: Vocabulary
) -> tuple[Answer, ...]:
    if asked.check is not None:
        return answers_to_check(asked.check, alive)
    return answers_to_fact(asked.name, alive, facts, vocabulary)


def _best(asked: Sequence[Asked], bits: Callable[[Asked], float], least: float) -> Asked | None:
    """The question with most bits for the work, if that is at least `least`. Where and how it broke
    makes nothing likely, so it tells less."""

    def worth(each: Asked) -> float:
        broad = BROAD_WEIGHT if each.name in BROAD else 1.0
        return float(broad * bits(each) / each.cost**COST_WEIGHT)

    worths = [worth(each) for each in asked]
    most = max(worths, default=0.0)
    return asked[worths.index(most)] if worths and most >= least else None


def question_about(
    name: str,
    matches: Sequence[Match],
    facts: Facts,
    vocabulary: Vocabulary,
    language: str = "en",
) -> Question:
    """The question about one fact, whatever it tells: for a cell of the table of causes, and for
    the questionnaire's first steps. Raises KeyError for a fact that the vocabulary lacks."""
    alive = causes(matches, near=True)
    answers = answers_to_fact(name, alive, facts, vocabulary)
    asked = _asked(name, telling_of(answers), alive, vocabulary.facts[name].cost)
    return question_of(asked, answers, alive, vocabulary, language)


def is_settled(alive: Causes, facts: Facts, skipped: Collection[str] = ()) -> bool:
    """Which of its fixes it is is certain, or nobody knows; and the best is at least likely, or
    answers have left the others next to nothing."""
    best = alive.matches[0]
    among = sum(alive.of(match) for match in alive.matches)
    stands_out = alive.of(best) >= STANDS_OUT * among and _holds_an_answer(best, facts)
    return (best.verdict in LIKELY or stands_out) and _fix_is_certain(best, skipped)


def _is_answered(alive: Causes, facts: Facts, skipped: Collection[str]) -> bool:
    """An answer holds for the only cause left, or for the likeliest: it is found, whatever its page
    still waits for."""
    best = alive.matches[0]
    found = len(alive.matches) == 1 or is_settled(alive, facts, skipped)
    return found and _holds_an_answer(best, facts) and _fix_is_certain(best, skipped)


def _holds_an_answer(match: Match, facts: Facts) -> bool:
    held = {each.condition.fact for each in match.requires if each.state == State.HOLDS}
    observed = any(each.state == State.HOLDS for each in match.checks)
    return observed or any(facts[name].how == "answered" for name in held)


def _confirms(asked: Asked) -> bool:
    """What a likely cause still waits for is worth one question about the environment, no more."""
    return asked.check is None and asked.name not in BROAD


def _fix_is_certain(match: Match, skipped: Collection[str]) -> bool:
    judged = match.fix.judged if match.fix else ()
    waits = {each.condition.fact for each in judged if each.state == State.UNKNOWN}
    return waits <= set(skipped)


def _askable(
    alive: Causes, facts: Facts, vocabulary: Vocabulary, skipped: Collection[str]
) -> Iterator[Asked]:
    for name in _open_facts(alive, facts, vocabulary):
        if name not in skipped:
            telling = telling_of_fact(name, alive, facts, vocabulary)
            yield _asked(name, telling, alive, vocabulary.facts[name].cost)
    for name, check in open_checks(alive.matches).items():
        if name not in skipped:
            telling = telling_of(answers_to_check(check, alive))
            yield _asked(name, telling, alive, cost_of(check), check)


def _asked(
    name: str, telling: Telling, alive: Causes, cost: float, check: Check | None = None
) -> Asked:
    return Asked(name, telling, information(alive, telling), cost, check)


def _open_facts(alive: Causes, facts: Facts, vocabulary: Vocabulary) -> list[str]:
    """Facts that an open `requires` or `when` waits for, each once."""
    wanted = (c.fact for h in alive.hypotheses for c in (*h.requires, *h.when))
    names = [name for name in dict.fromkeys(wanted) if name in vocabulary.facts]
    return [
        name
        for name in names
        if not _said(name, facts)
        and _is_fair(name, alive, facts)
        and _is_due(vocabulary.facts[name].after, names, facts)
    ]


def _is_due(before: str, names: Sequence[str], facts: Facts) -> bool:
    """How many draft tokens is asked after whether there are any."""
    if not _said(before, facts):
        return before not in names
    return facts[before].value not in _ABSENT


def _is_fair(name: str, alive: Causes, facts: Facts) -> bool:
    """The version of an engine is no question to somebody who may run another one."""
    engine = ENGINE_OF.get(name, "")
    if not engine or _said("engine", facts):
        return True
    engines = (c for h in alive.hypotheses for c in h.requires if c.fact == "engine")
    return all(engine in condition.values for condition in engines)


def _said(name: str, facts: Facts) -> bool:
    """The paste says it; an estimate and two values at once leave the question open."""
    fact = facts.get(name)
    return fact is not None and fact.value is not None and fact.how != "estimated"


def cost_of(check: Check) -> float:
    """The work of an observation, 1 to 10; to start the server again is the dearest."""
    if any(word in check.command for word in _LAUNCHES):
        return RESTART_COST
    return COMMAND_COST if check.command else CHECK_COST
