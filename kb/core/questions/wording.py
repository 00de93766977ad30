"""A question in words: its options, what each leaves, and what it separates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kb.core.articles.model import Check
from kb.core.facts.model import Vocabulary
from kb.core.messages import Message, msg
from kb.core.questions.causes import Causes
from kb.core.questions.gain import Answer, Telling
from kb.core.questions.model import Option, Question

_NONE_LEFT = msg("none of these causes would be left")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that could be put: what its answers tell, the bits of that about which cause it
    is, and the work to find the answer out."""

    name: str
    telling: Telling
    gain: float
    cost: float
    check: Check | None = None


def question_of(
    asked: Asked, answers: Sequence[Answer], alive: Causes, vocabulary: Vocabulary, language: str
) -> Question:
    """`asked` in words, with the `answers` that it may have."""
    kind = vocabulary.facts.get(asked.name)
    if asked.check is not None or kind is None:
        return _of_check(asked, answers, alive)
    choices = answers if kind.kind == "choice" else ()
    return Question(
        kind="fact",
        id=asked.name,
        text=spoken(kind.question, language) or asked.name,
        options=_options(asked.name, choices, alive, vocabulary, language),
        help=spoken(kind.help, language),
        find_out=kind.find_out,
        separates=separates(answers, alive),
        left=len(alive.matches) + alive.others,
        others=alive.others,
        cost=asked.cost,
        gain=asked.gain,
    )


def _of_check(asked: Asked, answers: Sequence[Answer], alive: Causes) -> Question:
    check = asked.check
    assert check is not None
    return Question(
        kind="check",
        id=asked.name,
        text=check.ask,
        options=tuple(_option(answer, answer.value) for answer in answers),
        help="",
        find_out=check.command,
        separates=separates(answers, alive),
        left=len(alive.matches) + alive.others,
        others=alive.others,
        cost=asked.cost,
        gain=asked.gain,
    )


def _options(
    name: str, answers: Sequence[Answer], alive: Causes, vocabulary: Vocabulary, language: str
) -> tuple[Option, ...]:
    """Those that a condition names first, then the vocabulary's order."""
    labels = _labels(name, vocabulary, language)
    ordered = sorted(answers, key=lambda answer: not answer.named)
    any_left = not alive.others and any(answer.left for answer in ordered)
    return tuple(
        [_option(each, labels.get(each.value) or each.value, any_left) for each in ordered]
    )


@lru_cache(maxsize=256)
def _labels(name: str, vocabulary: Vocabulary, language: str) -> Mapping[str, str]:
    """What people call the choices of a fact."""
    return {
        choice.name: spoken(choice.label, language) for choice in vocabulary.facts[name].choices
    }


def _option(answer: Answer, label: str, any_left: bool = True) -> Option:
    """Greyed where it alone would leave no cause; where none is known, nothing is."""
    left = len(answer.left)
    return _option_of(answer.value, label, left, any_left and not left)


@lru_cache(maxsize=2_048)  # the choices of a vocabulary, most of which leave as many causes
def _option_of(value: str, label: str, left: int, greyed: bool) -> Option:
    return Option(value, label, left, _NONE_LEFT if greyed else None)


def spoken(texts: Mapping[str, str], language: str) -> str:
    """A text of the vocabulary in a language, in English where it has none."""
    return texts.get(language) or texts.get(language.split("-")[0]) or texts.get("en") or ""


def separates(answers: Sequence[Answer], alive: Causes) -> Message:
    """Which cause the answer tells from which."""
    if not alive.matches:
        return msg("one cause from another")
    first = alive.matches[0]
    others = alive.matches[1:]
    if not others:
        return msg("{one} from another fault with the same error", one=first.article.title)
    place = {id(each.match): at for at, each in reversed([*enumerate(alive.hypotheses)])}
    here = place[id(first)]
    other = max(others, key=lambda match: _apart(here, place[id(match)], answers))
    return msg("{one} from {other}", one=first.article.title, other=other.article.title)


def _apart(here: int, there: int, answers: Sequence[Answer]) -> float:
    return sum(abs(a.likelihood(here) - a.likelihood(there)) for a in answers)
