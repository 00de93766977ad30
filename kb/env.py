"""Settings from the environment: typed, with defaults; the unknown and the wrong are refused."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import unquote, urlsplit

ROOT = Path(__file__).resolve().parent.parent


class EnvError(ValueError):
    """A setting that cannot be used; the text names it and says what would be right."""


def truth(raw: str) -> bool:
    """`1`, `true`, `yes`, `on` and their opposites. Raises ValueError for anything else."""
    word = raw.strip().lower()
    if word not in {"1", "true", "yes", "on", "0", "false", "no", "off"}:
        raise ValueError("1 or 0")
    return word in {"1", "true", "yes", "on"}


def whole(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers from `least` to `most`."""

    def read(raw: str) -> int:
        if not raw.strip().isdecimal() or not least <= int(raw) <= most:
            raise ValueError(f"a whole number from {least} to {most}")
        return int(raw)

    return read


def words(raw: str) -> list[str]:
    return [word.strip() for word in raw.split(",") if word.strip()]


def level(raw: str) -> str:
    if raw.upper() not in {"DEBUG", "INFO", "WARNING", "ERROR"}:
        raise ValueError("DEBUG, INFO, WARNING or ERROR")
    return raw.upper()


def form(raw: str) -> str:
    if raw not in {"line", "json"}:
        raise ValueError("line or json")
    return raw


def token(raw: str) -> str:
    if raw and len(raw) < 20:
        raise ValueError("at least 20 random characters")
    return raw


def folder(raw: str) -> Path:
    if not raw.strip() or "\0" in raw:
        raise ValueError("the path of a folder")
    return Path(raw).expanduser().absolute()


def database(raw: str) -> str:
    scheme = raw.partition("://")[0]
    if raw and scheme not in {"sqlite", "postgres", "postgresql"}:
        raise ValueError("sqlite:///… or postgresql://user:password@host/name")
    return raw


def replica(raw: str) -> str:
    if raw and raw.partition("://")[0] not in {"postgres", "postgresql"}:
        raise ValueError("postgresql://user:password@host/name")
    return raw


def secret(raw: str) -> str:
    if raw and len(raw) < 50:
        raise ValueError("at least 50 random characters")
    return raw


def reading(raw: str) -> str:
    if raw not in {"open", "login"}:
        raise ValueError("open or login")
    return raw


def header(raw: str) -> str:
    if raw and not re.fullmatch(r"[A-Za-z][A-Za-z0-9-]{0,60}", raw):
        raise ValueError("the name of a header, such as X-Forwarded-User")
    return raw


def mail(raw: str) -> dict[str, object]:
    """Django's settings of a mail server; nothing is sent where it is not set."""
    found = urlsplit(raw)
    if raw and (found.scheme not in {"smtp", "smtps"} or not found.hostname):
        raise ValueError("smtp://user:password@host:port, or smtps://… for TLS")
    return {
        "EMAIL_HOST": found.hostname or "",
        "EMAIL_PORT": found.port or (465 if found.scheme == "smtps" else 25),
        "EMAIL_HOST_USER": unquote(found.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(found.password or ""),
        "EMAIL_USE_SSL": found.scheme == "smtps",
    }


@dataclass(frozen=True, slots=True)
class Setting:
    """`default` is written as one would write it in the environment; "" = not set."""

    name: str
    read: Callable[[str], object]
    default: str
    help: str


SETTINGS = (
    Setting(
        "KB_DATA_DIR",
        folder,
        str(ROOT / "var"),
        "folder of the database, the index and the secret key",
    ),
    Setting(
        "KB_ARTICLES_DIR",
        folder,
        str(ROOT / "articles"),
        "folder of the shipped articles, facts and flags",
    ),
    Setting(
        "KB_SECRET_KEY", secret, "", "secret key; made once into KB_DATA_DIR where it is not set"
    ),
    Setting("KB_DEBUG", truth, "0", "pages with tracebacks, for work on the code only"),
    Setting("KB_HTTPS", truth, "0", "served over https: secure cookies, HSTS, redirect"),
    Setting("KB_SITE_NAME", str, "Broken server, known fault", "the name on every page"),
    Setting("KB_HOSTS", words, "localhost,127.0.0.1,[::1]", "host names that the site answers to"),
    Setting(
        "KB_TRUSTED_PROXIES",
        words,
        "127.0.0.1,::1",
        "addresses of proxies whose X-Forwarded-* headers count",
    ),
    Setting(
        "DATABASE_URL", database, "", "the database; SQLite in KB_DATA_DIR where it is not set"
    ),
    Setting("KB_REPLICA_URL", replica, "", "a streaming replica of DATABASE_URL, for reading"),
    Setting(
        "KB_READING",
        reading,
        "open",
        "who may read: open = everyone, login = people with an account",
    ),
    Setting("KB_SELF_REVIEW", truth, "0", "an author may approve an own text"),
    Setting(
        "KB_AUTH_HEADER",
        header,
        "",
        "header in which a proxy of KB_TRUSTED_PROXIES names the person who is signed on",
    ),
    Setting("KB_EMAIL_URL", mail, "", "mail server; without it nobody is told by e-mail"),
    Setting("KB_EMAIL_FROM", str, "kb@localhost", "sender of e-mail"),
    Setting("KB_KEEP_DAYS", whole(1, 3650), "30", "days for which a masked diagnosis is kept"),
    Setting("KB_RATE_LIMIT", truth, "1", "throttle costly requests a client"),
    Setting("KB_WORKERS", whole(1, 64), "2", "server processes"),
    Setting("KB_THREADS", whole(1, 64), "4", "threads a server process"),
    Setting("KB_LOG_LEVEL", level, "INFO", "what is logged"),
    Setting("KB_LOG_FORMAT", form, "line", "line = for people, json = for a collector"),
    Setting("KB_METRICS_TOKEN", token, "", "opens /metrics to others than this machine"),
    Setting(
        "KB_BENCH_POSTGRES", str, "", "PostgreSQL that `bench` measures beside; left unchanged"
    ),
)


def read_settings(environ: Mapping[str, str]) -> dict[str, object]:
    """All settings by name. Raises EnvError that names every wrong one at once."""
    problems = [_unknown(name) for name in sorted(environ) if _is_foreign(name)]
    values: dict[str, object] = {}
    for setting in SETTINGS:
        try:
            values[setting.name] = _read(setting, environ)
        except ValueError as error:
            problems.append(f"{setting.name} must be {error}.")
    if problems:
        raise EnvError("\n".join(problems))
    return values


def _read(setting: Setting, environ: Mapping[str, str]) -> object:
    raw = environ.get(setting.name) or setting.default
    return setting.read(raw)


def _is_foreign(name: str) -> bool:
    return name.startswith("KB_") and name not in {setting.name for setting in SETTINGS}


def _unknown(name: str) -> str:
    near = difflib.get_close_matches(name, [setting.name for setting in SETTINGS], n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"{name} is not a setting.{hint}"
