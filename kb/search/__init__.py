"""Finds candidates. Knows core and an engine; no models, no Django."""
