"""An article as a value."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kb.core.conditions import Condition
from kb.core.messages import Message, msg

Conditions = tuple[Condition, ...]  # AND


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in a source: 1-based line, field path (`environment.requires.gpu`), sentence.

    `draft` problems (an unknown value, a missing part) keep the article a draft; the others
    refuse the file."""

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
    """An observation that only this fault's circle can ask.

    `expect` ("yes" | "no") is the answer that speaks for the fault."""

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
    """A change to a launch command; "" as `op` only in a translation, which gives texts alone.

    `op` is add-flag, set-flag, remove-flag, env, image-tag or pip. `name` is the variable (env),
    the repository ("" where only a tag is given; image-tag) or the package (pip); `value` is what
    it gets: None takes a flag without value or removes a variable, for pip it is the specifier.
    With `reads` it holds a `{name}`, and these are the texts of the error in which its number
    stands, at the same `{name}`."""

    op: str
    flag: str = ""
    value: str | None = None
    name: str = ""
    because: str = ""
    price: str = ""
    when: Conditions = ()  # the versions for which it is meant; () = all
    reads: tuple[str, ...] = ()


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
    """`name` is canonical (summary, environment, error, symptom, cause, checks, fix,
    verification, notes) or "" for others; `heading` is as written, "" before the first."""

    name: str
    heading: str
    body: str  # Markdown


@dataclass(frozen=True, slots=True)
class Mend:
    """Damaged text of a command, and what was read in its place."""

    before: str
    after: str

    @property
    def message(self) -> Message:
        return msg("mended {before} to {after}", before=self.before, after=self.after)


@dataclass(frozen=True, slots=True)
class Article:
    """One fault, or (with `translation_of`) the texts of one in another language.

    `proposed` lists the paths of what was read out of prose and no person confirmed."""

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
    superseded_by: str = ""  # the slug of the article that takes its place
    sections: tuple[Section, ...] = ()
    translation_of: str = ""
    follows: str = ""
    proposed: tuple[str, ...] = ()
    mended: tuple[Mend, ...] = ()

    def section(self, name: str) -> str:
        """The body of the section with this canonical name, "" where there is none."""
        return next((part.body for part in self.sections if part.name == name), "")


@dataclass(frozen=True, slots=True)
class Parsed:
    """What reading a source gave. `article` is None where a problem refuses the file."""

    article: Article | None
    problems: tuple[Problem, ...] = ()

    @property
    def mended(self) -> tuple[Message, ...]:
        return tuple(mend.message for mend in self.article.mended) if self.article else ()

    @property
    def complete(self) -> bool:
        """Nothing keeps the article from being published."""
        return self.article is not None and not self.problems
