"""From a paste over questions to a fix."""

from django.apps import AppConfig


class DiagnosisConfig(AppConfig):
    name = "kb.diagnosis"
