"""Options that do not go together, or not without another: rows of rules for one engine each."""

from collections.abc import Iterator
from dataclasses import dataclass

from kb.core.launch.checks.findings import ERROR, NOTE, WARNING, Case, Finding, Use
from kb.core.messages import Message, msg

REPEATABLE = ("repeated",)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two flags of one engine and what is to be said when both (or only the first) are given."""

    engine: str
    flag: str
    other: str
    message: Message
    level: str = ERROR


NEEDS = (
    Pair(
        "vllm",
        "--enable-auto-tool-choice",
        "--tool-call-parser",
        msg("`--enable-auto-tool-choice` needs `--tool-call-parser` beside it"),
    ),
    Pair(
        "vllm",
        "--enable-reasoning",
        "--reasoning-parser",
        msg("`--enable-reasoning` needs `--reasoning-parser` beside it"),
    ),
    Pair(
        "vllm",
        "--lora-modules",
        "--enable-lora",
        msg("`--lora-modules` needs `--enable-lora` beside it"),
    ),
)

EXCLUDE = (
    Pair(
        "tgi",
        "--quantize",
        "--dtype",
        msg("`--quantize` and `--dtype` exclude each other"),
    ),
    Pair(
        "vllm",
        "--enforce-eager",
        "--compilation-config",
        msg("`--enforce-eager` switches off what `--compilation-config` sets"),
        NOTE,
    ),
    Pair(
        "vllm",
        "--enforce-eager",
        "--optimization-level",
        msg("`--enforce-eager` switches off what `--optimization-level` sets"),
        NOTE,
    ),
    Pair(
        "sglang",
        "--disable-cuda-graph",
        "--cuda-graph-max-bs",
        msg("`--disable-cuda-graph` makes `--cuda-graph-max-bs` meaningless"),
        NOTE,
    ),
    Pair(
        "sglang",
        "--disable-cuda-graph",
        "--cuda-graph-bs",
        msg("`--disable-cuda-graph` makes `--cuda-graph-bs` meaningless"),
        NOTE,
    ),
    Pair(
        "sglang",
        "--disable-radix-cache",
        "--enable-hierarchical-cache",
        msg("`--enable-hierarchical-cache` needs the cache that `--disable-radix-cache` turns off"),
    ),
    Pair(
        "sglang",
        "--attention-backend",
        "--enable-flashinfer-mla",
        msg("`--enable-flashinfer-mla` chooses the attention backend itself"),
        WARNING,
    ),
    Pair(
        "sglang",
        "--attention-backend",
        "--enable-flashmla",
        msg("`--enable-flashmla` chooses the attention backend itself"),
        WARNING,
    ),
)


def needs(case: Case) -> Iterator[Finding]:
    if not case.command.complete:
        return
    for rule in NEEDS:
        if (
            rule.engine == case.catalogue.engine
            and _on(rule.flag, case)
            and not case.has(rule.other)
        ):
            yield Finding("needs", rule.flag, rule.message, rule.level)


def excludes(case: Case) -> Iterator[Finding]:
    for rule in EXCLUDE:
        if rule.engine == case.catalogue.engine and _on(rule.flag, case) and case.has(rule.other):
            yield Finding("excludes", rule.flag, rule.message, rule.level)


def _on(flag: str, case: Case) -> bool:
    return any(
        use.there and use.resolved and not use.resolved.negated for use in case.uses_of(flag)
    )


def repeated(case: Case) -> Iterator[Finding]:
    """The last one wins; the first then changes nothing."""
    for flag in dict.fromkeys(use.flag for use in case.uses if use.there):
        uses = case.uses_of(flag)
        if len(uses) > 1:
            yield from _twice(flag, uses)


def _twice(flag: str, uses: tuple[Use, ...]) -> Iterator[Finding]:
    kinds = {bool(use.resolved and use.resolved.key) for use in uses}
    if kinds == {True, False}:
        text = msg(
            "`{flag}` stands there as JSON and with dots: only one of both counts", flag=flag
        )
        yield Finding("contradiction", flag, text, WARNING)
    elif kinds == {False} and not _adds_up(uses):
        yield _last_wins(flag, uses)


def _adds_up(uses: tuple[Use, ...]) -> bool:
    return any(use.resolved and use.resolved.type in REPEATABLE for use in uses)


def _last_wins(flag: str, uses: tuple[Use, ...]) -> Finding:
    last = uses[-1].written
    shown = " ".join((last.name, *last.words))
    no = {bool(use.resolved and use.resolved.negated) for use in uses}
    kind = "contradiction" if len(no) > 1 else "duplicate"
    text = msg(
        "`{flag}` is given {count} times: the last one wins, `{last}`",
        flag=flag,
        count=len(uses),
        last=shown[:120],
    )
    return Finding(kind, flag, text, WARNING)
