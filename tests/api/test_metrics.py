import json
import logging
import os
import re
from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from kb import metrics
from kb.logs import JsonFormatter

pytestmark = pytest.mark.usefixtures("articles")
LINE = "FrobnicationError: widget 99 is not frobnicated"
TOKEN = "t" * 20


def figures(client: Client, **more: Any) -> dict[str, float]:
    answer = client.get("/metrics", **more)
    assert answer.status_code == 200
    rows = [line for line in answer.content.decode().splitlines() if not line.startswith("#")]
    assert all(re.fullmatch(r"[a-z_]+(\{[a-z]+=[^}]+\})? -?[\d.e+-]+", row) for row in rows)
    return {row.rsplit(" ", 1)[0]: float(row.rsplit(" ", 1)[1]) for row in rows}


def test_a_diagnosis_is_in_the_figures(client: Client) -> None:
    before = figures(client)
    client.post("/api/v1/diagnose", LINE, content_type="text/plain")
    client.get("/articles/widget-fp8/")
    client.get("/articles/nothing/")
    after = figures(client)

    def grown(series: str) -> float:
        return after[series] - before[series]

    assert grown('kb_diagnoses_total{verdict="ask"}') == 1
    assert grown('kb_requests_total{kind="diagnose",status="2xx"}') == 1
    assert grown('kb_requests_total{kind="article",status="2xx"}') == 1
    assert grown('kb_requests_total{kind="article",status="4xx"}') == 1
    assert grown("kb_analysis_seconds_count") == 1
    assert grown('kb_analysis_seconds_bucket{le="+Inf"}') == 1
    assert grown("kb_search_seconds_count") >= 1
    assert (after["kb_articles"], after["kb_index_lag"], after["kb_database_up"]) == (3, 0, 1)


def test_a_duration_is_in_its_bucket_and_in_all_above():
    before = metrics.totals()
    metrics.took("search", 0.07)
    after = metrics.totals()
    grown = {name: after[name] - before[name] for name in after if after[name] > before[name]}
    bounds = {str(bound) for bound in metrics.BUCKETS if bound >= 0.07} | {"+Inf"}
    assert len(bounds) == len(metrics.BUCKETS) - 2
    assert grown == {
        **{f'kb_search_seconds_bucket{{le="{bound}"}}': 1 for bound in bounds},
        "kb_search_seconds_count": 1,
        "kb_search_seconds_sum": pytest.approx(0.07),
    }


NAMED = (
    "kb_requests_total",
    "kb_request_seconds_count",
    "kb_diagnoses_total",
    "kb_analysis_seconds_bucket",
    "kb_search_seconds_bucket",
    "kb_index_lag",
    "kb_index_queue",
    "kb_articles",
    "kb_database_up",
)


@pytest.mark.parametrize("name", NAMED)
def test_each_figure_of_the_operators_is_there(client: Client, name: str) -> None:
    assert [series for series in figures(client) if series.partition("{")[0] == name]


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ({"REMOTE_ADDR": "192.0.2.1"}, 403),
        ({"headers": {"X-Forwarded-For": "192.0.2.1"}}, 403),
        ({"REMOTE_ADDR": "192.0.2.1", "headers": {"Authorization": f"Bearer {TOKEN}"}}, 200),
        ({"REMOTE_ADDR": "192.0.2.1", "headers": {"Authorization": "Bearer x"}}, 403),
        ({"REMOTE_ADDR": "::1"}, 200),
    ],
)
def test_the_figures_are_for_this_machine_or_a_token(
    client: Client, settings: Settings, more: dict[str, Any], status: int
) -> None:
    settings.METRICS_TOKEN = TOKEN
    assert client.get("/metrics", **more).status_code == status


def test_without_a_token_an_empty_one_opens_nothing(client: Client) -> None:
    stranger = {"REMOTE_ADDR": "192.0.2.1", "headers": {"Authorization": "Bearer "}}
    assert client.get("/metrics", **stranger).status_code == 403  # type: ignore[arg-type]


def test_all_processes_count_together() -> None:
    before = metrics.totals()["kb_search_seconds_count"]
    for _ in range(3):
        if (child := os.fork()) == 0:
            metrics.took("search", 0.01)
            os._exit(0)
        os.waitpid(child, 0)
    metrics.took("search", 0.01)
    assert metrics.totals()["kb_search_seconds_count"] == before + 4


def test_a_request_has_an_id_in_answer_and_log(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    secret = "hf_" + "a1B2c3D4e5" * 4
    with caplog.at_level(logging.INFO, "kb.access"):
        answer = client.get(f"/search/?q={secret}", headers={"X-Request-ID": "from-the-proxy"})
    assert answer["X-Request-ID"] == "from-the-proxy"
    (record,) = [each for each in caplog.records if each.name == "kb.access"]
    told = json.loads(JsonFormatter().format(record))
    assert (told["method"], told["path"], told["status"]) == ("GET", "/search/", 200)
    assert secret not in str(told)


@pytest.mark.parametrize("given", ["short", "x" * 65, "a b c d e f g h", "日本語日本語日本"])
def test_an_id_that_is_none_is_made_anew(client: Client, given: str) -> None:
    assert client.get("/healthz", headers={"X-Request-ID": given})["X-Request-ID"] != given


def test_a_stranger_names_no_request(client: Client) -> None:
    headers = {"X-Request-ID": "from-a-stranger"}
    answer = client.get("/healthz", headers=headers, REMOTE_ADDR="192.0.2.1")
    assert answer["X-Request-ID"] != "from-a-stranger"


def test_a_mistake_is_logged_without_what_it_was_about() -> None:
    pasted = "a pasted line"
    try:
        raise ValueError(pasted)
    except ValueError as error:
        told = (type(error), error, error.__traceback__)
        record = logging.LogRecord("kb", logging.ERROR, "x.py", 1, "failed", (), told)
    found = json.loads(JsonFormatter().format(record))
    assert "ValueError" in found["error"]
    assert "a pasted line" not in str(found)
