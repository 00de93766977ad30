from pathlib import Path

import pytest

from kb.wiki.corpus.export import export
from kb.wiki.corpus.files import ARTICLE_LIMIT, slug_of
from kb.wiki.models import FormerSlug, IndexOutbox, Page, State
from tests.wiki.factory import edit_on_site, source, take, translation, write

pytestmark = pytest.mark.django_db


def results(*paths: Path, **mode: bool) -> list[str]:
    return [each.result for each in take(*paths, **mode)]


def test_a_folder_gives_pages_with_slug_and_topic(tmp_path: Path) -> None:
    write(tmp_path, "vllm/first-fault.md", source())
    write(tmp_path, "loose.md", source("Another", "OtherError: 1"))
    write(tmp_path, "_template.md", "no article")
    write(tmp_path, ".git/x.md", "no article")
    assert results(tmp_path) == ["created", "created"]
    page = Page.objects.get(slug="first-fault")
    assert (page.topic, page.state, page.live.number) == ("vllm", State.PUBLISHED, 1)
    assert Page.objects.get(slug="loose").topic == "inbox"
    assert page.facets.filter(fact="engine", value="vllm", required=True).exists()


def test_the_same_files_again_change_nothing(tmp_path: Path) -> None:
    write(tmp_path, "vllm/first-fault.md", source())
    take(tmp_path)
    before = (Page.objects.get().updated, IndexOutbox.generation())
    assert results(tmp_path) == ["unchanged"]
    assert (Page.objects.get().updated, IndexOutbox.generation()) == before


def test_a_changed_file_is_a_new_revision(tmp_path: Path) -> None:
    path = write(tmp_path, "first-fault.md", source())
    take(path)
    path.write_text(source("A better title"), "utf-8")
    assert results(path) == ["updated"]
    page = Page.objects.get()
    assert (page.title, page.live.number, page.revisions.count()) == ("A better title", 2, 2)


def test_a_file_does_not_overwrite_an_edit_of_a_person(tmp_path: Path) -> None:
    path = write(tmp_path, "first-fault.md", source())
    take(path)
    edit_on_site("first-fault", source("By a person"))
    assert results(path) == ["unchanged"], "the file is as it was: the edit stays"
    path.write_text(source("By a file"), "utf-8")
    assert results(path) == ["conflict"]
    assert Page.objects.get().title == "By a person"
    assert results(path, force=True) == ["updated"]
    assert Page.objects.get().title == "By a file"


def test_one_bad_file_does_not_stop_the_others(tmp_path: Path) -> None:
    write(tmp_path, "a-good.md", source())
    write(tmp_path, "b-bad.md", source(more="quantisation: fp8\n"))
    write(tmp_path, "c-good.md", source("Third", "ThirdError: x"))
    found = take(tmp_path)
    assert [each.result for each in found] == ["created", "refused", "created"]
    assert "quantisation" in str(found[1].as_json()["errors"])
    assert not Page.objects.filter(slug="b-bad").exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (b"", "is empty"),
        (b"  \n ", "is empty"),
        (b"\x00\x01\x02binary\x00", ""),
        (b"x" * (ARTICLE_LIMIT + 1), "256 KiB"),
    ],
)
def test_a_file_that_is_no_text_is_refused_in_a_sentence(
    tmp_path: Path, text: bytes, says: str
) -> None:
    path = tmp_path / "odd.md"
    path.write_bytes(text)
    (found,) = take(path)
    assert found.result == "refused"
    assert says in str(found.errors[0].message)


def test_an_incomplete_article_is_kept_as_a_draft(tmp_path: Path) -> None:
    path = write(
        tmp_path, "half.md", "---\ntitle: Half of it\nlanguage: en\n---\n## Symptom\nBad.\n"
    )
    (found,) = take(path)
    assert (found.result, bool(found.errors)) == ("draft", True)
    assert Page.objects.get().state == State.DRAFT


def test_a_new_draft_waits_beside_the_text_that_is_read(tmp_path: Path) -> None:
    path = write(tmp_path, "fault.md", source())
    take(path)
    path.write_text("---\ntitle: Half of it\nlanguage: en\n---\n## Symptom\nBad.\n", "utf-8")
    assert results(path) == ["draft"]
    page = Page.objects.get()
    assert (page.title, page.state) == ("The frobnicator breaks", State.PUBLISHED)
    assert (page.live.number, page.revisions.count()) == (1, 2)


def test_draft_and_dry_run(tmp_path: Path) -> None:
    path = write(tmp_path, "fault.md", source())
    assert results(path, dry_run=True) == ["created"]
    assert not Page.objects.exists()
    assert results(path, draft=True) == ["draft"]
    assert Page.objects.get().state == State.DRAFT


def test_two_files_of_one_name_do_not_fight(tmp_path: Path) -> None:
    write(tmp_path, "a/fault.md", source())
    write(tmp_path, "b/fault.md", source("Other"))
    assert results(tmp_path) == ["created", "refused"]


@pytest.mark.parametrize("name", ["new.md", "try.md", "import.md"])
def test_names_that_the_site_needs_are_refused(tmp_path: Path, name: str) -> None:
    assert results(write(tmp_path, name, source())) == ["refused"]


def test_a_translation_finds_its_original_whatever_the_order(tmp_path: Path) -> None:
    write(tmp_path, "a/fault-zh.md", translation("fault"))
    write(tmp_path, "b/fault.md", source())
    take(tmp_path)
    original = Page.objects.get(slug="fault")
    assert Page.objects.get(slug="fault-zh").translation_of == original


def test_former_addresses_are_kept(tmp_path: Path) -> None:
    take(write(tmp_path, "fault.md", source(more="formerly: [old-fault]\n")))
    assert FormerSlug.objects.get(slug="old-fault").page.slug == "fault"


def test_the_audience_restricts_a_page(tmp_path: Path) -> None:
    take(write(tmp_path, "fault.md", source(more="audience: [platform]\n")))
    page = Page.objects.get()
    assert page.restricted
    assert [group.name for group in page.audience.all()] == ["platform"]


def test_a_successor_is_found_whatever_the_order(tmp_path: Path) -> None:
    gone = "state: superseded\nsuperseded_by: {}\n"
    write(tmp_path, "a.md", source("A", "AError: 1", more=gone.format("b")))
    write(tmp_path, "b.md", source("B", "BError: 1", more=gone.format("c")))
    write(tmp_path, "c.md", source("C", "CError: 1"))
    write(tmp_path, "d.md", source("D", "DError: 1", more=gone.format("nowhere")))
    take(tmp_path)
    told = dict(Page.objects.values_list("slug", "superseded_by__slug"))
    assert told == {"a": "b", "b": "c", "c": None, "d": None}
    assert results(tmp_path) == ["unchanged"] * 4
    list(export(tmp_path / "out"))
    assert "superseded_by: b\n" in (tmp_path / "out" / "inbox" / "a.md").read_text("utf-8")
    assert set(results(tmp_path / "out")) == {"unchanged"}


def test_an_article_that_is_back_has_no_successor(tmp_path: Path) -> None:
    more = "state: superseded\nsuperseded_by: b\n"
    write(tmp_path, "a.md", source("A", "AError: 1", more=more))
    write(tmp_path, "b.md", source("B", "BError: 1"))
    take(tmp_path)
    take(write(tmp_path, "a.md", source("A", "AError: 1")))
    assert Page.objects.get(slug="a").superseded_by is None


def test_what_is_exported_comes_in_unchanged(tmp_path: Path) -> None:
    write(
        tmp_path, "in/vllm/fault.md", source(more="formerly: [old-fault]\naudience: [platform]\n")
    )
    write(tmp_path, "in/gpu/other.md", source("Other", "OtherError: 3"))
    write(tmp_path, "in/half.md", "---\ntitle: Half\nlanguage: en\n---\n## Symptom\nBad.\n")
    take(tmp_path / "in")
    written = list(export(tmp_path / "out"))
    assert sum(path.suffix == ".md" for path in written) == 3
    assert results(tmp_path / "out") == ["unchanged"] * len(written)
    assert Page.objects.get(slug="fault").topic == "vllm"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("vllm-OOM_at start.md", "vllm-oom-at-start"),
        ("a--b.markdown", "a-b"),
        ("UPPER.TXT", "upper"),
        ("x.y.md", "x-y"),
    ],
)
def test_a_name_is_made_to_fit(name: str, slug: str) -> None:
    assert slug_of(name) == slug


def test_a_chinese_name_gets_a_slug_of_its_own() -> None:
    assert slug_of("故障.md").startswith("article-")
    assert slug_of("故障.md") != slug_of("别的.md")
