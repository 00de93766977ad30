"""The rules of masking for a browser, which applies them before it sends anything."""

from __future__ import annotations

import hashlib

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import condition, require_safe

from kb.core.redact import rules_table
from kb.diagnosis.templatetags.masks import mask_words

_RULES = rules_table()
_ETAG = hashlib.blake2b(repr(_RULES).encode(), digest_size=8).hexdigest()


def _etag(request: HttpRequest) -> str:
    return f'"{_ETAG}-{request.LANGUAGE_CODE}"'


@require_safe
@cache_control(private=True, max_age=300)
@condition(etag_func=_etag)
def rules(request: HttpRequest) -> HttpResponse:
    """`rules` in the order in which they are applied, `words` of each kind in the reader's
    language."""
    words = {str(row["kind"]): mask_words(str(row["kind"])) for row in _RULES}
    return JsonResponse({"rules": _RULES, "words": words})
