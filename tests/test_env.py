import stat
from pathlib import Path

import pytest

from kb.env import SETTINGS, EnvError, read_settings
from kb.secret import secret_key


def test_defaults_are_what_is_written_in_the_table() -> None:
    values = read_settings({})
    assert values["KB_KEEP_DAYS"] == 30
    assert values["KB_DEBUG"] is False
    assert set(values) == {setting.name for setting in SETTINGS}


@pytest.mark.parametrize(
    ("name", "raw", "says"),
    [
        ("KB_KEEP_DAYS", "month", "a whole number from 1 to 3650"),
        ("KB_KEEP_DAYS", "0", "a whole number from 1 to 3650"),
        ("KB_DEBUG", "maybe", "1 or 0"),
        ("KB_SECRET_KEY", "short", "at least 50 random characters"),
        ("KB_LOG_LEVEL", "LOUD", "DEBUG, INFO, WARNING or ERROR"),
        ("KB_DATA_DIR", "a\0b", "the path of a folder"),
        ("DATABASE_URL", "mysql://x", "sqlite:///"),
        ("KB_KEEPDAYS", "3", "Did you mean KB_KEEP_DAYS?"),
        ("KB_XYZZY", "", "KB_XYZZY is not a setting."),
    ],
)
def test_a_wrong_setting_is_refused_by_name(name: str, raw: str, says: str) -> None:
    with pytest.raises(EnvError) as refusal:
        read_settings({name: raw})
    assert name in str(refusal.value)
    assert says in str(refusal.value)


def test_all_wrong_settings_are_named_at_once() -> None:
    with pytest.raises(EnvError) as refusal:
        read_settings({"KB_DEBUG": "x", "KB_THREADS": "many", "KB_NO": "1"})
    assert str(refusal.value).count("\n") == 2


def test_the_secret_key_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "var"
    key = secret_key(folder)
    assert len(key) >= 50
    assert secret_key(folder) == key
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret_key"]
