"""Additions that a reader must know about before he runs them."""

import re
from collections.abc import Iterator

from kb.core.articles.model import Change
from kb.core.messages import Message, msg

_FLAGS = {
    "--trust-remote-code": msg("--trust-remote-code runs Python code that comes with the model"),
    "--privileged": msg("--privileged gives the container the whole host"),
    "--enable-server-dev-mode": msg("development endpoints let every client change the server"),
    "--allowed-origins": msg("--allowed-origins decides which web pages may call the server"),
    "--allowed-local-media-path": msg("clients of the server may read files below this path"),
    "--allow-auto-truncate": msg("requests that are too long will be cut silently"),
    "--disable-access-log-for-endpoints": msg("requests will be missing from the log"),
}
_REMOVED = {
    "--api-key": msg("without --api-key everyone who reaches the port can use the server"),
    "--ssl-certfile": msg("without a certificate requests travel unencrypted"),
    "--allowed-origins": msg("without --allowed-origins every web page may call the server"),
}
_KEYS = ("VLLM_API_KEY", "LLAMA_API_KEY")  # the same as variables
_EVERYWHERE = re.compile(r"(?:0\.0\.0\.0|::|\[::\]|\*)(?::\d+)?")
_OPEN = msg("0.0.0.0 opens the port to every machine that reaches this one")
_VARIABLES = {
    "VLLM_ALLOW_INSECURE_SERIALIZATION": msg("this variable lets requests run code on the server"),
    "VLLM_SERVER_DEV_MODE": msg("development endpoints let every client change the server"),
    "HF_HUB_DISABLE_SSL_VERIFY": msg("downloads will not be checked for who sends them"),
    "LD_PRELOAD": msg("LD_PRELOAD loads a foreign library into every program"),
    "PYTHONPATH": msg("PYTHONPATH lets another folder replace installed packages"),
    "PATH": msg("PATH decides which programs run"),
}


def risks_of(change: Change) -> Iterator[Message]:
    """What to say about a change that was really made."""
    if change.op in ("add-flag", "set-flag"):
        flag = change.flag.replace("_", "-")
        if flag in _FLAGS and (change.value or "").lower() != "false":
            yield _FLAGS[flag]
        if flag == "--host" and _EVERYWHERE.fullmatch(change.value or ""):
            yield _OPEN
    elif change.op == "remove-flag" and change.flag.replace("_", "-") in _REMOVED:
        yield _REMOVED[change.flag.replace("_", "-")]
    elif change.op == "env" and change.value is not None:
        yield from _of_variable(change.name, change.value)
    elif change.op == "env" and change.name in _KEYS:
        yield _REMOVED["--api-key"]


def _of_variable(name: str, value: str) -> Iterator[Message]:
    if name in _VARIABLES:
        yield _VARIABLES[name]
    if name.endswith("HOST") and _EVERYWHERE.fullmatch(value):
        yield _OPEN
