"""The verdicts of article-format.md, *Conditions*, as rows."""

import random

import pytest

from kb.core.articles.model import Check
from kb.core.conditions import State
from kb.core.facts.model import Fact
from kb.core.ranking import Candidate, check_name, rank
from tests.core.world import (
    NO_ERROR,
    VOCABULARY,
    article,
    facts,
    fix,
    reading,
    shows,
    words_only,
)

FP8 = {"engine": "vllm", "quantization": "fp8", "modality": "image"}


def verdict(found, known, **options):
    return only(found, known, **options).verdict


def only(found, known, *, candidate=shows, errors=None, present=None):
    errors = reading() if errors is None else errors
    (match,) = rank([candidate(found)], errors, known, VOCABULARY, present)
    return match


@pytest.mark.parametrize(
    ("requires", "seen", "clear", "known", "expected"),
    [
        (FP8, {}, (), {}, "same-error"),
        (FP8, {}, (), {"engine": "vllm"}, "same-error"),
        (FP8, {}, (), {"quantization": "fp8"}, "likely"),
        (FP8, {}, (), {"engine": "vllm", "quantization": "fp8", "modality": "image"}, "confirmed"),
        (FP8, {}, (), {"quantization": "fp8", "modality": "text"}, "aside"),
        (FP8, {"gpu": "H100"}, (), FP8 | {"gpu": "H100"}, "confirmed"),
        (FP8, {"gpu": "H100"}, (), FP8 | {"gpu": "H200"}, "likely"),
        (FP8, {"vllm": "==0.24.0"}, (), FP8 | {"vllm": "0.25.0"}, "likely"),
        (FP8, {}, ({"gpu": "T4"},), FP8 | {"gpu": "T4"}, "aside"),
        (FP8, {}, ({"gpu": "T4"},), FP8 | {"gpu": "H100"}, "confirmed"),
        (FP8, {}, ({"gpu": "T4", "vllm": "==0.9"},), FP8 | {"gpu": "T4"}, "confirmed"),
        (
            {"engine": "vllm", "symptom": "crash"},
            {},
            (),
            {"engine": "vllm", "symptom": "crash"},
            "same-error",
        ),
        ({"engine": "vllm"}, {"gpu": "H100"}, (), {"engine": "vllm", "gpu": "H100"}, "confirmed"),
        ({}, {}, (), {"gpu": "H100"}, "same-error"),
    ],
)
def test_verdict_of_a_known_line(requires, seen, clear, known, expected):
    found = article("a", requires, seen=seen, clear=clear)
    assert verdict(found, facts(**known)) == expected


def test_words_alone_are_near_and_say_so():
    match = only(article("a", FP8), facts(**FP8), candidate=words_only)
    assert match.verdict == "near"
    assert "only words agree" in str(match.reasons[-1])
    assert match.score < 0.5


def test_an_alike_line_is_not_a_known_one():
    found = article("a", FP8)
    (match,) = rank([shows(found, agreement=0.7)], reading(), facts(**FP8), VOCABULARY)
    assert match.verdict == "near"


def test_a_generic_line_never_decides():
    found = article("a", FP8)
    assert verdict(found, facts(**FP8), errors=reading("generic")) == "same-error"


def test_a_generic_line_beside_a_root_says_nothing():
    root = reading().errors[0]
    generic = reading("generic").errors[0]
    both = type(reading())((type(root)(7, root.text, root.signature, "root", 3.0), generic), root)
    assert verdict(article("a", FP8), facts(**FP8), errors=both) == "near"


def test_a_line_that_is_no_error_makes_nothing_likely():
    healthy = reading(weight=0.1)
    assert verdict(article("a", FP8), facts(**FP8), errors=healthy) == "same-error"
    elsewhere = shows(article("a", FP8), line=9)
    (match,) = rank([elsewhere], reading(), facts(**FP8), VOCABULARY)
    assert match.verdict == "near"


def test_several_values_are_shown_in_the_reason():
    both = {"gpu": Fact("gpu", None, candidates=("T4", "H200"))}
    match = only(article("a", {"gpu": "H100"}), both)
    assert str(match.reasons[0]) == "the gpu is T4 or H200, this fault needs H100"


def test_a_symptom_confirms_but_makes_nothing_likely():
    found = article("a", {"symptom": "garbage", "gpu": "T4", "modality": "text"}, errors=())
    known = facts(symptom="garbage", gpu="T4")
    assert verdict(found, known, candidate=words_only, errors=NO_ERROR) == "same-error"
    known |= facts(modality="text")
    assert verdict(found, known, candidate=words_only, errors=NO_ERROR) == "confirmed"


def test_an_estimate_decides_nothing():
    known = facts(quantization="fp8") | {"modality": Fact("modality", "text", how="estimated")}
    match = only(article("a", FP8), known)
    assert match.verdict == "likely"
    assert [each.state for each in match.requires if each.condition.fact == "modality"] == [
        "unknown"
    ]


def test_the_reason_names_what_alone_differs():
    match = only(article("a", FP8), facts(engine="vllm", quantization="fp8", modality="text"))
    assert str(match.reasons[0]).startswith("only the modality differs: yours is text")


def test_the_reason_names_where_it_was_tried():
    match = only(article("a", FP8, clear=({"gpu": "T4"},)), facts(gpu="T4"))
    assert str(match.reasons[0]) == "tried there without the fault: gpu T4"


def test_seen_elsewhere_is_said():
    known = facts(**FP8, gpu="H200", vllm="0.25.0")
    match = only(article("a", FP8, seen={"gpu": "H100", "vllm": "==0.24.0"}), known)
    assert [str(reason) for reason in match.reasons] == [
        "seen on H100, unverified on yours",
        "seen on vllm 0.24.0, unverified on yours",
    ]


EAGER = fix("eager", add="--enforce-eager")


@pytest.mark.parametrize(
    ("fixes", "present", "expected", "left_out"),
    [
        ((EAGER,), {}, "likely", []),
        ((EAGER,), {"--enforce-eager": True}, "aside", ["eager"]),
        ((EAGER, fix("upgrade")), {"--enforce-eager": True}, "likely", ["eager"]),
        ((fix("len", add="--x"),), {"--y": True}, "likely", []),
    ],
)
def test_a_fix_that_is_there_already(fixes, present, expected, left_out):
    match = only(article("a", FP8, fixes=fixes), facts(quantization="fp8"), present=present)
    assert match.verdict == expected
    assert [each.fix.id for each in match.fixes if each.state == State.FAILS] == left_out


def test_what_puts_aside_names_the_flag_that_is_there():
    match = only(article("a", FP8, fixes=(EAGER,)), {}, present={"--enforce-eager": True})
    assert str(match.reasons[0]) == "already in your command, this is not it: --enforce-eager"


@pytest.mark.parametrize(
    ("answer", "expected"), [("yes", "likely"), ("no", "aside"), (None, "same-error")]
)
def test_a_check_speaks_for_or_against(answer, expected):
    found = article("a", {"engine": "vllm"}, checks=(Check("base", "Does the base model work?"),))
    name = check_name("a", "base")
    known = {name: Fact(name, answer, how="answered")} if answer else {}
    assert verdict(found, known) == expected


def test_one_answer_serves_two_articles_that_ask_the_same():
    one = article("a", checks=(Check("base", "Does it work?", expect="yes"),))
    two = article("b", checks=(Check("works", "does it work?", expect="no"),))
    known = {"check:a/base": Fact("check:a/base", "no", how="answered")}
    found = {
        m.article.slug: m.verdict
        for m in rank([shows(one), shows(two)], reading(), known, VOCABULARY)
    }
    assert found == {"a": "aside", "b": "likely"}


@pytest.mark.parametrize(
    ("when", "known", "expected"),
    [
        (None, {}, "holds"),
        ({"gpu": "T4"}, {}, "unknown"),
        ({"gpu": "T4"}, {"gpu": "T4"}, "holds"),
        ({"gpu": "T4"}, {"gpu": "H100"}, "fails"),
    ],
)
def test_when_of_a_fix(when, known, expected):
    match = only(article("a", fixes=(fix("f", when=when),)), facts(**known))
    assert match.fixes[0].state == expected
    assert bool(match.fixes[0].reason) == (expected == "fails")


def test_the_narrower_agreement_comes_first():
    wide = article("wide", {"gpu": ["T4", "H100", "H200"]})
    narrow = article("narrow", {"gpu": "T4"})
    matches = rank([shows(wide), shows(narrow)], reading(), facts(gpu="T4"), VOCABULARY)
    assert [match.article.slug for match in matches] == ["narrow", "wide"]


def test_order_is_by_verdict_then_score():
    rows = [
        shows(article("aside", {"gpu": "T4"})),
        words_only(article("near")),
        shows(article("same")),
        shows(article("likely", {"gpu": "H100", "modality": "image"})),
        shows(article("confirmed", {"gpu": "H100"})),
    ]
    matches = rank(rows, reading(), facts(gpu="H100"), VOCABULARY)
    assert [match.verdict for match in matches] == [
        "confirmed",
        "likely",
        "same-error",
        "aside",
        "near",
    ]
    assert all(0 <= match.score <= 1 for match in matches)


def test_who_has_more_of_the_line_wins_over_one_that_shares_its_advice():
    whole = article("whole", {"gpu": "H100"})
    advice = article("advice", {"gpu": "H100", "modality": "image"})
    known = facts(gpu="H100", modality="image")
    matches = rank([shows(advice, agreement=0.9), shows(whole)], reading(), known, VOCABULARY)
    scores = {match.article.slug: match.score for match in matches}
    assert scores["whole"] > scores["advice"]
    (alone,) = rank([shows(advice, agreement=0.9)], reading(), known, VOCABULARY)
    assert alone.score > scores["advice"]


@pytest.mark.parametrize("most", [0, 1, 3, 9])
def test_the_nearest_are_the_best_of_all_that_are_near(most):
    pick = random.Random(most)
    told = [{}, {"gpu": "T4"}, {"gpu": "H100"}, {"gpu": "H100", "modality": "image"}]
    candidates = [
        Candidate(article(f"near-{n}", pick.choice(told), seen=pick.choice(told)), pick.random())
        for n in range(40)
    ]
    candidates += [shows(article("known")), shows(article("aside", {"gpu": "T4"}))]
    known = facts(gpu="H100", modality="image")
    every = rank(candidates, reading(), known, VOCABULARY)
    near = [match for match in every if match.verdict == "near"]
    told_of = rank(candidates, reading(), known, VOCABULARY, near=most)
    assert [m for m in told_of if m.known] == [m for m in every if m.known]
    assert [m for m in told_of if m.verdict == "near"][:most] == near[:most]
    assert len(told_of) < len(every)
