"""Files of shared texts → the base, where they say something else than it does."""

from __future__ import annotations

from kb.core.articles import Problem
from kb.core.messages import msg
from kb.wiki.corpus.contents import shared_text
from kb.wiki.corpus.shared import Wrong, wrong_with
from kb.wiki.models import SharedRevision, SharedText
from kb.wiki.shared.keeping import SharedEdit, keep_shared, newest_of

Taken = tuple[str, tuple[Problem, ...]]  # the result of kb.wiki.corpus.ingest.Ingested


def take_shared(name: str, source: str, edit: SharedEdit, *, force: bool, dry_run: bool) -> Taken:
    """What became of a file: created, updated, unchanged, conflict or refused, and why.

    A text that a person edited is not overwritten but by `force`."""
    before, newest = shared_text(name), newest_of(name)
    text = SharedText.objects.filter(name=name).first()
    if before == source or (text and text.imported == edit.imported and not force):
        if text and not dry_run:
            SharedText.objects.filter(pk=text.pk).update(imported=edit.imported)
        return "unchanged", ()
    if problems := tuple(_problem(each) for each in wrong_with(name, source)):
        return "refused", problems
    if newest and newest.origin == SharedRevision.Origin.WEB and not force:
        edited = msg("was edited on the site; --force overwrites that")
        return "conflict", (Problem(0, "", edited),)
    if not dry_run:
        keep_shared(name, source, edit)
    return ("created" if before is None else "updated"), ()


def _problem(wrong: Wrong) -> Problem:
    return Problem(wrong.line, wrong.field, wrong.message)
