"""The search page's grammar: no input is a syntax error."""

import random

import pytest

from kb.search.query import (
    LONGEST_QUERY,
    MOST_PARTS,
    Part,
    Query,
    format,
    parse,
    with_value,
    without_facet,
)

CASES = [
    ("nccl hang", [Part("nccl"), Part("hang")]),
    ("engine:vllm", [Part("vllm", "engine")]),
    ("Engine:vLLM", [Part("vLLM", "engine")]),
    ("-engine:vllm,sglang", [Part("vllm,sglang", "engine", unwanted=True)]),
    ("status:draft", [Part("draft", "state")]),
    ("version:0.9.2", [Part("0.9.2", "version")]),
    ('topic:"two words"', [Part("two words", "topic")]),
    ('"system not yet"', [Part("system not yet", phrase=True)]),
    ('-"rank 0"', [Part("rank 0", phrase=True, unwanted=True)]),
    ("nccl -docker", [Part("nccl"), Part("docker", unwanted=True)]),
    ("“not yet”", [Part("not yet", phrase=True)]),
    ("engine：vllm", [Part("vllm", "engine")]),
    ("ValueError: bad", [Part("ValueError:"), Part("bad")]),
    ("http://host:8000/v1", [Part("http://host:8000/v1")]),
    ("engine:", [Part("engine:")]),
    ('engine:""', []),
    ("nothing:here", [Part("nothing:here")]),
    ('an "open quote', [Part("an"), Part("open"), Part("quote")]),
    ("-1 --max-model-len", [Part("-1"), Part("--max-model-len")]),
    ("vllm serve m --port 1 -tp 2",
     [*map(Part, ("vllm", "serve", "m", "--port", "1", "-tp", "2"))]),
    ("- \" '", [Part("'")]),
    ('"" - -- ""', []),
    ("显存 engine:vllm", [Part("显存"), Part("vllm", "engine")]),
    ("", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "parts"), CASES)
def test_a_text_is_these_parts(text: str, parts: list[Part]) -> None:
    assert parse(text) == Query(tuple(parts))


@pytest.mark.parametrize("text", [text for text, _ in CASES])
def test_a_query_comes_back_from_its_text(text: str) -> None:
    query = parse(text)
    assert parse(format(query)) == query


def test_any_text_is_a_query_and_comes_back() -> None:
    pick = random.Random(7)
    alphabet = 'ab-":' * 3 + " \n\t'\\()*?~^[]{}|&%$\x00\u202e显ﷺ"
    tried = ["engine:", "-", '"', "version:", "topic:", "--x"]
    for _ in range(3_000):
        text = "".join(pick.choice([*alphabet, *tried]) for _ in range(pick.randrange(30)))
        query = parse(text)
        assert parse(format(query)) == query, text
        assert isinstance(query.terms(), dict)
        query.narrowing()


@pytest.mark.parametrize("text", ['"' * 100_000, "-a " * 100_000, "a" * 1_000_000, ":" * 99_999])
def test_a_long_text_is_cut(text: str) -> None:
    query = parse(text)
    assert len(query.parts) <= MOST_PARTS
    assert len(format(query)) <= 2 * LONGEST_QUERY


def test_operators_narrow_and_words_ask() -> None:
    text = 'nccl engine:vllm,tgi engine:sglang -topic:docker -slow version:1 "not yet"'
    query = parse(text)
    narrowing = query.narrowing()
    assert narrowing.only == {"engine": ("vllm", "tgi", "sglang")}
    assert narrowing.never == {"topic": ("docker",)}
    assert narrowing.unwanted == ("slow",)
    assert narrowing.needed == ("not", "yet")
    assert query.terms() == {"nccl": 1.0, "not": 1.5, "yet": 1.5}
    assert query.values("version") == ("1",)


def test_a_facet_is_chosen_in_place_of_another() -> None:
    query = parse("nccl engine:vllm")
    assert format(with_value(query, "engine", "sglang")) == "nccl engine:sglang"
    assert format(without_facet(query, "engine")) == "nccl"
