"""The secret key: made once into the data folder, readable by its owner alone."""

import os
import secrets
from pathlib import Path


def secret_key(folder: Path) -> str:
    """The key kept in `folder`, made where there is none. Raises OSError: cannot be written."""
    path = folder / "secret_key"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        return path.read_text("ascii")
    except FileNotFoundError:
        return _make(path)


def _make(path: Path) -> str:
    """Written aside and linked into place: of two that start together, both get the first key."""
    draft = path.with_name(f"secret_key.{os.getpid()}.{secrets.token_hex(4)}")
    draft.touch(mode=0o600, exist_ok=False)
    draft.write_text(secrets.token_urlsafe(64), "ascii")
    try:
        path.hardlink_to(draft)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text("ascii")
