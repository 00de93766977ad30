"""Does one thing again and again in a child that is killed at a random moment, then looks whether
the base is whole: `python -m tests.safety.killed FOLDER ROUNDS SEED`. Prints one line a fault.

One process forks all children, so that a kill costs milliseconds and not a start of Django."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path

LONGEST = {"ingest": 0.6, "publish": 0.6, "reindex": 0.4, "backup": 0.2, "restore": 0.6}
Act = Callable[[Path, Callable[[str], None], int], None]


def ingest(folder: Path, said: Callable[[str], None], number: int) -> None:
    """New articles, each acknowledged by its line."""
    from kb.wiki import indexing
    from kb.wiki.corpus.ingest import Mode
    from kb.wiki.corpus.ingest import ingest as take
    from tests.wiki.factory import source, write

    names = [f"new-{number}-{at}" for at in range(20)]
    paths = [
        write(folder / "in" / str(number), f"{n}.md", source(n, f"Error{n}: x")) for n in names
    ]
    for result in take(paths, Mode()):
        said(f"page {result.slug} {result.slug}")
    indexing.drain()


def publish(folder: Path, said: Callable[[str], None], number: int) -> None:
    """Revisions of one page, each acknowledged by its title."""
    from kb.wiki import indexing
    from tests.wiki.factory import edit_on_site, source

    for at in range(20):
        title = f"Title {number} {at}"
        edit_on_site("kept-0", source(title))
        said(f"page kept-0 {title}")
        indexing.drain()


def reindex(folder: Path, said: Callable[[str], None], number: int) -> None:
    from kb.wiki import indexing

    for _ in range(20):
        indexing.rebuild()


def backup(folder: Path, said: Callable[[str], None], number: int) -> None:
    from kb.wiki.backup import backup as save

    for at in range(20):
        save(folder / f"saved-{number}-{at}.sqlite3")
        said(f"file saved-{number}-{at}.sqlite3 x")


def restore(folder: Path, said: Callable[[str], None], number: int) -> None:
    """Back and forth between two bases."""
    from kb.wiki.backup import restore as put_back

    for at in range(20):
        put_back(folder / f"base-{at % 2}.sqlite3", force=True)


ACTS: dict[str, Act] = {act.__name__: act for act in (ingest, publish, reindex, backup, restore)}


def prepare(folder: Path) -> None:
    """A base of a few pages, and two backups of it that differ."""
    from kb.wiki.backup import backup as save
    from kb.wiki.base import prepare_base
    from tests.wiki.factory import source, take, write

    prepare_base()
    for at in range(6):
        write(folder / "first", f"kept-{at}.md", source(f"Kept {at}", f"KeptError{at}: x"))
    take(folder / "first")
    save(folder / "base-0.sqlite3")
    take(write(folder / "first", "more.md", source("More")))
    save(folder / "base-1.sqlite3")


def look(folder: Path, said: list[str], was_restored: bool) -> None:
    """Raises AssertionError where something that was acknowledged is lost or does not agree."""
    from django.db import connection

    from kb.wiki import indexing
    from kb.wiki.backup import proven
    from kb.wiki.models import Page

    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check")
        assert cursor.fetchone() == ("ok",), "the base is damaged"
    titles = dict(Page.objects.values_list("slug", "title"))
    if was_restored:
        assert {f"kept-{at}" for at in range(6)} <= set(titles), "a base is torn"
    else:
        _check_said(folder, said, titles)
    assert not Page.objects.filter(current_revision=None).exists(), "a page without a text"
    index = indexing.ask(lambda index: index)
    assert index.slugs() == set(titles), "index and base do not agree"
    for path in folder.glob("saved-*.sqlite3"):
        proven(path)


def _check_said(folder: Path, said: list[str], titles: dict[str, str]) -> None:
    newest: dict[str, str] = {}
    for line in said:
        kind, name, title = line.split(" ", 2)
        if kind == "page":
            newest[name] = title
        else:
            assert (folder / name).exists(), f"{name} was acknowledged and is gone"
    for slug, title in newest.items():
        now = titles.get(slug, "")
        assert now == title or _is_later(now, title), f"{slug}: {title} became {now!r}"


def _is_later(now: str, said: str) -> bool:
    """Written and killed before it was said."""
    if not (now.startswith("Title ") and said.startswith("Title ")):
        return False
    return [int(number) for number in now.split()[1:]] > [int(n) for n in said.split()[1:]]


def forked(work: Callable[[], None]) -> int:
    from django.db import connections

    connections.close_all()
    sys.stdout.flush()
    if child := os.fork():
        return child
    code = 1
    try:
        work()
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def kill_once(name: str, folder: Path, number: int, seconds: float) -> list[str]:
    """What the child acknowledged before it was killed."""
    ours, theirs = os.pipe()

    def work() -> None:
        from django.db import connection

        os.close(ours)
        connection.ensure_connection()
        os.write(theirs, b"\n")
        ACTS[name](folder, lambda line: os.write(theirs, f"{line}\n".encode()) and None, number)

    child = forked(work)
    os.close(theirs)
    os.read(ours, 1)  # it begins
    time.sleep(seconds)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(ours) as pipe:
        return pipe.read().split("\n")[:-1]


def main(folder: Path, rounds: int, seed: int) -> int:
    import django

    django.setup()
    from kb.wiki.corpus.contents import vocabulary

    vocabulary()  # once, before the children
    chance, faults, said = random.Random(seed), 0, 0
    if os.waitpid(forked(lambda: prepare(folder)), 0)[1]:
        return 1
    for number in range(rounds):
        name = list(ACTS)[number % len(ACTS)]
        told = kill_once(name, folder, number, chance.uniform(0.0, LONGEST[name]))
        said += len(told)
        looked = forked(lambda: look(folder, told, name == "restore"))  # noqa: B023
        faults += os.waitpid(looked, 0)[1] != 0
    print(f"{rounds} kills, {said} acknowledged, {faults} faults")
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
