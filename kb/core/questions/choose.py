"""The one question that tells most for the least work."""

from collections.abc import Collection, Iterator, Sequence

from kb.core.articles.model import Check
from kb.core.conditions import State
from kb.core.facts.model import Facts, Vocabulary
from kb.core.questions.causes import LIKELY, Causes, causes, open_checks
from kb.core.questions.gain import answers_to_check, answers_to_fact, information
from kb.core.questions.model import Question
from kb.core.questions.wording import Asked, question_of
from kb.core.ranking import BROAD, Match

LEAST_GAIN = 0.02  # bits; below it an answer tells nothing
ENOUGH = 0.15  # the same, for the work, once the best is likely: then the answer must be worth it
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
    settled = bool(alive.matches) and is_settled(alive, skipped)
    if settled and len(alive.matches) == 1:
        return None
    best = max(_askable(alive, facts, vocabulary, skipped), key=_worth, default=None)
    if best is None or best.gain < LEAST_GAIN:
        return None
    if settled and _worth(best) < ENOUGH:
        return None
    return question_of(best, alive, vocabulary, language)


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
    cost = vocabulary.facts[name].cost
    asked = Asked("fact", name, answers, information(alive, answers), cost)
    return question_of(asked, alive, vocabulary, language)


def is_settled(alive: Causes, skipped: Collection[str] = ()) -> bool:
    """The best is at least likely, and which of its fixes it is is certain, or nobody knows."""
    best = alive.matches[0]
    judged = best.fix.judged if best.fix else ()
    open_ = {each.condition.fact for each in judged if each.state == State.UNKNOWN}
    return best.verdict in LIKELY and open_ <= set(skipped)


def _worth(asked: Asked) -> float:
    """Bits for the work. Where and how it broke makes nothing likely, so it tells less."""
    gain = BROAD_WEIGHT * asked.gain if asked.name in BROAD else asked.gain
    return float(gain / asked.cost**COST_WEIGHT)


def _askable(
    alive: Causes, facts: Facts, vocabulary: Vocabulary, skipped: Collection[str]
) -> Iterator[Asked]:
    for name in _open_facts(alive, facts, vocabulary):
        if name not in skipped:
            answers = answers_to_fact(name, alive, facts, vocabulary)
            cost = vocabulary.facts[name].cost
            yield Asked("fact", name, answers, information(alive, answers), cost)
    for name, check in open_checks(alive.matches).items():
        if name not in skipped:
            answers = answers_to_check(check, alive)
            yield Asked("check", name, answers, information(alive, answers), cost_of(check), check)


def _open_facts(alive: Causes, facts: Facts, vocabulary: Vocabulary) -> list[str]:
    """Facts that an open `requires` or `when` waits for, each once."""
    wanted = (c.fact for h in alive.hypotheses for c in (*h.requires, *h.when))
    return [
        name
        for name in dict.fromkeys(wanted)
        if name in vocabulary.facts and not _said(name, facts)
    ]


def _said(name: str, facts: Facts) -> bool:
    """The paste says it; an estimate and two values at once leave the question open."""
    fact = facts.get(name)
    return fact is not None and fact.value is not None and fact.how != "estimated"


def cost_of(check: Check) -> float:
    """The work of an observation, 1 to 10; to start the server again is the dearest."""
    if any(word in check.command for word in _LAUNCHES):
        return RESTART_COST
    return COMMAND_COST if check.command else CHECK_COST
