"""The page on which a person makes and ends the keys of programs."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from kb.accounts.audit import note
from kb.accounts.gate import SignedIn, needs
from kb.api.models import MOST_DAYS, ApiToken
from kb.core.redact import redact
from kb.http import no_store

_SCOPES = [("read", _("read: ask and diagnose")), ("write", _("write: report outcomes as well"))]


class TokenForm(forms.Form):
    name = forms.CharField(label=_("What it is for"), max_length=60)
    scope = forms.ChoiceField(label=_("What it may do"), choices=_SCOPES)
    days = forms.IntegerField(label=_("Days"), min_value=1, max_value=MOST_DAYS, initial=90)

    def clean_name(self) -> str:
        """Whoever pastes a key here has it masked, as anywhere."""
        return redact(str(self.cleaned_data["name"]), personal=False).text[:60]


@require_http_methods(["GET", "HEAD", "POST"])
@needs()
def tokens(request: SignedIn) -> HttpResponse:
    """The person's tokens; a new key is shown in the answer to the form and never again."""
    form = TokenForm(request.POST or None)
    key = ""
    if request.method == "POST" and form.is_valid():
        token, key = ApiToken.make(request.user, **form.cleaned_data, now=timezone.now())
        note(request, "make token", token.name)
    context = {
        "form": TokenForm() if key else form,
        "key": key,
        "tokens": ApiToken.objects.filter(user=request.user),
        "now": timezone.now(),
    }
    wrong = form.is_bound and not key
    response = render(request, "accounts/tokens.html", context, status=422 if wrong else 200)
    no_store(response)
    return response


@require_POST
@needs()
def end_token(request: SignedIn, number: int) -> HttpResponse:
    """Ends a token of one's own; another's is as if it were not there."""
    found = ApiToken.objects.filter(pk=number, user=request.user)
    if token := found.first():
        token.delete()
        note(request, "end token", token.name)
        messages.success(request, gettext("The token has ended."))
    return redirect("tokens")
