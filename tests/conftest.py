"""Every test has a data folder of its own and static files without a manifest."""

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def own_data_dir(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path / "var"
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    return tmp_path / "var"
