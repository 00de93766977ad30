"""Django settings. What a team may set comes from the environment, through kb.env alone."""

import os
import sys
from pathlib import Path
from typing import Any

import dj_database_url
from django.utils.translation import gettext_lazy as _

from kb import env
from kb.secret import secret_key

try:
    _set: dict[str, Any] = env.read_settings(os.environ)
except env.EnvError as error:
    sys.stderr.write(f"{error}\nThe README lists the settings.\n")
    raise SystemExit(2) from None

BASE_DIR = env.ROOT
DATA_DIR: Path = _set["KB_DATA_DIR"]
ARTICLES_DIR: Path = _set["KB_ARTICLES_DIR"]
HTTPS: bool = _set["KB_HTTPS"]
KEEP_DAYS: int = _set["KB_KEEP_DAYS"]
RATE_LIMIT: bool = _set["KB_RATE_LIMIT"]
WORKERS: int = _set["KB_WORKERS"]
THREADS: int = _set["KB_THREADS"]
SITE_NAME: str = _set["KB_SITE_NAME"]
TRUSTED_PROXIES: list[str] = _set["KB_TRUSTED_PROXIES"]
READING: str = _set["KB_READING"]
SELF_REVIEW: bool = _set["KB_SELF_REVIEW"]
AUTH_HEADER: str = _set["KB_AUTH_HEADER"]
METRICS_TOKEN: str = _set["KB_METRICS_TOKEN"]

DEBUG: bool = _set["KB_DEBUG"]
ALLOWED_HOSTS: list[str] = _set["KB_HOSTS"]
SECRET_KEY: str = _set["KB_SECRET_KEY"]

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "template_partials",
    "kb.accounts",
    "kb.wiki",
    "kb.diagnosis",
    "kb.api",
]

MIDDLEWARE = [
    "kb.letting_go.let_go",
    "kb.observing.observed",
    "kb.http.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "kb.replica.ReadReplica",
    "kb.http.bounded_body",
    "django.middleware.csrf.CsrfViewMiddleware",
    "kb.kept_pages.kept_pages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "kb.http.in_language",
    "django.middleware.common.CommonMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "kb.accounts.signon.proxy_sign_on",
    "kb.api.tokens.token_sign_on",
    "kb.accounts.gate.ReadingGate",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "kb.urls"
WSGI_APPLICATION = "kb.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "kb.letting_go.Templates",
        "NAME": "django",
        "DIRS": [env.ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "builtins": ["kb.wiki.templatetags.addresses"],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "kb.http.page_settings",
            ],
        },
    },
]

# IMMEDIATE and the timeout end "database is locked"; WAL lets readers go on while one writes.
_SQLITE: dict[str, Any] = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": (
        "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA mmap_size=134217728;"
        "PRAGMA journal_size_limit=27103364;PRAGMA cache_size=-20000;"
    ),
}
_database: dict[str, Any] = dict(
    dj_database_url.parse(
        _set["DATABASE_URL"] or f"sqlite:///{DATA_DIR}/kb.sqlite3", conn_max_age=600
    )
)
if _database["ENGINE"].endswith("sqlite3"):
    _database["OPTIONS"] = _SQLITE | _database.get("OPTIONS", {})
elif not SECRET_KEY:
    sys.stderr.write("With DATABASE_URL, KB_SECRET_KEY must be set: all servers share it.\n")
    raise SystemExit(2)
else:
    # Compiling a plan takes longer than any of our statements.
    _POSTGRES = {"options": "-c jit=off", "connect_timeout": 5, "application_name": "kb"}
    _database["OPTIONS"] = _POSTGRES | _database.get("OPTIONS", {})
    _database |= {"ENGINE": "kb.postgresql", "CONN_HEALTH_CHECKS": True}
DATABASES = {"default": _database}
REPLICA: bool = bool(_set["KB_REPLICA_URL"])
if REPLICA and _database["ENGINE"].endswith("sqlite3"):
    sys.stderr.write("KB_REPLICA_URL needs a DATABASE_URL of which it is the replica.\n")
    raise SystemExit(2)
if REPLICA:
    _replica: dict[str, Any] = dict(dj_database_url.parse(_set["KB_REPLICA_URL"], conn_max_age=600))
    DATABASES["replica"] = _replica | {
        "OPTIONS": _POSTGRES | {"connect_timeout": 2} | _replica.get("OPTIONS", {}),
        "TEST": {"MIRROR": "default"},
    }
    DATABASE_ROUTERS = ["kb.replica.Router"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

try:
    SECRET_KEY = SECRET_KEY or secret_key(DATA_DIR)
except OSError as error:
    sys.stderr.write(f"KB_DATA_DIR {DATA_DIR} cannot be written: {error.strerror}.\n")
    raise SystemExit(2) from None

AUTHENTICATION_BACKENDS = [
    "kb.accounts.rights.RightsBackend",
    *(["kb.accounts.signon.ProxyBackend"] if AUTH_HEADER else []),
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

EMAIL_HOST: str = _set["KB_EMAIL_URL"]["EMAIL_HOST"]
vars().update(_set["KB_EMAIL_URL"])
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = _set["KB_EMAIL_FROM"]
if not EMAIL_HOST:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("zh-hans", _("Simplified Chinese"))]
LANGUAGE_COOKIE_NAME = "kb_language"
LANGUAGE_COOKIE_AGE = 365 * 86400
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HTTPS
LOCALE_PATHS = [env.ROOT / "kb" / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [env.ROOT / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "kb.static_files.Storage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True

KEPT_SECONDS = 300.0  # for which a page of somebody who is not signed in is kept
PASTE_LIMIT = 1024 * 1024  # bytes of a paste
BODY_LIMIT = 5 * 1024 * 1024  # bytes of any request
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
FILE_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT  # a paste given as a file never touches the disk
DATA_UPLOAD_MAX_NUMBER_FIELDS = 500
DATA_UPLOAD_MAX_NUMBER_FILES = 200  # as many as an archive may hold

# The __Host- prefix ties a cookie to this host and to https.
SESSION_COOKIE_NAME = "__Host-session" if HTTPS else "kb_session"
CSRF_COOKIE_NAME = "__Host-csrf" if HTTPS else "kb_csrf"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31536000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "kb.diagnosis.views.errors.csrf_failure"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "kb.logs.MaskedFormatter",
            "format": "{asctime} {levelname} {name} {request_id} {message}",
            "style": "{",
        },
        "json": {"()": "kb.logs.JsonFormatter"},
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": _set["KB_LOG_FORMAT"]}},
    "root": {"handlers": ["stderr"], "level": _set["KB_LOG_LEVEL"]},
    "loggers": {"django": {"handlers": [], "level": _set["KB_LOG_LEVEL"], "propagate": True}},
}

# Nothing is evaluated, no page is kept in the browser's storage, refusals are shown.
HTMX_CONFIG = {
    "allowEval": False,
    "includeIndicatorStyles": False,
    "allowScriptTags": False,
    "selfRequestsOnly": True,
    "historyCacheSize": 0,
    "responseHandling": [
        {"code": "204", "swap": False},
        {"code": "[23]..", "swap": True},
        {"code": "4(00|04|09|13|22|29)", "swap": True, "error": True},
        {"code": "[45]..", "swap": False, "error": True},
    ],
}
