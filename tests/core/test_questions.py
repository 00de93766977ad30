"""Which question comes next, what it says, and when the asking ends."""

import pytest

from kb.core.articles.model import Check
from kb.core.facts.model import Fact
from kb.core.questions import next_question, simulate
from kb.core.questions.causes import MOST_CAUSES
from kb.core.questions.points import points
from kb.core.ranking import rank
from tests.core.world import (
    NO_ERROR,
    VOCABULARY,
    article,
    conditions,
    facts,
    fix,
    reading,
    shows,
    words_only,
)


def ask(articles, known=None, *, skipped=(), **options):
    known = known or {}
    matches = rank([shows(each) for each in articles], reading(), known, VOCABULARY)
    return next_question(matches, known, VOCABULARY, skipped, **options)


def answered(**values):
    return {name: Fact(name, value, how="answered") for name, value in values.items()}


IMAGE = article("image", {"engine": "vllm", "modality": "image", "gpu": "H100"})
TEXT = article("text", {"engine": "vllm", "modality": "text", "gpu": "H100"})


def test_asks_what_tells_the_causes_apart():
    question = ask([IMAGE, TEXT])
    assert (question.kind, question.id, question.left) == ("fact", "modality", 2)
    assert str(question.separates) in {
        "Title of image from Title of text",
        "Title of text from Title of image",
    }


def test_says_how_many_causes_each_answer_leaves():
    options = {each.value: each for each in ask([IMAGE, TEXT]).options}
    assert {value: each.left for value, each in options.items()} == {
        "image": 1,
        "text": 1,
        "video": 0,
    }
    assert options["image"].disabled is None
    assert str(options["video"].disabled) == "none of these causes would be left"


def test_what_the_paste_says_is_not_asked():
    assert ask([IMAGE, TEXT], facts(modality="image", gpu="H100", engine="vllm")) is None


def test_an_estimate_and_two_values_leave_the_question_open():
    guess = {"modality": Fact("modality", "image", how="estimated")}
    both = {"modality": Fact("modality", None, candidates=("image", "text"))}
    assert ask([IMAGE, TEXT], guess).id == "modality"
    assert ask([IMAGE, TEXT], both).id == "modality"


def test_dont_know_skips_to_the_next():
    assert ask([IMAGE, TEXT], skipped={"modality"}).id != "modality"


def test_who_knows_nothing_is_not_asked_for_ever():
    assert ask([IMAGE, TEXT], skipped={f"fact-{number}" for number in range(8)}) is None


def test_one_cause_alone_is_still_told_from_none_of_these():
    question = ask([IMAGE])
    assert question.id in {"modality", "gpu"}
    assert "another fault with the same error" in str(question.separates)


def test_one_cause_and_one_fix_end_it():
    assert ask([IMAGE, TEXT], answered(modality="image")) is None


def test_a_likely_cause_out_of_the_paste_is_confirmed_by_one_answer():
    assert ask([IMAGE, TEXT], facts(modality="image")).id == "gpu"
    assert ask([IMAGE, TEXT], facts(modality="image") | answered(gpu="H100")) is None


def test_two_fixes_are_told_apart():
    fixes = (fix("old", when={"vllm": "<0.9"}), fix("new", when={"vllm": ">=0.9"}))
    two = article("two", {"gpu": "H100"}, fixes=fixes)
    assert ask([two], facts(gpu="H100")).id == "vllm"
    assert ask([two], facts(gpu="H100", vllm="0.8.5")) is None


def test_the_cheap_answer_comes_before_the_dear_one():
    one = article("one", {"interconnect": "nvlink", "modality": "image"})
    two = article("two", {"interconnect": "pcie", "modality": "text"})
    assert ask([one, two]).id == "modality"


def test_a_version_is_asked_of_its_own_engine_only():
    versions = [article(f"v{n}", {"engine": "vllm", "vllm": f"==0.{n}"}) for n in (8, 9, 10)]
    other = article("other", {"engine": "ollama"})
    assert ask([*versions, other]).id == "engine"
    assert ask([*versions, other], answered(engine="vllm")).id == "vllm"
    assert ask(versions).id == "vllm"


def test_of_very_many_causes_all_are_counted_and_no_answer_is_ruled_out():
    many = [article(f"fault-{n}", {"tensor_parallel": f">{n}"}) for n in range(30)]
    many += [article(f"other-{n}", {"modality": ("image", "text")[n % 2]}) for n in range(30)]
    question = ask(many)
    assert (question.left, question.others) == (60, 60 - MOST_CAUSES)
    assert not any(option.disabled for option in question.options)


def test_how_many_is_asked_after_whether_there_are_any():
    drafting = {"engine": "vllm", "speculative": "mtp"}
    few = article("few", drafting | {"speculative_tokens": "<=4"})
    many = article("many", drafting | {"speculative_tokens": ">4"})
    plain = article("plain", {"engine": "vllm", "speculative": "none"})
    assert ask([few, many, plain]).id == "speculative"
    assert ask([few, many], answered(speculative="mtp")).id == "speculative_tokens"
    skipped = ask([few, many, plain], skipped={"speculative"})
    assert skipped is None or skipped.id != "speculative_tokens"
    assert ask([article("bare", {"speculative_tokens": ">4"}), plain]) is not None


def test_a_restart_is_the_dearest():
    base = Check("base", "Does the base model work?", "vllm serve base")
    one = article("one", {"modality": "image"}, checks=(base,))
    two = article("two", {"modality": ["text", "video"]})
    assert ask([one, two]).id == "modality"
    question = ask([one, two], skipped={"modality"})
    assert (question.kind, question.id, question.cost) == ("check", "check:one/base", 10.0)
    assert [each.value for each in question.options] == ["yes", "no"]
    assert question.find_out == "vllm serve base"


def test_a_new_article_changes_the_question_without_code():
    assert ask([IMAGE, TEXT]).id == "modality"
    third = article("third", {"engine": "vllm", "torch": "<2.6"})
    fourth = article("fourth", {"engine": "vllm", "torch": ">=2.6"})
    assert ask([third, fourth]).id == "torch"


def test_what_implies_the_answer_may_be_asked_instead():
    old = article("old", {"compute_capability": "<8.0"})
    new = article("new", {"compute_capability": ">=8.0"})
    assert ask([old, new]).id == "compute_capability"
    assert ask([old, new], facts(gpu="T4") | facts(compute_capability="7.5")) is None


def test_free_text_has_no_options():
    one, two = article("one", {"model": "*Qwen*"}), article("two", {"model": "*Llama*"})
    question = ask([one, two])
    assert (question.id, question.options) == ("model", ())


def test_words_alone_ask_nothing_unless_there_is_no_error():
    near = rank([words_only(IMAGE), words_only(TEXT)], NO_ERROR, {}, VOCABULARY)
    assert next_question(near, {}, VOCABULARY) is None
    assert next_question(near, {}, VOCABULARY, near=True).id == "modality"


def test_the_question_speaks_the_reader_s_language():
    one, two = article("one", {"torch": "<2"}), article("two", {"torch": ">=2"})
    assert ask([one, two], language="zh").text == "torch 是什么？"
    assert ask([one, two], language="fr").text == "Which torch?"


@pytest.mark.parametrize(
    ("fact", "wanted", "between"),
    [
        ("vllm", "<0.9.2", ["0.0.1", "0.9.2", "0.9.2.0.1"]),
        ("torch", ">=2.4,<2.6", ["0.0.1", "2.4", "2.4.0.0.1", "2.6", "2.6.0.0.1"]),
        ("gpu_memory", "<=24", ["12", "24", "36.5"]),
        ("tensor_parallel", ">1", ["0.5", "1", "2"]),
        ("model", "*Qwen2.5*VL*", ["nobody/Qwen2.5-VL", "nobody/other-1b"]),
        ("modality", "image", ["text", "image", "video"]),
    ],
)
def test_answers_cover_every_region(fact, wanted, between):
    found = points(VOCABULARY.facts[fact], conditions({fact: wanted}))
    assert [point.value for point in found] == between
    assert sum(point.weight for point in found) == pytest.approx(1)


FAMILY = [
    article("a", {"engine": "vllm", "gpu": "T4", "vllm": "<0.9"}),
    article("b", {"engine": "vllm", "gpu": "H100", "modality": "image"}),
    article("c", {"engine": "vllm", "gpu": "H100", "modality": "text"}),
    article("d", {"engine": "sglang"}),
]
TRUTHS = {
    "a": {"engine": "vllm", "gpu": "T4", "vllm": "0.8.5", "modality": "text"},
    "b": {"engine": "vllm", "gpu": "H100", "vllm": "0.24.0", "modality": "image"},
    "c": {"engine": "vllm", "gpu": "H100", "vllm": "0.24.0", "modality": "text"},
    "d": {"engine": "sglang", "gpu": "H100", "modality": "text"},
}


@pytest.mark.parametrize("truth", TRUTHS)
def test_a_family_is_told_apart_in_few_questions(truth):
    oracle = TRUTHS[truth]
    run = simulate(
        [shows(each) for each in FAMILY],
        reading(),
        {},
        VOCABULARY,
        lambda question: oracle.get(question.id),
    )
    assert run.matches[0].article.slug == truth
    assert len(run.asked) <= 3
    assert len({name for name, _ in run.asked}) == len(run.asked)


def test_dont_know_to_everything_still_ends_in_a_list():
    run = simulate([shows(each) for each in FAMILY], reading(), {}, VOCABULARY, lambda _: None)
    assert [match.verdict for match in run.matches] == ["same-error"] * 4
    assert len(run.asked) <= 6


def test_what_answers_have_left_next_to_nothing_is_not_asked_about():
    rich = article("rich", {"gpu": "T4", "modality": "image", "quantization": "fp8"})
    poor = article("poor", {"torch": ">=2.6"})
    known = answered(gpu="T4", modality="image")
    assert ask([rich, poor], known | answered(quantization="fp8")) is None
    assert ask([rich, poor]) is not None
