"""Matches in the reader's language, where a translation has it."""

from dataclasses import replace

from kb.core.ranking import Match
from kb.diagnosis.library import Library


def localised(match: Match, language: str, library: Library) -> Match:
    """The match with the texts of its translation; conditions and verdict stay."""
    if match.article.language == language:
        return match
    article = library.article(match.article.slug, language)
    if article is None or article.language == match.article.language:
        return match
    fixes = {fix.id: fix for fix in article.fixes}
    checks = {check.id: check for check in article.checks}
    return replace(
        match,
        article=article,
        fixes=tuple(replace(f, fix=fixes.get(f.fix.id, f.fix)) for f in match.fixes),
        checks=tuple(replace(o, check=checks.get(o.check.id, o.check)) for o in match.checks),
    )
