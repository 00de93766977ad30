"""Does a clause speak of the machine at hand, or of another one, another version, a wish?"""

import re

_ELSEWHERE = re.compile(
    r"^\W*(?:\[[\w -]+\]\s*)?use\b"
    r"|\b(?:works?|worked|working|fine|ok|fixed|fixes|upgrad\w*|downgrad\w*|updat\w*|requires?"
    r"|required|needs?|at least|minimum|instead|newer|older|earlier|later|before|since|until"
    r"|unlike|tried|try|never|not|supports?|supported|prefill|decode|recommend\w*|should"
    r"|compatible|previous(?:ly)?|above|below|compared|without|tested)\b"
    r"|正常|没问题|没有问题|升级|降级|需要|要求|以上|以下|之前|之后|更早|更新到|换成|改用|建议|请"
    r"|试过|为例|不会|不支持|兼容|未|无此|>=|<=|[<>≥≤]|~=",
    re.IGNORECASE | re.ASCII,
)
_LATER = re.compile(
    r"\s*(?:\+|\.x\b|\.\*|-\d|或以上|及以上|(?:and|or) (?:later|newer|above|up))", re.ASCII
)
_CLAUSE = re.compile(r"[,，;；。()（）、]|\.\s")
_EXAMPLE = re.compile(r"\b(?:e\.g\.|for example|such as)|例如|比如|譬如", re.IGNORECASE)
MOST = 20  # things of one kind that a line is read for
_NEAR = 40  # characters on each side that are looked at, up to the end of the clause


def here(text: str, start: int, end: int) -> bool:
    """Is what stands at `start` to `end` said of the machine at hand?"""
    before = _CLAUSE.split(text[max(0, start - _NEAR) : start])[-1]
    after = _CLAUSE.split(text[end : end + _NEAR])[0]
    wide = re.split(r"[)）。;；]", text[max(0, start - 3 * _NEAR) : start])[-1]
    example = _EXAMPLE.search(wide) is not None
    return not (example or elsewhere(before) or elsewhere(after) or _LATER.match(text, end))


def elsewhere(clause: str) -> bool:
    """Does the clause speak of something else?"""
    return _ELSEWHERE.search(clause) is not None
