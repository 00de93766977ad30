"""Lifetimes as text: `0.12.0`, `0.6.5..0.11.2`, `0.3.3..0.3.3, 0.6.4`, in versions read."""

from collections.abc import Mapping

from kb.core.launch.catalogue.model import CatalogueError, History
from kb.core.launch.catalogue.timeline import Spans, Timeline
from kb.core.messages import msg


def spans_of(text: str, timeline: Timeline) -> Spans:
    """CatalogueError for a version that is not among those read."""
    return tuple(_span(part.strip(), timeline) for part in text.split(","))


def _span(text: str, timeline: Timeline) -> tuple[int, int]:
    first, dots, last = text.partition("..")
    end = index_of(last, timeline) if dots else len(timeline.read) - 1
    return index_of(first, timeline), end


def index_of(version: str, timeline: Timeline) -> int:
    try:
        return timeline.index[version]
    except KeyError:
        raise CatalogueError(
            msg("`{version}` is not among the versions read", version=version)
        ) from None


def lifetime_text(spans: Spans, timeline: Timeline) -> str:
    return ", ".join(_span_text(first, last, timeline) for first, last in spans)


def _span_text(first: int, last: int, timeline: Timeline) -> str:
    open_end = last == len(timeline.read) - 1
    return timeline.read[first] if open_end else f"{timeline.read[first]}..{timeline.read[last]}"


def whole(numbers: set[int]) -> set[int]:
    """The versions that have a flag, with those that alone between two others lack it: their source
    was read without it (`--model` of vLLM 0.9.0), since no engine drops a flag for one release."""
    return numbers | {number + 1 for number in numbers if number + 2 in numbers}


def spans_from(numbers: set[int]) -> Spans:
    """Unbroken runs of indices."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return tuple(runs)


def numbers_in(spans: Spans) -> set[int]:
    return {number for first, last in spans for number in range(first, last + 1)}


def history_of(values: Mapping[str, str] | str, first: int, timeline: Timeline) -> History:
    """One value for the whole life, or a mapping from the version it holds from."""
    if isinstance(values, str):
        return ((first, values),)
    return tuple((index_of(version, timeline), value) for version, value in values.items())


def history_values(history: History, timeline: Timeline) -> dict[str, str] | str:
    if len(history) == 1:
        return history[0][1]
    return {timeline.read[first]: value for first, value in history}
