"""Tables → the text of their file: one flag a block, its lists on one line where they fit."""

from collections.abc import Iterator, Mapping, Sequence

from kb.core.launch.catalogue.lifetimes import history_values, lifetime_text
from kb.core.launch.catalogue.model import Flag, History, Pin, Tables, Variable
from kb.core.launch.catalogue.timeline import Spans, Timeline

WIDTH = 100
SPECIAL_START = tuple("[]{}>|*&!%@`\"'#,?:-= ")
SPECIAL_INSIDE = (": ", " #", ",", "[", "]", "{", "}", "\n", "\t")

Field = tuple[str, object]


def write_tables(tables: Tables) -> str:
    """Canonical: reading it and writing it again gives the same text."""
    lines = [f"engine: {tables.engine}", f"grain: {tables.timeline.grain}"]
    lines += _field("read", list(tables.timeline.read), 0)
    for title, rows in _sections(tables):
        lines += ["", f"{title}:"]
        for name, fields in rows:
            lines += [
                f"  {scalar(name)}:",
                *(line for field in fields for line in _field(*field, 4)),
            ]
    return "\n".join(lines) + "\n"


def _sections(tables: Tables) -> Iterator[tuple[str, list[tuple[str, list[Field]]]]]:
    if tables.flags:
        yield "flags", [(name, _flag(flag, tables.timeline)) for name, flag in tables.flags.items()]
    if tables.variables:
        rows = tables.variables.items()
        yield "env", [(name, _variable(variable, tables.timeline)) for name, variable in rows]
    if tables.pins:
        yield "pins", [(version, _pin(pin)) for version, pin in tables.pins.items()]


def _flag(flag: Flag, timeline: Timeline) -> list[Field]:
    fields: list[Field] = [
        ("kind", _history(flag.kinds, timeline)),
        *_life(flag.spans, timeline),
        ("default", _history(flag.defaults, timeline)),
        ("aliases", _lives(flag.aliases, flag.spans, timeline)),
        ("negations", _lives(flag.negations, flag.spans, timeline)),
        ("choices", _lives(flag.choices, flag.spans, timeline)),
        ("values", _lives(flag.values, flag.spans, timeline)),
        ("deprecated", timeline.read[flag.deprecated] if flag.deprecated is not None else ""),
        ("replaced_by", flag.replaced_by),
        ("env", flag.env),
        ("secret", "true" if flag.secret else ""),
        (
            "keys",
            {key.name: f"{lifetime_text(key.spans, timeline)} {key.type}" for key in flag.keys},
        ),
        ("explain", dict(flag.explain)),
    ]
    return [field for field in fields if field[1]]


def _variable(variable: Variable, timeline: Timeline) -> list[Field]:
    fields: list[Field] = [
        *_life(variable.spans, timeline),
        ("default", variable.default),
        ("replaced_by", variable.replaced_by),
        ("secret", "true" if variable.secret else ""),
        ("explain", dict(variable.explain)),
    ]
    return [field for field in fields if field[1]]


def _pin(pin: Pin) -> list[Field]:
    fields: list[Field] = [
        *pin.requires.items(),
        ("entrypoint", pin.entrypoint),
        ("cuda", pin.cuda),
    ]
    return [field for field in fields if field[1]]


def _life(spans: Spans, timeline: Timeline) -> list[Field]:
    if len(spans) > 1:
        return [("versions", lifetime_text(spans, timeline))]
    (first, last), end = spans[0], len(timeline.read) - 1
    return [
        ("since", timeline.read[first]),
        ("removed", "" if last == end else timeline.read[last + 1]),
    ]


def _history(history: History, timeline: Timeline) -> dict[str, str] | str:
    return history_values(history, timeline) if history else ""


def _lives(
    names: Mapping[str, Spans], whole: Spans, timeline: Timeline
) -> dict[str, str] | list[str]:
    if all(spans == whole for spans in names.values()):
        return list(names)
    return {name: lifetime_text(spans, timeline) for name, spans in names.items()}


def _field(name: str, value: object, indent: int) -> list[str]:
    start = f"{' ' * indent}{scalar(name)}:"
    if isinstance(value, dict):
        return _mapping(start, value, indent)
    if isinstance(value, list):
        return _wrapped(f"{start} [", "]", [scalar(item) for item in value], indent)
    return [f"{start} {scalar(str(value))}"]


def _mapping(start: str, value: Mapping[str, str], indent: int) -> list[str]:
    pairs = [f"{scalar(key)}: {scalar(item)}" for key, item in value.items()]
    flow = f"{start} {{{', '.join(pairs)}}}"
    if len(flow) <= WIDTH and "explain" not in start:
        return [flow]
    return [start, *(f"{' ' * (indent + 2)}{pair}" for pair in pairs)]


def _wrapped(start: str, end: str, items: Sequence[str], indent: int) -> list[str]:
    lines, line = [], start
    for number, item in enumerate(items):
        piece = item if number == len(items) - 1 else f"{item},"
        glued = line.endswith(("[", " "))
        if len(line) + len(piece) + 1 > WIDTH:
            lines.append(line.rstrip())
            line, glued = " " * (indent + 2), True
        line += piece if glued else f" {piece}"
    return [*lines, line + end]


def scalar(text: str) -> str:
    """Plain where a reader of text takes it as it is, else in double quotes."""
    special = not text or text != text.strip() or text.endswith(":")
    if special or _starts_special(text) or any(mark in text for mark in SPECIAL_INSIDE):
        return (
            '"'
            + text.replace("\\", "\\\\")
            .replace('"', '\\"')
            .replace("\n", "\\n")
            .replace("\t", "\\t")
            + '"'
        )
    return text


def _starts_special(text: str) -> bool:
    option = text[0] == "-" and text[1:2] not in ("", " ")
    return text.startswith(SPECIAL_START) and not option
