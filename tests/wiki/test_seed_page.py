"""A plain Chinese article as people write it in chat, on its page: nothing lost, mends reported."""

import re
from pathlib import Path

import pytest
from django.test import Client

from kb.wiki.models import Page
from tests.wiki.factory import take

SOURCE = Path(__file__).parent.parent / "diagnosis" / "samples" / "article-zh.txt"
COMMAND = (
    "vllm serve RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic --tokenizer-mode mistral"
    " --config-format mistral --max-model-len 32768 --enforce-eager"
)
pytestmark = pytest.mark.django_db


@pytest.fixture
def page(client: Client) -> str:
    (taken,) = take(SOURCE)
    assert (taken.result, len(taken.mended)) == ("created", 4)
    return client.get("/articles/article-zh/").content.decode()


def test_every_sentence_of_the_source_is_readable(page: str) -> None:
    shown = _bare(re.sub(r"<[^>]+>", "", page))
    sentences = re.split(r"[。；：\n]", SOURCE.read_text("utf-8"))
    told = [_bare(each) for each in sentences if len(_bare(each)) > 6]
    mended = [each for each in told if "–" not in each]
    lost = [each for each in mended if each not in shown]
    assert len(told) > 30
    assert not lost


def _bare(text: str) -> str:
    """Without what Markdown and HTML take away: marks, entities and blanks."""
    text = text.replace("&#x27;", "'").replace("&quot;", '"').replace("&amp;", "&")
    return re.sub(r"[\s`*_#>（）().-]", "", text)


def test_the_command_is_whole_and_the_mends_are_told(page: str) -> None:
    assert COMMAND in page
    for flag in ("tokenizer-mode", "config-format", "max-model-len", "enforce-eager"):
        assert f"–{flag}" in page, "what was mended is shown as it was"


def test_the_page_knows_what_the_prose_says(client: Client, page: str) -> None:
    article = client.get("/articles/article-zh/").context["article"]
    assert article.cause.certainty == "likely"
    assert any(each.without for each in article.verify)
    assert len(article.verify) == 3
    assert Page.objects.get().facets.filter(fact="gpu", value="H100").exists()


@pytest.mark.parametrize(
    "words", ["图片请求 NaN", "图片请求", "json.dumps 序列化", "enforce-eager"]
)
def test_it_is_found_by_words_in_mid_sentence(client: Client, page: str, words: str) -> None:
    found = client.get("/search/", {"q": words}).context["findings"].found
    assert [each.slug for each in found] == ["article-zh"]
