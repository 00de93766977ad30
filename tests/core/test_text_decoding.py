"""Bytes as logs are saved."""

import pytest

from kb.core.text import TextError, decode

READABLE = [
    (b"ValueError: x", "ValueError: x"),
    (b"\xef\xbb\xbfValueError: x", "ValueError: x"),
    ("显存不足".encode(), "显存不足"),
    ("启动报错 显存不足".encode("gb18030"), "启动报错 显存不足"),
    ("错误".encode("utf-16"), "错误"),
    (b"\xfe\xff" + "错误".encode("utf-16-be"), "错误"),
    ("plain PowerShell redirect".encode("utf-16-le"), "plain PowerShell redirect"),
    ("显存不足显存".encode()[:-1], "显存不足显\ufffd"),  # cut inside a character
    (b"x" * 2000 + b"\xff", "x" * 2000 + "\ufffd"),  # a torn write in a long log
    (b"", ""),
]
REFUSED = [
    (b"\x1f\x8b\x08\x00abc", "gzip"),
    (b"PK\x03\x04abc", "zip"),
    (b"\x89PNG\r\n", "PNG"),
    (b"abc\0def", "binary"),
    (b"\x00\x01\x02\x03" * 50, "binary"),
    (b"\x01\x02\x03\x04" * 50, "binary"),
    ("a\0b".encode("utf-16"), "binary"),
    (b"\xff\x00\xff\xff\x00", "binary"),
    (b"caf\xe9 cr\xe8me", "encoding"),
]


@pytest.mark.parametrize(("raw", "text"), READABLE)
def test_readable(raw: bytes, text: str) -> None:
    assert decode(raw) == text


@pytest.mark.parametrize(("raw", "word"), REFUSED)
def test_refused_with_a_sentence(raw: bytes, word: str) -> None:
    with pytest.raises(TextError) as caught:
        decode(raw)
    assert word in str(caught.value)
    assert str(caught.value).endswith(".")
