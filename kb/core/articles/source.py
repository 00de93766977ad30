"""The source of an article → front matter and body."""

from dataclasses import dataclass

from kb.core.messages import Message, msg

SOURCE_LIMIT = 256 * 1024
FRONT_LIMIT = 64 * 1024


@dataclass(frozen=True, slots=True)
class Source:
    """`front` is None for an article in plain prose; lines are those of the file, from 1."""

    front: str | None
    body: str
    body_line: int
    refused: Message | None = None


def split(source: str) -> Source:
    """Front matter stands between `---` on the first line and the next line that is `---`."""
    text = source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > SOURCE_LIMIT or len(text.encode(errors="replace")) > SOURCE_LIMIT:
        return Source(None, "", 1, msg("an article may hold 256 KiB; shorten it"))
    lines = text.split("\n")
    if lines[0].rstrip() != "---":
        return Source(None, text, 1)
    end = next((at for at in range(1, len(lines)) if lines[at].rstrip() == "---"), None)
    if end is None:
        return Source(None, "", 1, msg("the front matter is not closed; end it with a line `---`"))
    front = "\n".join(lines[1:end]) + "\n"
    if len(front.encode(errors="replace")) > FRONT_LIMIT:
        return Source(None, "", 1, msg("the front matter may hold 64 KiB; shorten it"))
    return Source(front, "\n".join(lines[end + 1 :]), end + 2)
