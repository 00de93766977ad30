"""Secrets → masks, and what was masked."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Redaction:
    """`found` counts masks by kind: {"hf-token": 1, "email": 2}."""

    text: str
    found: dict[str, int]


def redact(text: str, *, personal: bool = True) -> Redaction:
    """`text` with secrets (always) and personal details (if `personal`) replaced by masks such as `<HF_TOKEN_1>`."""
    raise NotImplementedError
