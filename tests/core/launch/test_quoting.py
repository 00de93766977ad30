"""Any value becomes one word, which real shells read back to the character and never run."""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator

import pytest

from kb.core.launch.dialects import SH
from kb.core.launch.quoting import quote, requote

HOSTILE = [
    "'", '"', "`", "$(id)", "${x}", "$", "\\", "\\\\", "!", "!!", "#", ";", "&", "&&", "|",
    "||", ">", "<(id)", "*", "?", "[a]", "{a,b}", "~x", "\n", "\r", "\t", " ", "a", "-", "--x",
    "=", "%s", "%", "中文", "\u202e", "\u200b", "\x1b[31m", "\x7f", "é", "\\n", "$'a'", "(", ")",
    "if", "0", "/",
]  # fmt: skip
# Kept as the person wrote them: a variable of the own shell, and the own home folder.
MEANT = re.compile(r"\$(?:\w+|\{\w+\})|~.*", re.ASCII | re.DOTALL)


def values(count: int) -> Iterator[str]:
    chance = random.Random(11)
    while count:
        value = "".join(chance.choices(HOSTILE, k=chance.randint(0, 8)))
        if not MEANT.fullmatch(value):
            yield value
            count -= 1


@pytest.mark.parametrize("shell", ["bash", "dash"])
@pytest.mark.parametrize("count", [500, pytest.param(10_000, marks=pytest.mark.long)])
def test_shells_read_the_value_back(shell: str, count: int) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell}")
    given = list(values(count))
    marks = ("", "'x'", '"x"')  # as the user had it
    words = [
        requote(marks[at % 3], each, SH) if at % 3 else quote(each, SH)
        for at, each in enumerate(given)
    ]
    script = "".join(f"printf '%s\\0' {word}\n" for word in words)
    ended = subprocess.run([shell], input=script.encode(), capture_output=True)
    assert ended.stderr == b""
    read = ended.stdout.decode().split("\0")[:-1]
    assert [pair for pair in zip(given, read, strict=True) if pair[0] != pair[1]] == []
