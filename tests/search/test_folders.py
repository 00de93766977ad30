"""Swaps, damage and writers of the index on disk."""

import stat
import subprocess
import sys
from pathlib import Path

import pytest

from kb.search import folders, whoosh_index
from kb.search.index import IndexBusy, IndexDamaged
from kb.search.whoosh_index import WhooshIndex
from tests.search.conftest import CHINESE, DRIVER, NCCL

ROOT = Path(__file__).parents[2]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "var" / "index"
    WhooshIndex(made).rebuild([NCCL, DRIVER])
    return made


def builds(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir()]


def test_only_the_owner_may_look_in(folder: Path) -> None:
    assert all(stat.S_IMODE(path.stat().st_mode) & 0o077 == 0 for path in (folder, *builds(folder)))


def test_another_process_sees_a_commit_and_a_swap(folder: Path) -> None:
    reader, writer = WhooshIndex(folder), WhooshIndex(folder)
    assert reader.count == 2
    writer.update([CHINESE])
    assert reader.count == 3
    writer.rebuild([CHINESE])
    assert reader.slugs() == {CHINESE.slug}
    assert len(builds(folder)) == 1


def test_a_rebuild_that_fails_leaves_the_old_one(folder: Path) -> None:
    def broken():  # type: ignore[no-untyped-def]
        yield CHINESE
        raise RuntimeError("the database went away")

    index = WhooshIndex(folder)
    with pytest.raises(RuntimeError, match="went away"):
        index.rebuild(broken())
    assert index.count == 2
    index.rebuild([NCCL])
    assert len(builds(folder)) == 1


def forget_the_pointer(folder: Path) -> None:
    (folder / "current").unlink()


def point_outside(folder: Path) -> None:
    (folder / "current").write_text("2-../../x")


def point_to_another_layout(folder: Path) -> None:
    (folder / "current").write_text("0-abc")


def lose_the_build(folder: Path) -> None:
    (folder / "current").write_text("2-abc")


def cut_the_files(folder: Path) -> None:
    for path in builds(folder)[0].iterdir():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty_the_files(folder: Path) -> None:
    for path in builds(folder)[0].iterdir():
        path.write_bytes(b"")


@pytest.mark.parametrize(
    "damage",
    [forget_the_pointer, point_outside, point_to_another_layout, lose_the_build, cut_the_files,
     empty_the_files],
)  # fmt: skip
def test_damage_is_said_and_mended_by_a_rebuild(folder: Path, damage: object) -> None:
    damage(folder)  # type: ignore[operator]
    index = WhooshIndex(folder)
    with pytest.raises(IndexDamaged):
        index.candidates({"nccl": 1.0})
    with pytest.raises(IndexDamaged):
        index.update([CHINESE])
    index.rebuild([NCCL])
    assert index.slugs() == {NCCL.slug}


def test_a_missing_folder_is_damage(tmp_path: Path) -> None:
    with pytest.raises(IndexDamaged):
        WhooshIndex(tmp_path / "none").update([NCCL])


ALWAYS_WRITING = """
import sys, time
from pathlib import Path
from kb.search import folders
while True:
    with folders.lock(Path(sys.argv[1]), 60.0):
        print("has it", flush=True)
        time.sleep(0.2)
"""


def test_a_writer_that_comes_again_and_again_keeps_nobody_out(folder: Path) -> None:
    """Whoever looks every 50 ms whether the lock is free would hardly ever find it so."""
    command = [sys.executable, "-c", ALWAYS_WRITING, str(folder)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as busy:
        assert busy.stdout
        busy.stdout.readline()
        try:
            for _ in range(3):
                with folders.lock(folder, 5.0):
                    assert busy.poll() is None
        finally:
            busy.kill()


def test_a_second_writer_is_told_to_wait(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whoosh_index, "_PATIENCE", 0.0)
    with folders.lock(folder, 0.0):
        with pytest.raises(IndexBusy):
            WhooshIndex(folder).update([CHINESE])
        with pytest.raises(IndexBusy):
            WhooshIndex(folder).rebuild([CHINESE])
        assert WhooshIndex(folder).count == 2
    WhooshIndex(folder).update([CHINESE])
