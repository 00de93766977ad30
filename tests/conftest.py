"""What tests of the site share: a data folder of their own, static files without a manifest."""

from pathlib import Path

import pytest
from pytest_django import Settings


@pytest.fixture
def own_data_dir(tmp_path: Path, settings: Settings) -> Path:
    settings.DATA_DIR = tmp_path / "var"
    settings.RATE_LIMIT = False  # all tests are one client
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
    return tmp_path / "var"
