"""A text → the launch commands in it, whatever form they have."""

from kb.core.launch import shell
from kb.core.launch.spans import whole
from kb.core.launch.target import Target


def locate(text: str) -> tuple[Target, ...]:
    """Every launch command, in order. Raises LaunchError where the only one cannot be read."""
    return shell.targets(whole(text))
