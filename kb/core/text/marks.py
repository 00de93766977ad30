"""What terminals and web pages leave in a line: colours, entities, borders, progress bars."""

import html
import re

_LITERAL = ("^[[", "ESC[", "\\x1b[", "\\u001b[", "\\033[", "\\e[", "\u241b[")
_COLOUR = re.compile(
    r"(?:\x1b|\^\[|ESC|\\x1b|\\u001b|\\033|\\e|\u241b)\[[0-9;?]{0,20}[A-Za-z]"
    r"|\x1b\][^\x07\x1b\n]{0,2000}(?:\x07|\x1b\\)|\x1b[()=>78][0B]?"
)
_BARE_COLOUR = re.compile(r"\[(?:0|[13-9]\d{0,2}|\d{1,3}(?:;\d{1,3}){1,4})m(?!\])")
_INVISIBLE = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]"
)
_BLANK = re.compile(r"[\xa0\u2000-\u200a\u202f\u205f\u3000]")
_ENTITY = re.compile(r"&(?:amp|lt|gt|quot|nbsp|apos|#\d{1,6}|#x[0-9a-fA-F]{1,5});")
_BORDER = re.compile(r"^\s{0,40}[│┃║](?: |$)|[ \t]{1,400}[│┃║]$")
_RULE = re.compile(r"[\s╭╮╰╯─━═┄┈┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╪+=_*~-]{3,}")
_BAR = re.compile(
    r"[^|\n]{0,200}?\d{1,3}%(?: Completed)? ?\|[^|\n]{0,400}\|? *[\d.]{1,20}[kKMGTi]{0,2}B?"
    r"/[\d.]{1,20}[kKMGTi]{0,2}B? *\[[^\]\n]{0,120}\]"
)
_WHOLE_BARS = (  # a word of the line, and what the whole of it looks like
    ("%|", re.compile(r".{0,200}?\d{1,3}%\|[█▏▎▍▌▋▊▉#·. ]{0,400}\|?.{0,80}")),
    ("━", re.compile(r"\s*[━╸╺╴─]{5,}.{0,80}")),
    ("[=", re.compile(r"\s*\[[=>#. -]{5,}\].{0,80}")),
    (
        ": ",
        re.compile(
            r"[0-9a-f]{12}: (?:Pull|Wait|Download|Extract|Verif|Already|Push|Mount).{0,200}"
        ),
    ),
    ("pulling ", re.compile(r"pulling [0-9a-f]{12}.{0,20}\d{1,3}% ?[▕|].{0,300}")),
    (
        "ing",
        re.compile(r"\s*(?:Downloading|Extracting|Fetching|Uploading)\b.{0,100}\d{1,3}%.{0,120}"),
    ),
    ("checkpoint shards", re.compile(r"Loading \w+ checkpoint shards:.{0,300}")),
    ("model tensors", re.compile(r"loaded +\d{1,3}% model tensors into buffer")),
)


def has_bare_colours(text: str) -> bool:
    """Whether a paste lost the escape character of its colours (`[0;36m`)."""
    return len(_BARE_COLOUR.findall(text[:200_000])) >= 2


def has_literal_colours(text: str) -> bool:
    """Whether a paste spells its escape characters (`^[[31m`, `ESC[36m`)."""
    for mark in _LITERAL:  # noqa: SIM110  (asked of each line; a loop is twice as fast)
        if mark in text:
            return True
    return False


def without_colours(text: str, bare: bool, literal: bool = True) -> str:
    """`text` without terminal sequences, `literal` ones that are spelled, and `bare` ones that lost
    their escape."""
    if "\x1b" in text or (literal and has_literal_colours(text)):
        text = _COLOUR.sub("", text)
    return _BARE_COLOUR.sub("", text) if bare and "[" in text else text


def without_invisible(text: str) -> str:
    """`text` with unusual blanks as blanks and without control and zero-width characters."""
    return _INVISIBLE.sub("", text if text.isascii() else _BLANK.sub(" ", text))


def entities_decoded(text: str) -> str:
    """`text` with HTML's entities decoded once: `&amp;lt;` is `&lt;`."""
    return _ENTITY.sub(lambda found: html.unescape(found.group()), text)


def without_borders(text: str) -> str:
    """`text` without the box that is drawn around it; a line that is all box is empty."""
    if _RULE.fullmatch(text):
        return ""
    return _BORDER.sub("", text)


def without_progress(text: str) -> str:
    """`text` without progress bars; what was printed on the same line behind a bar stays."""
    if "%" not in text:
        return "" if _is_bar(text, ("━", "[=", ": ")) else text
    bar = _BAR.match(text) if "|" in text else None
    while bar is not None:
        text = text[bar.end() :].lstrip(", ")
        bar = _BAR.match(text)
    return "" if _is_bar(text, ()) else text


def _is_bar(text: str, words: tuple[str, ...]) -> bool:
    """Whether the whole line is a bar, by the rows of `words` (none = all rows)."""
    if words and text[12:14] != ": " and words[0] not in text and words[1] not in text:
        return False
    return any(word in text and bar.fullmatch(text) for word, bar in _WHOLE_BARS)
