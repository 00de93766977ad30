"""Addresses for programs."""

from django.urls import path

from kb.api import diagnosing, health, openapi, reading

urlpatterns = [
    path("api/v1/diagnose", diagnosing.diagnose_api, name="api-diagnose"),
    path("api/v1/articles", reading.articles, name="api-articles"),
    path("api/v1/articles/<slug:slug>", reading.article, name="api-article"),
    path("api/v1/facts", reading.facts, name="api-facts"),
    path("api/v1/openapi.json", openapi.description, name="api-openapi"),
    # Operators and agents
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("llms.txt", health.llms, name="llms"),
]
