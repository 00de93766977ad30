"""Answers of a person → facts."""

from collections.abc import Iterable, Mapping

from kb.core.facts import Fact, Vocabulary, canonical
from kb.core.messages import msg
from kb.core.questions import assume
from kb.core.redact import redact
from kb.diagnosis.engine.model import AnswerError
from kb.diagnosis.library import Library

DONT_KNOW = "?"
_YES = frozenset({"yes", "y", "true", "1", "是", "有", "会"})
_NO = frozenset({"no", "n", "false", "0", "否", "不是", "没有", "不会"})


def read_answers(
    answers: Mapping[str, str], known: Mapping[str, Fact], library: Library
) -> tuple[dict[str, Fact], frozenset[str]]:
    """The facts that the answers add to what is known (with what they imply), and what is skipped.
    Raises AnswerError for a name or a value that does not exist."""
    facts, skipped = dict(known), set[str]()
    for written, given in answers.items():
        value = redact(str(given)).text  # it comes back in facts and sentences
        name = _name(redact(written).text, library)
        if value.strip() == DONT_KNOW:
            skipped.add(name)
        elif name.startswith("check:"):
            facts[name] = Fact(name, _yes_or_no(name, value), how="answered")
        else:
            said = _value(name, value, library.vocabulary)
            facts = {n: fact for n, fact in facts.items() if fact.implied_by != name}
            facts |= assume(facts, name, said, library.vocabulary)
    return facts, frozenset(skipped)


def _name(written: str, library: Library) -> str:
    if written.startswith("check:"):
        return _check(written, library)
    name = library.vocabulary.name_of(written)
    if name is None:
        raise AnswerError(msg("{name}: no such fact", name=written))
    return name


def _check(name: str, library: Library) -> str:
    slug, _, check = name.removeprefix("check:").partition("/")
    article = library.article(slug)
    if article is None or check not in {each.id for each in article.checks}:
        raise AnswerError(msg("{name}: no such check", name=name))
    return name


def _yes_or_no(name: str, value: str) -> str:
    folded = value.strip().casefold()
    if folded in _YES | _NO:
        return "yes" if folded in _YES else "no"
    raise AnswerError(msg("{name}: the answer is yes, no or ?", name=name))


def _value(name: str, value: str, vocabulary: Vocabulary) -> str:
    found = canonical(name, value, vocabulary)
    if found is not None:
        return found
    kind = vocabulary.facts[name]
    if kind.kind == "choice":
        right = _shown(choice.name for choice in kind.choices)
        raise AnswerError(
            msg(
                "{name}: no such value {value}; one of {right}", name=name, value=value, right=right
            )
        )
    raise AnswerError(msg("{name}: {value} is no {kind}", name=name, value=value, kind=kind.kind))


def _shown(names: Iterable[str], most: int = 12) -> str:
    every = list(names)
    return ", ".join(every[:most]) + (" …" if len(every) > most else "")
