"""People, for administrators: accounts, roles, audiences, one-time links; and the audit log."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.paginator import Paginator
from django.db import transaction
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from kb.accounts.audit import note
from kb.accounts.forms import PersonForm, RightsForm
from kb.accounts.gate import SignedIn, administrators
from kb.accounts.models import AuditEntry, OneTimeLink
from kb.accounts.roles import (
    ADMINISTRATOR,
    ROLES,
    audiences_of,
    is_last_administrator,
    role_of,
    set_audiences,
    set_role,
)
from kb.http import no_store

PER_PAGE = 50


@require_safe
@administrators
def people(request: SignedIn) -> HttpResponse:
    return _page(request, PersonForm(initial={"role": "author"}))


def _page(
    request: SignedIn,
    form: PersonForm,
    link: str = "",
    person: User | None = None,
    status: int = 200,
) -> HttpResponse:
    query = request.GET.get("q", "").strip()[:150]
    found = User.objects.filter(Q(username__icontains=query) | Q(email__icontains=query))
    shown = found.prefetch_related("groups").order_by("username")
    page = Paginator(shown, PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "people": [(user, role_of(user), ", ".join(audiences_of(user))) for user in page],
        "page": page,
        "roles": list(ROLES),
        "form": form,
        "link": link,
        "person": person,
    }
    response = render(request, "accounts/people.html", context, status=status)
    no_store(response)
    return response


@require_POST
@administrators
def add_person(request: SignedIn) -> HttpResponse:
    """Makes the account and shows, this once, the link that sets its password."""
    form = PersonForm(request.POST)
    if not form.is_valid():
        return _page(request, form, status=422)
    with transaction.atomic():
        user = form.save(commit=False)
        user.set_unusable_password()
        user.save()
        set_role(user, form.cleaned_data["role"])
        note(request, "add person", user.username)
        link = _link(request, user)
    return _page(request, PersonForm(initial={"role": "author"}), link, user, status=201)


@require_POST
@administrators
def new_link(request: SignedIn, number: int) -> HttpResponse:
    """A link for somebody who forgot the password; the older one ends."""
    user = get_object_or_404(User, pk=number)
    with transaction.atomic():
        link = _link(request, user)
        note(request, "new link", user.username)
    return _page(request, PersonForm(initial={"role": "author"}), link, user, status=201)


def _link(request: SignedIn, user: User) -> str:
    key = OneTimeLink.make(user, timezone.now())
    return request.build_absolute_uri(f"{reverse('welcome')}?key={key}")


@require_POST
@administrators
def set_rights(request: SignedIn, number: int) -> HttpResponse:
    """Role, audiences and whether the account works; the last administrator stays one."""
    user, form = get_object_or_404(User, pk=number), RightsForm(request.POST)
    if not form.is_valid():
        messages.error(request, gettext("There is no such role."))
        return redirect("people")
    asked = form.cleaned_data
    if is_last_administrator(user) and (asked["role"] != ADMINISTRATOR or not asked["is_active"]):
        messages.error(request, gettext("This is the last administrator: make another one first."))
        return redirect("people")
    with transaction.atomic():
        set_role(user, asked["role"])
        set_audiences(user, asked["audiences"])
        User.objects.filter(pk=user.pk).update(is_active=asked["is_active"])
        note(request, "set rights", user.username)
    messages.success(request, gettext("Saved."))
    return redirect("people")


@require_safe
@administrators
def audit_log(request: SignedIn) -> HttpResponse:
    """Everything that was changed, newest first; `?subject=` narrows to an article or a person."""
    subject = request.GET.get("subject", "")[:200]
    rows = AuditEntry.objects.filter(subject=subject) if subject else AuditEntry.objects.all()
    page = Paginator(rows, 100).get_page(request.GET.get("page"))
    query = f"subject={subject}&" if subject else ""
    context = {"page": page, "subject": subject, "page_query": query}
    return render(request, "accounts/audit.html", context)
