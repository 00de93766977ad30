"""A library in memory: what it gives for a paste, for an environment, and in another language."""

from dataclasses import replace

from kb.core.errors import read_errors
from kb.core.facts import Fact
from kb.core.text import read_lines
from kb.diagnosis.library import MemoryLibrary
from tests.core.launch.catalogues import ALL
from tests.core.vocabulary import VOCABULARY
from tests.diagnosis.library import COMPILED, FAMILY, INTEGERS, MEMORY, NAN, article

ENGINE = {"engine": Fact("engine", "vllm")}


def slugs(candidates):
    return {candidate.article.slug for candidate in candidates}


def test_a_paste_finds_the_articles_of_its_line_with_evidence() -> None:
    lines = read_lines(NAN)
    found = {c.article.slug: c for c in FAMILY.candidates(read_errors(lines), {}, lines)}
    assert {"compiled", "integers"} <= set(found)
    assert found["compiled"].evidence[0].exact


def test_a_translation_is_its_original_in_other_words() -> None:
    original, chinese = FAMILY.article("compiled"), FAMILY.article("compiled", "zh")
    assert original is not None
    assert chinese is not None
    assert (chinese.slug, chinese.language) == ("compiled", "zh")
    assert chinese.environment == original.environment
    assert FAMILY.article("integers", "zh") == FAMILY.article("integers")
    assert FAMILY.article("compiled-zh") is None


def test_an_environment_finds_what_does_not_contradict_it() -> None:
    other = article(MEMORY.replace("engine: vllm", "engine: sglang"), "other")
    known = MemoryLibrary([article(COMPILED, "compiled"), other], VOCABULARY, ALL)
    assert slugs(known.applicable(ENGINE)) == {"compiled"}
    assert slugs(known.applicable({})) == {"compiled", "other"}
    assert len(known.applicable({}, 1)) == 1


def test_an_article_without_an_engine_is_for_every_engine() -> None:
    any_engine = article(INTEGERS.replace("engine: vllm, ", ""), "any")
    known = MemoryLibrary([any_engine, article(COMPILED, "compiled")], VOCABULARY, ALL)
    assert slugs(known.applicable(ENGINE)) == {"any", "compiled"}
    assert slugs(known.applicable({"engine": Fact("engine", "sglang")})) == {"any"}


def test_what_is_archived_would_not_happen_any_more() -> None:
    gone = replace(article(INTEGERS, "gone"), state="archived")
    known = MemoryLibrary([gone, article(COMPILED, "compiled")], VOCABULARY, ALL)
    assert slugs(known.applicable(ENGINE)) == {"compiled"}
