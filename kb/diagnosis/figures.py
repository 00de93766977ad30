"""What the bench measured on the development cases: the tables of the about page.

`bench --only quality` gives the rows, `--only calibration` the verdicts and `--only roots` the
roots. Written by hand from a run, with its day, since the cases are not part of the project."""

from dataclasses import dataclass

from kb.core.messages import Message, msg


@dataclass(frozen=True, slots=True)
class Row:
    """Shares of pastes: the right fault first, among the first five; `plain` is what an ordinary
    full-text search over the same articles reached in the same run."""

    name: Message
    recall_at_1: float
    recall_at_5: float
    plain: float


@dataclass(frozen=True, slots=True)
class Said:
    """How often a verdict was given, and how often rightly, to faults that its thresholds were not
    chosen from."""

    verdict: Message
    said: int
    right: int


@dataclass(frozen=True, slots=True)
class Measured:
    """`roots` is the share of pastes inside a log whose line that states the cause was named."""

    date: str
    cases: int
    rows: tuple[Row, ...]
    verdicts: tuple[Said, ...]
    roots: float
    false_confident: float


MEASURED = Measured(
    date="2026-12-01",
    cases=90,
    rows=(
        Row(msg("the paste alone"), 0.986, 1.0, 0.903),
        Row(msg("inside 400 lines of log"), 0.972, 1.0, 0.083),
        Row(msg("inside 1,200 lines of log"), 0.972, 1.0, 0.014),
        Row(msg("with its environment and command"), 0.976, 1.0, 0.854),
    ),
    verdicts=(Said(msg("confirmed"), 1, 1), Said(msg("likely"), 38, 37)),
    roots=0.967,
    false_confident=0.0,
)
