"""YAML text ⇄ values with positions: a strict loader in which text stays text, and an emitter."""

from kb.core.documents.emitter import Block, Flow, emit
from kb.core.documents.loader import DocumentError, load, read
from kb.core.documents.nodes import Document, Fault, Fields, Items, Node, Text, place_of, plain
from kb.core.documents.reading import ARTICLE, Limits

__all__ = [
    "ARTICLE",
    "Block",
    "Document",
    "DocumentError",
    "Fault",
    "Fields",
    "Flow",
    "Items",
    "Limits",
    "Node",
    "Text",
    "emit",
    "load",
    "place_of",
    "plain",
    "read",
]
