"""People: groups, first administrator, tokens, throttle, audit."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "kb.accounts"
