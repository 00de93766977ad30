"""Reviewers at the vocabulary and the flags in the browser."""

from pathlib import Path

import pytest
from django.test import Client

from kb.accounts.models import AuditEntry
from kb.wiki.corpus.contents import catalogues
from kb.wiki.corpus.shared import SHARED_LIMIT
from kb.wiki.models import Page, SharedRevision
from tests.accounts.people import signed_in
from tests.wiki.factory import take, write
from tests.wiki.shared.test_keeping import known
from tests.wiki.shared.texts import current, facts_with, flags_with, on_our_card

pytestmark = pytest.mark.django_db
FACTS, OLLAMA = "/shared/facts/", "/shared/ollama/"


@pytest.fixture
def rev() -> Client:
    return signed_in("rev", "reviewer")


def sent(text: str, based_on: int = 1, **more: str) -> dict[str, str]:
    return {"source": text, "based_on": str(based_on), "note": "ours", "do": "save"} | more


def newest(name: str = "facts") -> SharedRevision | None:
    return SharedRevision.objects.filter(text__name=name).order_by("-number").first()


def test_the_list_names_every_text(rev: Client) -> None:
    rev.post(OLLAMA, sent(flags_with("OLLAMA_OURS")))
    page = rev.get("/shared/").content.decode()
    for part in ("_facts.yaml", "_flags/vllm.yaml", "#2 · rev"):
        assert part in page


def test_what_is_saved_holds_at_once_and_stands_in_the_audit(rev: Client) -> None:
    text = facts_with()
    assert rev.post(FACTS, sent(text)).status_code == 302
    assert known()
    entry = AuditEntry.objects.get(action="edit")
    assert (entry.name, entry.subject, entry.revision) == ("rev", "_facts.yaml", 2)
    rev.post(FACTS, sent(text))
    assert AuditEntry.objects.filter(action="edit").count() == 1, "pressed twice is saved once"


@pytest.mark.parametrize(
    ("name", "old", "new", "line", "field"),
    [
        ("facts", "  kind: choice\n", "  kind: chioce\n", "  kind: chioce", "engine.kind"),
        ("facts", "\nsymptom:\n", "\nsymptom:\n  colour: red\n", "  colour: red", "symptom.colour"),
        ("facts", "\nsymptom:\n", "\nsymptom: [\n", "", ""),
        ("ollama", "  HTTP_PROXY:\n", "  HTTP_PROXY:\n    x: y\n", "  HTTP_PROXY:", "HTTP_PROXY"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_and_nothing_is_lost(
    rev: Client, name: str, old: str, new: str, line: str, field: str
) -> None:
    text = current(name).replace(old, new, 1)
    page = rev.post(f"/shared/{name}/", sent(text))
    wrong = page.context["wrong"][0]
    assert (page.status_code, newest(name)) == (422, None)
    assert page.context["values"]["source"] == text
    assert field in wrong.field
    if line:
        assert text.splitlines()[wrong.line - 1] == line
        assert f"Line {wrong.line}, column {wrong.column}" in page.content.decode()


def test_what_is_not_told_to_be_saved_is_not(rev: Client) -> None:
    for verb in ("look", "effect", ""):
        assert rev.post(FACTS, sent(facts_with(), do=verb)).status_code == 200
    assert newest() is None


def test_a_text_over_its_limit_is_refused(rev: Client) -> None:
    page = rev.post(FACTS, sent(current("facts") + "# long\n" * (SHARED_LIMIT // 6)))
    assert page.status_code == 422
    assert "larger than 512 KiB" in page.content.decode()
    assert newest() is None


def test_a_secret_is_masked_before_it_is_kept(rev: Client) -> None:
    rev.post(FACTS, sent(facts_with() + "# hf_abcdefghijklmnopqrstuvwxyzABCDEFGH\n"))
    found = newest()
    assert found is not None
    assert "hf_abc" not in found.source


def test_a_conflict_shows_both_texts_and_one_box(rev: Client) -> None:
    theirs, mine = facts_with("Z901"), current("facts").replace("en: Engine", "en: Our engine", 1)
    rev.post(FACTS, sent(theirs))
    page = rev.post(FACTS, sent(mine))
    assert (page.status_code, page.context["merged"]) == (409, True)
    box = page.context["source"]
    assert "Z901" in box
    assert "en: Our engine" in box
    assert rev.post(FACTS, sent(box, 2)).status_code == 302
    found = newest()
    assert found is not None
    assert (found.number, found.source) == (3, box)


def test_any_two_texts_are_compared_and_an_old_one_comes_back(rev: Client) -> None:
    shipped = current("facts")
    rev.post(FACTS, sent(facts_with()))
    page = rev.get(f"{FACTS}compare/?from=2&to=1")
    added = [line.text.strip() for line in page.context["diff"] if line.kind == "add"]
    assert added == ["Z900: {}"]
    assert rev.get(f"{FACTS}compare/?from=x").status_code == 302
    for _ in range(2):
        rev.post(f"{FACTS}restore/1/")
    found = newest()
    assert found is not None
    assert (found.number, found.source, found.note) == (3, shipped, "= #1")
    assert not known()
    assert [each.number for each in rev.get(f"{FACTS}history/").context["page"]] == [3, 2, 1]
    assert "Z900" in rev.get(f"{FACTS}history/2/").content.decode()
    assert AuditEntry.objects.filter(action="restore", subject="_facts.yaml").count() == 1


def test_an_engine_without_a_catalogue_gets_one(rev: Client) -> None:
    page = rev.get("/shared/new/?engine=Our_engine")
    text, based_on = page.context["values"]["source"], page.context["values"]["based_on"]
    assert rev.post("/shared/our_engine/", sent(text, int(based_on))).status_code == 302
    assert catalogues()["our_engine"].flag("--model") is not None
    assert rev.get("/shared/new/?engine=our_engine").status_code == 302
    assert rev.get("/shared/new/?engine=../x").status_code == 302
    assert rev.get("/shared/nobody/").status_code == 404
    assert rev.post("/shared/nobody/", sent(text)).status_code == 404
    for address in ("/shared/a-b/", "/shared/a-b/effect/"):
        assert rev.post(address, sent("engine: a-b\nread: [1.0.0]\n", 0)).status_code == 404


@pytest.mark.parametrize("role", ["reader", "author"])
def test_others_may_neither_see_nor_change_them(role: str) -> None:
    client = signed_in("ann", role)
    for address in ("/shared/", FACTS, f"{FACTS}history/", "/shared/import/"):
        assert client.get(address).status_code == 403
    for address in (FACTS, f"{FACTS}restore/1/", f"{FACTS}effect/", "/shared/import/"):
        assert client.post(address, sent(facts_with())).status_code == 403
    assert newest() is None


# What it changes for articles.


def test_the_effect_names_the_articles_that_lose_a_problem(rev: Client, tmp_path: Path) -> None:
    write(tmp_path, "in/vllm/own-card.md", on_our_card())
    take(tmp_path / "in")
    page = rev.post(f"{FACTS}effect/", sent(facts_with()))
    (changed,) = page.context["effect"].changed
    assert (changed.slug, len(changed.gained), len(changed.lost)) == ("own-card", 0, 1)
    assert newest() is None


def test_a_flag_that_goes_is_told_of_the_commands_that_have_it(rev: Client, tmp_path: Path) -> None:
    write(tmp_path, "in/vllm/eager.md", on_our_card())
    take(tmp_path / "in")
    text = current("vllm").replace("  --enforce-eager:", "  --enforce-neager:", 1)
    page = rev.post("/shared/vllm/effect/", sent(text), headers={"HX-Target": "found"})
    (changed,) = page.context["effect"].changed
    assert "--enforce-eager" in str(changed.gained[0])
    assert "<textarea" not in page.content.decode()


# A draft with a value that the vocabulary lacks.


def test_a_draft_is_complete_once_its_value_is_known(rev: Client, tmp_path: Path) -> None:
    ada = signed_in("ada", "author")
    source = {"source": on_our_card(), "slug": "own-card", "topic": "vllm", "based_on": "0"}
    kept = ada.post("/articles/new/source/", source | {"do": "save"}, follow=True)
    assert Page.objects.get(slug="own-card").state == "draft"
    assert "Z900" in kept.content.decode()
    ada.post("/articles/own-card/review/1/decide/", {"do": "submit"})
    assert Page.objects.get(slug="own-card").state == "draft"
    rev.post(FACTS, sent(facts_with()))
    assert not ada.get("/articles/own-card/edit/").context["errors"]
    ada.post("/articles/own-card/review/1/decide/", {"do": "submit"})
    assert Page.objects.get(slug="own-card").state == "review"


# A build of one's own.

HELP = """
options:
  -h, --help            show this help message and exit
  --model MODEL         the model
  --our-own-knob KNOB   what only we have (default: 3)
"""
OWN = {"engine": "vllm", "version": "0.24.0+ours", "help": HELP}


def test_a_build_is_seen_before_it_is_taken(rev: Client) -> None:
    seen = rev.post("/shared/import/", OWN | {"do": "look"})
    assert any("--our-own-knob" in line.text for line in seen.context["diff"])
    assert newest("vllm") is None
    based_on = seen.context["values"]["based_on"]
    rev.post("/shared/import/", OWN | {"do": "take", "based_on": based_on})
    assert "0.24.0+ours" in catalogues()["vllm"].versions
    assert catalogues()["vllm"].resolve("--our-own-knob", "0.24.0+ours") is not None
    found = newest("vllm")
    assert found is not None
    assert (found.number, found.note) == (2, "--help 0.24.0+ours")
    again = rev.post("/shared/import/", OWN | {"do": "take", "based_on": based_on})
    assert (again.status_code, again.context["diff"]) == (200, [])


def test_a_catalogue_that_moved_meanwhile_is_shown_anew(rev: Client) -> None:
    rev.post("/shared/vllm/", sent(current("vllm") + "# a remark\n"))
    page = rev.post("/shared/import/", OWN | {"do": "take", "based_on": "1"})
    assert (page.status_code, page.context["values"]["help"]) == (409, HELP)
    assert page.context["values"]["based_on"] == "2"
    rev.post("/shared/import/", OWN | {"do": "take", "based_on": "2"})
    assert "0.24.0+ours" in catalogues()["vllm"].versions


@pytest.mark.parametrize(
    "wrong",
    [{"engine": "nobody"}, {"engine": "facts"}, {"version": "ours"}, {"version": ""},
     {"help": ""}, {"help": "no options here"}, {"help": "x" * (SHARED_LIMIT + 1)}],
)  # fmt: skip
def test_what_is_no_help_of_a_build_is_refused_in_a_sentence(
    rev: Client, wrong: dict[str, str]
) -> None:
    page = rev.post("/shared/import/", OWN | {"do": "take", "based_on": "1"} | wrong)
    assert (page.status_code, bool(page.context["problem"])) == (422, True)
    assert not SharedRevision.objects.exists()
