"""Many files at once through the browser, and all of them out: task 14 of the experience."""

import io
import json
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from kb.accounts.models import AuditEntry
from kb.wiki.models import Page, Revision
from tests.accounts.people import signed_in
from tests.wiki.texts import source

pytestmark = pytest.mark.django_db
GOOD = {f"vllm/fault-{n}.md": source(f"Fault {n}", f"Fault{n}Error: x is gone") for n in range(12)}
BAD = {"vllm/bad.md": source(more="colour: red\n")}


@pytest.fixture
def administrator() -> Client:
    return signed_in("administrator-1", "administrator")


def packed(files: dict[str, str]) -> SimpleUploadedFile:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return SimpleUploadedFile("ours.zip", raw.getvalue())


def two() -> list[SimpleUploadedFile]:
    texts = {name: source(f"Fault {name}", f"E{name}: x") for name in "ab"}
    return [SimpleUploadedFile(f"{name}.md", text.encode()) for name, text in texts.items()]


def send(client: Client, files: dict[str, str], **more: object) -> str:
    answer = client.post("/files/", {"files": packed(files), **more}, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_twelve_are_created_and_one_is_refused_with_its_place(administrator: Client) -> None:
    text = send(administrator, GOOD | BAD)
    assert "<strong>12</strong> created" in text
    assert "<strong>1</strong> refused" in text
    for part in ("ours.zip/vllm/bad.md", "line 25", "<code>colour</code>"):
        assert part in text
    assert Page.objects.filter(topic="vllm").count() == 12


def test_again_nothing_changes_and_export_gives_them_back(administrator: Client) -> None:
    send(administrator, GOOD)
    first = Revision.objects.count()
    assert "<strong>12</strong> unchanged" in send(administrator, GOOD)
    raw = administrator.get("/files/export.zip").content
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist()}
    assert {name for name in files if name.endswith(".md")} == set(GOOD)
    assert {"_facts.yaml", "_flags/vllm.yaml"} <= set(files)
    assert f"<strong>{len(files)}</strong> unchanged" in send(administrator, files)
    assert Revision.objects.count() == first


def test_who_sent_them_is_their_author_and_stands_in_the_audit(administrator: Client) -> None:
    send(administrator, {"vllm/one.md": source()})
    assert str(Revision.objects.get().author) == "administrator-1"
    entry = AuditEntry.objects.get(action="import")
    assert (entry.name, entry.subject) == ("administrator-1", "one")


def test_a_check_says_what_would_happen_and_keeps_nothing(administrator: Client) -> None:
    assert "<strong>12</strong> created" in send(administrator, GOOD, do="check")
    assert not Page.objects.exists()
    assert not AuditEntry.objects.exists()


def test_all_may_be_kept_as_drafts(administrator: Client) -> None:
    assert "<strong>12</strong> kept as a draft" in send(administrator, GOOD, how="draft")


def test_the_folders_of_a_folder_are_its_topics(administrator: Client) -> None:
    paths = json.dumps(["ours/gpu/a.md", "ours/b.md"])
    administrator.post("/files/", {"folder": two(), "paths": paths})
    assert dict(Page.objects.values_list("slug", "topic")) == {"a": "gpu", "b": "inbox"}


@pytest.mark.parametrize("paths", ["", "{", "[]", "{}", '["x"]'])
def test_without_their_folders_the_files_are_taken_all_the_same(
    administrator: Client, paths: str
) -> None:
    assert administrator.post("/files/", {"folder": two(), "paths": paths}).status_code == 302
    assert Page.objects.count() == 2


@pytest.mark.parametrize(
    ("name", "raw"),
    [
        ("x.zip", b"no archive"),
        ("x.md", b" "),
        ("x.md", b"\x00\x01" * 99),
        ("x.md", b"x" * 300_000),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(
    administrator: Client, name: str, raw: bytes
) -> None:
    answer = administrator.post("/files/", {"files": SimpleUploadedFile(name, raw)}, follow=True)
    assert "<strong>1</strong> refused" in answer.content.decode()
    assert not Page.objects.exists()


def test_nothing_chosen_is_told(administrator: Client) -> None:
    assert administrator.post("/files/", {}).status_code == 422


@pytest.mark.parametrize("role", ["reader", "author", "reviewer"])
def test_administrators_alone(role: str) -> None:
    client = signed_in(role, role)
    for answer in (client.get("/files/"), client.post("/files/"), client.get("/files/export.zip")):
        assert answer.status_code == 403
