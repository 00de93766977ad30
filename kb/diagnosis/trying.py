"""A diagnosis → a request to copy that shows whether the corrected server answers."""

from __future__ import annotations

from kb.core.launch import LaunchError
from kb.core.launch.request import IMAGE, request_for, write_request
from kb.diagnosis.engine import Diagnosed
from kb.diagnosis.presenting import best_of

ENDPOINTS = ("chat", "completions", "embeddings")


def request_to_copy(diagnosed: Diagnosed) -> str:
    """From the printed command's port and served name, the endpoint and the kind of request that
    are known; "" where no server is started by it."""
    command = diagnosed.launch.command if diagnosed.launch else None
    if command is None or not (command.model or command.flags.get("--served-model-name")):
        return ""
    told = _told_or_wanted(diagnosed, "endpoint")
    endpoint = told if told in ENDPOINTS else "chat"
    about_images = _told_or_wanted(diagnosed, "modality") == "image"
    image = IMAGE if endpoint == "chat" and about_images else ""
    try:
        return write_request(request_for(command, endpoint, image))
    except LaunchError:
        return ""


def _told_or_wanted(diagnosed: Diagnosed, name: str) -> str:
    """What is known of a fact, else the one value of it that the shown fault requires."""
    fact = diagnosed.reading.facts.get(name)
    if fact and fact.value:
        return fact.value
    shown = best_of(diagnosed)
    required = shown.requires if shown else ()
    wanted = [judged.condition for judged in required if judged.condition.fact == name]
    only = [each.values[0] for each in wanted if len(each.values) == 1 and not each.negated]
    return only[0] if only else ""
