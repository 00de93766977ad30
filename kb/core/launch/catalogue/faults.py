"""Everything in a catalogue file that does not fit, each with its path."""

from collections.abc import Iterator, Mapping

from kb.core.launch.catalogue.model import CatalogueError
from kb.core.launch.catalogue.source import Values, read_tables
from kb.core.messages import Message, msg

SECTIONS = ("flags", "env", "pins")


def catalogue_faults(source: Values, engine: str) -> tuple[tuple[str, Message], ...]:
    """(path, sentence) of each row that cannot be read; () for the catalogue of `engine`."""
    if source.get("engine") != engine:
        return (("engine", msg("`{engine}` is expected here", engine=engine)),)
    if not source.get("read"):
        return (("read", msg("at least one version is needed")),)
    whole = _fault(source)
    if whole is None:
        return ()
    return tuple(_faults(source)) or (("", whole),)


def _faults(source: Values) -> Iterator[tuple[str, Message]]:
    head = {key: value for key, value in source.items() if key not in SECTIONS}
    if fault := _fault(head):
        yield "", fault
        return
    for section in SECTIONS:
        rows = source.get(section, {})
        if not isinstance(rows, Mapping):
            yield section, msg("{where}: a mapping is expected", where=section)
            continue
        for name, row in rows.items():
            if fault := _fault({**head, section: {name: row}}):
                yield f"{section}.{name}", fault


def _fault(source: Values) -> Message | None:
    try:
        read_tables(source)
    except CatalogueError as error:
        return error.message
    return None
