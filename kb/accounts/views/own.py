"""One's own account: where mail goes, and the password."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from kb.accounts.audit import note
from kb.accounts.forms import AddressForm
from kb.accounts.gate import SignedIn, needs


@require_http_methods(["GET", "HEAD", "POST"])
@needs()
def account(request: SignedIn) -> HttpResponse:
    form = AddressForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        form.save()
        note(request, "set address", request.user.username)
        messages.success(request, gettext("Saved."))
        return redirect("account")
    return render(
        request, "accounts/account.html", {"form": form}, status=422 if form.is_bound else 200
    )


class Password(PasswordChangeView):
    template_name = "accounts/password.html"
    success_url = reverse_lazy("account")

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        note(self.request, "password", form.user.get_username())
        messages.success(self.request, gettext("Saved."))
        return super().form_valid(form)
