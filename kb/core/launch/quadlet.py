"""Podman's units: `[Container]` with `Image=`, `Exec=` and `Environment=`."""

import re
from dataclasses import replace

from kb.core.launch import shell
from kb.core.launch.dialects import SYSTEMD
from kb.core.launch.launchers import engine_of_image
from kb.core.launch.spans import whole
from kb.core.launch.systemd import UnitEnv, unit_settings
from kb.core.launch.target import Target, WordImage

_SECTION = re.compile(r"^\[Container\][ \t]*\r?$", re.M)
_IMAGE = re.compile(r"^Image=(?P<image>\S+)", re.M)
_EXEC = re.compile(r"^Exec=(?P<command>(?:[^\\\n\r]|\\\r?\n|\\.)+)", re.M)


def targets(text: str) -> tuple[Target, ...]:
    """The server of a unit that says what its image is to run; () for any other text."""
    image, command = _IMAGE.search(text), _EXEC.search(text)
    if not _SECTION.search(text) or not image or not command:
        return ()
    layer = whole(text)
    found = shell.command_in(layer.inside(*command.span("command")), SYSTEMD, "systemd")
    engine = (found and found.engine) or engine_of_image(image["image"])
    if found is None or not engine:
        return ()
    picture = WordImage(layer, SYSTEMD, *image.span("image"), image["image"])
    env = UnitEnv(layer, unit_settings(text), command.start())
    entry = found.entry or "image"
    return (
        replace(found, engine=engine, start=command.start(), env=env, image=picture,
                sure=True, entry=entry, form="systemd"),
    )  # fmt: skip
