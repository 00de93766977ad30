"""Characters that a web page or a word processor put in: blanks, nothing, entities, full-width
marks."""

import html
import re

from kb.core.launch.mends.mending import Mended, Mending, comments_of, mended, outside
from kb.core.launch.spans import Edit

_NOTHING = re.compile(r"[\u00ad\u200b-\u200d\u2060\ufeff]+")
_BLANK = re.compile(r"[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
_LINE = re.compile(r"[\u2028\u2029\u0085]|<br\s*/?>\n?")
_ENTITY = re.compile(
    r"&(?:amp|quot|apos|lt|gt|nbsp|ndash|mdash|minus|hyphen|dash|[lr][sd]quo|lowbar|equals|colon"
    r"|sol|bsol|comma|period|lbrace|rbrace|lsqb|rsqb|ast|#\d{2,5}|#[xX][0-9a-fA-F]{2,4});"
)
_DASHES = "-\u2010-\u2015\u2212\ufe58\ufe63\uff0d"
_BETWEEN = re.compile(rf"[ \t]*[，；、,;][ \t]*(?=[{_DASHES}]{{1,3}}[A-Za-z])")
_AT_END = re.compile(r"[，。；、：！]+(?=[ \t\r\n\\\"'`]|$)")
_COLON = re.compile(rf"(?<!\S)([{_DASHES}]{{1,3}}[A-Za-z][\w.-]*)[：＝]\s?(?=\S)")
_QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")


def invisible(text: str, mending: Mending) -> Mended:
    """Zero-width characters go."""
    edits = (Edit(*hit.span(), "") for hit in _NOTHING.finditer(text))
    return mended(text, edits, "characters that cannot be seen were taken out")


def blanks(text: str, mending: Mending) -> Mended:
    """Non-breaking and wide blanks become blanks."""
    edits = (Edit(*hit.span(), " ") for hit in _BLANK.finditer(text))
    return mended(text, edits, "blanks that a shell takes for letters became blanks")


def line_ends(text: str, mending: Mending) -> Mended:
    edits = (Edit(*hit.span(), "\n") for hit in _LINE.finditer(text))
    return mended(text, edits, "line ends of a web page became line ends")


def entities(text: str, mending: Mending) -> Mended:
    """`&amp;` → `&`, once."""
    edits = (Edit(*hit.span(), html.unescape(hit[0]).replace("\xa0", " "))
             for hit in _ENTITY.finditer(text))  # fmt: skip
    return mended(text, edits, "HTML entities became the characters that they stand for")


def full_width(text: str, mending: Mending) -> Mended:
    """A full-width mark between two options is a blank, behind a word nothing; in quotes it
    stays."""
    apart = [(*hit.span(), " ") for hit in _BETWEEN.finditer(text) if _wide(hit[0])]
    apart += [(hit.end(1), hit.end(), " ") for hit in _COLON.finditer(text)
              if mending.known(hit[1])]  # fmt: skip
    taken = {start for start, _, _ in apart}
    ends = [(*hit.span(), "") for hit in _AT_END.finditer(text) if hit.start() not in taken]
    edits = [Edit(*one) for one in sorted(apart + ends)]
    quoted = [hit.span() for hit in _QUOTED.finditer(text)]
    edits = list(outside(outside(edits, comments_of(text)), quoted))
    return mended(text, edits, "full-width marks were taken out of the command")


def _wide(mark: str) -> bool:
    return mark.strip() not in ",;"
