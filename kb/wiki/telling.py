"""Who watches a page or its topic is told by e-mail, after the change and beside the request."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from threading import Thread

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext

from kb.accounts.roles import REVIEW
from kb.wiki.models import Page, Watch

_MOST = 500  # people who are told of one change


def tell_watchers(request: HttpRequest, page: Page, what: str) -> None:
    """`what` is a sentence about the page; whoever did it is not told."""
    watches = Watch.objects.filter(Q(page=page) | Q(page=None, topic=page.topic))
    people = User.objects.filter(pk__in=watches.values("user"), is_active=True)
    _tell(request, page, what, people.exclude(pk=request.user.pk or 0))


def tell_reviewers(request: HttpRequest, page: Page, what: str, path: str) -> None:
    """Everyone who may answer a request for a review."""
    app, codename = REVIEW.split(".")
    right = Q(
        groups__permissions__codename=codename, groups__permissions__content_type__app_label=app
    )
    people = User.objects.filter(right, is_active=True).exclude(pk=request.user.pk or 0).distinct()
    _tell(request, page, what, people, path)


def _tell(
    request: HttpRequest, page: Page, what: str, people: QuerySet[User], path: str = ""
) -> None:
    if not _may_send():
        return
    link = request.build_absolute_uri(path or page.get_absolute_url())
    subject = f"[{settings.SITE_NAME}] {page.title or page.slug}"[:200].replace("\n", " ")
    body = f"{what}\n\n{link}\n\n-- \n{gettext('You watch this article or its topic.')}\n"
    letters = [
        EmailMessage(subject, body, settings.DEFAULT_FROM_EMAIL, [person.email])
        for person in people[:_MOST]
        if person.email and Page.objects.visible_to(person).filter(pk=page.pk).exists()
    ]
    if letters:
        transaction.on_commit(lambda: send(letters))


def _may_send() -> bool:
    return "dummy" not in settings.EMAIL_BACKEND


def send(letters: Sequence[EmailMessage]) -> Thread:
    """In a thread of its own: a slow mail server holds nobody up."""
    thread = Thread(target=_deliver, args=(letters,), daemon=True)
    thread.start()
    return thread


def _deliver(letters: Sequence[EmailMessage]) -> None:
    try:
        get_connection().send_messages(letters)
    except OSError as error:
        logging.getLogger(__name__).warning("mail was not sent: %s", type(error).__name__)
