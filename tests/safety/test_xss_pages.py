"""Attack vectors in every field of articles, in pastes, names and queries: the pages stay ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from kb.wiki.corpus.contents import shared_text
from kb.wiki.corpus.ingest import Mode, ingest
from tests.accounts.people import signed_in
from tests.core.vectors import OTHERS, OWN
from tests.safety.attacked import articles, line, source
from tests.safety.oracle import findings, ids_of
from tests.wiki.factory import edit_on_site, write

# Of the short form one of each third: every kind is among them.
FEW = OWN[::5]
pytestmark = pytest.mark.django_db


def written(folder: Path, vectors: list[str]) -> list[str]:
    """Slugs of articles with the vectors, and of the harmless one to compare with."""
    for name, text in [*articles(vectors), ("harmless", source(0, ["a", "b", "c", "d", "e", "f"]))]:
        write(folder, f"in/attack/{name}.md", text)
    results = list(ingest([folder / "in"], Mode()))
    assert {result.result for result in results} <= {"created", "draft"}
    assert sum(result.result == "created" for result in results) > len(results) / 2
    for slug in ("attack-0", "harmless"):  # what can be compared
        edit_on_site(slug, source(0, vectors[-6:] if slug == "attack-0" else list("cdefgh")))
    return [result.slug for result in results]


def pages_of(slug: str) -> Iterator[str]:
    address = f"/articles/{slug}/"
    yield address
    for part in ("edit/", "source/", "history/", "history/1/", "compare/?from=1&to=2"):
        yield address + part


def looked_at(client: Client, slugs: list[str]) -> None:
    known = {}
    for page in pages_of("harmless"):
        known[page.removeprefix("/articles/harmless")] = ids_of(client.get(page).content.decode())
    for slug in slugs:
        for page in pages_of(slug):
            answer = client.get(page)
            assert answer.status_code in {200, 404}, page
            part = page.removeprefix(f"/articles/{slug}")
            ids = known[part] if answer.status_code == 200 else frozenset()
            found = findings(answer.content.decode(), ids)
            assert found == [], page


@pytest.mark.parametrize(
    "vectors",
    [
        pytest.param(FEW, id="few"),
        pytest.param(OWN, id="own", marks=pytest.mark.long),
        pytest.param(OTHERS, id="others", marks=pytest.mark.long),
    ],
)
def test_pages_of_articles(tmp_path: Path, vectors: list[str]) -> None:
    if not vectors:
        pytest.skip("../shared/safety is not there")
    client = signed_in("ada", "administrator")
    looked_at(client, written(tmp_path, vectors))


@pytest.fixture
def attacked(tmp_path: Path) -> Client:
    written(tmp_path, FEW)
    return signed_in("ada", "administrator")


LISTS = ["/", "/articles/", "/changes/", "/reviews/", "/search/?q=attack", "/audit/", "/people/"]


@pytest.mark.parametrize("address", LISTS)
def test_lists_and_searches(attacked: Client, address: str) -> None:
    answer = attacked.get(address)
    assert answer.status_code == 200
    assert findings(answer.content.decode()) == []


def test_what_is_no_page_is_not_read_as_one(attacked: Client) -> None:
    for address, kind in (
        ("/articles/attack-1.md", "text/markdown"),
        ("/articles/attack-1.json", "application/json"),
        ("/api/v1/articles/attack-1", "application/json"),
        ("/api/v1/search?q=attack", "application/json"),
        ("/llms.txt", "text/plain"),
        ("/feed.atom", "application/atom+xml"),
    ):
        answer = attacked.get(address)
        assert (answer.status_code, answer["Content-Type"].partition(";")[0]) == (200, kind)
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in answer["Content-Security-Policy"]


def test_the_feed_holds_text_alone(attacked: Client) -> None:
    feed = ElementTree.fromstring(attacked.get("/feed.atom").content)
    html = [e.text or "" for e in feed.iter() if e.get("type") == "html"]
    assert findings("".join(html)) == []
    addresses = [e.get("href", "") for e in feed.iter() if e.get("href")]
    assert all(address.startswith("http://testserver/") for address in addresses)


@pytest.mark.parametrize("vector", FEW[::3])
def test_pastes_and_their_pages(client: Client, vector: str, articles: None) -> None:
    """In the paste, the environment, the command, an answer and the name of a file."""
    text = f"FrobnicationError: widget {vector}\n{vector}\nvllm 0.9.0"
    fields: dict[str, Any] = {"environment": vector, "command": f"vllm serve '{line(vector)}'"}
    named = SimpleUploadedFile(f"{line(vector)[:80].replace('/', '_') or 'x'}.log", text.encode())
    sent = client.post("/diagnose/", {"file": named, **fields})
    if sent.status_code == 302:
        address = sent["Location"]
        query = f"?model={quote(vector[:200])}&{quote(vector[:80])}=1&ask={quote(vector[:80])}"
        assert findings(client.get(address + query).content.decode()) == []
        answer = client.post(f"{address}answer/", {"name": "model", "value": line(vector)[:200]})
        assert findings(client.get(answer["Location"]).content.decode()) == []
    else:
        assert findings(sent.content.decode()) == []
    live = client.post("/diagnose/live/", {"paste": text}).content.decode()
    assert findings(f"<main>{live}</main>") == []
    checked = client.post("/command/", {"command": vector, "version": vector[:40]})
    assert findings(checked.content.decode()) == []


@pytest.mark.parametrize("vector", FEW[::3])
def test_queries_and_addresses(client: Client, vector: str) -> None:
    for address in (
        f"/search/?q={quote(vector)}&engine={quote(vector)}&topic={quote(vector)}",
        f"/articles/?topic={quote(vector)}&engine={quote(vector)}&page={quote(vector)}",
        f"/nowhere/{quote(vector.replace('..', ''))}",
        f"/login/?next={quote(vector)}",
        f"/wizard/?model={quote(vector)}&{quote(vector)}={quote(vector)}",
        f"/welcome/?key={quote(vector)}",
    ):
        answer = client.get(address)
        assert answer.status_code < 500, address
        assert findings(answer.content.decode()) == [], address


@pytest.mark.parametrize(
    "vector", ["//evil.example", "https://evil.example", "javascript:alert(1)"]
)
def test_nobody_is_sent_elsewhere(client: Client, vector: str) -> None:
    for address, fields in (
        ("/language/", {"language": "zh-hans", "next": vector}),
        ("/theme/", {"theme": "dark", "next": vector}),
    ):
        assert "evil" not in client.post(address, fields)["Location"]
        assert "javascript" not in client.post(address, fields)["Location"]
    from tests.accounts.people import PASSWORD, person

    person("bob")
    fields = {"username": "bob", "password": PASSWORD, "next": vector}
    assert client.post("/login/", fields)["Location"] == "/"


@pytest.mark.parametrize("vector", FEW[::5])
def test_comments_flags_and_form_fields(attacked: Client, vector: str) -> None:
    for path, fields in (
        ("/articles/attack-1/comment/1/", {"text": vector, "body": vector, "comment": vector}),
        ("/articles/attack-1/flag/", {"text": vector, "reason": vector, "note": vector}),
        ("/articles/attack-1/preview/", {"title": vector, "sections.0.body": vector}),
        ("/articles/attack-1/source/", {"source": vector, "note": vector}),
        ("/articles/import/", {"text": vector}),
        ("/articles/try/", {"paste": vector, "source": vector}),
        ("/people/new/", {"username": vector[:100], "email": vector[:100], "role": "reader"}),
        ("/account/tokens/", {"name": vector, "scope": "read"}),
    ):
        answer = attacked.post(path, fields, follow=True)
        assert answer.status_code < 500, path
        assert findings(answer.content.decode()) == [], path
    for page in ("/articles/attack-1/", "/tasks/", "/changes/", "/account/tokens/", "/people/"):
        assert findings(attacked.get(page).content.decode()) == [], page


SHARED = ("/", "/wizard/", "/help/writing/", "/articles/attack-1/", "/articles/attack-1/edit/",
          "/shared/", "/shared/facts/history/", "/shared/facts/compare/?from=1&to=2")  # fmt: skip


@pytest.mark.parametrize("vector", FEW[::5])
def test_labels_of_the_vocabulary_and_notes_of_its_editors(attacked: Client, vector: str) -> None:
    """What every page shows of the facts comes from a text that people edit."""
    quoted = json.dumps(line(vector), ensure_ascii=False)
    facts = shared_text("facts") or ""
    source_ = re.sub(r"(?m)^(\s+en: ).+$", lambda hit: hit[1] + quoted, facts, count=6)
    assert source_ != facts
    fields = {"source": source_, "based_on": "1", "note": vector}
    helped = {"engine": "vllm", "version": vector, "help": f"--x {vector}\n  --y Y  {vector}"}
    for path, sent in (("/shared/facts/", fields), ("/shared/import/", helped)):
        answer = attacked.post(path, sent, follow=True)
        assert answer.status_code < 500, path
        assert findings(answer.content.decode()) == [], path
    for page in SHARED:
        assert findings(attacked.get(page).content.decode()) == [], page


ATTACKS = [
    "<script>x</script>",
    "<script src=//evil.example/x></script>",
    "<p onclick=x>",
    "<a href=' java\nscript:x'>",
    "<svg><a xlink:href=javascript:x>",
    "<img src=//evil.example>",
    "<form action=//evil.example>",
    "<p style=x>",
    "<base href=x>",
    "<meta http-equiv=refresh content=x>",
    "<a href=https://x>",
    "<button formaction=//evil.example>",
    "<p hx-on:click=x>",
    "<iframe srcdoc=x>",
    "<math>",
]


@pytest.mark.parametrize("html", ATTACKS)
def test_the_oracle_sees_what_it_should(html: str) -> None:
    assert findings(html)


def test_the_oracle_sees_clobbered_ids_and_most_vectors() -> None:
    assert findings("<p id=main>", frozenset({"x"})) == ["p id=main"]
    assert sum(bool(findings(vector)) for vector in OWN) > len(OWN) / 3
    assert json.dumps(FEW)
