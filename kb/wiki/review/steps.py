"""The steps from state to state: which is allowed whence, to whom, and what it leaves behind.

draft → review → published; a newer text of a shown page waits beside it and has a review of its
own. The state of a page says what readers get, an open review that somebody is asked to look."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.conf import settings
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext

from kb.accounts.audit import note
from kb.accounts.gate import SignedIn
from kb.accounts.roles import may_review
from kb.core.messages import Message, msg
from kb.wiki.corpus.source import read_article
from kb.wiki.editing.keeping import withdraw_open
from kb.wiki.models import Page, Review, Revision, State
from kb.wiki.saving import announce, put_live
from kb.wiki.telling import tell_reviewers, tell_watchers

Verdict = Review.Verdict


class Refused(Exception):
    """A step that this page cannot take now; `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


@dataclass(frozen=True, slots=True)
class Step:
    """From which states a step leads to which."""

    whence: frozenset[State]
    to: State


# A draft is never archived: an archived page is still read at its address.
STEPS: Mapping[str, Step] = {
    "outdate": Step(frozenset({State.PUBLISHED}), State.OUTDATED),
    "supersede": Step(frozenset({State.PUBLISHED, State.OUTDATED}), State.SUPERSEDED),
    "archive": Step(frozenset({State.PUBLISHED, State.OUTDATED, State.SUPERSEDED}), State.ARCHIVED),
    "republish": Step(
        frozenset({State.OUTDATED, State.SUPERSEDED, State.ARCHIVED}), State.PUBLISHED
    ),
}


def open_steps(page: Page) -> list[str]:
    """The steps that the page may take now."""
    return [verb for verb, step in STEPS.items() if page.state in step.whence]


@transaction.atomic
def take(request: SignedIn, page: Page, verb: str, successor: Page | None = None) -> None:
    """Takes a step of STEPS. Raises PermissionDenied, Refused. Twice is once."""
    if not may_review(request.user):
        raise PermissionDenied
    locked, step = _locked(page), STEPS[verb]
    if locked.state == step.to and locked.superseded_by == successor:
        return
    if locked.state not in step.whence:
        raise Refused(msg("This cannot be done with an article in this state."))
    if verb == "supersede" and (successor is None or successor.pk == page.pk):
        raise Refused(msg("Name the article that takes its place."))
    locked.state = step.to
    locked.superseded_by = successor if verb == "supersede" else None
    locked.save(update_fields=["state", "superseded_by", "updated"])
    announce(locked)
    note(request, verb, locked.slug)


def _locked(page: Page) -> Page:
    return Page.objects.select_for_update().get(pk=page.pk)


@transaction.atomic
def submit(request: SignedIn, revision: Revision) -> Review:
    """Asks for a review of the newest text. Asked twice, it is one review. Raises Refused."""
    page = _locked(revision.page)
    newest = page.revisions.all()[0]
    if newest.pk != revision.pk:
        raise Refused(msg("There is a newer text: send that to review."))
    if page.is_public and page.current_revision_id == revision.pk:
        raise Refused(msg("This text is live already."))
    if not read_article(revision.source, page.slug).complete:
        raise Refused(msg("A part is missing: the form says which."))
    review, made = Review.objects.get_or_create(
        revision=revision, verdict=Verdict.OPEN, defaults={"asked_by": request.user}
    )
    if page.state == State.DRAFT:
        _set_state(page, State.REVIEW)
    if made:
        note(request, "submit", page.slug, revision.number)
        where = reverse("review", args=[page.slug, revision.number])
        what = gettext("%(who)s asks for a review.") % {"who": request.user}
        tell_reviewers(request, page, what, where)
    return review


@transaction.atomic
def withdraw(request: SignedIn, revision: Revision) -> None:
    """Takes a review back: who asked, who wrote, reviewers. Raises PermissionDenied, Refused."""
    review = _open_review(revision)
    mine = {review.asked_by_id, revision.author_id}
    if request.user.pk not in mine and not may_review(request.user):
        raise PermissionDenied
    page = _locked(revision.page)
    withdraw_open(page, request.user)
    _back_to_draft(page)
    note(request, "withdraw", page.slug, revision.number)


@transaction.atomic
def ask_changes(request: SignedIn, revision: Revision, remark: str) -> None:
    """Sends a text back with a remark. Raises PermissionDenied, Refused."""
    if not may_review(request.user):
        raise PermissionDenied
    if not remark.strip():
        raise Refused(msg("Say what should change."))
    review, page = _open_review(revision), _locked(revision.page)
    _decide(review, request.user, Verdict.CHANGES, remark)
    _back_to_draft(page)
    note(request, "ask for changes", page.slug, revision.number)


@transaction.atomic
def approve(request: SignedIn, revision: Revision, remark: str) -> Page:
    """Makes the text the one that readers see. Raises PermissionDenied, Refused."""
    if not may_review(request.user):
        raise PermissionDenied
    if not may_approve(request.user, revision):
        raise Refused(msg("An own text is approved by somebody else."))
    page = _locked(revision.page)
    review = _open_review(revision)
    article = read_article(revision.source, page.slug, page.topic).article
    if article is None:
        raise Refused(msg("A part is missing: the form says which."))
    _decide(review, request.user, Verdict.APPROVED, remark)
    Page.objects.filter(pk=page.pk).update(superseded_by=None)
    live = put_live(revision, replace(article, state=State.PUBLISHED.value))
    note(request, "publish", page.slug, revision.number)
    tell_watchers(request, live, gettext("A new text was published."))
    return live


def may_approve(person: User, revision: Revision) -> bool:
    """Reviewers, and of an own text only where KB_SELF_REVIEW allows it."""
    own = revision.author_id == person.pk
    return may_review(person) and (settings.SELF_REVIEW or not own)


def _open_review(revision: Revision) -> Review:
    found = revision.reviews.filter(verdict=Verdict.OPEN).first()
    if found is None:
        raise Refused(msg("No review of this text is open."))
    return found


def _decide(review: Review, person: User, verdict: Review.Verdict, remark: str) -> None:
    review.verdict, review.reviewer = verdict, person
    review.remark, review.decided = remark[:5000], timezone.now()
    review.save(update_fields=["verdict", "reviewer", "remark", "decided"])


def _back_to_draft(page: Page) -> None:
    if page.state == State.REVIEW:
        _set_state(page, State.DRAFT)


def _set_state(page: Page, state: State) -> None:
    page.state = state
    page.save(update_fields=["state", "updated"])


@transaction.atomic
def trash(request: SignedIn, page: Page) -> None:
    """Hides a page from everyone; a draft by its author too, all else by reviewers."""
    mine = page.state == State.DRAFT and page.live.author_id == request.user.pk
    if not (mine or may_review(request.user)):
        raise PermissionDenied
    _set_trashed(request, page, gone=True)


@transaction.atomic
def untrash(request: SignedIn, page: Page) -> None:
    """Takes a page out of the trash. Raises PermissionDenied."""
    mine = page.state == State.DRAFT and page.live.author_id == request.user.pk
    if not (mine or may_review(request.user)):
        raise PermissionDenied
    _set_trashed(request, page, gone=False)


def _set_trashed(request: SignedIn, page: Page, gone: bool) -> None:
    locked = _locked(page)
    if bool(locked.trashed) == gone:
        return
    locked.trashed = timezone.now() if gone else None
    locked.save(update_fields=["trashed", "updated"])
    announce(locked)
    note(request, "trash" if gone else "untrash", locked.slug)
