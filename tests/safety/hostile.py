"""Markdown that costs a parser much, made to size: every kind that was ever reported as slow, and
texts that stay just under the bounds of kb.core.render.guard."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kb.core.render.guard import is_complex

SIZE = 64_000  # bytes, a section at its longest

# Repeated to the full size.
REPEATED = (
    "[a", "[", "![", "[a][b]", "[a][b", "[](", "[a](", "[a](<", "![a](b", "<a ", "*a **a ", "_",
    "__", "***a", "*a_", "*a **b _c ", "a**b", "a\n: b\n", "<http://a", "<a@b", "<a@b.c>",
    "http://a.b ", "{:  ", "{: #a }", "> ", ">", "`", "``a", "`a``b", "&", "&#1;", "&amp", "\\",
    "\\`", "\\[", "# a\n", "#", "a\n===\n", "a\n---\n", "- ", "- a\n", "* a\n\n", "1. a\n\n",
    "+ a\n  + b\n", "|a|b\n|-|-\n", "|`a`", "|", "|-", "[TOC]\n\n", "[a]: b\n", "[a]: <b> 'c\n",
    '[x](y "z', "<![CDATA[", "<!--", "<!-", "<?", "</", "<a href='", "\x02", "\x02wzxhzdk:0\x03",
    "    a\n", "\ta\n", "```\n", "~~~\n", "```x\n~~~\n", "!!! a\n    !!! a\n", '!!! note "a"\n',
    "> - a\n\n", "[a [b [c\n\n", "*_*_*_\n\n", "<<<<\n\n", "```yaml\na: \n```\n",
    "```console\n0\n```\n", "中", "\n", " ", "---\n", "  \n", "a  \n", "\u2028", "]",
)  # fmt: skip
# Opened as often as it is closed.
NESTED = (
    ("[", "a", "]"), ("![", "a", "]"), ("[", "a", "](b)"), ("(", "a", ")"), ("*", "a", "*"),
    ("_", "a", "_"), ("**", "a", "**"), ("<a>", "b", "</a>"), ("<", "a", ">"), ("[a](", "b", ")"),
)  # fmt: skip
# Short pieces that are parsed, because each block of them stays under every bound of the guard.
PIECES = (
    "[a", "[a](b", "[a][b]", "[a]: b\n", "*a **b ", "_a __b ", "<http://a", "<a@b", "`a", "&amp",
    "\\a", "!a", "|a`b", "a\n", "- a\n", "1. a\n", "    a\n", "# a\n", "a\n===\n", "---\n",
    "a  \n", "中",
)  # fmt: skip


def grown(unit: str) -> str:
    """Each longer than the one before: `a`, `aa`, `aaa`, …"""
    made, length, number = [], 0, 1
    while length < SIZE:
        made.append(unit * number)
        length += len(made[-1]) + 1
        number += 1
    return " ".join(made)


def just_under(piece: str) -> str:
    """The longest run of it that the guard lets through."""
    count = 1
    while not is_complex((piece * (count * 2)).split("\n")) and count * len(piece) < 4_000:
        count *= 2
    while not is_complex((piece * (count + 1)).split("\n")):
        count += max(1, count // 16)
        if count * len(piece) > 7_900 or is_complex((piece * count).split("\n")):
            break
    while is_complex((piece * count).split("\n")):
        count -= 1
    return (piece * count).rstrip("\n")


# How such blocks follow each other: apart, in one item, in one quote, in one admonition.
FOLLOWING: dict[str, Callable[[str], Iterator[str]]] = {
    "apart": lambda block: iter(lambda: f"{block}\n\n", None),
    "in an item": lambda block: _after("- a\n\n", "    " + block.replace("\n", "\n    ")),
    "in a quote": lambda block: iter(lambda: "> " + block.replace("\n", "\n> ") + "\n\n", None),
    "in an admonition": lambda block: _after("!!! note\n", "    " + block.replace("\n", "\n    ")),
}


def _after(head: str, block: str) -> Iterator[str]:
    yield head
    while True:
        yield f"{block}\n\n"


def _filled(parts: Iterator[str]) -> str:
    text = ""
    while len(text.encode()) < SIZE:
        text += next(parts)
    return text


def _nested(opens: str, inner: str, closes: str) -> str:
    times = SIZE // (len(opens) + len(closes))
    return opens * times + inner + closes * times


def texts() -> Iterator[tuple[str, Callable[[], str]]]:
    """Name and maker of each; made where it is used, as all are some 10 MB."""
    for unit in REPEATED:
        yield f"{unit!r} again and again", lambda unit=unit: unit * SIZE  # type: ignore[misc]
    for row in NESTED:
        yield f"nested {row}", lambda row=row: _nested(*row)  # type: ignore[misc]
    for unit in ("`", "~", "[", "*", "_", ">", "#", "- "):
        yield f"longer and longer {unit!r}", lambda unit=unit: grown(unit)  # type: ignore[misc]
    for piece in PIECES:
        for name, follow in FOLLOWING.items():
            yield (
                f"{piece!r} {name}",
                lambda piece=piece, follow=follow: _filled(follow(just_under(piece))),  # type: ignore[misc]
            )


def cut(text: str) -> str:
    """To size, whole characters."""
    return text.encode(errors="replace")[:SIZE].decode(errors="ignore")
