"""The strict loader and the emitter: text stays text, bombs are cheap."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.core.documents import (
    Block,
    DocumentError,
    Fields,
    Flow,
    Limits,
    emit,
    load,
    place_of,
    plain,
    read,
)
from kb.core.documents.emitter import Value

AS_WRITTEN = [
    "1.10",
    "no",
    "NO",
    "on",
    "off",
    "yes",
    "true",
    "~",
    "null",
    "8.0",
    "0.9.0",
    "535.104.05",
    "010",
    "0x1F",
    "1_000",
    "12:30:45",
    "1:30",
    "1e3",
    "1.0e+3",
    "2024-01-02",
    "2024-13-01",
    ".inf",
    ".nan",
    "0b101",
    "0o17",
    "+1",
    "-0",
    "<0.9",
    "==0.24.0",
    "b4589",
    "v1.0",
    "=",
]


@pytest.mark.parametrize("written", AS_WRITTEN)
def test_a_scalar_is_what_it_looks_like(written: str) -> None:
    assert plain(load(f"a: {written}\n")) == {"a": written}


def test_places_count_from_one_and_follow_the_file() -> None:
    root = load("a: 1\nb:\n  - x\n", first_line=2)
    assert isinstance(root, Fields)
    assert (root.keys["b"].line, root.keys["b"].column) == (3, 1)
    assert (root.entries["a"].line, root.entries["a"].column) == (2, 4)


def test_an_empty_text_is_no_fields() -> None:
    assert plain(load("")) == plain(load("# only a remark\n")) == {}


def test_text_cut_at_a_remark_is_marked() -> None:
    root = load('a: one # two\nb: "one" # two\nc: one#two\n')
    assert isinstance(root, Fields)
    cut = {key: getattr(value, "cut", None) for key, value in root.entries.items()}
    assert cut == {"a": True, "b": False, "c": False}


REFUSED = [
    ("a: 1\nb: 2\na: 3\n", 3, 1, "`a` is here twice, first on line 1"),
    ("a: &x 1\n", 1, 4, "anchors"),
    ("a: *x\n", 1, 4, '`a: "*x"`'),
    ("a: !!int 3\n", 1, 4, "tags"),
    ("a: !!python/object:os.system x\n", 1, 4, "tags"),
    ("a: 1\n---\nb: 2\n", 2, 1, "second document"),
    ("[a, b]: c\n", 1, 1, "a key has to be a word"),
    ("a: x\x00y\n", 1, 5, "U+0000"),
    ("a: x\x1b[31m\n", 1, 5, "U+001B"),
    ("a: x\u2028y\n", 1, 5, "U+2028"),
    ("a: \ud800\n", 1, 4, "U+D800"),
    ('a: "\\x00"\n', 1, 4, "U+0000"),
    ("a: [1, 2\n", 2, 1, "this is no YAML"),
    ("\ta: 1\n", 1, 1, "this is no YAML"),
]


@pytest.mark.parametrize(("source", "line", "column", "says"), REFUSED)
def test_refused_with_its_place(source: str, line: int, column: int, says: str) -> None:
    with pytest.raises(DocumentError) as caught:
        load(source)
    fault = caught.value.faults[0]
    assert (fault.line, fault.column) == (line, column)
    assert says in str(fault.message)


SWALLOWED = [
    ("tensor_parallel: >1", 'tensor_parallel: ">1"'),
    ("tensor_parallel: >=2", 'tensor_parallel: ">=2"'),
    ("vllm: >=0.9,<0.9.2  # both", 'vllm: ">=0.9,<0.9.2"'),
    ("vllm: !=0.9", 'vllm: "!=0.9"'),
    ("model: *Mistral-Small*", 'model: "*Mistral-Small*"'),
    ("model: [*Mistral*, Pixtral]", 'model: ["*Mistral*", Pixtral]'),
    ("clear: {vllm: >0.9, gpu: H100}", 'clear: {vllm: ">0.9", gpu: H100}'),
    ("price: `--x` costs time", 'price: "`--x` costs time"'),
    ("open: ValueError: nan", "`open: |`, and under it, indented, `ValueError: nan`"),
    ("open: [rank0]: boom", "`open: |`, and under it, indented, `[rank0]: boom`"),
]


@pytest.mark.parametrize(("line", "form"), SWALLOWED)
def test_a_swallowed_value_is_answered_with_the_form_to_use(line: str, form: str) -> None:
    document = read(f"before: 1\n{line}\nafter: 2\n")
    assert [fault.line for fault in document.faults] == [2]
    assert form in str(document.faults[0].message)


def test_an_unquoted_error_line_in_a_list_is_answered_with_the_block() -> None:
    document = read("errors:\n  - ValueError: Out of range: nan\n")
    assert "`- |`, and under it, indented, `ValueError: Out of range: nan`" in str(
        document.faults[0].message
    )


def test_every_fault_is_told_at_once() -> None:
    document = read("a: >1\nb: x: y\nc: *d*\na: 2\n")
    assert [fault.line for fault in document.faults] == [1, 2, 3, 4]


BOMBS = {
    "aliases": "a: &a [x]\n" + "".join(f"b{n}: &b{n} [*a, *a]\n" for n in range(900)),
    "laughs": "a: &a [" + "x," * 9 + "]\nb: &b [" + "*a," * 9 + "]\n",
    "merge": "a: &a {x: 1}\n" + "".join(f"m{n}: {{<<: [*a, *a]}}\n" for n in range(900)),
    "self": "&a [*a]",
    "flow list": "[" + "a," * 30_000 + "]",
    "nested list": "[" * 60_000,
    "nested map": "{a: " * 15_000,
    "nested dash": "- " * 30_000 + "x",
    "keys": "".join(f"k{n}: v\n" for n in range(7_000)),
    "one key": "? " + "a" * 60_000,
    "long key": "a" * 60_000 + ": 1",
    "digits": "a: " + "9" * 60_000,
    "sexagesimal": "a: " + "1:" * 30_000,
    "colons": "a: b: " * 10_000,
    "colon lines": "a: b: c\n" * 8_000,
    "swallowed lines": "a: >1\n" * 9_000,
    "bad lines": "a: `b\n" * 9_000,
    "folds": "a: >9\n" + "\n" * 60_000,
    "quotes": 'a: "' + "\\n" * 30_000,
    "single quotes": "'" * 60_000,
    "escapes": 'a: "' + "\\U0001F600" * 6_000 + '"',
    "tags": "!a " * 20_000,
    "long tag": "a: !" + "x" * 60_000,
    "documents": "---\n" * 15_000,
    "directives": "%YAML 1.1\n" * 6_000,
    "tag directives": "".join(f"%TAG !{n}! x\n" for n in range(4_000)),
    "remarks": "#\n" * 30_000,
    "blanks": " " * 60_000 + "a: 1",
    "questions": "? " * 30_000,
    "stars": "a: [" + "*, " * 20_000 + "]",
    "signs": "a: " + "> " * 30_000,
    "too large": "a" * 1_000_000,
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_costs_little(name: str) -> None:
    before = time.process_time()
    document = read(BOMBS[name])
    assert time.process_time() - before < 1.0  # five times the promised 200 ms
    assert document.faults or document.root is not None


def test_limits_are_parameters() -> None:
    many = "".join(f"k{n}: v\n" for n in range(7_000))
    assert read(many).faults[0].message.text == "more than {n} values"
    wide = Limits(size=4 << 20, nodes=1_000_000, depth=12)
    assert len(plain(load(many, wide))) == 7_000  # type: ignore[arg-type]
    assert "nested more than 8" in str(read("[" * 9 + "]" * 9).faults[0].message)
    assert "larger than 64 KiB" in str(read("中" * 22_000).faults[0].message)


WRITTEN = [
    ("0.24.0", '"0.24.0"'),
    ("==0.24.0", '"==0.24.0"'),
    ("no", '"no"'),
    ("2026-08-12", '"2026-08-12"'),
    ("vllm", "vllm"),
    ("Qwen/Qwen2.5-VL-7B", "Qwen/Qwen2.5-VL-7B"),
    ("a: b", '"a: b"'),
    ("a #b", '"a #b"'),
    ("*Mistral*", '"*Mistral*"'),
    ("--enforce-eager", '"--enforce-eager"'),
    ("No CUDA graphs; decoding is slower.", "No CUDA graphs; decoding is slower."),
    ("关闭编译，速度变慢。", "关闭编译，速度变慢。"),
    ("", '""'),
]


@pytest.mark.parametrize(("text", "line"), WRITTEN)
def test_what_looks_like_a_number_is_quoted(text: str, line: str) -> None:
    assert emit({"a": text}) == f"a: {line}\n"


def test_samples_are_blocks_and_short_values_flow() -> None:
    value: dict[str, Value] = {
        "errors": [Block("ValueError: nan"), {"text": Block("  File x\nE"), "seen_by": "client"}],
        "clear": [Flow({"modality": "text", "vllm": Flow(["0.9", "b"])})],
    }
    assert emit(value) == (
        "errors:\n  - |\n    ValueError: nan\n  - text: |2\n        File x\n      E\n"
        '    seen_by: client\nclear:\n  - {modality: text, vllm: ["0.9", b]}\n'
    )


TEXTS = st.text(st.characters(exclude_categories=["Cs", "Cc", "Cn"], include_characters="\n\t"))
VALUES: st.SearchStrategy[Value] = st.recursive(
    TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_what_is_emitted_is_read_back(value: dict[str, Value]) -> None:
    assert plain(load(emit(value), Limits(depth=50))) == value


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_a_block_is_read_back(text: str) -> None:
    back = plain(load(emit({"list": [Block(text)], "a": {"b": Block(text)}})))
    assert isinstance(back, dict)
    assert [back["list"][0].rstrip("\n"), back["a"]["b"].rstrip("\n")] == [text.rstrip("\n")] * 2


@settings(max_examples=300, deadline=None)
@given(st.text("ab:>!*&|#-[]{}'\" \n\t%@`?,", max_size=80))
def test_any_text_is_answered(source: str) -> None:
    document = read(source)
    assert document.faults or document.root is not None


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("engine", (1, 1)),
        ("engine.choices", (2, 3)),
        ("engine.choices.llama.cpp", (4, 5)),
        ("engine.choices.llama.cpp.label", (4, 17)),
        ("engine.choices.llama", (3, 5)),
        ("engine.choices.nothing", (2, 3)),
        ("nothing", (1, 1)),
        ("", (1, 1)),
    ],
)
def test_a_path_has_a_place_in_the_text(path: str, place: tuple[int, int]) -> None:
    text = "engine:\n  choices:\n    llama: {}\n    llama.cpp: {label: {en: x}}\n"
    assert place_of(load(text), path) == place


def test_places_of_many_faults_cost_little() -> None:
    """A vocabulary of thousands of wrong keys: each place is looked up, not searched for."""
    root = load("".join(f"k{n}: v\n" for n in range(7_000)), Limits(nodes=100_000, size=1 << 20))
    before = time.process_time()
    places = [place_of(root, f"k{n}.label.en") for n in range(7_000)]
    assert time.process_time() - before < 1.0
    assert places[6_999] == (7_000, 1)
