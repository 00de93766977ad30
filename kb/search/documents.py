"""An article as a document to search."""

from kb.core.articles import Article
from kb.core.conditions import Condition
from kb.core.errors import fingerprint, signature
from kb.search.index import SearchDocument

_FACETS = ("engine", "symptom", "stage", "gpu", "quantization", "modality")


def document_of(article: Article) -> SearchDocument:
    """The document of an article (of a translation: give the overlay over its original)."""
    samples = [line for sample in article.errors for line in _lines(sample.text)]
    bodies = {section.name or section.heading: section.body for section in article.sections}
    symptom = "\n".join(bodies.pop(name, "") for name in ("symptom", "summary"))
    bodies.pop("error", None)
    return SearchDocument(
        slug=article.slug,
        group=article.translation_of or article.slug,
        language=article.language,
        topic=article.topic,
        title=article.title,
        errors=tuple(sample.text for sample in article.errors),
        hints=article.hints,
        symptom=symptom,
        body="\n".join((*bodies.values(), *_said_elsewhere(article))),
        facets=_facets(article),
        fingerprints=tuple(dict.fromkeys(fingerprint(signature(line)) for line in samples)),
    )


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _said_elsewhere(article: Article) -> list[str]:
    """Words outside the sections: of fixes, conditions and what is open."""
    said = [article.cause.open, *article.cause.ruled_out]
    for fix in article.fixes:
        said += [fix.title, fix.command, *fix.steps, *fix.run]
        said += [f"{change.flag} {change.name} {change.value or ''}" for change in fix.launch]
    environment = article.environment
    for condition in (*environment.requires, *environment.seen):
        said += [condition.wanted, *condition.values]
    return said


def _facets(article: Article) -> dict[str, tuple[str, ...]]:
    """What a search can be narrowed by: the article's state and audience and what it requires."""
    facets = {"state": (article.state,), "audience": article.audience or ("",)}
    for condition in article.environment.requires:
        if condition.fact in _FACETS and not condition.negated:
            facets[condition.fact] = _values(condition)
    return facets


def _values(condition: Condition) -> tuple[str, ...]:
    return condition.values or (condition.wanted,)
