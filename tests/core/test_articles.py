"""Article files: the closed schema, drafts and refusals, the round trip."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.core.articles import Article, Change, Parsed, format, parse
from tests.core.vocabulary import VOCABULARY

MODEL = Path("articles/vllm/vllm-mistral-small31-fp8-image-nan-compile.md").read_text()
TEMPLATE = Path("articles/_template.md").read_text()

SMALL = """---
title: T
errors:
  - |
    ValueError: nan
fixes:
  - {id: a, title: A, kind: workaround, steps: [s]}
---
## Symptom
S
## Fix
F
## Verification
V
"""


def read(source: str, slug: str = "a-fault") -> Parsed:
    return parse(source, slug, "vllm", VOCABULARY)


def article(source: str) -> Article:
    parsed = read(source)
    assert parsed.article, [str(problem.message) for problem in parsed.problems]
    return parsed.article


def front(lines: str) -> str:
    """The small article with further lines of front matter."""
    return SMALL.replace("title: T\n", f"title: T\n{lines}\n")


def test_the_model_article_reads_whole() -> None:
    found = article(MODEL)
    assert [condition.fact for condition in found.environment.requires] == [
        "engine",
        "symptom",
        "stage",
        "model",
        "quantization",
        "modality",
        "compilation",
    ]
    assert [sample.seen_by for sample in found.errors] == ["", "client"]
    assert [[c.wanted for c in entry] for entry in found.environment.clear] == [
        ["text"],
        ["none"],
        ["disabled"],
    ]
    change = found.fixes[0].launch[0]
    assert (change.op, change.flag, change.value) == ("add-flag", "--enforce-eager", None)
    assert change.because and change.price
    assert [step.without for step in found.verify] == [False, False, True]
    assert [part.name for part in found.sections] == [
        "summary",
        "environment",
        "error",
        "symptom",
        "cause",
        "checks",
        "fix",
        "verification",
        "notes",
    ]


def test_the_template_is_an_article_and_uses_every_field() -> None:
    from kb.core.articles.front import FIELDS

    parsed = read(TEMPLATE)
    assert parsed.complete
    keys = set(FIELDS) - {"translation_of", "follows"}
    assert keys == {key for key in keys if f"\n{key}:" in TEMPLATE}
    assert "`translation_of: <slug>`" in TEMPLATE
    assert "`follows: " in TEMPLATE


@pytest.mark.parametrize("path", sorted(Path("articles").glob("[a-z]*/*.md")), ids=lambda p: p.stem)
def test_the_library_is_canonical(path: Path) -> None:
    source = path.read_text()
    parsed = parse(source, path.stem, path.parent.name, VOCABULARY)
    assert parsed.complete, [f"{p.line} {p.field}: {p.message}" for p in parsed.problems]
    assert parsed.article
    assert format(parsed.article) == source


REFUSED = [
    ("sources: [a/b#1]\ntitel: x", 4, "titel", "did you mean `title`"),
    ("language: English", 3, "language", "`en` or `zh`"),
    ("errors: [[a, b]]", 4, "errors", "here twice"),
    ("hints: [{a: b}]", 3, "hints[0]", "YAML splits this text at `a: `"),
    ("hints: [one # two\n  ]", 3, "hints[0]", "ends this text at ` #`"),
    ("evidence: seen", 3, "evidence", "one of reported, reproduced, measured"),
    ("state: publish", 3, "state", "did you mean `published`"),
    ("checked: 12.8.2026", 3, "checked", "2026-08-12"),
    ("checked: 2026-13-01", 3, "checked", "2026-08-12"),
    ("sources: [javascript:alert(1)]", 3, "sources[0]", "https://"),
    ("upstream: {link: 'ftp://x'}", 3, "upstream.link", "https://"),
    ("formerly: [Old Slug]", 3, "formerly[0]", "small letters"),
    ("environment: {requires: [a]}", 3, "environment.requires", "belong here"),
    ("environment: {requires: {gpu: {is: H100}}}", 3, "environment.requires.gpu", "`{not: …}`"),
    ("environment: {seen: {vllm: 'about 9'}}", 3, "environment.seen.vllm", ""),
    ("environment: {always: {gpu: H100}}", 3, "environment.always", "no such field"),
    ("checks: [{id: a, ask: x, expect: maybe}]", 3, "checks[0].expect", "one of yes, no"),
    ("checks: [{id: a, ask: x}, {id: a, ask: y}]", 3, "checks[1].id", "twice"),
    ("cause: {certainty: sure}", 3, "cause.certainty", "confirmed, likely, unknown"),
    ("verify: [{do: x, without: perhaps}]", 3, "verify[0].without", "true, false"),
]


@pytest.mark.parametrize(("lines", "line", "field", "says"), REFUSED)
def test_a_wrong_field_is_refused_by_name(lines: str, line: int, field: str, says: str) -> None:
    parsed = read(front(lines))
    assert parsed.article is None
    found = [
        problem
        for problem in parsed.problems
        if problem.field == field or says in str(problem.message)
    ]
    assert found and not found[0].draft
    assert found[0].line >= 3
    assert says in str(found[0].message)


FIXES = [
    ("{id: B B, title: A, kind: code}", "small letters"),
    ("{id: b, title: A, kind: magic}", "no such value"),
    ("{id: b, title: A, kind: code, launch: [{add: enforce-eager}]}", "`--flag` or `--flag value`"),
    ("{id: b, title: A, kind: code, launch: [{set: --x}]}", "`--flag value`"),
    ("{id: b, title: A, kind: code, launch: [{remove: --x 1}]}", "`--flag`"),
    ("{id: b, title: A, kind: code, launch: [{env: NAME}]}", "`NAME=value`"),
    ("{id: b, title: A, kind: code, launch: [{because: x}]}", "exactly one of"),
    ("{id: b, title: A, kind: code, launch: [{add: --x, set: --y 1}]}", "exactly one of"),
    ("{id: b, title: A, kind: code, launch: [{flag: --x}]}", "no such field"),
    ("{id: a, title: A, kind: code}", "twice"),
    ("{id: b, title: A, kind: code, needs: x}", "no such field"),
]


@pytest.mark.parametrize(("fix", "says"), FIXES)
def test_a_wrong_fix_is_refused(fix: str, says: str) -> None:
    parsed = read(SMALL.replace("[s]}\n", f"[s]}}\n  - {fix}\n"))
    assert parsed.article is None
    assert any(says in str(problem.message) for problem in parsed.problems if not problem.draft)


def test_every_problem_of_a_file_is_told_at_once() -> None:
    parsed = read(front("titel: x\nstate: gone\nvllm: >=1\nchecked: soon\nfixed_in: {vlm: '1'}"))
    assert parsed.article is None
    assert {3, 4, 5, 6, 7} <= {problem.line for problem in parsed.problems}


DRAFTS = [
    ("title: T\n", "", "title"),
    ("## Symptom\nS\n", "", "sections.symptom"),
    ("## Fix\nF\n", "", "sections.fix"),
    ("## Verification\nV\n", "", "verify"),
    ("  - {id: a, title: A, kind: workaround, steps: [s]}\n", "", "fixes"),
    ("title: A, kind", "kind", "fixes[0].title"),
    ("title: T\n", "title: T\nenvironment: {seen: {gpu: Z9000}}\n", "environment.seen.gpu"),
    (
        "title: T\n",
        "title: T\nenvironment: {seen: {quantisation: fp8}}\n",
        "environment.seen.quantisation",
    ),
    ("title: T\n", "title: T\nfixed_in: {warpdrive: '1.2'}\n", "fixed_in.warpdrive"),
    ("title: T\n", "title: T\nfixed_in: {vllm: soon}\n", "fixed_in.vllm"),
]


@pytest.mark.parametrize(("old", "new", "field"), DRAFTS)
def test_what_is_missing_or_unknown_keeps_a_draft(old: str, new: str, field: str) -> None:
    parsed = read(SMALL.replace(old, new, 1))
    assert [problem.field for problem in parsed.problems] == [field]
    assert parsed.article and not parsed.complete
    assert read(format(parsed.article)).article == parsed.article


def test_an_unknown_fact_is_answered_with_the_nearest() -> None:
    parsed = read(front("environment: {requires: {quantisation: fp8}}"))
    assert "did you mean `quantization`" in str(parsed.problems[0].message)


def test_a_verify_list_stands_for_the_section() -> None:
    source = front("verify: [{do: look}]").replace("## Verification\nV\n", "")
    assert read(source).complete


@pytest.mark.parametrize("slug", ["new", "try", "import", "A", "a--b", "a_b", ""])
def test_a_slug_that_is_no_address_is_refused(slug: str) -> None:
    assert read(SMALL, slug).article is None


SHORT = [
    ("add: --enforce-eager", Change("add-flag", "--enforce-eager")),
    ("add: --max-model-len 32768", Change("add-flag", "--max-model-len", "32768")),
    ("add: --max-model-len=32768", Change("add-flag", "--max-model-len", "32768")),
    ("set: \"--x '{}'\"", Change("set-flag", "--x", "{}")),
    ("set: --x it's", Change("set-flag", "--x", "it's")),
    ("add: -tp 2", Change("add-flag", "-tp", "2")),
    ("set: '--x {\"a\": 1}'", Change("set-flag", "--x", '{"a": 1}')),
    ("remove: --enable-x", Change("remove-flag", "--enable-x")),
    ("env: VLLM_USE_V1=0", Change("env", value="0", name="VLLM_USE_V1")),
    ("env: EMPTY=", Change("env", value="", name="EMPTY")),
    ("unset: VLLM_USE_V1", Change("env", name="VLLM_USE_V1")),
    (
        "image: vllm/vllm-openai:v0.9.2",
        Change("image-tag", value="v0.9.2", name="vllm/vllm-openai"),
    ),
    ("image: host:5000/a/b:1", Change("image-tag", value="1", name="host:5000/a/b")),
    ("image: v0.9.2", Change("image-tag", value="v0.9.2")),
    ("pip: vllm==0.9.2", Change("pip", value="==0.9.2", name="vllm")),
    ("pip: 'vllm[audio] >= 0.9'", Change("pip", value=">= 0.9", name="vllm[audio]")),
    ("pip: flash-attn", Change("pip", name="flash-attn")),
]


@pytest.mark.parametrize(("line", "change"), SHORT)
def test_a_change_is_read_and_written_in_its_short_form(line: str, change: Change) -> None:
    fix = f"{{id: a, title: A, kind: code, launch: [{{{line}}}]}}"
    found = article(SMALL.replace("{id: a, title: A, kind: workaround, steps: [s]}", fix))
    assert found.fixes[0].launch == (change,)
    assert article(format(found)) == found


def test_headings_are_known_in_two_languages() -> None:
    source = SMALL.replace("## Symptom", "## 问题场景").replace("## Fix", "## 2. 解决步骤：")
    assert [part.name for part in article(source).sections] == ["symptom", "fix", "verification"]


def test_other_headings_stay_in_order_and_code_is_no_heading() -> None:
    source = SMALL + "## See also\nx\n\n```text\n## Fix\n```\n## More\n```\nopen\n## Last\ny\n"
    found = article(source).sections[3:]
    assert [(part.name, part.heading) for part in found] == [
        ("", "See also"),
        ("", "More"),
        ("", "Last"),
    ]
    assert found[0].body == "x\n\n```text\n## Fix\n```"


def test_a_section_twice_is_refused() -> None:
    parsed = read(SMALL + "## Solution\nx\n")
    assert parsed.article is None
    assert (parsed.problems[0].line, parsed.problems[0].field) == (15, "sections.fix")
    assert "first as `Fix`" in str(parsed.problems[0].message)


def test_text_before_the_headings_is_the_summary() -> None:
    found = article(SMALL.replace("---\n## Symptom", "---\nIn short.\n\n## Symptom"))
    assert (found.sections[0].name, found.sections[0].body) == ("summary", "In short.")
    assert article(format(found)) == found


LIMITS = [
    (SMALL + "x" * 300_000, "256 KiB"),
    ("---\ntitle: " + "x" * 70_000 + "\n---\n", "64 KiB"),
    (SMALL + "x" * 70_000, "a section may hold 64 KiB"),
    ("---\ntitle: x\n", "is not closed"),
]


@pytest.mark.parametrize(("source", "says"), LIMITS)
def test_limits(source: str, says: str) -> None:
    parsed = read(source)
    assert parsed.article is None
    assert any(says in str(problem.message) for problem in parsed.problems)


def test_a_hopeless_file_is_answered_with_its_first_problems() -> None:
    parsed = read(SMALL + "## X\n" * 5_000)
    assert parsed.article is None
    assert len(parsed.problems) == 200


@pytest.mark.parametrize(
    ("value", "reads", "said"),
    [
        ("{tokens}", "fits {tokens} tokens", ""),
        ("{tokens}", ["at most {tokens} fit", "a length of {tokens}"], ""),
        ("8", "fits {tokens} tokens", "hold the same `{name}` once"),
        ("{tokens}", "fits {number} tokens", "hold the same `{name}` once"),
        ("{tokens}", "{tokens} of {tokens} fit", "hold the same `{name}` once"),
        ("{tokens}", "at {tokens}", "at least 8 characters"),
        ("{tokens}", None, "say in `reads` where"),
        ("'{\"a\": 1}'", None, ""),
    ],
)
def test_a_number_of_the_error_has_its_text(value: str, reads: object, said: str) -> None:
    change = {"set": f"--max-model-len {value}"} | ({"reads": reads} if reads else {})
    source = SMALL.replace("steps: [s]", f"launch: [{json.dumps(change)}]")
    told = [str(problem.message) for problem in read(source).problems]
    assert [said in each for each in told] == [True] * bool(said)
    if not said:
        assert article(format(article(source))) == article(source)


def test_a_byte_order_mark_and_windows_line_ends_change_nothing() -> None:
    assert read("\ufeff" + SMALL.replace("\n", "\r\n")) == read(SMALL)


def test_formatting_twice_changes_nothing() -> None:
    for source in (MODEL, TEMPLATE, SMALL):
        once = format(article(source))
        assert article(once) == article(source)
        assert format(article(once)) == once


LINES = st.lists(
    st.sampled_from(
        [
            "## Notes",
            "## 备注",
            "## X",
            "```",
            "~~~",
            "# T",
            "text",
            "  - a",
            "",
            "---",
            "    code",
            "## ",
        ]
    ),
    max_size=12,
)


@settings(max_examples=150, deadline=None)
@given(LINES)
def test_any_body_survives_the_round_trip(lines: list[str]) -> None:
    parsed = read(SMALL + "## Tail\n" + "\n".join(lines))
    if parsed.article:
        once = format(parsed.article)
        assert read(once).article == parsed.article
        assert format(article(once)) == once


TEXTS = st.text(
    st.characters(exclude_categories=["Cs", "Cc", "Cn"], include_characters="\n\t"), max_size=60
)


@settings(max_examples=150, deadline=None)
@given(TEXTS, TEXTS, TEXTS, TEXTS)
def test_any_text_survives_the_round_trip(sample: str, title: str, step: str, price: str) -> None:
    from dataclasses import replace

    base = article(MODEL)
    fix = replace(base.fixes[0], steps=(step,), launch=(Change("add-flag", "--x", price=price),))
    written = format(replace(base, title=title, hints=(sample,), fixes=(fix,)))
    parsed = read(written)
    assert parsed.article, (written, [str(problem.message) for problem in parsed.problems])
    assert article(format(parsed.article)) == parsed.article


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_front_matter_is_answered(text: str) -> None:
    parsed = read(f"---\n{text}\n---\n")
    assert parsed.article or parsed.problems
