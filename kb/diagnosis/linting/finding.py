"""What is wrong with an article file."""

from __future__ import annotations

from dataclasses import dataclass

from kb.core.articles import Article
from kb.core.messages import Message


@dataclass(frozen=True, slots=True)
class Finding:
    """`level` is error (the file is refused), draft (it is kept back) or warning."""

    path: str
    line: int
    field: str
    message: Message
    level: str = "error"

    def as_json(self) -> dict[str, object]:
        return {
            "path": self.path,
            "line": self.line,
            "field": self.field,
            "message": str(self.message),
            "level": self.level,
        }


@dataclass(frozen=True, slots=True)
class Read:
    """An article that could be read, and where it stands."""

    path: str
    article: Article
