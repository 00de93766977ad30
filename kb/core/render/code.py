"""Code → HTML with classes for its colours, where that is cheap."""

import re
from html import escape

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from kb.core.render.cleaner import LANGUAGES, ODD_CHARACTER

# Lexers are quadratic in long lines; these bounds keep the worst of them in milliseconds.
_LINES = 200
_LINE_LENGTH = 400
_SIZE = 8_000

# Characters that do not show but change what a command does or how it reads.
_ODD = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
BIDIRECTIONAL = re.compile("[\u202a-\u202e\u2066-\u2069]")


def code_block(code: str, language: str = "") -> str:
    """A block of code. `language` is what the author wrote behind the fence."""
    name = LANGUAGES.get(language.strip().lower(), "text")
    inner = _coloured(code, name) if name != "text" and _is_cheap(code) else escape(code)
    text = _ODD.sub(lambda found: odd_character(found.group()), inner.strip("\n"))
    return f'<div class="highlight"><pre><code class="language-{name}">{text}\n</code></pre></div>'


def odd_character(character: str) -> str:
    return f'<span class="{ODD_CHARACTER}">U+{ord(character):04X}</span>'


def _coloured(code: str, name: str) -> str:
    lexer = get_lexer_by_name(name, stripnl=False)
    coloured: str = highlight(code, lexer, HtmlFormatter(nowrap=True))
    return coloured


def _is_cheap(code: str) -> bool:
    lines = code.split("\n")
    return (
        len(code) <= _SIZE
        and len(lines) <= _LINES
        and max(map(len, lines), default=0) <= _LINE_LENGTH
    )
