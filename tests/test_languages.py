"""Both languages are whole: every sentence is marked, translated and compiled."""

import gettext
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.template.base import Lexer, TokenType

from kb.env import ROOT

LOCALE = ROOT / "kb" / "locale" / "zh_Hans" / "LC_MESSAGES"
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
# Words that are the same in every language: names, units, what is typed.
SAME = {
    "Markdown",
    "JSON",
    "Ctrl",
    "Enter",
    "Esc",
    "English",
    "Atom",
    "j",
    "k",
    "K",
    "docker",
    "logs",
}
SAME |= {
    "NAME",
    "grep",
    "n",
    "m",
    "iE",
    "error",
    "exception",
    "traceback",
    "q",
    "x",
    "vllm",
    "serve",
}


def entries(text: str) -> dict[str, tuple[list[str], bool]]:
    """msgid (with its plural) → translations, and whether it is fuzzy."""
    found: dict[str, tuple[list[str], bool]] = {}
    for block in re.split(r"\n\n+", text):
        if any(line.startswith("#~") for line in block.splitlines()):
            continue
        fields: dict[str, str] = {}
        name = ""
        for line in block.splitlines():
            if begins := re.match(r'(msg\w+(?:\[\d\])?) "(.*)"$', line):
                name, fields[begins[1]] = begins[1], begins[2]
            elif more := re.match(r'"(.*)"$', line):
                fields[name] += more[1]
        if fields.get("msgid"):
            texts = [value for key, value in fields.items() if key.startswith("msgstr")]
            found[fields["msgid"]] = (texts, "#, fuzzy" in block)
    return found


def catalogue() -> dict[str, tuple[list[str], bool]]:
    return entries((LOCALE / "django.po").read_text(encoding="utf-8"))


def test_every_sentence_is_translated() -> None:
    missing = [text for text, (own, fuzzy) in catalogue().items() if fuzzy or not all(own)]
    assert not missing


def test_a_translation_has_the_values_of_its_sentence() -> None:
    names = re.compile(r"%\((\w+)\)s|\{(\w*)\}")
    for text, (own, _) in catalogue().items():
        for each in own:
            assert set(names.findall(each)) == set(names.findall(text)), text


def test_the_compiled_catalogue_is_the_written_one() -> None:
    with (LOCALE / "django.mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for text, (own, _) in catalogue().items():
        plain = text.encode().decode("unicode_escape").encode("latin-1").decode()
        expected = own[0].encode().decode("unicode_escape").encode("latin-1").decode()
        assert expected in (compiled.gettext(plain), compiled.ngettext(plain, plain, 2)), text


@pytest.mark.skipif(not shutil.which("xgettext"), reason="xgettext is not installed")
def test_no_sentence_of_the_code_is_missing(tmp_path: Path) -> None:
    copy = tmp_path / "site"
    ignored = shutil.ignore_patterns("*.mo", "__pycache__", "_flags", "*.md")
    for part in ("kb", "templates"):
        shutil.copytree(ROOT / part, copy / part, ignore=ignored)
    shutil.copy(ROOT / "manage.py", copy / "manage.py")
    before = set(catalogue())
    subprocess.run(
        [sys.executable, "manage.py", "makemessages", "-l", "zh_Hans"],
        cwd=copy,
        check=True,
        capture_output=True,
        env={"PATH": os.environ["PATH"], "KB_DATA_DIR": str(tmp_path / "var")},
    )
    now = (copy / "kb/locale/zh_Hans/LC_MESSAGES/django.po").read_text(encoding="utf-8")
    assert set(entries(now)) - before == set()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_sentence_of_a_template_is_unmarked(path: Path) -> None:
    depth, shown = 0, []
    for token in Lexer(path.read_text(encoding="utf-8")).tokenize():
        if token.token_type == TokenType.BLOCK:
            word = token.contents.split()[0]
            depth += {
                "blocktranslate": 1,
                "endblocktranslate": -1,
                "comment": 1,
                "endcomment": -1,
            }.get(word, 0)
        shown.append(token.contents if token.token_type == TokenType.TEXT and not depth else "\0")
    text = re.sub(r"<(script|style)\b.*?</\1>", "", "".join(shown), flags=re.DOTALL)
    named = re.findall(r'(?:aria-label|title|placeholder|alt)="([^"\0]*)"', text)
    words = re.findall(r"[A-Za-z]+", " ".join([re.sub(r"<[^>]*>", " ", text), *named]))
    assert not [word for word in words if word not in SAME]
