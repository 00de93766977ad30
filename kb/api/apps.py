"""JSON: the same calls as the pages in another dress."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "kb.api"
