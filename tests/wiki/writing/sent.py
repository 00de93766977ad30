"""What a browser would send with the form of an article."""

from kb.wiki.corpus.source import read_article
from kb.wiki.editing.posted import flat
from kb.wiki.editing.undressing import values_of
from kb.wiki.models import Page
from tests.wiki.factory import source

LINE = "GlorbError: glorb 12 is not glorbed"


def form_of(text: str = "", **changes: str) -> dict[str, str]:
    """The fields of a complete article, some of them changed; names with `__` for dots."""
    article = read_article(text or source("Glorbs break", LINE), "x").article
    assert article is not None
    fields = dict(flat(values_of(article))) | {"topic": "vllm", "based_on": "0", "do": "save"}
    return fields | {name.replace("__", "."): value for name, value in changes.items()}


def edit_of(slug: str, **changes: str) -> dict[str, str]:
    """The form of a page as it is opened now."""
    newest = Page.objects.get(slug=slug).revisions.all()[0]
    return form_of(newest.source, **({"based_on": str(newest.number)} | changes))
