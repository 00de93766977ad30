"""A diagnosis → a request to copy that shows whether the corrected server answers."""

from __future__ import annotations

from kb.core.launch import LaunchError
from kb.core.launch.request import IMAGE, request_for, write_request
from kb.diagnosis.engine import Diagnosed

ENDPOINTS = ("chat", "completions", "embeddings")


def request_to_copy(diagnosed: Diagnosed) -> str:
    """From the printed command's port and served name, the endpoint and the kind of request that
    are known; "" where no server is started by it."""
    command = diagnosed.launch.command if diagnosed.launch else None
    if command is None or not (command.model or command.flags.get("--served-model-name")):
        return ""
    facts = diagnosed.reading.facts
    told, about = facts.get("endpoint"), facts.get("modality")
    endpoint = told.value if told and told.value in ENDPOINTS else "chat"
    image = IMAGE if endpoint == "chat" and about and about.value == "image" else ""
    try:
        return write_request(request_for(command, endpoint or "chat", image))
    except LaunchError:
        return ""
