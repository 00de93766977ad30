"""The report of a bench for people."""

from collections.abc import Iterable, Mapping

from kb.diagnosis.bench import calibration, quality, roots

_MEASURED = ("line", "traceback", "log", "typing")


def text_of(report: Mapping[str, object]) -> str:
    """Tables of what was measured; parts without a table of their own as `name: value` lines."""
    return "\n\n".join(_part(name, part) for name, part in report.items()) + "\n"


def _part(name: str, part: object) -> str:
    if not isinstance(part, Mapping):
        return f"{name}: {part}"
    if name == "quality" and "plain" in part:
        return f"quality\n{aligned(quality.summary(part))}\n{_nothing(part)}"
    if name == "roots" and "whole_logs" in part:
        whole = part["whole_logs"]
        assert isinstance(whole, Mapping)
        return f"roots\n{aligned(roots.summary(part))}\n{_sure_of(whole)}"
    if name == "calibration" and "tried" in part:
        return f"calibration, in use: {part['in_use']}\n{aligned(calibration.summary(part))}"
    if name == "speed":
        return f"speed\n{aligned(_speed(part))}\n{_analysis(part)}"
    plain = (f"  {key}: {value}" for key, value in part.items() if not isinstance(value, list))
    return "\n".join((name, *plain))


def _nothing(part: Mapping[str, object]) -> str:
    nothing = part["nothing_to_find"]
    assert isinstance(nothing, Mapping)
    told = ("cases", "false_confident", "null_cases", "taken_out")
    return "nothing to find: " + ", ".join(f"{key} {nothing[key]}" for key in told)


def _sure_of(whole: Mapping[str, object]) -> str:
    """What was called confirmed or likely in logs without a root."""
    return (
        f"logs without a root: {whole['without_a_root']}, sure of {whole['sure_of'] or 'nothing'}"
    )


def _analysis(part: Mapping[str, object]) -> str:
    return f"reading a log: {part['analysis']}"


def _speed(part: Mapping[str, object]) -> Iterable[tuple[str, ...]]:
    """A row for each engine, query kind and size: p50 / p95 in milliseconds."""
    sizes = part["sizes"]
    assert isinstance(sizes, Mapping)
    kinds = [f"{kind} p50 / p95 ms" for kind in _MEASURED]
    yield ("articles", "engine", *kinds, "lines asked", "build s", "add ms", "MB")
    for size, measured in sizes.items():
        for engine in measured["line_p50_ms"]:
            yield (size, engine, *_row(measured, engine))


def _row(measured: Mapping[str, Mapping[str, float]], engine: str) -> Iterable[str]:
    for kind in _MEASURED:
        middle = measured[f"{kind}_p50_ms"].get(engine, "-")
        yield f"{middle} / {measured[f'{kind}_p95_ms'].get(engine, '-')}"
    for name in ("line_asked", "build_cpu_s", "add_one_ms", "size_mb"):
        yield str(measured[name].get(engine, "-"))


def aligned(rows: Iterable[tuple[str, ...]]) -> str:
    """Rows as text in columns."""
    every = list(rows)
    widths = [max(map(len, column)) for column in zip(*every, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in every
    )
