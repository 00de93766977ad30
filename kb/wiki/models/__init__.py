"""Pages, their immutable revisions, what people say of them, and what the index has to learn."""

from kb.wiki.models.job import Job
from kb.wiki.models.outbox import IndexOutbox
from kb.wiki.models.page import Facet, FormerSlug, Page, State, Until
from kb.wiki.models.review import Review
from kb.wiki.models.revision import Revision
from kb.wiki.models.shared import SharedRevision, SharedText
from kb.wiki.models.together import Comment, Task, Watch

__all__ = [
    "Comment",
    "Facet",
    "FormerSlug",
    "IndexOutbox",
    "Job",
    "Page",
    "Review",
    "Revision",
    "SharedRevision",
    "SharedText",
    "State",
    "Task",
    "Until",
    "Watch",
]
