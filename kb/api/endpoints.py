"""The table of all endpoints: the addresses, what reads a request and the description are made of
it, so that they cannot differ."""

from __future__ import annotations

from kb.api import diagnosing, reading
from kb.api.fields import Field
from kb.api.serving import Endpoint
from kb.diagnosis.models import Outcome

_LANGUAGE = Field("language", "text", "language of titles and texts: en or zh", one_of=("en", "zh"))
_UNREADABLE = "No text, or a value that cannot be"
_POSTED = {400: "The body cannot be read", 413: "More than 1 MiB", 422: _UNREADABLE}
_ASKED = {400: "A parameter cannot be read", 422: _UNREADABLE}
_RESULTS = tuple(Outcome.Result.values)

ENDPOINTS = (
    Endpoint(
        "POST",
        "/api/v1/diagnose",
        "api-diagnose",
        "A log, an error or a command to the known fault and the corrected command",
        diagnosing.diagnosis,
        "Diagnosis",
        body=(
            Field("paste", "text", "the log, the traceback or the error line"),
            Field("environment", "text", "nvidia-smi, pip list, a start-up log"),
            Field("command", "text", "the launch command"),
            Field("answers", "answers", "facts and check:<slug>/<id> to values; ? = not known"),
            _LANGUAGE,
        ),
        raw="paste",
        as_text=True,
        refusals=_POSTED,
    ),
    Endpoint(
        "POST",
        "/api/v1/facts",
        "api-facts",
        "The facts of an environment that a text gives away",
        diagnosing.facts,
        "Facts",
        body=(Field("text", "text", "the text to read", required=True),),
        raw="text",
        refusals=_POSTED,
    ),
    Endpoint(
        "POST",
        "/api/v1/launch",
        "api-launch",
        "A launch command mended, changed and checked",
        diagnosing.launch,
        "Launched",
        body=(
            Field("text", "text", "the launch command in the form that it has", required=True),
            Field("engine", "text", "vllm, sglang, llamacpp, …"),
            Field("engine_version", "text", "the version it is checked for"),
            Field("change", "changes", "changes as in contract: {op, flag, value}"),
            Field("fix", "text", "SLUG/FIX: the changes of an article's fix"),
        ),
        raw="text",
        as_text=True,
        refusals=_POSTED,
    ),
    Endpoint(
        "POST",
        "/api/v1/outcomes",
        "api-outcomes",
        "What became of a fix that was tried",
        diagnosing.outcome,
        "Noted",
        body=(
            Field("article", "text", "the article's slug", required=True),
            Field("fix", "text", "the fix's id in it", required=True),
            Field("result", "text", "how it ended", required=True, one_of=_RESULTS),
            Field("facts", "answers", "the environment; kinds and versions are kept of it"),
        ),
        scope="write",
        refusals=_POSTED | {404: "There is no such article, or it is not for this reader"},
    ),
    Endpoint(
        "GET",
        "/api/v1/facts",
        "api-facts",
        "The facts that may be asked, with their choices",
        reading.facts,
        "Vocabulary",
    ),
    Endpoint(
        "GET",
        "/api/v1/search",
        "api-search",
        "What the search page lists",
        reading.search,
        "Results",
        query=(
            Field("q", "text", "words, and operators such as engine:vllm"),
            Field("limit", "whole", "at most this many", most=50, default=20),
            _LANGUAGE,
        ),
        refusals=_ASKED,
    ),
    Endpoint(
        "GET",
        "/api/v1/articles",
        "api-articles",
        "The articles, a fault once",
        reading.articles,
        "Articles",
        query=(
            Field("page", "whole", "counts from 1"),
            Field("per_page", "whole", "articles a page", most=500, default=100),
            Field("topic", "text", "of this topic alone"),
        ),
        refusals=_ASKED,
    ),
    Endpoint(
        "GET",
        "/api/v1/articles/{slug}",
        "api-article",
        "An article",
        reading.article,
        "Article",
        query=(_LANGUAGE,),
        refusals=_ASKED | {404: "There is none, or it is not for this reader"},
    ),
)
