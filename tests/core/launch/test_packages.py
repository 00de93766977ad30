"""A pip pin in the text of a launch."""

import pytest

from kb.core.articles.model import Change
from kb.core.launch import fix_command
from tests.core.launch.tiny import TINY

PINS = [
    ("pip install vllm==0.8.0 && vllm serve m", "==0.9", "pip install vllm==0.9 && vllm serve m"),
    ("pip install -U vllm\nvllm serve m", "==0.9", "pip install -U vllm==0.9\nvllm serve m"),
    ("pip install -U vllm\nvllm serve m", ">=0.9", 'pip install -U "vllm>=0.9"\nvllm serve m'),
    (
        "uv pip install 'vllm[audio]<0.9' x; vllm serve m",
        ">=0.9",
        "uv pip install 'vllm[audio]>=0.9' x; vllm serve m",
    ),
    ("uvx --from vllm==0.8 vllm serve m", "==0.9", "uvx --from vllm==0.9 vllm serve m"),
    (
        'FROM a\nRUN pip install \\\n  vllm==0.8 x\nCMD ["vllm", "serve", "m"]',
        "==0.9",
        'FROM a\nRUN pip install \\\n  vllm==0.9 x\nCMD ["vllm", "serve", "m"]',
    ),
    ("uv run --with vllm==0.8 vllm serve m", "==0.9", "uv run --with vllm==0.9 vllm serve m"),
    (
        "docker run a/b bash -c 'pip install vllm-x vllm && vllm serve m'",
        "==1",
        "docker run a/b bash -c 'pip install vllm-x vllm==1 && vllm serve m'",
    ),
]


@pytest.mark.parametrize(("text", "bound", "wanted"), PINS)
def test_the_pin_changes_where_the_package_is_installed(text: str, bound: str, wanted: str) -> None:
    change = Change("pip", name="vllm", value=bound)
    assert fix_command(text, change, None, None, TINY).after == wanted
    assert fix_command(wanted, change, None, None, TINY).already == (change,)


def test_without_an_installation_it_is_asked() -> None:
    change = Change("pip", name="vllm", value="==0.9")
    assert fix_command("vllm serve m", change, None, None, TINY).question
