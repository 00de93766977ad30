"""It worked, it did not, could not try: what became of a fix."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from kb.accounts.throttle import throttled
from kb.diagnosis.answers import query_of, state_in, usable
from kb.diagnosis.outcomes import answer_for, facts_of
from kb.diagnosis.views.home import library_of
from kb.diagnosis.views.result import get_kept_or_404
from kb.wiki.corpus.contents import vocabulary
from kb.wiki.models import Page


@require_POST
@throttled()
def outcome(request: HttpRequest, token: str) -> HttpResponse:
    """`article`, `fix`, `result`. Twice is once; another result takes the place of the first."""
    diagnosis = get_kept_or_404(token)
    answers = usable(request.GET.dict(), library_of(request))
    visible = Page.objects.visible_to(request.user).answering().select_related("current_revision")
    page = get_object_or_404(visible, slug=request.POST.get("article", "")[:200])
    result = request.POST.get("result", "")
    facts, fix = facts_of(diagnosis, answers), request.POST.get("fix", "")[:80]
    if not answer_for(diagnosis, page, fix, result, facts, vocabulary()):
        messages.error(request, gettext("This fix was no answer to this paste."))
    elif result == "failed":
        messages.info(request, gettext("Noted. What to try next stands under the fix."))
    else:
        messages.success(request, gettext("Noted, thank you."))
    return redirect(f"{diagnosis.get_absolute_url()}{query_of(answers, state_in(request.GET))}#fix")
