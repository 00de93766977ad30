"""The incident note of a diagnosis, and the phases that its page draws."""

import pytest
from django.test import Client

LOG = """\
INFO 08-01 10:00:00 [api_server.py:1] vLLM API server version 0.10.0
INFO 08-01 10:00:01 [api_server.py:2] non-default args: {'model': 'm'}
INFO 08-01 10:00:09 [model.py:3] Starting to load model m...
ERROR 08-01 10:00:10 [core.py:4] FrobnicationError: widget 17 is not frobnicated
"""


@pytest.mark.django_db
def test_the_note_is_six_lines_of_markdown(client: Client, articles: None) -> None:
    sent = client.post("/diagnose/", {"paste": LOG})
    page = client.get(sent["Location"])
    note = page.context["note"].splitlines()
    assert len(note) == 6
    assert all(line.startswith("- **") for line in note)
    assert sent["Location"] in note[-1]


@pytest.mark.django_db
def test_a_start_up_is_drawn_as_far_as_it_came(client: Client, articles: None) -> None:
    sent = client.post("/diagnose/", {"paste": LOG})
    drawn = client.get(sent["Location"]).context["phases"]
    assert [each.state for each in drawn][:3] == ["done", "done", "died"]


@pytest.mark.django_db
def test_without_a_fix_there_is_no_note(client: Client, articles: None) -> None:
    sent = client.post("/diagnose/", {"paste": "how do I bake bread"})
    page = client.get(sent["Location"])
    assert page.context["note"] == ""
    assert list(page.context["phases"]) == []
