"""Links between articles that lead nowhere are found by lint."""

from kb.core.articles import Article, Section
from kb.diagnosis.linting.finding import Read
from kb.diagnosis.linting.references import dead_references


def read(slug: str, body: str = "", **more: object) -> Read:
    sections = (Section("notes", "Notes", body),)
    return Read(f"{slug}.md", Article(slug=slug, title=slug, sections=sections, **more))  # type: ignore[arg-type]


def found(*files: Read) -> list[tuple[str, str]]:
    return [(each.path, each.field) for each in dead_references(files)]


def test_a_link_to_an_article_that_is_not_there() -> None:
    files = read("a", "See [b](/articles/b/) and [c](/articles/gone/#fix)."), read("b")
    assert found(*files) == [("a.md", "Notes")]


def test_a_former_slug_is_there() -> None:
    assert found(read("a", "[old](/articles/old/)"), read("b", formerly=("old",))) == []


def test_a_translation_without_its_original() -> None:
    assert found(read("a-zh", translation_of="a"), read("b")) == [("a-zh.md", "translation_of")]


def test_one_file_alone_cannot_know() -> None:
    assert found(read("a", "[b](/articles/b/)")) == []
