"""What is documented is what there is."""

import importlib
from pathlib import Path

import pytest
from django.core.management import get_commands
from django.test import Client

from kb.core.articles.fixes import FIX_FIELDS
from kb.core.articles.front import FIELDS
from kb.core.articles.words import FIX_KINDS
from kb.env import ROOT, SETTINGS
from kb.wiki.corpus.contents import vocabulary

CHANGES = ("add", "set", "remove", "env", "unset", "image", "pip", "because", "price")

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_names_each_setting_with_its_default() -> None:
    for setting in SETTINGS:
        default = setting.default.removeprefix(f"{ROOT}/")
        shown = f"`{default}`" if default else "not set"
        assert f"| `{setting.name}` | {shown} | {setting.help} |" in README


def test_readme_names_each_command() -> None:
    ours = {name for name, app in get_commands().items() if str(app).startswith("kb.")}
    assert ours
    missing = {name for name in ours - {"makemessages"} if f"manage.py {name}" not in README}
    assert not missing - {"restore"}
    assert "`restore FILE`" in README


def test_readme_names_only_files_that_exist() -> None:
    for name in ("articles/_template.md", "articles/_facts.yaml", "articles/_flags"):
        assert name in README
        assert Path(ROOT, name).exists()


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_authors_guide_names_each_field(language: str) -> None:
    guide = (ROOT / "kb" / "wiki" / "help" / language / "writing.md").read_text(encoding="utf-8")
    names = (
        *FIELDS,
        *FIX_FIELDS,
        *CHANGES,
        *FIX_KINDS,
        "requires",
        "seen",
        "clear",
        "do",
        "expect",
    )
    assert not [name for name in names if name not in guide]


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_the_authors_guide_lists_each_fact(
    client: Client, own_data_dir: Path, language: str
) -> None:
    page = client.get("/help/writing/", headers={"accept-language": language}).content.decode()
    assert not [name for name in vocabulary().facts if f"<code>{name}</code>" not in page]


def test_the_pictures_can_be_made_anew() -> None:
    """They are made by hand, so that nothing else would notice what they import is gone."""
    assert importlib.import_module("tests.screenshots")
