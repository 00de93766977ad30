"""HTML → HTML of few tags, attributes and classes; holds alone, whatever came before it."""

import nh3
from pygments.token import STANDARD_TYPES

ID_PREFIX = "user-content-"  # an id of an article never meets one of the page
ODD_CHARACTER = "odd-character"

LANGUAGES = {
    "bash": "bash",
    "bat": "bat",
    "c": "c",
    "cmd": "bat",
    "console": "console",
    "cpp": "cpp",
    "css": "css",
    "diff": "diff",
    "docker": "docker",
    "dockerfile": "docker",
    "go": "go",
    "html": "html",
    "http": "http",
    "ini": "ini",
    "java": "java",
    "javascript": "javascript",
    "js": "javascript",
    "json": "json",
    "log": "text",
    "make": "make",
    "powershell": "powershell",
    "ps1": "powershell",
    "py": "python",
    "pytb": "pytb",
    "python": "python",
    "rust": "rust",
    "sh": "bash",
    "shell": "bash",
    "sql": "sql",
    "systemd": "ini",
    "text": "text",
    "toml": "toml",
    "traceback": "pytb",
    "xml": "xml",
    "yaml": "yaml",
    "yml": "yaml",
}
_ADMONITIONS = {"admonition", "attention", "caution", "danger", "error", "hint", "important"}
_ADMONITIONS |= {"note", "tip", "warning"}
_ALIGNMENTS = {"left", "center", "right"}

_INLINE = {"a", "br", "code", "em", "span", "strong"}
_BLOCKS = {"blockquote", "div", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre"}
_BLOCKS |= {"table", "tbody", "td", "th", "thead", "tr", "ul"}

_ATTRIBUTES = {
    "a": {"href", "title"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align"},
    **{f"h{level}": {"id"} for level in range(1, 7)},
}
_CLASSES = {
    "code": {f"language-{name}" for name in LANGUAGES.values()},
    "div": {"highlight", "toc"} | _ADMONITIONS,
    "p": {"admonition-title"},
    "span": {short for short in STANDARD_TYPES.values() if short} | {ODD_CHARACTER},
}


def _kept(tag: str, name: str, value: str) -> str | None:
    if name == "id":
        return value if value.startswith(ID_PREFIX) else None
    if name == "align":
        return value if value in _ALIGNMENTS else None
    if name == "start":
        return value if value.isascii() and value.isdigit() else None
    return value


def _cleaner(tags: set[str]) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=tags,
        attributes=_ATTRIBUTES,
        allowed_classes=_CLASSES,
        attribute_filter=_kept,
        clean_content_tags={"script", "style"},
        generic_attribute_prefixes=set(),
        link_rel="noopener noreferrer nofollow ugc",
        strip_comments=True,
        url_schemes={"http", "https", "mailto"},
    )


# Built at import: a wrong combination of options is a panic of Rust's that `except Exception`
# does not catch, so it has to show at start and not with the first reader.
_PAGE = _cleaner(_INLINE | _BLOCKS)
_LINE = _cleaner(_INLINE)


def clean(html: str) -> str:
    """What may stand on a page."""
    return _PAGE.clean(html)


def clean_inline(html: str) -> str:
    """What may stand in a line."""
    return _LINE.clean(html)
