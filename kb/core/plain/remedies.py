"""The prose about a fix → fixes: launch changes, things to run, the command, the price."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from kb.core.articles.changes import read_change
from kb.core.articles.model import Change, Fix
from kb.core.launch.docker import SWITCHES, VALUED
from kb.core.messages import Message
from kb.core.plain.clauses import clauses, first_clause, sentences
from kb.core.plain.commands import Found, commands, mend_options

_FLAG = re.compile(
    r"(?<![\w-])(?P<flag>--[a-zA-Z][\w.-]*[\w])(?:(?P<joint>=|\s+|\s*`?\s*(?:to|为|到|至|成)\s*`?)"
    r"(?P<value>\d[\w.]*|\{[^`\n]*\}|'[^'\n]*'"
    r"|(?<=[= ])(?!(?:to|and|or|in|on|for|when|the|is|then)\b)[A-Za-z][\w./-]*(?=`)))?"
)
_ENV = re.compile(r"(?<![\w-])(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]+)=(?P<value>[^\s`，。；,;)）]+)")
_UNSET = re.compile(
    r"\bunset\s+`?(?P<name>[A-Z][A-Z0-9_]{2,})|(?:取消|删除)环境变量\s*`?(?P<zh>[A-Z][A-Z0-9_]{2,})"
)

# They belong to `docker run`; no change of the engine's command is meant.
_OF_DOCKER = VALUED | SWITCHES

_VERBS = (
    ("", re.compile(r"不要|无需|别|\bdo not\b|\bdon't\b|\bnever\b|\bno need\b", re.I)),
    ("remove", re.compile(r"移除|去掉|删除|删掉|取消|\bremov\w+|\bdrop\b|\bdelet\w+|\btake out\b"
    r"|\bleave out\b", re.I)),
    ("set", re.compile(r"设为|设置为?|改为|改成|调整|调低|调高|调小|调大|降低|提高|增大|减小"
    r"|\bset\b|\blower\b|\braise\b"
    r"|\bincrease\b|\breduce\b|\bdecrease\b|\bchange\b", re.I)),
    ("add", re.compile(r"添加|加入|加上|追加|增加|启用|使用|指定|带上|传入"
    r"|\badd\w*|\bappend\b|\bpass\w*|\buse\b"
    r"|\bwith\b|\bstart\b|\blaunch\b|\bgive\b|\bput\b", re.I)),
)  # fmt: skip
_PRICE = re.compile(
    r"损耗|降低|变慢|更慢|代价|开销|牺牲|性能|占用更多|\bslow\w*|\bcosts?\b|\bprice\b"
    r"|\bless (?:memory|throughput|room)\b|\blower\b|\breduces?\b|\bmore memory\b",
    re.I,
)
_KINDS = (
    ("upgrade", re.compile(r"升级|更新到|\bupgrad\w+|\bupdate to\b", re.I)),
    (
        "downgrade",
        re.compile(r"降级|回退|\bdowngrad\w+|\broll back\b|\bgo back to\b|\bpin\b", re.I),
    ),
    ("install", re.compile(r"安装|重装|\binstall\w*|\breinstall\b", re.I)),
    ("workaround", re.compile(r"绕过|规避|临时|权宜|workaround|get round|work around", re.I)),
)
_JOINS = re.compile(r"^(?:并且|而且|且|但|and\s|but\s)\s*", re.I)
_HAPPENS_ONLY = re.compile(r"仅在|只在|只有|仅当|\bonly\b", re.I)


def fix_of(
    fastest: str, steps: str, notes: str, summary: str, found: Sequence[Found]
) -> Fix | None:
    """The fix of an article in prose, None where no text speaks of one."""
    text = "\n".join(part for part in (fastest, steps) if part)
    if not text.strip():
        return None
    served = [command for command in found if command.serves]
    named = _with_values(_changes(_prose(text, found)), served)
    changes = _with_reasons(named, notes, summary)
    command = _best(served, changes)
    run = tuple(command.text for command in found if not command.serves)
    return Fix(
        id=_id(changes, text),
        title=_title(fastest or steps),
        kind=_kind(f"{text}\n{notes}\n{summary}", changes),
        steps=() if changes or run or command else _lines(text),
        launch=changes,
        run=tuple(dict.fromkeys(run)),
        command=command,
    )


def _prose(text: str, found: Sequence[Found]) -> str:
    """The text without its commands: a flag of a command was not named by the author."""
    for command in found:
        text = text.replace(command.raw, " ")
    return mend_options(text)[0]


def _changes(text: str) -> tuple[Change, ...]:
    changes: dict[tuple[str, str], Change] = {}
    for sentence in sentences(text):
        for change in (*_flags(sentence), *_variables(sentence)):
            changes.setdefault((change.flag, change.name), change)
    return tuple(changes.values())


def _flags(sentence: str) -> Iterator[Change]:
    for found in _FLAG.finditer(sentence):
        before = sentence[: found.start()]
        verb = _verb(before[-60:])
        value = found["value"] or ""
        if verb and (value or verb != "set") and found["flag"] not in _OF_DOCKER:
            given = f"{found['flag']} {value}".strip() if verb != "remove" else found["flag"]
            change = read_change(verb, given)
            if not isinstance(change, Message):
                yield change


def _with_values(changes: tuple[Change, ...], served: Sequence[Found]) -> tuple[Change, ...]:
    """A flag that the sentence names alone has the value that the command gives it."""
    return tuple(
        replace(change, value=_value_in(change.flag, served))
        if change.op == "add-flag" and change.value is None
        else change
        for change in changes
    )


def _value_in(flag: str, served: Sequence[Found]) -> str | None:
    pattern = re.compile(rf"(?<!\S){re.escape(flag)}(?:=|\s+)(?P<value>'[^'\n]*'|[^\s'\"\\-]\S*)")
    found = next(filter(None, (pattern.search(command.text) for command in served)), None)
    return found["value"] if found else None


def _verb(before: str) -> str:
    """The verb nearest before a flag; "" where there is none or it is denied."""
    nearest, at = "", -1
    for verb, pattern in _VERBS:
        for found in pattern.finditer(before):
            if found.start() > at:
                nearest, at = verb, found.start()
    denied = re.search(
        r"(?:不要|无需|别|do not|don't|never|no need to)\W*\w*\W*$", before[: max(at, 0)], re.I
    )
    return "" if denied else nearest


def _variables(sentence: str) -> Iterator[Change]:
    for found in _ENV.finditer(sentence):
        change = read_change("env", f"{found['name']}={found['value']}")
        if not isinstance(change, Message):
            yield change
    for found in _UNSET.finditer(sentence):
        yield Change("env", name=found["name"] or found["zh"])


def _with_reasons(changes: tuple[Change, ...], notes: str, summary: str) -> tuple[Change, ...]:
    """The first change gets the price that the notes name and the reason that the summary gives."""
    if not changes:
        return ()
    price = next((one for one in sentences(notes) if _PRICE.search(one)), "")
    because = next((one for one in _clauses(summary) if _HAPPENS_ONLY.search(one)), "")
    because = _JOINS.sub("", because)
    return (replace(changes[0], price=price, because=because), *changes[1:])


def _clauses(text: str) -> Iterator[str]:
    for sentence in sentences(text):
        yield from clauses(sentence)


def _best(served: Sequence[Found], changes: tuple[Change, ...]) -> str:
    """The first command that has the flags to be added; a text may show the broken one as well.
    Variables that the text sets beside a shell's command go before it."""
    flags = [c.flag for c in changes if c.op in ("add-flag", "set-flag")]
    values = {c.name: c.value for c in changes if c.op == "env" and c.value is not None}
    for command in served:
        missing = [f"{name}={value}" for name, value in values.items() if name not in command.text]
        in_shell = not missing or not command.text.startswith(("docker", "podman"))
        if in_shell and all(flag in command.text for flag in flags):
            return " ".join([*missing, command.text])
    return ""


def _kind(text: str, changes: tuple[Change, ...]) -> str:
    for kind, pattern in _KINDS:
        if pattern.search(text) and not (changes and kind in ("upgrade", "downgrade", "install")):
            return kind
    return "configuration"


def _id(changes: tuple[Change, ...], text: str) -> str:
    name = (changes[0].flag or changes[0].name) if changes else ""
    slug = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    return slug or next((kind for kind, pattern in _KINDS if pattern.search(text)), "fix")


def _title(text: str) -> str:
    first = first_clause(re.sub(r"^\s*(?:[-*•]|\d+[.)、）])\s+", "", text.strip()), 60)
    return re.split(r"[，,](?=即|that is|i\.e)", first)[0].strip("：: ")


def _lines(text: str) -> tuple[str, ...]:
    items = (re.sub(r"^\s*(?:[-*•]|\d+[.)、）])\s+", "", line).strip() for line in text.split("\n"))
    return tuple(item for item in items if item and not item.startswith("```"))


def all_commands(*texts: str) -> tuple[Found, ...]:
    return tuple(found for text in texts for found in commands(text))
