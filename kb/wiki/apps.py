"""Articles with their history."""

from django.apps import AppConfig


class WikiConfig(AppConfig):
    name = "kb.wiki"
