"""An article in plain prose → Article with proposals."""

from kb.core.plain.parsing import parse_plain

__all__ = ["parse_plain"]
