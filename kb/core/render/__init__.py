"""Markdown → safe HTML; the only place that makes HTML from what people write."""

from kb.core.render.pipeline import RENDER_LIMIT, VERSION, render, render_inline

__all__ = ["RENDER_LIMIT", "VERSION", "render", "render_inline"]
