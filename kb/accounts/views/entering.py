"""In and out: log-in with its throttle, log-out, and the one-time link."""

from __future__ import annotations

import json
from typing import Union

from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm, SetPasswordForm, UserCreationForm
from django.contrib.auth.models import User
from django.contrib.auth.views import LoginView
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from kb.accounts.attempts import wait_for
from kb.accounts.audit import note
from kb.accounts.gate import masked_fields
from kb.accounts.models import OneTimeLink, Typed
from kb.accounts.roles import ADMINISTRATOR, has_administrator, set_role
from kb.accounts.throttle import refuse_page, told
from kb.http import no_store

_BACKEND = "kb.accounts.rights.RightsBackend"


class Login(LoginView):
    """Throttled before the hash; a form that came without a login is kept for afterwards."""

    template_name = "accounts/login.html"

    @method_decorator(sensitive_post_parameters())
    def post(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        if wait := wait_for(request, request.POST.get("username", "")):
            return told(refuse_page(request, wait), wait)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_valid(form)
        user = form.get_user()
        note(self.request, "log-in", user.get_username())
        if typed := _typed(self.request):
            Typed.keep(user, self.get_redirect_url() or "/", typed)
        return response

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        """A wrong password must not lose what was typed before."""
        typed = _typed(self.request)
        kept = json.dumps(typed, ensure_ascii=False) if typed else ""
        return super().get_context_data(**kwargs) | {"typed": kept}


def _typed(request: HttpRequest) -> dict[str, str]:
    try:
        found = json.loads(request.POST.get("typed", "") or "{}")
    except (ValueError, RecursionError):
        return {}
    return masked_fields(found) if isinstance(found, dict) else {}


@require_http_methods(["GET", "HEAD", "POST"])
@sensitive_post_parameters()
def welcome(request: HttpRequest) -> HttpResponse:
    """The page of a one-time link. Its key is in the query, which no access log holds."""
    key = request.POST.get("key") or request.GET.get("key", "")
    link = OneTimeLink.of(key, timezone.now())
    if link is None or (link.user is None and has_administrator()):
        return render(request, "accounts/link_gone.html", status=404)
    form = _form(link, request)
    if request.method == "POST" and form.is_valid():
        return _enter(request, link, form)
    context = {"form": form, "key": key, "first": link.user is None, "person": link.user}
    status = 422 if form.is_bound else 200
    response = render(request, "accounts/welcome.html", context, status=status)
    no_store(response)
    return response


PasswordForm = Union["UserCreationForm[User]", "SetPasswordForm[User]"]  # subscripted for mypy only


def _form(link: OneTimeLink, request: HttpRequest) -> PasswordForm:
    sent = request.POST if request.method == "POST" else None
    return SetPasswordForm(link.user, sent) if link.user else UserCreationForm(sent)


@transaction.atomic
def _enter(request: HttpRequest, link: OneTimeLink, form: PasswordForm) -> HttpResponse:
    if not link.use():
        return render(request, "accounts/link_gone.html", status=404)
    user = form.save()
    if link.user is None:
        set_role(user, ADMINISTRATOR)
    login(request, user, _BACKEND)
    note(request, "first administrator" if link.user is None else "password", user.username)
    return redirect("home")
