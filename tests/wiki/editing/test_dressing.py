"""Form and source are two dresses of one text."""

from pathlib import Path

import pytest

from kb.core.articles import Article, format
from kb.env import ROOT
from kb.wiki.corpus.source import read_article
from kb.wiki.editing.dressing import dress
from kb.wiki.editing.posted import changed, flat, masked, nested
from kb.wiki.editing.undressing import empty_values, values_of
from tests.wiki.factory import source

SHIPPED = sorted((ROOT / "articles").glob("*/*.md"))


def read(text: str, slug: str = "widget") -> Article:
    article = read_article(text, slug).article
    assert article is not None
    return article


def again(article: Article) -> Article:
    """Through the form and back, as a browser would send it."""
    posted = nested(dict(flat(values_of(article))))
    parsed = read_article(dress(posted).source, article.slug, article.topic)
    assert parsed.article is not None, parsed.problems
    return parsed.article


@pytest.mark.parametrize("path", SHIPPED[::7], ids=lambda path: path.stem)
def test_every_article_comes_back_out_of_the_form(path: Path) -> None:
    article = read(path.read_text("utf-8"), path.stem)
    if not article.translation_of:
        assert format(again(article)) == format(article)


EVERYTHING = """---
title: Everything at once
errors:
  - |
    A: 1
      B: 2
  - text: |
      C
    seen_by: client
hints:
  - |
    hint
environment:
  requires:
    gpu: {not: [H100, A100-40GB]}
    vllm: ">=0.9,<0.9.2"
    model: ["*a*", "*b*"]
    nosuchfact: 1
  clear:
    - {modality: text}
    - {quantization: none}
checks:
  - {id: base, ask: Does it?, command: vllm serve x, expect: "no"}
cause: {certainty: likely, ruled_out: [one, two], open: Not known.}
upstream: {state: open, link: "a/b#1", checked: 2026-01-02}
fixed_in: {vllm: 0.9.2}
fixes:
  - id: one
    title: First
    kind: upgrade
    when: [{gpu: H100}, {gpu: L4, vllm: "<0.9"}]
    restart: false
    steps: ["do `this`", "then: that"]
    launch:
      - {set: --max-model-len 10, because: x, price: y, when: {vllm: "<1"}}
      - {unset: NAME}
    run: ["pip install x"]
    until: {vllm: 0.9.3}
verify:
  - {do: a, expect: b}
  - {do: c, expect: d, without: true}
sources: ["a/b#1"]
evidence: measured
checked: 2026-01-02
review_by: 2027-01-02
matches: {must: ["A: 1"], must_not: ["Z"]}
state: draft
audience: [platform]
formerly: [old]
proposed: [title]
mended: [{before: "–x", after: "--x"}]
---
Without a heading.

## Symptom

It stops.

## Something else

Kept.

## Fix

Do.
"""


def test_nothing_of_an_article_is_lost_in_the_form() -> None:
    article = read(EVERYTHING)
    assert format(again(article)) == format(article)


@pytest.mark.parametrize(
    ("name", "value", "field"),
    [
        ("title", "", "title"),
        ("environment.requires.rows.0.value", "H-no-such-gpu", "environment.requires.rows.0.value"),
        ("environment.requires.rows.1.value", ">>1", "environment.requires.rows.1.value"),
        ("fixes.0.launch.0.value", "max-model-len 10", "fixes.0.launch.0.value"),
        ("fixes.0.kind", "magic", "fixes.0.kind"),
        ("fixes.0.id", "Not a slug", "fixes.0.id"),
        ("upstream.link", "javascript:alert(1)", "upstream.link"),
        ("review_by", "next year", "review_by"),
        ("errors.1.seen_by", "nobody", "errors.1.seen_by"),
        ("fixes.0.until.0.version", "soon", "fixes.0.until.0.version"),
        ("checks.0.expect", "maybe", "checks.0.expect"),
    ],
)
def test_a_problem_is_told_at_its_field(name: str, value: str, field: str) -> None:
    posted = dict(flat(values_of(read(EVERYTHING)))) | {name: value}
    dressed = dress(nested(posted))
    problems = read_article(dressed.source, "widget").problems
    assert field in {dressed.place(problem.field) for problem in problems}


def test_a_fact_given_twice_is_told_and_not_lost() -> None:
    rows = [{"fact": "gpu", "value": "H100"}, {"fact": "gpu", "value": "L4"}]
    dressed = dress(values_of(read(source())) | {"environment": {"requires": {"rows": rows}}})
    assert dressed.source.count("gpu:") == 2
    assert read_article(dressed.source, "widget").article is None


@pytest.mark.parametrize(
    "text",
    ["a: b", "- x", "#", "'", '"', "{x", "---", "&a *a", "!x", "|", "> x", "\t", "a\n---\nb"],
)
def test_no_text_breaks_out_of_its_field(text: str) -> None:
    article = read(source())
    values = values_of(article)
    values["title"] = f"T {text}"
    values["errors"][0]["text"] = f"x {text} y"
    values["fixes"][0]["title"] = f"F {text}"
    found = read_article(dress(values).source, "widget").article
    assert found is not None
    assert found.errors[0].text == f"x {text} y"
    assert (found.audience, len(found.fixes), found.state) == ((), 1, article.state)


def test_an_empty_form_is_a_draft_with_its_gaps_named() -> None:
    parsed = read_article(dress(empty_values("en")).source, "widget")
    assert parsed.article is not None
    assert {problem.field for problem in parsed.problems} >= {"title", "fixes", "verify"}


def test_rows_are_added_dropped_and_moved() -> None:
    values = {"fixes": [{"id": "a"}, {"id": "b"}]}
    assert changed(values, "up", "fixes.1")["fixes"] == [{"id": "b"}, {"id": "a"}]
    assert changed(values, "add", "fixes.0.launch")["fixes"][0]["launch"] == [{}]
    assert changed(values, "drop", "fixes.0")["fixes"] == [{"id": "a"}]
    for path in ("", "x.y.z", "fixes.99", "fixes.0.id.0", "title"):
        changed({"fixes": [{}], "title": "x"}, "drop", path)


@pytest.mark.parametrize(
    "name", ["a" * 10_000, ".".join("a" * 50), "a.0.b", "a.b.0", "a..b", ".", "0", "a.9999999"]
)
def test_odd_names_are_only_odd(name: str) -> None:
    dress(nested({name: "x", "a": "y", "fixes": "text", "environment.requires": "text"}))


def test_secrets_are_masked_wherever_they_are_typed() -> None:
    token = "hf_" + "a1B2" * 9
    assert token not in str(masked({"a": [{"b": f"x {token}"}], "c": token}))
