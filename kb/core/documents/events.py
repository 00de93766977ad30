"""Parse events → nodes. Anchors, aliases, tags, second documents and double keys are faults."""

import re
from collections.abc import Iterator

import yaml

from kb.core.documents.nodes import Fault, Fields, Items, Node, Text
from kb.core.documents.reading import CONTROL, Mark, Reading, control_message, start
from kb.core.documents.swallowed import quote_line
from kb.core.messages import msg

_SWALLOWED_FOLD = re.compile(r">\S*\d")


def root(events: Iterator[yaml.Event], reading: Reading) -> Node:
    top: Node = Fields({}, {}, reading.first_line, 1)
    documents = 0
    for event in events:
        if isinstance(event, yaml.DocumentStartEvent):
            documents += 1
            if documents > 1:
                reading.stop(event, msg("a second document; one file is one document"))
            top = _node(next(events), events, reading)
    return top


def _node(event: yaml.Event, events: Iterator[yaml.Event], reading: Reading) -> Node:
    reading.count(event)
    if isinstance(event, yaml.AliasEvent):
        return _alias(event, reading)
    assert isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent)
    if event.anchor is not None:
        reading.fault(start(event), msg("anchors (`&name`) are not read; quote the value"))
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event, reading)
    if event.tag is not None:
        reading.fault(start(event), msg("tags (`!name`) are not read; quote the value"))
    reading.enter(event)
    reads = _items if isinstance(event, yaml.SequenceStartEvent) else _fields
    node = reads(event, events, reading)
    reading.depth -= 1
    return node


def _alias(event: yaml.AliasEvent, reading: Reading) -> Text:
    written = _quoted_form(reading, start(event))
    form = f"`{written}`" if written else '`"*…"`'
    message = msg("a value that begins with `*` is an alias to YAML; write {form}", form=form)
    reading.fault(start(event), message)
    return Text("*" + str(event.anchor), *reading.place(event))


def _quoted_form(reading: Reading, mark: Mark) -> str:
    return (quote_line(reading.written(mark)) or "").strip()


def _scalar(event: yaml.ScalarEvent, reading: Reading) -> Text:
    mark = start(event)
    written = reading.written(mark)[mark.column :]
    folded = event.style == ">" and bool(_SWALLOWED_FOLD.match(written))
    if event.tag is not None or folded:
        return _swallowed(event, written, reading)
    control = CONTROL.search(event.value)
    if control:
        reading.fault(start(event), control_message(control.group()))
    return Text(event.value, *reading.place(event), cut=_is_cut(event, reading))


def _swallowed(event: yaml.ScalarEvent, written: str, reading: Reading) -> Text:
    """A condition such as `>1` or `!=0.9`, which YAML takes for a block or a tag."""
    form = _quoted_form(reading, start(event))
    if written.startswith("!!") or not form:
        message = msg("tags (`!name`) are not read; quote the value")
    else:
        message = msg("YAML does not read this as text; write {form}", form=f"`{form}`")
    reading.fault(start(event), message)
    return Text(written.split(" #")[0].strip(), *reading.place(event))


def _is_cut(event: yaml.ScalarEvent, reading: Reading) -> bool:
    mark = event.end_mark
    if event.style or not event.value or mark is None:
        return False
    return reading.written(mark)[mark.column :].lstrip().startswith("#")


def _items(event: yaml.Event, events: Iterator[yaml.Event], reading: Reading) -> Items:
    values: list[Node] = []
    for inner in events:
        if isinstance(inner, yaml.SequenceEndEvent):
            break
        values.append(_node(inner, events, reading))
    return Items(tuple(values), *reading.place(event))


def _fields(event: yaml.Event, events: Iterator[yaml.Event], reading: Reading) -> Fields:
    entries: dict[str, Node] = {}
    keys: dict[str, Text] = {}
    for inner in events:
        if isinstance(inner, yaml.MappingEndEvent):
            break
        key = _node(inner, events, reading)
        value = _node(next(events), events, reading)
        _enter(entries, keys, key, value, reading)
    return Fields(entries, keys, *reading.place(event))


def _enter(
    entries: dict[str, Node], keys: dict[str, Text], key: Node, value: Node, reading: Reading
) -> None:
    if not isinstance(key, Text):
        message = msg("a key has to be a word; quote the value that begins with `{` or `[`")
        reading.faults.append(Fault(key.line, key.column, message))
    elif key.value in entries:
        first = keys[key.value].line
        message = msg("`{key}` is here twice, first on line {first}", key=key.value, first=first)
        reading.faults.append(Fault(key.line, key.column, message))
    else:
        entries[key.value], keys[key.value] = value, key
