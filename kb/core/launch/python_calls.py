"""Python: argument lists (`["vllm", "serve", …]`) and the keyword arguments of `LLM(…)`."""

import ast
import re
from collections.abc import Iterator
from itertools import islice

from kb.core.launch.itemlists import FlowList
from kb.core.launch.launchers import entry_of, find_launcher
from kb.core.launch.mapped import Pair
from kb.core.launch.python_keywords import KeywordArgs, literal, write_item
from kb.core.launch.spans import Layer, whole
from kb.core.launch.target import Target
from kb.core.launch.yamllines import Scalar

_LIST = re.compile(  # a quoted entry point not far behind the bracket
    r"\[(?=[^\[\]]{0,300}?[\"'](?:\S*vllm|-m|\S*sglang|\S*llama\S*|ollama|text-generation-launcher"
    r"|lmdeploy|trtllm-serve)[\"'])"
)
_CALL = re.compile(r"(?<![\w.])(?:vllm\.)?(?:LLM|AsyncEngineArgs|EngineArgs|sgl\.Engine)\(")
_STRING = re.compile(r"[rbfuRBFU]{0,2}(?:\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')")
_GAP = re.compile(r"(?:[\s,]|#[^\n]*\n)*")
_STEP = re.compile(r"[^\"'(\[{)\]},#]+")
_NAME = re.compile(r"([A-Za-z_]\w*)\s*=\s*(?!=)")
_ASSIGNED = re.compile(r"([A-Za-z_]\w*)(?:[ \t]*:[^=\n]+)?[ \t]*=[ \t]*\Z")
_OPTION = re.compile(r"[\"'](--?[A-Za-z][\w.-]*)")
_NAME_WIDTH = 120
_MOST = 50
_LONGEST = 20_000  # characters of one bracket


def targets(text: str) -> tuple[Target, ...]:
    """Every argument list with an entry point, and every call of an engine's class."""
    layer = whole(text)
    lists = [_list(layer, hit.end() - 1) for hit in list(_LIST.finditer(text))[:_MOST]]
    there = any(name in text for name in ("LLM(", "EngineArgs(", "Engine("))  # what _CALL ends with
    calls = [_call(layer, hit) for hit in list(_CALL.finditer(text))[:_MOST]] if there else []
    return tuple(one for one in (*lists, *calls) if one)


def argument_lists(text: str) -> Iterator[FlowList]:
    """The lists with an entry point."""
    for target in targets(text):
        if isinstance(target.args, FlowList):
            yield target.args


def _list(layer: Layer, at: int) -> Target | None:
    found = _items(layer.text, at)
    if found is None:
        return None
    items, end = found
    launcher = find_launcher([item.value for item in items])
    if launcher is None:
        return None
    words = [item.value for item in items[launcher.start : launcher.end]]
    args = FlowList(layer, items, launcher.end, write_item, at + 1)
    more = _extended(layer.text, at, end)
    positional = bool(words) and words[-1] in ("serve", "api_server") and launcher.engine == "vllm"
    return Target(
        "python", launcher.engine, at, end, args, positional_model=positional,
        entry=entry_of(words), elsewhere=more,
    )  # fmt: skip


def _extended(text: str, at: int, end: int) -> tuple[tuple[str, str], ...]:
    """The options with which later lines extend the list that stands from `at` to `end`."""
    named = _ASSIGNED.search(text[max(0, at - _NAME_WIDTH) : at])
    if not named:
        return ()
    more = re.compile(rf"\b{named[1]}[ \t]*(?:\+=|\.(?:extend|append|insert)\()")
    return tuple(
        (option, hit[0].rstrip("( "))
        for hit in islice(more.finditer(text, end), _MOST)
        for option in _OPTION.findall(text, hit.end(), _statement_end(text, hit.end()))
    )


def _statement_end(text: str, at: int) -> int:
    """Behind the brackets that open in the line, or behind the line."""
    line = text.find("\n", at)
    line = len(text) if line < 0 else line
    opened = text.find("[", at, line)
    spans = _spans(text, opened) if opened >= 0 else None
    return max(line, spans[1]) if spans else line


def _spans(text: str, at: int) -> tuple[list[tuple[int, int]], int] | None:
    """The spans between the commas of the bracket at `at`, and the place behind it."""
    spans: list[tuple[int, int]] = []
    spot, text = at + 1, text[: at + _LONGEST]
    while True:
        gap = _GAP.match(text, spot)
        spot = gap.end() if gap else spot
        if spot >= len(text):
            return None
        if text[spot] in ")]}":
            return spans, spot + 1
        end = _expression(text, spot)
        if end is None or end == spot:
            return None
        spans.append((spot, spot + len(text[spot:end].rstrip())))
        spot = end


def _expression(text: str, at: int) -> int | None:
    """The end of the expression at `at`: the next comma or closing bracket of its own level."""
    depth = 0
    while at < len(text):
        char = text[at]
        if found := _STRING.match(text, at):
            at = found.end()
        elif char in "([{":
            depth, at = depth + 1, at + 1
        elif char in ")]}" and depth:
            depth, at = depth - 1, at + 1
        elif (char in ",)]}" and not depth) or char == "#":
            return at
        else:
            step = _STEP.match(text, at) if char not in ",#" else None
            at = step.end() if step and not text[at : step.end()][-1:].isalpha() else at + 1
    return None


def _items(text: str, at: int) -> tuple[tuple[Scalar, ...], int] | None:
    found = _spans(text, at)
    if found is None:
        return None
    items = []
    for start, end in found[0]:
        string = _STRING.fullmatch(text, start, end)
        mark = string[0].lstrip("rbfuRBFU")[0] if string else ""
        value = _meant(string[0]) if string else "{" + text[start:end] + "}"
        plain = bool(string) and text[start] in "\"'"
        items.append(Scalar(start, end, value, mark if plain else ""))
    return tuple(items), found[1]


def _meant(literal: str) -> str:
    body = literal.lstrip("rbfuRBFU")
    try:
        return str(ast.literal_eval(body))
    except (ValueError, SyntaxError):
        return body[1:-1]


def _call(layer: Layer, hit: re.Match[str]) -> Target | None:
    found = _items(layer.text, hit.end() - 1)
    if found is None:
        return None
    items, end = found
    pairs = tuple(pair for item in items if (pair := _keyword(layer.text, item)))
    if not pairs:
        return None
    args = KeywordArgs(layer, FlowList(layer, items, start=hit.end()), pairs)
    engine = "sglang" if "sgl." in hit[0] else "vllm"
    return Target("python", engine, hit.start(), end, args, complete=False)


def _keyword(text: str, item: Scalar) -> Pair | None:
    found = _NAME.match(text, item.start, item.end)
    if not found:
        return None
    string = _STRING.fullmatch(text, found.end(), item.end)
    value = _meant(string[0]) if string else literal(text[found.end() : item.end])
    quote = string[0].lstrip("rbfuRBFU")[0] if string else ""
    return Pair(found[1], value, item.start, found.end(), item.end, item.end, quote)
