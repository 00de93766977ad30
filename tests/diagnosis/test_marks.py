"""Inline marks of an article's sentences, rendered where a diagnosis shows them."""

from pathlib import Path

import pytest
from django.test import Client

from kb.wiki.rendering import line, steps
from kb.wiki.templatetags.kb import rendered
from tests.wiki.factory import source, take, write

pytestmark = pytest.mark.django_db
CHECK = "checks:\n  - {id: alone, ask: Does `widget --one` work?}\n"
ERROR = "MarkedError: no mark"


@pytest.fixture
def page(client: Client, tmp_path: Path) -> str:
    for name, more in (("marked", CHECK), ("other", "")):
        take(write(tmp_path, f"{name}.md", _marked(source(name, ERROR, more=more))))
    sent = client.post("/diagnose/", {"paste": ERROR})
    return client.get(sent["Location"]).content.decode().replace(' class="w"', "")


@pytest.mark.parametrize(
    "words",
    [
        "Does <code>widget --one</code> work?",
        "Only <code>graphs</code> &lt;fail&gt;.",
        "Without <code>--fast</code>.",
    ],
)
def test_marks_are_rendered(page: str, words: str) -> None:
    assert words in page


def _marked(text: str) -> str:
    text = text.replace("Only the compiled path fails.", "Only `graphs` <fail>.")
    return text.replace("Slower.", "Without `--fast`.")


def test_a_whole_command_in_a_sentence_has_lines_of_its_own_and_a_block_stays() -> None:
    long = "curl -i http://localhost:8000/v1/models " + "x" * 40
    assert rendered(line(f"Run `{long}`.")).count('<code class="long">') == 1
    assert "long" not in rendered(steps([f"Run:\n\n    {long}\n"])[0])
