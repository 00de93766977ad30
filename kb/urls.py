"""The map of the site."""

from django.urls import URLPattern, URLResolver, include, path
from django.views.i18n import set_language

from kb.appearance import set_theme
from kb.styleguide.views import styleguide

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("kb.api.urls")),
    path("", include("kb.diagnosis.urls")),
    path("", include("kb.wiki.urls")),
    path("", include("kb.accounts.urls")),
    # How it looks
    path("language/", set_language, name="set-language"),
    path("theme/", set_theme, name="set-theme"),
    path("styleguide/", styleguide, name="styleguide"),
]

handler400 = "kb.diagnosis.views.errors.bad_request"
handler403 = "kb.diagnosis.views.errors.forbidden"
handler404 = "kb.diagnosis.views.errors.not_found"
handler500 = "kb.diagnosis.views.errors.failed"
