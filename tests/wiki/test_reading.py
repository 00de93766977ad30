"""What is parsed once and kept: as it is, then packed, then not at all."""

import pytest

from kb.core.articles import Article
from kb.wiki.corpus.source import read_article
from kb.wiki.reading import Key, _Parsed
from tests.wiki.texts import source


def article(name: str) -> Article:
    found = read_article(source(f"The {name} breaks", f"GoneError: {name} is gone"), name).article
    assert found
    return found


def key(name: str) -> Key:
    return name, "digest", 1


@pytest.fixture
def kept() -> _Parsed:
    """Room for two as they are and for three packed; five were used, `a` first."""
    store = _Parsed(2, 3)
    for name in "abcde":
        store.keep({key(name): article(name)})
    return store


def test_what_was_packed_is_the_same_article(kept: _Parsed) -> None:
    for name in "aeb":
        assert kept.found([key(name)]) == {key(name): article(name)}


def test_an_article_that_is_used_is_no_longer_packed_away(kept: _Parsed) -> None:
    (back,) = kept.found([key("a")]).values()
    assert kept.found([key("a")])[key("a")] is back


def test_the_longest_unused_go(kept: _Parsed) -> None:
    kept.found([key("a")])
    for name in "fgh":
        kept.keep({key(name): article(name)})
    assert {name for name, *_ in kept.found(map(key, "abcdefgh"))} == set("aefgh")


def test_what_was_never_parsed_is_not_there(kept: _Parsed) -> None:
    assert kept.found([key("z"), ("a", "another digest", 1)]) == {}
