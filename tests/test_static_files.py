import json
from pathlib import Path

import pytest
from pytest_django import Settings

from kb.static_files import Storage


@pytest.fixture
def storage(tmp_path: Path, settings: Settings) -> Storage:
    names = {"css/site.css": "css/site.0123456789ab.css"}
    manifest = {"version": "1.1", "paths": names, "hash": "x"}
    (tmp_path / "staticfiles.json").write_text(json.dumps(manifest), "utf-8")
    settings.DEBUG = False
    return Storage(location=tmp_path, base_url="/static/")


def test_an_address_is_looked_up_once(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    first = storage.url("css/site.css")
    assert first == "/static/css/site.0123456789ab.css"
    monkeypatch.setattr(storage, "hashed_files", {})
    assert storage.url("css/site.css") == first


def test_a_file_that_no_manifest_knows_is_refused_each_time(storage: Storage) -> None:
    for _ in range(2):
        with pytest.raises(ValueError, match="missing"):
            storage.url("css/missing.css")
