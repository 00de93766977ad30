"""A request and its page end with the answer.

Parts of Django's own point back at what holds them. So each would stay, with the paste and all that
was read for it, until garbage is looked for: tens of megabytes a process under load.
"""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template import TemplateDoesNotExist
from django.template.backends import django as backend
from django.template.context import make_context
from django.utils.safestring import SafeString

from kb.http import Answer

_POINTING_BACK = ("user", "auser", "_messages", "htmx")  # what middlewares give a request


def let_go(answer: Answer) -> Answer:
    """Middleware, the outermost: nothing of a request points back to it once it is answered."""

    def respond(request: HttpRequest) -> HttpResponse:
        try:
            return answer(request)
        finally:
            for name in _POINTING_BACK:
                vars(request).pop(name, None)

    return respond


class _Template(backend.Template):
    def render(
        self, context: dict[str, Any] | None = None, request: HttpRequest | None = None
    ) -> SafeString:
        made = make_context(context, request, autoescape=self.backend.engine.autoescape)
        try:
            return self.template.render(made)
        except TemplateDoesNotExist as error:
            backend.reraise(error, self.backend)
        finally:
            made.dicts = []  # each of which points back to `made`


class Templates(backend.DjangoTemplates):
    """Django's templates, whose contexts end with the page."""

    def get_template(self, template_name: str) -> _Template:
        return _Template(super().get_template(template_name).template, self)
