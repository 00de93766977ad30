"""Long work: its page, who may see it, and that it ends although its process is gone."""

import io
import re
import sqlite3
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from kb.env import ROOT
from kb.wiki import jobs
from kb.wiki.corpus.files import sent
from kb.wiki.models import Job
from kb.wiki.models.job import LEASE
from tests.accounts.people import signed_in
from tests.serving import Browser, Served
from tests.wiki.texts import source

PASSWORD = "correct horse battery staple"
ADMINISTRATOR = f"""
from django.contrib.auth.models import User
User.objects.create_superuser("root", password={PASSWORD!r})
"""
MANY = 120


@pytest.fixture
def administrator(db: None) -> Client:
    return signed_in("administrator-1", "administrator")


def job(kind: str = "import", seen: timedelta = timedelta(0), **more: object) -> Job:
    now = timezone.now()
    return Job.objects.create(kind=kind, started=now, seen=now - seen, **more)


def test_work_that_goes_on_shows_how_far_it_is(administrator: Client) -> None:
    running = job(done=3, total=12)
    page = administrator.get(f"/jobs/{running.pk}/").content.decode()
    assert '<progress value="3" max="12"' in page
    assert f'hx-get="/jobs/{running.pk}/"' in page
    assert "3 of 12 done." in page


def test_htmx_gets_the_part_that_changes(administrator: Client) -> None:
    part = administrator.get(f"/jobs/{job().pk}/", headers={"HX-Request": "true"}).content.decode()
    assert part.strip().startswith('<div id="progress"')
    assert "<html" not in part


def test_what_ended_asks_no_more(administrator: Client) -> None:
    ended = job("reindex", finished=timezone.now(), done=5, total=5)
    page = administrator.get(f"/jobs/{ended.pk}/").content.decode()
    assert "The index is built: 5 articles." in page
    assert "hx-get" not in page


def test_what_stopped_says_why(administrator: Client) -> None:
    ended = job(finished=timezone.now(), problem=jobs.STOPPED)
    page = administrator.get(f"/jobs/{ended.pk}/", headers={"Accept-Language": "zh"})
    assert "工作中断" in page.content.decode()


def test_of_several_only_one_goes_on_with_what_was_lost(db: None) -> None:
    lost, now = job(seen=2 * LEASE), timezone.now()
    twin = Job.objects.get(pk=lost.pk)
    assert Job.objects.claim(lost, now)
    assert not Job.objects.claim(twin, now)
    assert not Job.objects.claim(job(seen=LEASE / 2), now)
    assert not Job.objects.claim(job(seen=2 * LEASE, finished=now), now)


def test_what_was_done_before_keeps_its_result(administrator: Client) -> None:
    files = [(f"{name}.md", source(f"Fault {name}", f"E{name}: x").encode()) for name in "ab"]
    who = User.objects.get()
    first = jobs.begin("import", jobs.import_job(sent(files[:1]), []), who, "")
    jobs.run(first)
    first.refresh_from_db()
    second = jobs.begin("import", jobs.import_job(sent(files), []), who, "")
    second.results = first.results
    jobs.run(second)
    second.refresh_from_db()
    assert [row["result"] for row in second.results] == ["created", "created"]
    assert (second.done, second.total, second.given) == (2, 2, {})


def test_an_index_is_built_once_at_a_time(administrator: Client) -> None:
    running = job("reindex")
    answer = administrator.post("/jobs/reindex/")
    assert answer.headers["Location"] == f"/jobs/{running.pk}/"
    assert Job.objects.count() == 1


def test_an_index_is_built_to_its_end(articles: None) -> None:
    build = job("reindex")
    jobs.run(build)
    build.refresh_from_db()
    assert (build.done, build.total, build.problem) == (3, 3, "")


def test_work_that_fails_says_so(db: None) -> None:
    broken = job(given={"sources": [["a.md", "no row"]], "how": []})
    jobs.run(broken)
    broken.refresh_from_db()
    assert broken.finished
    assert broken.problem == jobs.STOPPED


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["reader", "author", "reviewer"])
def test_administrators_alone(role: str) -> None:
    client, number = signed_in(role, role), job().pk
    assert client.get(f"/jobs/{number}/").status_code == 403
    assert client.post("/jobs/reindex/").status_code == 403


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    (tmp_path / "articles").mkdir()
    for shared in ("_facts.yaml", "_flags"):
        (tmp_path / "articles" / shared).symlink_to(ROOT / "articles" / shared)
    site = Served(tmp_path, KB_ARTICLES_DIR=str(tmp_path / "articles"))
    site.wait()
    shell = [sys.executable, "manage.py", "shell", "-c", ADMINISTRATOR]
    subprocess.run(shell, cwd=ROOT, env=site.environment, check=True, capture_output=True)
    yield site
    site.stop()


def packed() -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w") as archive:
        for number in range(MANY):
            text = source(f"Fault {number}", f"Fault{number}Error: x is gone")
            archive.writestr(f"vllm/fault-{number}.md", text)
    return raw.getvalue()


def test_an_import_whose_server_is_killed_is_ended_by_the_next(served: Served) -> None:
    browser = entered(served)
    status, address, _ = browser.post_files(
        "/files/", {"do": "import"}, files=[("x.zip", packed())]
    )
    served.kill()
    assert status == 200
    path = re.sub(r"^http://[^/]+", "", address)
    base = Path(served.environment["KB_DATA_DIR"]) / "kb.sqlite3"
    with sqlite3.connect(base) as database:  # its lease runs out
        database.execute("UPDATE wiki_job SET seen = '2020-01-01 00:00:00' WHERE finished IS NULL")
    served.start_again()
    page = ended(entered(served), path)
    assert f"<strong>{MANY}</strong> created" in page
    with sqlite3.connect(base) as database:
        assert database.execute("SELECT count(*) FROM wiki_page").fetchone() == (MANY,)
        assert database.execute("SELECT count(*) FROM wiki_revision").fetchone() == (MANY,)


def entered(served: Served) -> Browser:
    browser = Browser(served.address)
    assert browser.post("/login/", username="root", password=PASSWORD)[0] == 200
    return browser


def ended(browser: Browser, path: str) -> str:
    """The page of a job once it has ended."""
    for _ in range(600):
        page = browser.get(path)[2]
        if "<progress" not in page:
            return page
        time.sleep(0.1)
    raise AssertionError(page)
