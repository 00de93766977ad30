"""What is documented is what there is."""

from pathlib import Path

from django.core.management import get_commands

from kb.env import ROOT, SETTINGS

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_names_each_setting_with_its_default() -> None:
    for setting in SETTINGS:
        default = setting.default.removeprefix(f"{ROOT}/")
        shown = f"`{default}`" if default else "not set"
        assert f"| `{setting.name}` | {shown} | {setting.help} |" in README


def test_readme_names_each_command() -> None:
    ours = {name for name, app in get_commands().items() if str(app).startswith("kb.")}
    assert ours
    missing = {name for name in ours if f"manage.py {name}" not in README}
    assert not missing - {"restore"}
    assert "`restore FILE`" in README


def test_readme_names_only_files_that_exist() -> None:
    for name in ("articles/_template.md", "articles/_facts.yaml", "articles/_flags"):
        assert name in README
        assert Path(ROOT, name).exists()
