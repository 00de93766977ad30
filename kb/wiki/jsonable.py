"""Values of core → JSON: sentences as English text, tuples as lists."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from kb.core.articles import Article
from kb.core.messages import Message


def jsonable(value: object) -> Any:
    """Nested dicts, lists, strings, numbers and None."""
    if isinstance(value, Message):
        return str(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: jsonable(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): jsonable(each) for key, each in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [jsonable(each) for each in value]
    return value


def article_json(article: Article) -> dict[str, Any]:
    """What `/articles/<slug>.json` gives: the fields of the article, by their names."""
    return dict(jsonable(article))
