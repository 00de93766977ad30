"""What people with an account send: articles, remarks, files, names; and where it comes out."""

from __future__ import annotations

import zipfile
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from kb.wiki.corpus.contents import shared_text
from kb.wiki.models import Page
from tests.accounts.people import signed_in
from tests.safety.canaries import SECRETS
from tests.safety.entrances.pasting import BARE, COMMANDS, LOG, Told
from tests.shell import Shell
from tests.wiki.factory import source

ARTICLE = source("Leaky") + f"\n## Cause\n\n```\n{COMMANDS}\n```\n"
# Where what was written comes out again.
EXITS = (
    "/articles/widget-fp8/",
    "/articles/widget-fp8.md",
    "/articles/widget-fp8.json",
    "/articles/widget-fp8/edit/",
    "/articles/widget-fp8/source/",
    "/articles/widget-fp8/history/",
    "/articles/widget-fp8/review/2/",
    "/articles/widget-fp8/compare/?from=1&to=2",
    "/changes/",
    "/reviews/",
    "/feed.atom",
    "/llms.txt",
    "/metrics",
    "/audit/",
    "/unmatched/",
    "/health-of-articles/",
    "/articles/",
    "/search/?q=leaky",
    "/files/export.zip",
    "/account/tokens/",
)


def _out(client: Client) -> Told:
    for address in EXITS:
        yield client.get(address)


def by_source(client: Client, shell: Shell) -> Told:
    ada = signed_in("ada", "administrator")
    fields = {"source": ARTICLE, "based_on": "1", "note": f"with {COMMANDS[:250]}"}
    for verb in ("look", "save"):
        yield ada.post("/articles/widget-fp8/source/", fields | {"do": verb}, follow=True)
    yield ada.post("/articles/widget-fp8/source/", fields)  # a conflict
    for canary in SECRETS[::5]:
        yield ada.post("/articles/widget-fp8/source/", {"source": "x", "note": canary.line})
        based_on = str(Page.objects.get(slug="widget-fp8").revisions.all()[0].number)
        text = source(f"Leaky {canary.name}")
        sent = {"source": text, "based_on": based_on, "note": canary.line}
        yield ada.post("/articles/widget-fp8/source/", sent, follow=True)
    yield from _out(ada)


def by_editor(client: Client, shell: Shell) -> Told:
    """The form, its rows, its preview, what it keeps while one types, and a try."""
    ada = signed_in("ada", "administrator")
    fields = {
        "title": f"Leaky {SECRETS[0].line}",
        "errors.0.text": LOG,
        "sections.cause": COMMANDS,
        "fixes.0.title": SECRETS[1].line,
        "fixes.0.command": COMMANDS,
        "note": SECRETS[2].line,
        "paste": LOG,
        "based_on": "1",
    }
    for address in ("/articles/widget-fp8/edit/", "/articles/new/"):
        for verb in ("add:errors", "look", "save", "submit"):
            yield ada.post(address, fields | {"do": verb}, follow=True)
        kept = fields | {"address": address}
        slug = address.split("/")[2]
        yield ada.post(f"/articles/{slug}/preview/", kept)
        yield ada.get(address)
        yield ada.post("/articles/try/", kept)
        yield ada.post(
            f"/articles/{slug}/hold/", {"address": address, "do": "discard"}, follow=True
        )
    yield from _out(ada)


def by_import(client: Client, shell: Shell) -> Told:
    """As prose, as a file that is refused, and as files of the whole library."""
    ada = signed_in("ada", "administrator")
    for text in (ARTICLE, LOG, f"---\ntitle: [\n{COMMANDS}\n---\n"):
        yield ada.post("/articles/import/", {"text": text}, follow=True)
        named = SimpleUploadedFile("leaky.md", text.encode())
        yield ada.post("/articles/import/", {"file": named}, follow=True)
        for verb in ("check", "take"):
            named = SimpleUploadedFile("leaky.md", text.encode())
            yield ada.post("/files/", {"files": named, "do": verb})
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("vllm/leaky-too.md", ARTICLE)
        archive.writestr(f"vllm/{SECRETS[0].value}.md", ARTICLE)
    yield ada.post("/files/", {"files": SimpleUploadedFile("a.zip", packed.getvalue())})
    yield from _out(ada)


def by_remarks(client: Client, shell: Shell) -> Told:
    """Comments, remarks of a review, what a reader flags."""
    ada, bob = signed_in("ada", "author"), signed_in("bob", "reviewer")
    text = source("Leaky widgets break")
    sent = {"source": text, "based_on": "1", "note": "x", "do": "submit"}
    yield ada.post("/articles/widget-fp8/source/", sent, follow=True)
    for at in range(0, len(SECRETS), 8):
        lines = "\n\n".join(canary.line for canary in SECRETS[at : at + 8])
        told = {"text": f"see {lines}", "remark": f"see {lines}"}
        yield ada.post("/articles/widget-fp8/comment/2/", told, follow=True)
        review = "/articles/widget-fp8/review/2/decide/"
        yield bob.post(review, told | {"do": "changes"}, follow=True)
        yield ada.post(review, {"do": "submit"}, follow=True)
    yield from _out(signed_in("root", "administrator"))


def by_names(client: Client, shell: Shell) -> Told:
    """Names of tokens, people, addresses and topics."""
    ada = signed_in("ada", "administrator")
    for canary in BARE:
        yield ada.post("/account/tokens/", {"name": canary.line[:60], "scope": "read", "days": "9"})
        renamed = {"slug": canary.value, "topic": canary.value}
        yield ada.post("/articles/widget-fp8/rename/", renamed, follow=True)
        yield ada.post(
            "/articles/widget-awq/state/", {"do": "supersede", "successor": canary.value}
        )
    yield from _out(ada)


def by_shared_texts(client: Client, shell: Shell) -> Told:
    """The vocabulary and the flag catalogues, and what a build's --help says."""
    ada = signed_in("ada", "administrator")
    remarks = "".join(f"\n# {line}" for line in COMMANDS.splitlines())
    for source_ in (f"{shared_text('facts')}{remarks}\n", LOG):
        for verb in ("look", "save"):
            fields = {"source": source_, "based_on": "1", "note": SECRETS[0].line, "do": verb}
            yield ada.post("/shared/facts/", fields, follow=True)
            fields = {"engine": "vllm", "version": BARE[0].value, "help": LOG, "do": verb}
            yield ada.post("/shared/import/", fields, follow=True)
    for canary in BARE:
        yield ada.get("/shared/new/", {"engine": canary.value}, follow=True)
    for address in ("/shared/", "/shared/facts/", "/shared/facts/history/"):
        yield ada.get(address)
    yield from _out(ada)
