"""Every option and variable that the shipped library prints is explained in both languages."""

from collections.abc import Iterator, Mapping

import pytest

from kb.core.articles import Article
from kb.core.launch import LaunchError, parse_command
from kb.core.launch.flags import Catalogue, Catalogues, explain
from kb.core.launch.launchers import canonical_engine
from kb.core.launch.model import Command
from kb.wiki.corpus.contents import catalogues
from tests.corpus.test_library import ARTICLES, article_of

LANGUAGES = ("en", "zh")


@pytest.fixture(scope="module")
def originals() -> Mapping[str, Article]:
    paths = sorted(ARTICLES.glob("*/*.md"))
    read = {path.stem: article_of(path) for path in paths if not path.stem.endswith("-zh")}
    assert len(read) > 100
    return read


def _commands(article: Article, known: Catalogues) -> Iterator[Command]:
    texts = [check.command for check in article.checks]
    for fix in article.fixes:
        texts += [fix.command, *fix.run]
    for text in filter(None, texts):
        try:
            yield parse_command(text, catalogues=known)
        except LaunchError:
            continue


def _unexplained(article: Article, known: Catalogues) -> Iterator[str]:
    for command in _commands(article, known):
        for language in LANGUAGES:
            for row in explain(command, None, language, known):
                if not row.meaning or (language == "zh" and row.meaning.isascii()):
                    yield f"{article.slug}: {row.canonical or row.flag} ({language})"


def test_commands(originals: Mapping[str, Article]) -> None:
    known = catalogues()
    lacking = {one for article in originals.values() for one in _unexplained(article, known)}
    assert lacking == set()


def _engines(article: Article) -> list[str]:
    stated = [one.values for one in article.environment.requires if one.fact == "engine"]
    return [canonical_engine(name) for values in stated for name in values]


def test_changes(originals: Mapping[str, Article]) -> None:
    known, lacking = catalogues(), set()
    for article in originals.values():
        where = [known[name] for name in _engines(article) if name in known]
        changes = [change for fix in article.fixes for change in fix.launch if where]
        names = [one.flag or one.name for one in changes if one.flag or one.op == "env"]
        for name in names:
            if not any(_is_explained(name, one) for one in (*where, known["environment"])):
                lacking.add(f"{article.slug}: {name}")
    assert lacking == set()


def _is_explained(name: str, catalogue: Catalogue) -> bool:
    resolved = catalogue.resolve(name)
    found = catalogue.flag(resolved.flag if resolved else name) or catalogue.variable(name)
    return bool(found and all(found.explain.get(language) for language in LANGUAGES))
