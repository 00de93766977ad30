"""An article as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.core.conditions import Condition
from kb.core.messages import Message

Conditions = tuple[Condition, ...]  # AND


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a source: 1-based line, field path (`environment.requires.gpu`), sentence.
    `draft` problems (an unknown value, a missing part) keep the article a draft; the others refuse the file."""

    line: int
    field: str
    message: Message
    draft: bool = False


@dataclass(frozen=True, slots=True)
class Sample:
    """A verbatim error sample."""

    text: str
    seen_by: str = ""  # client | server | ""


@dataclass(frozen=True, slots=True)
class Environment:
    requires: Conditions = ()
    seen: Conditions = ()
    clear: tuple[Conditions, ...] = ()


@dataclass(frozen=True, slots=True)
class Check:
    """An observation that only this fault's circle can ask; `expect` ("yes" | "no") speaks for the fault."""

    id: str
    ask: str
    command: str = ""
    expect: str = "yes"


@dataclass(frozen=True, slots=True)
class Cause:
    certainty: str = "unknown"  # confirmed | likely | unknown
    ruled_out: tuple[str, ...] = ()
    open: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """A change to a launch command. `op` as in contract.md: add-flag, set-flag, remove-flag, env, image-tag, pip."""

    op: str
    flag: str = ""
    value: str | None = None
    name: str = ""  # environment variable (op env); value None removes it; package (op pip)
    because: str = ""
    price: str = ""


@dataclass(frozen=True, slots=True)
class Fix:
    id: str
    title: str
    kind: str
    when: tuple[Conditions, ...] = ()  # OR of ANDs; () = wherever the article applies
    restart: bool = True
    steps: tuple[str, ...] = ()
    launch: tuple[Change, ...] = ()
    run: tuple[str, ...] = ()
    command: str = ""
    until: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Verification:
    do: str
    expect: str = ""
    without: bool = False  # the negative control


@dataclass(frozen=True, slots=True)
class Section:
    """`name` is canonical (summary, environment, error, symptom, cause, checks, fix, verification, notes) or "" for others."""

    name: str
    heading: str
    body: str  # Markdown


@dataclass(frozen=True, slots=True)
class Article:
    slug: str
    title: str
    language: str = "en"
    topic: str = "inbox"
    errors: tuple[Sample, ...] = ()
    hints: tuple[str, ...] = ()
    environment: Environment = Environment()
    checks: tuple[Check, ...] = ()
    cause: Cause = Cause()
    upstream: Mapping[str, str] = field(default_factory=dict)
    fixed_in: Mapping[str, str] = field(default_factory=dict)
    fixes: tuple[Fix, ...] = ()
    verify: tuple[Verification, ...] = ()
    sources: tuple[str, ...] = ()
    evidence: str = "reported"
    checked: str = ""
    review_by: str = ""
    matches_must: tuple[str, ...] = ()
    matches_must_not: tuple[str, ...] = ()
    state: str = "published"
    audience: tuple[str, ...] = ()
    formerly: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    translation_of: str = ""
    follows: str = ""
    proposed: tuple[str, ...] = ()
    mended: tuple[Message, ...] = ()
