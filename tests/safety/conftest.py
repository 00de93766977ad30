from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def apart(own_data_dir: Path) -> None:
    """Nothing of these tests touches the base of the checkout."""
