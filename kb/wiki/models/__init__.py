"""Pages, their immutable revisions, and what the index still has to learn."""

from kb.wiki.models.outbox import IndexOutbox
from kb.wiki.models.page import Facet, FormerSlug, Page, State
from kb.wiki.models.revision import Revision

__all__ = ["Facet", "FormerSlug", "IndexOutbox", "Page", "Revision", "State"]
