from pathlib import Path

import pytest
from django.template.base import Template
from django.test import Client
from pytest_django import Settings

from kb.wiki.warming import warm

ADDRESSES = ("/", "/articles/", "/articles/widget-fp8/", "/wizard/?engine=vllm", "/search/?q=fp8")


@pytest.mark.usefixtures("articles")
def test_the_pages_of_readers_compile_no_template(monkeypatch: pytest.MonkeyPatch) -> None:
    warm()
    compiled: list[str] = []
    monkeypatch.setattr(
        Template, "compile_nodelist", lambda template: compiled.append(template.name)
    )
    for address in ADDRESSES:
        assert Client().get(address).status_code == 200
    assert compiled == []


@pytest.mark.django_db
def test_a_vocabulary_that_cannot_be_read_is_left_to_the_pages(
    tmp_path: Path, settings: Settings
) -> None:
    settings.ARTICLES_DIR = tmp_path
    warm()
