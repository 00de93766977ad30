"""The nested values of `articles/_facts.yaml` → Vocabulary, with every error of the file named."""

from collections.abc import Iterator, Mapping
from typing import cast, get_args

from kb.core.facts.model import ByLanguage, Choice, FactKind, Kind, Vocabulary, fold
from kb.core.messages import Message, msg

FACT_KEYS = (
    "kind", "label", "question", "help", "cost", "aliases", "find_out", "choices", "exclusive",
    "after",
)  # fmt: skip
CHOICE_KEYS = ("label", "aliases", "kind_of", "beside", "implies", "variants")
LANGUAGES = ("en", "zh")  # the least; others may be added


class VocabularyError(ValueError):
    """The vocabulary cannot be used; `problems` names each error as (path, sentence)."""

    def __init__(self, problems: tuple[tuple[str, Message], ...]) -> None:
        super().__init__("\n".join(f"{path}: {message}" for path, message in problems))
        self.problems = problems


def vocabulary_from(source: Mapping[str, object]) -> Vocabulary:
    """A Vocabulary out of nested mappings, lists and strings.

    Raises VocabularyError with every problem of the file."""
    problems = tuple(_problems(source))
    if problems:
        raise VocabularyError(problems)
    vocabulary = Vocabulary({name: _fact(name, _mapping(raw)) for name, raw in source.items()})
    problems = tuple(_dangling(vocabulary))
    if problems:
        raise VocabularyError(problems)
    return vocabulary


def _fact(name: str, raw: Mapping[str, object]) -> FactKind:
    return FactKind(
        name=name,
        kind=cast(Kind, raw["kind"]),
        label=cast(ByLanguage, raw["label"]),
        question=cast(ByLanguage, raw["question"]),
        help=cast(ByLanguage, raw.get("help") or {}),
        choices=tuple(_choice(n, _mapping(c)) for n, c in _mapping(raw.get("choices")).items()),
        cost=float(str(raw.get("cost") or 1)),
        find_out=str(raw.get("find_out") or ""),
        aliases=_words(raw.get("aliases")),
        exclusive=raw.get("exclusive") == "true",
        after=str(raw.get("after") or ""),
    )


def _choice(name: str, raw: Mapping[str, object]) -> Choice:
    variants = {word: _strings(v) for word, v in _mapping(raw.get("variants")).items()}
    return Choice(
        name=name,
        aliases=_words(raw.get("aliases")),
        implies=_strings(raw.get("implies")),
        label=cast(ByLanguage, raw.get("label") or {}),
        kind_of=_words(raw.get("kind_of")),
        beside=_words(raw.get("beside")),
        variants=variants,
    )


def _problems(source: Mapping[str, object]) -> Iterator[tuple[str, Message]]:
    for name, raw in source.items():
        if not isinstance(raw, Mapping):
            yield name, msg("a fact is a mapping with a kind, a label and a question")
            continue
        yield from _unknown(name, raw, FACT_KEYS)
        if raw.get("kind") not in get_args(Kind):
            kinds = ", ".join(get_args(Kind))
            yield f"{name}.kind", msg("no such kind; one of {kinds} is needed", kinds=kinds)
        for key in ("label", "question"):
            yield from _untranslated(f"{name}.{key}", raw.get(key))
        yield from _no_words(f"{name}.help", raw.get("help"))
        yield from _badly_counted(name, raw)
        yield from _choice_problems(name, raw)


def _badly_counted(name: str, raw: Mapping[str, object]) -> Iterator[tuple[str, Message]]:
    try:
        cost = float(str(raw.get("cost", 1)))
    except ValueError:
        cost = 0
    if not 1 <= cost <= 10:
        yield f"{name}.cost", msg("a number from 1 to 10 is needed")


def _choice_problems(name: str, raw: Mapping[str, object]) -> Iterator[tuple[str, Message]]:
    choices = _mapping(raw.get("choices"))
    if bool(choices) != (raw.get("kind") == "choice"):
        yield f"{name}.choices", msg("a fact of kind `choice` has choices, and no other has")
    owner: dict[str, str] = {}
    for choice, entry in choices.items():
        path = f"{name}.choices.{choice}"
        yield from _unknown(path, _mapping(entry), CHOICE_KEYS)
        yield from _no_words(f"{path}.label", _mapping(entry).get("label"))
        for spelling in (choice, *_words(_mapping(entry).get("aliases"))):
            if owner.setdefault(fold(spelling), choice) != choice:
                first = owner[fold(spelling)]
                yield (
                    path,
                    msg("`{spelling}` already means {first}", spelling=spelling, first=first),
                )


def _unknown(
    path: str, raw: Mapping[str, object], known: tuple[str, ...]
) -> Iterator[tuple[str, Message]]:
    for key in raw:
        if key not in known:
            yield f"{path}.{key}", msg("no such key; known are {known}", known=", ".join(known))


def _untranslated(path: str, raw: object) -> Iterator[tuple[str, Message]]:
    for language in LANGUAGES:
        if not _mapping(raw).get(language):
            yield path, msg("the text in `{language}` is missing", language=language)
    yield from _no_words(path, raw)


def _no_words(path: str, raw: object) -> Iterator[tuple[str, Message]]:
    """What may be left out, but is texts by language where it is there."""
    if raw and not (isinstance(raw, Mapping) and all(isinstance(x, str) for x in raw.values())):
        yield path, msg("texts by language are expected, as en and zh")


def _dangling(vocabulary: Vocabulary) -> Iterator[tuple[str, Message]]:
    for kind in vocabulary.facts.values():
        if kind.after and kind.after not in vocabulary.facts:
            yield f"{kind.name}.after", msg("no such fact: `{other}`", other=kind.after)
        for choice in kind.choices:
            path = f"{kind.name}.choices.{choice.name}"
            for other in (*choice.kind_of, *choice.beside):
                if other != "*" and other not in kind.by_name:
                    yield path, msg("no such choice: `{other}`", other=other)
            for implied in (choice.implies, *choice.variants.values()):
                yield from _bad_implications(path, implied, vocabulary)


def _bad_implications(
    path: str, implied: Mapping[str, str], vocabulary: Vocabulary
) -> Iterator[tuple[str, Message]]:
    for name, value in implied.items():
        kind = vocabulary.facts.get(name)
        if kind is None:
            yield path, msg("implies `{name}`, which is no fact", name=name)
        elif kind.choices and value not in kind.by_name:
            yield (
                path,
                msg("implies `{value}`, which {name} does not have", value=value, name=name),
            )


def _mapping(raw: object) -> Mapping[str, object]:
    return raw if isinstance(raw, Mapping) else {}


def _strings(raw: object) -> dict[str, str]:
    return {str(key): str(value) for key, value in _mapping(raw).items()}


def _words(raw: object) -> tuple[str, ...]:
    if isinstance(raw, str):
        return (raw,) if raw else ()
    return tuple(str(word) for word in raw) if isinstance(raw, list | tuple) else ()
