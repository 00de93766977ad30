"""Many who write and many who read one real site: what was acknowledged, and what went wrong."""

from __future__ import annotations

import random
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field

from tests.safety.site import Client, Site
from tests.wiki.texts import source

PASSWORD = "correct horse battery staple"
SHARED = ("fault", "shared")  # articles that all writers edit
READ = (
    "/",
    "/articles/",
    "/articles/fault/",
    "/search/?q=frobnicated+{n}",
    "/changes/",
    "/readyz",
    "/articles/shared/history/",
    "/wizard/?engine=vllm",
    "/feed.atom",
    "/articles/shared.md",
)
_PEOPLE = """
from tests.accounts.people import person
for number in range({count}): person(f"writer-{{number}}", "author")
"""
_REVISION = """select source from wiki_revision r join wiki_page p on p.id = r.page_id
where p.slug = ? and r.number = ?"""


@dataclass(slots=True)
class Told:
    """`saved`: slug, number of the revision and its text, as acknowledged."""

    saved: list[tuple[str, int, str]] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def note(self, kind: str, status: int, page: str) -> None:
        self.answers[f"{kind} {status}"] += 1
        if status >= 500 or "locked" in page:
            self.wrong.append(f"{kind} {status} {page[:200]}")


def crowd(site: Site, writers: int, readers: int, seconds: float) -> Told:
    """All at it for so long."""
    made = site.manage("shell", "-c", _PEOPLE.format(count=writers))
    assert made.returncode == 0, made.stderr
    told, until = Told(), time.monotonic() + seconds
    with ThreadPoolExecutor(writers + readers) as pool:
        works = [pool.submit(_write, site, n, told, until) for n in range(writers)]
        works += [pool.submit(_read, site, n, told, until) for n in range(readers)]
        for work in works:
            work.result()
    return told


def _write(site: Site, number: int, told: Told, until: float) -> None:
    client = site.client()
    status, page = client.post("/login/", username=f"writer-{number}", password=PASSWORD)
    assert status == 200, page
    chance = random.Random(number)
    for turn in _turns(until):
        _edit(client, chance.choice(SHARED), f"By {number}, turn {turn}", told)


def _edit(client: Client, slug: str, title: str, told: Told) -> None:
    status, page = client.get(f"/articles/{slug}/source/")
    told.note("form", status, page)
    based_on = re.search(r'name="based_on" value="(\d+)"', page)
    assert based_on, page[:500]
    text = source(title, f"Error of {slug}: x")
    status, page = client.post(f"/articles/{slug}/source/", source=text, based_on=based_on[1])
    told.note("save", status, page)
    if kept := re.search(rf"/articles/{slug}/review/(\d+)/$", client.at):
        told.saved.append((slug, int(kept[1]), text))


def _read(site: Site, number: int, told: Told, until: float) -> None:
    client, chance = site.client(), random.Random(number)
    for turn in _turns(until):
        if turn % 10 == 9:
            line = f"FrobnicationError: widget {chance.randrange(999)} is not frobnicated"
            told.note("paste", *client.post("/diagnose/", paste=line))
        else:
            address = chance.choice(READ).format(n=chance.randrange(999))
            told.note("read", *client.get(address))


def _turns(until: float) -> Iterator[int]:
    turn = 0
    while time.monotonic() < until:
        yield turn
        turn += 1


def lost(site: Site, told: Told) -> list[str]:
    """What was acknowledged and is not in the base as it was said."""
    with closing(sqlite3.connect(site.base)) as base:
        found = {row[:2]: base.execute(_REVISION, row[:2]).fetchone() for row in told.saved}
        whole = base.execute("pragma integrity_check").fetchone()
    told_twice = [
        row for row, times in Counter(each[:2] for each in told.saved).items() if times > 1
    ]
    gone = [each[:2] for each in told.saved if found[each[:2]] != (each[2],)]
    return [str(each) for each in (told_twice, gone, whole) if each not in ([], ("ok",))]
