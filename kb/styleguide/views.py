"""The style guide, for staff alone."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import render

from kb.accounts.gate import SignedIn, needs
from kb.diagnosis.forms import PasteForm
from kb.styleguide.samples import samples


@needs()
def styleguide(request: SignedIn) -> HttpResponse:
    if not request.user.is_staff:
        raise PermissionDenied
    return render(request, "styleguide/page.html", samples() | {"form": PasteForm({})})
