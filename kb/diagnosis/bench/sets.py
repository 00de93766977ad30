"""The development cases in their dresses: alone, hidden in logs, with what was told besides."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from kb.core.text import read_lines
from kb.diagnosis.bench.cases import Case, positive
from kb.diagnosis.bench.noise import Runs, in_log, runs_of

LOGS = {"log_400": 400, "log_1200": 1_200}  # lines


def sets_of(cases: Sequence[Case], runs: Runs = ()) -> dict[str, list[Case]]:
    """The positive cases in their dresses; `plain` and the logs give the paste alone."""
    alone = [replace(case, environment="", command="") for case in positive(cases)]
    told = [case for case in positive(cases) if case.environment or case.command]
    return {
        "plain": alone,
        **{name: hidden(alone, cases, lines, runs) for name, lines in LOGS.items()},
        "with_environment": list(positive(cases)),
        "environment_given": told,
        "same_thread": [case for case in alone if case.same_thread],
    }


def hidden(
    chosen: Iterable[Case], every: Sequence[Case], lines: int, runs: Runs = ()
) -> list[Case]:
    """The chosen cases, each in a log of `lines` lines among the calm lines of all others."""
    calms = [(case.id, _calm(case.paste)) for case in every]

    def log_of(case: Case) -> str:
        others = runs_of(calm for id, calm in calms if id != case.id)
        return in_log(case.paste, lines, case.id, [*runs, *others])

    return [replace(case, paste=log_of(case), environment="", command="") for case in chosen]


def _calm(paste: str) -> str:
    """The lines of a paste that say themselves that nothing is wrong."""
    calm = (line.raw for line in read_lines(paste) if line.level in {"info", "debug"})
    return "\n".join(calm)
