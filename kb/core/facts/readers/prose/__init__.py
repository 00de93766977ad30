"""What people write about their machine, in English and Chinese: `跑在两张 4090 上`, `8xH100`."""

import re
from collections.abc import Iterator

from kb.core.facts.found import Found
from kb.core.facts.readers.prose import cards, models, releases, remarks
from kb.core.text import Line

LONGEST = 3000  # characters of a line that are taken for prose
_MOST_PAIRS = 8  # `k=v` of a line that is still a sentence, not a printed configuration
_CODE = re.compile(
    r"\s*(?:File \"|Traceback|at |\^|\||\+-|\[\w+\]|import |from \w+ import|def |class |return "
    r"|raise |if |#|//|<|\{|\}|\.\.\.|\w+\(|\w+Error\b|\w+Exception\b|WARNING|INFO|ERROR|DEBUG"
    r"|usage:|RUN |COPY |pip |uv |Collecting |Downloading |Using cached |Requirement already )",
    re.ASCII,
)


def read(line: Line) -> Iterator[Found]:
    """Facts of a sentence; nothing from log lines, code, tables and tracebacks."""
    yield from cards.read_alone(line)
    if line.level or line.source or len(line.text) > LONGEST or _CODE.match(line.text):
        return
    if line.text.count("=") <= _MOST_PAIRS:
        for reader in (releases.read, cards.read, models.read, remarks.read):
            yield from reader(line)
