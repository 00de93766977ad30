"""First versions by component (`fixed_in`, `until`)."""

import re

from kb.core.articles.reading import Reading, did_you_mean, fields, join, words
from kb.core.documents import Fields, Node
from kb.core.messages import Message, msg

_VERSION = re.compile(r"v?\d[\w.+-]*|b\d+")


def versions(node: Node | None, path: str, reading: Reading) -> dict[str, str]:
    """A mapping from components to versions; one that the vocabulary lacks is kept, as a draft."""
    known = tuple(node.entries) if isinstance(node, Fields) else ()
    read: dict[str, str] = {}
    for written, value in fields(node, path, known, reading).items():
        where = join(path, written)
        version = words(value, where, reading)
        if not _VERSION.fullmatch(version):
            reading.draft(value.line, where, msg('a version belongs here, as in "0.9.2"'))
        component = _component(written, reading)
        if not component:
            reading.draft(value.line, where, _no_component(written, reading))
        read[component or written] = version
    return read


def _component(written: str, reading: Reading) -> str:
    name = reading.vocabulary.name_of(written)
    return name if name and reading.vocabulary.facts[name].kind == "version" else ""


def _no_component(name: str, reading: Reading) -> Message:
    known = [fact.name for fact in reading.vocabulary.facts.values() if fact.kind == "version"]
    meant = did_you_mean(name, known)
    if meant:
        return msg("`{name}`: no such component; did you mean `{meant}`?", name=name, meant=meant)
    return msg("`{name}`: no such component; add it to the vocabulary", name=name)
