"""A diagnosis → a request to copy that shows whether the corrected server answers."""

from __future__ import annotations

from kb.core.launch import LaunchError, parse_command
from kb.core.launch.request import IMAGE, request_for, write_request
from kb.diagnosis.engine import Diagnosed
from kb.diagnosis.library import Library

ENDPOINTS = ("chat", "completions", "embeddings")


def request_to_copy(diagnosed: Diagnosed, library: Library) -> str:
    """From the printed command's port and served name, the endpoint and the kind of request that
    are known; "" where no server is started by it."""
    launch, facts = diagnosed.launch, diagnosed.reading.facts
    if launch is None or launch.after is None:
        return ""
    try:
        command = parse_command(launch.after, catalogues=library.catalogues)
        if not command.model and not command.flags.get("--served-model-name"):
            return ""
        told = facts.get("endpoint")
        endpoint = told.value if told and told.value in ENDPOINTS else "chat"
        about = facts.get("modality")
        image = IMAGE if endpoint == "chat" and about and about.value == "image" else ""
        return write_request(request_for(command, endpoint or "chat", image))
    except LaunchError:
        return ""
