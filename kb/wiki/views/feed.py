"""What changed lately, as an Atom feed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import HttpRequest
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import gettext_lazy as _

from kb.wiki.models import Page
from kb.wiki.models.page import PageQuerySet

_MOST = 40


class LatelyChanged(Feed):  # type: ignore[type-arg]
    """Titles and summaries as text; only what this reader may see. `?topic=` narrows it."""

    feed_type = Atom1Feed
    title = _("Articles that changed lately")
    link = "/articles/"

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> PageQuerySet:
        visible = Page.objects.visible_to(request.user).answering()
        topic = request.GET.get("topic", "")[:100]
        return visible.filter(topic=topic) if topic else visible

    def items(self, visible: PageQuerySet) -> PageQuerySet:
        return visible.order_by("-updated")[:_MOST]

    def item_title(self, item: Page) -> str:
        return item.title

    def item_description(self, item: Page) -> str:
        return escape(item.summary)  # Atom takes a summary of Django's for HTML

    def item_updateddate(self, item: Page) -> datetime:
        return item.updated
