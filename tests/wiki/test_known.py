"""What an article's page says of its checks, its open questions and the state upstream."""

from pathlib import Path

import pytest
from django.test import Client

from tests.wiki.factory import source, take, write

pytestmark = pytest.mark.usefixtures("articles")
KNOWN = """checks:
  - {id: alone, ask: Does one widget work?, command: widget --one, expect: "no"}
cause:
  certainty: likely
  ruled_out: [the weather]
  open: Which widget it is.
upstream: {state: open, link: example/widgets#7, checked: "2026-11-30"}
"""


@pytest.mark.parametrize(
    "words",
    [
        "Does one widget work?",
        "No speaks for it.",
        "widget --one",
        "Still open: Which widget it is.",
        "Ruled out: the weather",
        "Upstream: not repaired yet",
        'href="https://github.com/example/widgets/issues/7"',
        "looked at on 2026-11-30",
    ],
)
def test_an_article_says_how_to_be_sure_and_what_is_open(
    client: Client, tmp_path: Path, words: str
) -> None:
    take(write(tmp_path, "odd.md", source("Odd", "OddError: 1", more=KNOWN)))
    text = client.get("/articles/odd/", headers={"accept-language": "en"}).content.decode()
    assert words in " ".join(text.split())


def test_an_article_without_open_questions_has_no_empty_headings(client: Client) -> None:
    text = client.get("/articles/widget-fp8/").content.decode()
    assert 'id="tell"' not in text
    assert 'id="known"' not in text
