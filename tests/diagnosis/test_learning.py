"""What pastes and outcomes teach: counts at fixes, tasks, unmatched groups, queues."""

from datetime import date, timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from kb.diagnosis.charts import HEIGHT, chart
from kb.diagnosis.freshness import outdated
from kb.diagnosis.learned import DayCount, Need, Unmatched
from kb.diagnosis.models import Diagnosis, Outcome
from kb.wiki.models import Page, Task
from tests.accounts.people import signed_in
from tests.wiki.factory import source, take, translation, write

LINE = "FrobnicationError: widget 17 is not frobnicated"
UNKNOWN = "Traceback (most recent call last):\nZorkError: zork 8 has 4 unzorked parts"
FIX = {"article": "widget-fp8", "fix": "eager"}
pytestmark = pytest.mark.usefixtures("articles")


def paste(client: Client, text: str = LINE, environment: str = "") -> Diagnosis:
    client.post("/diagnose/", {"paste": text, "environment": environment})
    return Diagnosis.objects.order_by("-pk")[0]


def say(client: Client, diagnosis: Diagnosis, result: str, **more: str) -> int:
    sent = FIX | {"result": result} | more
    return client.post(f"/d/{diagnosis.token}/outcome/?quantization=fp8", sent).status_code


def test_an_outcome_is_one_a_diagnosis_and_fix(client: Client) -> None:
    diagnosis = paste(client)
    for result in ("failed", "worked", "worked"):
        assert say(client, diagnosis, result) == 302
    outcome = Outcome.objects.get()
    assert (outcome.result, outcome.fix, outcome.revision.page.slug) == (
        "worked",
        "eager",
        "widget-fp8",
    )
    assert outcome.environment["quantization"] == "fp8"
    page = client.get("/articles/widget-fp8/").content.decode()
    assert "worked: 1, did not: 0" in page


@pytest.mark.parametrize(
    "wrong",
    [
        {"fix": "nothing"},
        {"article": "nothing"},
        {"result": "perhaps"},
        {"fix": "x" * 10_000},
        {"article": ""},
    ],
)
def test_what_was_no_answer_has_no_outcome(client: Client, wrong: dict[str, str]) -> None:
    diagnosis = paste(client)
    assert say(client, diagnosis, wrong.pop("result", "worked") or "", **wrong) in {302, 404}
    assert not Outcome.objects.filter(result="perhaps").exists()
    assert Outcome.objects.count() <= 1
    if wrong:
        assert not Outcome.objects.exists()


def test_another_paste_cannot_vote_for_a_stranger_s_article(client: Client, tmp_path: Path) -> None:
    take(write(tmp_path, "other.md", source("Other", "OtherError: 1")))
    diagnosis = paste(client)
    assert say(client, diagnosis, "worked", article="other") == 302
    assert not Outcome.objects.exists()


def test_twice_in_vain_in_one_environment_asks_somebody_to_look(client: Client) -> None:
    say(client, paste(client), "failed")
    assert not Task.objects.exists()
    for _ in range(2):
        say(client, paste(client), "failed")
    task = Task.objects.get()
    assert (task.kind, task.page.slug, task.remark) == ("unhelpful", "widget-fp8", "eager")
    assert "widget-fp8" in {
        page.slug for page in client.get("/health-of-articles/").context["unhelpful"]
    }


def test_two_environments_are_no_pattern(client: Client) -> None:
    for gpu in ("NVIDIA H100 80GB HBM3", "Tesla T4"):
        say(client, paste(client, environment=f"GPU: {gpu}"), "failed")
    places = {str(each.environment.get("gpu")) for each in Outcome.objects.all()}
    assert len(places) == 2
    assert not Task.objects.exists()


def test_of_two_equal_faults_the_one_whose_fix_worked_comes_first(
    client: Client, tmp_path: Path
) -> None:
    for name in ("a-twin", "b-twin"):
        take(write(tmp_path, f"{name}.md", source(f"Fault {name}", "TwinError: widget 1")))
    diagnosis = paste(client, "TwinError: widget 1")
    assert _first(client) == "a-twin"
    say(client, diagnosis, "worked", article="b-twin")
    assert _first(client) == "b-twin"
    say(client, diagnosis, "failed", article="b-twin")
    assert _first(client) == "a-twin"


def _first(client: Client) -> str:
    found = client.post("/api/v1/diagnose", "TwinError: widget 1", content_type="text/x").json()
    return str(found["matches"][0]["article"])


def test_pastes_are_counted_and_grouped(client: Client) -> None:
    for number in (8, 9):
        paste(client, UNKNOWN.replace("8", str(number)))
    paste(client)
    group = Unmatched.objects.get()
    assert (group.count, "ZorkError" in group.signature) == (2, True)
    counts = dict(DayCount.objects.values_list("what", "count"))
    assert counts == {"unmatched": 2, "matched": 1}
    assert Need.objects.get().count == 1


def test_an_article_is_started_from_a_group_and_closing_tries_again(client: Client) -> None:
    paste(client, UNKNOWN, "vllm 0.24.0\nGPU: NVIDIA H100 80GB HBM3")
    ada, group = signed_in("ada", "author"), Unmatched.objects.get()
    page = ada.get("/unmatched/")
    assert "ZorkError" in page.content.decode()
    close = f"/unmatched/{group.pk}/close/"
    ada.post(close)
    assert Unmatched.objects.get().closed is None
    form = ada.post(f"/unmatched/{group.pk}/start/", follow=True)
    values = form.context["values"]
    assert values["errors"][0]["text"].startswith("ZorkError: zork 8")
    assert {"fact": "gpu", "value": "H100"} in values["environment"]["seen"]["rows"]


def test_a_group_is_closed_by_the_article_that_answers_it(client: Client, tmp_path: Path) -> None:
    paste(client, UNKNOWN)
    group = Unmatched.objects.get()
    take(write(tmp_path, "zork.md", source("Zork", "ZorkError: zork 8 has 4 unzorked parts")))
    ada = signed_in("ada", "author")
    for _ in range(2):
        ada.post(f"/unmatched/{group.pk}/close/")
    assert Unmatched.objects.get().closed is not None
    Page.objects.filter(slug="zork").update(trashed=timezone.now())
    paste(client, UNKNOWN)
    reopened = Unmatched.objects.get()
    assert reopened.count == 2


def test_a_group_is_closed_anyway(client: Client) -> None:
    paste(client, UNKNOWN)
    ada, group = signed_in("ada", "author"), Unmatched.objects.get()
    ada.post(f"/unmatched/{group.pk}/close/", {"do": "anyway"})
    assert Unmatched.objects.get().closed is not None
    paste(client, UNKNOWN)
    assert Unmatched.objects.get().closed is None, "a new paste opens it again"


@pytest.mark.parametrize("role", ["", "reader"])
def test_unmatched_pastes_are_for_writers(client: Client, role: str) -> None:
    paste(client, UNKNOWN)
    other = signed_in("eve", role) if role else Client()
    number = Unmatched.objects.get().pk
    assert other.get("/unmatched/").status_code == (403 if role else 302)
    for deed in ("start", "close"):
        assert other.post(f"/unmatched/{number}/{deed}/").status_code == (403 if role else 401)


def test_excerpts_go_and_signatures_stay(client: Client) -> None:
    secret = "hf_" + "a1B2" * 9
    paste(client, f"{UNKNOWN} {secret}")
    Diagnosis.objects.update(created=timezone.now() - timedelta(days=31))
    paste(client)
    assert Diagnosis.objects.count() == 1
    assert secret not in Unmatched.objects.get().signature


def test_queues_name_what_is_late_needed_and_needless(client: Client, tmp_path: Path) -> None:
    late = source("Late", "LateError: 1", more="review_by: 2020-01-01\n")
    unneeded = source("Unneeded", "UnneededError: 1", more="review_by: 2020-01-01\n")
    past = source("Past", "PastError: 1", more="fixed_in: {vllm: 0.1.0}\n")
    for name, text in (("late", late), ("unneeded", unneeded), ("past", past)):
        take(write(tmp_path, f"{name}.md", text))
    paste(client, "LateError: 1")
    page = client.get("/health-of-articles/")
    assert [each.slug for each in page.context["late"]] == ["late"]
    assert page.context["unneeded"] == 1
    assert [each.page.slug for each in page.context["outdated"]] == ["past"]


def test_fixes_that_undo_each_other_are_named_in_both(client: Client, tmp_path: Path) -> None:
    for name, change in (("with-it", "add"), ("without-it", "remove")):
        text = source(f"Fault {name}", "TwinError: widget 1")
        text = text.replace("add: --enforce-eager", f"{change}: --enforce-eager")
        take(write(tmp_path, f"{name}.md", text))
    found = client.get("/health-of-articles/").context["contradicting"]
    assert [(each.page.slug, each.other.slug, each.field) for each in found] == [
        ("with-it", "without-it", "fixes[0].launch[0]")
    ]
    Page.objects.filter(slug="without-it").update(restricted=True)
    assert client.get("/health-of-articles/").context["contradicting"] == []


@pytest.mark.django_db(transaction=True)  # as on the site: in a transaction nothing is kept
def test_with_all_of_its_queues_the_page_keeps_to_its_budget(
    client: Client, tmp_path: Path
) -> None:
    texts = {
        "late": source("Late", "LateError: 1", more="review_by: 2020-01-01\n"),
        "past": source("Past", "PastError: 1", more="fixed_in: {vllm: 0.1.0}\n"),
        "with-it": source("With it", "TwinError: 1"),
        "without": source("Without", "TwinError: 1").replace("add: --enf", "remove: --enf"),
    }
    for name, text in texts.items():
        take(write(tmp_path, f"{name}.md", text))
        take(write(tmp_path, f"{name}-zh.md", translation(name)))
    for _ in range(3):
        say(client, paste(client, "LateError: 1"), "failed", article="late")
    reviewer = signed_in("rev", "reviewer")
    reviewer.cookies["kb_language"] = "zh-hans"
    reviewer.get("/health-of-articles/")
    with CaptureQueriesContext(connection) as asked:
        shown = reviewer.get("/health-of-articles/").context
    queues = ("late", "unhelpful", "outdated", "contradicting", "tasks")
    assert [name for name in queues if not shown[name]] == []
    assert shown["late"][0].translation.language == "zh"
    assert len(asked) <= 12, [each["sql"] for each in asked.captured_queries]


def test_a_large_base_is_not_compared_for_a_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kb.diagnosis.contradicting.MOST_COMPARED", 0)
    page = client.get("/health-of-articles/")
    assert page.context["contradicting"] is None
    assert "manage.py check_base" in page.content.decode()


@pytest.mark.parametrize("address", ["/health-of-articles/", "/unmatched/"])
def test_a_page_asks_at_most_twelve_times(
    client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    paste(client, UNKNOWN)
    rev = signed_in("rev", "reviewer")
    rev.get(address)
    with django_assert_max_num_queries(12):
        assert rev.get(address).status_code == 200


def test_a_chart_has_a_pair_of_bars_a_week() -> None:
    today = date(2026, 11, 30)
    drawn = chart({today: 4, today - timedelta(days=8): 2}, {today: 1}, today)
    assert (len(drawn.bars), drawn.most) == (24, 4)
    assert [bar.height for bar in drawn.bars[-2:]] == [HEIGHT, HEIGHT // 4]
    assert drawn.rows[-1] == (today, 4, 1)
    assert {bar.height for bar in chart({}, {}, today).bars} == {0}


def test_many_versions_that_are_past_cost_no_more_questions(
    tmp_path: Path, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(1, 6):
        more = f"fixed_in: {{vllm: 0.{number}.0, sglang: 0.{number}.0}}\n"
        text = source(f"Past {number}", f"PastError: {number}", more=more)
        take(write(tmp_path, f"past-{number}.md", text))
    outdated(AnonymousUser(), None)
    with django_assert_num_queries(2):
        found = outdated(AnonymousUser(), None)
    versions = sorted(each.version for each in found if each.component == "vllm")
    assert versions == [f"0.{number}.0" for number in range(1, 6)]
