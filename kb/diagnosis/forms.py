"""What people paste: size, encoding, emptiness, refused in a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from django.conf import settings
from django.http import HttpRequest

from kb.core.messages import Message, msg
from kb.core.redact import PERSONAL_KINDS
from kb.core.text import TextError, decode
from kb.diagnosis.engine import Given

FIELDS = ("paste", "environment", "command")
_COMMAND_LIMIT = 64 * 1024  # bytes


class TooLarge(ValueError):
    """More than a paste may have."""


@dataclass(frozen=True, slots=True)
class PasteForm:
    """The paste box as it was sent. `errors` is by field; empty means that it can be read. `keep`
    are the kinds of personal details whose masks were undone."""

    texts: Mapping[str, str]
    errors: Mapping[str, Message] = field(default_factory=dict)
    keep: frozenset[str] = frozenset()

    def given(self, language: str) -> Given:
        texts = self.texts
        return Given(
            texts["paste"],
            texts["environment"],
            texts["command"],
            language=language,
            keep=self.keep,
        )


def read_paste_form(request: HttpRequest) -> PasteForm:
    """The texts of a POST; a file stands for the paste. Raises TooLarge."""
    raw = {name: _typed(request.POST.get(name, "")) for name in FIELDS}
    if upload := request.FILES.get("file"):
        raw["paste"] = upload.read(settings.PASTE_LIMIT + 1)
    if any(len(text) > _limit(name) for name, text in raw.items()):
        raise TooLarge
    return replace(_decoded(raw), keep=PERSONAL_KINDS.intersection(request.POST.getlist("keep")))


def _typed(text: str) -> bytes:
    """A field as it was typed: a browser sends each line break of it as two characters."""
    return text.replace("\r\n", "\n").encode(errors="replace")


def _limit(name: str) -> int:
    return _COMMAND_LIMIT if name == "command" else int(settings.PASTE_LIMIT)


def _decoded(raw: Mapping[str, bytes]) -> PasteForm:
    texts, errors = dict.fromkeys(FIELDS, ""), dict[str, Message]()
    for name, text in raw.items():
        try:
            texts[name] = decode(text) if text.strip() else ""
        except TextError as error:
            errors[name] = error.message
    if not errors and not any(texts.values()):
        errors["paste"] = msg("Nothing was pasted: put the error, the log or the command here.")
    return PasteForm(texts, errors)
