"""Bytes → text: the encodings in which logs are saved, and a clear refusal of what is no text."""

import re

from kb.core.messages import msg
from kb.core.text.model import TextError

_MARKED = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_ARCHIVES = (
    (b"\x1f\x8b", "gzip"),
    (b"PK\x03\x04", "zip"),
    (b"%PDF-", "PDF"),
    (b"\x89PNG", "PNG"),
    (b"\xff\xd8\xff", "JPEG"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"(\xb5/\xfd", "zstd"),
)
_CONTROL = re.compile(rb"[\x01-\x06\x0e-\x1a\x1c-\x1f]")
_BROKEN_SHARE = 500  # one undecodable byte in so many is a torn write, more is another encoding


def decode(raw: bytes) -> str:
    """The text of `raw`: UTF-8, UTF-16 (with a mark, or plainly so) or GB18030.

    A few torn bytes of a UTF-8 log become U+FFFD. Raises TextError for archives, NUL bytes, binary
    and unknown encodings.
    """
    _refuse_archives(raw)
    for mark, encoding in _MARKED:
        if raw.startswith(mark):
            return _text(raw[len(mark) :].decode(encoding, "replace"))
    if b"\0" in raw:
        return _text(_unmarked_utf16(raw))
    if len(_CONTROL.findall(raw)) > len(raw) // 50:
        raise _no_text()
    return _utf8(raw)


def _refuse_archives(raw: bytes) -> None:
    for magic, name in _ARCHIVES:
        if raw.startswith(magic):
            raise TextError(
                msg("This is a {kind} file, not text. Unpack it and paste the log.", kind=name)
            )


def _no_text() -> TextError:
    return TextError(msg("This is no text: it holds binary data. Save the log as plain text."))


def _text(text: str) -> str:
    if "\0" in text:
        raise _no_text()
    return text


def _unmarked_utf16(raw: bytes) -> str:
    """PowerShell's `>` without its mark: nearly every second byte of a log is NUL."""
    half = len(raw) // 2
    if raw[1::2].count(0) > 0.7 * half and not raw[0::2].count(0):
        return raw.decode("utf-16-le", "replace")
    if raw[0::2].count(0) > 0.7 * half and not raw[1::2].count(0):
        return raw.decode("utf-16-be", "replace")
    raise _no_text()


def _utf8(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return _mended(raw)


def _mended(raw: bytes) -> str:
    """Torn UTF-8 if most of it is right; else GB18030; else torn ASCII; else refused."""
    torn = raw.decode("utf-8", "replace")
    broken = torn.count("\ufffd")
    beyond = sum(1 for character in torn if character > "\x7f") - broken
    if beyond > 3 * broken:
        return torn
    try:
        return raw.decode("gb18030")
    except UnicodeDecodeError:
        if broken * _BROKEN_SHARE <= len(raw):
            return torn
    raise TextError(msg("The encoding of this text is not known. Save it as UTF-8."))
