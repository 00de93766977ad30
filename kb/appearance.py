"""Language and light or dark: cookies, set by POST."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

THEMES = {"light", "dark"}


@require_POST
def set_theme(request: HttpRequest) -> HttpResponse:
    """`theme` = light or dark; anything else follows the system again."""
    response = redirect(_back(request))
    theme = request.POST.get("theme", "")
    if theme in THEMES:
        response.set_cookie(
            "theme", theme, max_age=365 * 86400, samesite="Lax", secure=settings.HTTPS
        )
    else:
        response.delete_cookie("theme", samesite="Lax")
    return response


def _back(request: HttpRequest) -> str:
    """The page that the form names, if it is one of ours."""
    wanted = request.POST.get("next", "")
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, request.is_secure())
    return wanted if ours else "/"


def theme_of(request: HttpRequest) -> str:
    theme = request.COOKIES.get("theme", "")
    return theme if theme in THEMES else ""
