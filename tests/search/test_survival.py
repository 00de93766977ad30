"""Nothing acknowledged is lost when a writer is killed, and no reader fails meanwhile."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from whoosh.filedb.filestore import FileStorage

from kb.search.index import SearchDocument
from kb.search.whoosh_index import WhooshIndex

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from pathlib import Path
from kb.search.index import SearchDocument
from kb.search.whoosh_index import WhooshIndex
index, name = WhooshIndex(Path(sys.argv[1])), sys.argv[2]
for number in range(500):
    slug = f"{name}-{number}"
    index.update([SearchDocument(slug, slug, title="nccl")])
    print(slug, flush=True)
"""


def writer(folder: Path, name: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", WRITER, str(folder), name]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)


def acknowledged(process: "subprocess.Popen[str]", count: int) -> set[str]:
    """The slugs that were printed until it was killed, after `count` of them."""
    assert process.stdout
    found = {process.stdout.readline().strip() for _ in range(count)}
    os.kill(process.pid, signal.SIGKILL)
    rest = process.stdout.read().split("\n")[:-1]  # what follows the last line end was cut
    process.wait()
    return found | set(rest)


@pytest.mark.parametrize("count", [1, 4, 9])
def test_a_killed_writer_loses_nothing_that_it_said(tmp_path: Path, count: int) -> None:
    folder = tmp_path / "index"
    WhooshIndex(folder).rebuild([])
    said = acknowledged(writer(folder, "a"), count)
    index = WhooshIndex(folder)
    assert said <= index.slugs()
    index.update([SearchDocument("after", "after")])
    assert {"after", *said} <= index.slugs()


def test_readers_do_not_fail_beside_writers_and_swaps(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    index = WhooshIndex(folder)
    index.rebuild([SearchDocument("first", "first", title="nccl")])
    process = writer(folder, "b")
    assert process.stdout
    for number in range(8):
        process.stdout.readline()
        assert index.candidates({"nccl": 1.0})
        if number == 4:
            index.rebuild([SearchDocument("first", "first", title="nccl")])
    process.kill()
    process.stdout.close()
    process.wait()
    assert "first" in index.slugs()


def test_building_looks_for_no_file_at_each_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoosh's own codec asks the disk for lengths once a posting: a third of a build."""
    looked_for: list[str] = []
    exists = FileStorage.file_exists

    def counted(storage: FileStorage, name: str) -> bool:
        looked_for.append(name)
        return bool(exists(storage, name))

    monkeypatch.setattr(FileStorage, "file_exists", counted)
    documents = [SearchDocument(f"s{n}", f"s{n}", title=f"words {n} of a title") for n in range(50)]
    WhooshIndex(tmp_path / "index").rebuild(documents)
    assert len(looked_for) < 50
