"""Shared texts with something in them that the shipped ones lack."""

from kb.wiki.corpus.contents import shared_text
from tests.wiki.texts import source

GPU = "Z900"  # no such card


def facts_with(value: str = GPU) -> str:
    """The vocabulary with one card more."""
    return current("facts").replace("    T4:", f"    {value}: {{}}\n    T4:", 1)


def flags_with(flag: str) -> str:
    """Ollama's catalogue with one variable more."""
    return current("ollama").replace("\nenv:\n", f"\nenv:\n  {flag}:\n    since: 0.2.8\n", 1)


def current(name: str) -> str:
    text = shared_text(name)
    assert text is not None
    return text


def on_our_card() -> str:
    """An article about the card that the vocabulary lacks."""
    return source().replace("quantization: fp8", f"quantization: fp8\n    gpu: {GPU}")
