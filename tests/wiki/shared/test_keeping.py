"""A shared text that is saved is the one that everybody reads; its file comes back by a deed."""

from pathlib import Path

import pytest
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from kb.core.facts import canonical
from kb.wiki import edited
from kb.wiki.corpus.contents import catalogues, edition, shared_names, vocabulary
from kb.wiki.corpus.export import export
from kb.wiki.models import IndexOutbox, Page, SharedRevision, SharedText, State
from kb.wiki.shared.keeping import SharedConflict, SharedEdit, keep_shared, newest_of
from tests.wiki.factory import take, write
from tests.wiki.shared.texts import GPU, current, facts_with, flags_with, on_our_card

pytestmark = pytest.mark.django_db
WEB = SharedRevision.Origin.WEB


def save(name: str, text: str, based_on: int | None = None) -> SharedRevision:
    return keep_shared(name, text, SharedEdit(WEB, based_on=based_on))


def known(value: str = GPU) -> bool:
    return canonical("gpu", value, vocabulary()) == value


def test_the_first_edit_keeps_the_file_as_the_first_revision() -> None:
    shipped = current("facts")
    assert (newest_of("facts"), known()) == (None, False)
    revision = save("facts", facts_with())
    assert (revision.number, revision.based_on and revision.based_on.source) == (2, shipped)
    assert known()


def test_the_same_text_twice_is_one_revision() -> None:
    text = facts_with()
    for _ in range(2):
        save("facts", text, based_on=1)
    assert SharedRevision.objects.count() == 2


def test_who_was_not_the_last_is_told_and_nothing_changes() -> None:
    save("facts", facts_with(), based_on=1)
    with pytest.raises(SharedConflict) as conflict:
        save("facts", facts_with("Z901"), based_on=1)
    assert (conflict.value.newest.number, known(), known("Z901")) == (2, True, False)


def test_a_catalogue_has_what_was_added() -> None:
    assert catalogues()["ollama"].variable("OLLAMA_OWN") is None
    save("ollama", flags_with("OLLAMA_OWN"))
    assert catalogues()["ollama"].variable("OLLAMA_OWN") is not None
    assert catalogues()["vllm"].flag("--max-model-len") is not None


def test_an_engine_of_its_own_needs_no_file() -> None:
    save("our_engine", "engine: our_engine\nread: [1.0.0]\n")
    assert catalogues()["our_engine"].newest == "1.0.0"
    assert "our_engine" in shared_names()


def test_what_is_kept_of_pages_is_old_after_an_edit() -> None:
    before = (IndexOutbox.generation(), edition())
    save("facts", facts_with())
    after = (IndexOutbox.generation(), edition())
    assert before[0] < after[0]
    assert before[1] != after[1]


@pytest.mark.django_db(transaction=True)
def test_an_edit_that_was_taken_back_is_not_read() -> None:
    with transaction.atomic():
        save("facts", facts_with())
        assert known()
        transaction.set_rollback(True)
    edited.forget()
    assert not known()


def test_no_page_pays_for_the_question_whether_something_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("kb.wiki.edited.time.monotonic", lambda: 1e9)
    with CaptureQueriesContext(connection) as asked:
        for _ in range(50):
            vocabulary()
            catalogues()
    assert len(asked) == 1


def test_what_another_process_saved_is_seen_in_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """It tells nobody: this one asks, though not for every page."""
    monkeypatch.setattr("kb.wiki.shared.keeping.forget", lambda: None)
    assert not known()
    save("facts", facts_with())
    assert not known(), "asked within the moment"
    monkeypatch.setattr("kb.wiki.edited.time.monotonic", lambda: 1e12)
    assert known()


def test_a_page_that_is_kept_is_made_of_the_newest_texts(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else visitors would see the old ones as long as it is kept."""
    settings.KEPT_SECONDS = 30
    monkeypatch.setattr("kb.wiki.shared.keeping.forget", lambda: None)
    monkeypatch.setattr("kb.wiki.edited.time.monotonic", lambda: 1e9)
    assert not known()
    save("facts", facts_with())
    assert not known()
    client.get("/help/?of=shared")
    assert known()


def test_a_text_of_an_older_release_that_is_none_any_more_is_passed_over() -> None:
    save("facts", "engine: {kind: chioce}\n")
    assert "engine" in vocabulary().facts


# Files.


def results(*paths: Path, **mode: bool) -> list[str]:
    return [each.result for each in take(*paths, **mode)]


def test_a_changed_file_is_taken_in(tmp_path: Path) -> None:
    path = write(tmp_path, "_facts.yaml", current("facts"))
    assert (results(path), SharedText.objects.count()) == (["unchanged"], 0)
    path.write_text(facts_with(), "utf-8")
    assert results(path, dry_run=True) == ["updated"]
    assert not known()
    assert results(tmp_path) == ["updated"]
    assert (results(path), known()) == (["unchanged"], True)


def test_a_file_does_not_overwrite_what_a_person_wrote(tmp_path: Path) -> None:
    path = write(tmp_path, "_flags/ollama.yaml", current("ollama"))
    save("ollama", flags_with("OLLAMA_OURS"))
    assert results(path) == ["unchanged"], "the file is as it was: the edit stays"
    path.write_text(flags_with("OLLAMA_THEIRS"), "utf-8")
    assert results(path) == ["conflict"]
    assert catalogues()["ollama"].variable("OLLAMA_OURS")
    assert results(path, force=True) == ["updated"]
    assert catalogues()["ollama"].variable("OLLAMA_THEIRS")
    assert [each.number for each in SharedRevision.objects.order_by("number")] == [1, 2, 3]


def test_a_bad_file_is_refused_with_its_place(tmp_path: Path) -> None:
    text = current("facts").replace("  kind: choice\n", "  kind: chioce\n", 1)
    (found,) = take(write(tmp_path, "_facts.yaml", text))
    problem = found.errors[0]
    assert (found.result, problem.field) == ("refused", "engine.kind")
    assert text.splitlines()[problem.line - 1] == "  kind: chioce"
    assert not SharedText.objects.exists()


def test_the_vocabulary_of_a_folder_comes_before_its_articles(tmp_path: Path) -> None:
    write(tmp_path, "A-folder/own-card.md", on_our_card())
    write(tmp_path, "_facts.yaml", facts_with())
    assert results(tmp_path) == ["updated", "created"]


def test_an_export_is_taken_in_without_a_change(tmp_path: Path) -> None:
    save("facts", facts_with())
    save("ollama", flags_with("OLLAMA_OURS"))
    written = {str(path.relative_to(tmp_path)) for path in export(tmp_path)}
    assert {"_facts.yaml", "_flags/ollama.yaml", "_flags/vllm.yaml"} <= written
    assert GPU in (tmp_path / "_facts.yaml").read_text("utf-8")
    assert set(results(tmp_path)) == {"unchanged"}


def test_a_draft_is_complete_once_its_value_is_known(tmp_path: Path) -> None:
    path = write(tmp_path, "in/vllm/own-card.md", on_our_card())
    (found,) = take(path)
    assert (found.result, found.errors[0].field) == ("draft", "environment.requires.gpu")
    assert Page.objects.get(slug="own-card").state == State.DRAFT
    save("facts", facts_with())
    assert results(path) == ["updated"]
    assert Page.objects.get(slug="own-card").state == State.PUBLISHED
