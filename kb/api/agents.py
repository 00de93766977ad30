"""The MCP server. The only module that imports the SDK, and never part of the web process."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import uvicorn
from django.contrib.auth.models import AnonymousUser
from django.db import close_old_connections
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from kb.api.callers import at_the_door, caller, counted
from kb.api.tools import INSTRUCTIONS, Refused, Tools
from kb.wiki.models.page import Reader

_READS = ("search_error", "diagnose", "ask_next", "fix_command", "get_article")


def server(host: Reader | None) -> MCPServer[Any]:
    """The server whose tools read with the eyes of who calls: of a token's person, else `host`."""
    made: MCPServer[Any] = MCPServer(
        "llm-server-faults", title="Known faults of LLM servers", instructions=INSTRUCTIONS
    )
    for name in _READS:
        hints = ToolAnnotations(read_only_hint=True, open_world_hint=False)
        made.tool(annotations=hints)(_guarded(name, host))
    hints = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
    made.tool(annotations=hints)(_guarded("report_outcome", host))
    return made


def serve_http(host: Reader | None, port: int) -> None:
    """Serves on a port of this machine until it is told to stop; tokens as for the JSON API."""
    app = server(host).streamable_http_app(stateless_http=True, host="127.0.0.1")
    door = at_the_door(app, host)
    uvicorn.run(door, host="127.0.0.1", port=port, log_level="warning", proxy_headers=False)


def _guarded(name: str, host: Reader | None) -> Callable[..., dict[str, Any]]:
    """A tool: refusals as the SDK tells them, each call with its caller and its own connection."""

    @functools.wraps(getattr(Tools(), name))
    def call(*args: Any, **kwargs: Any) -> dict[str, Any]:
        who = caller()
        close_old_connections()
        try:
            if who and not who.writes and name not in _READS:
                raise Refused("This changes something: send a token of the scope write.")
            with counted():
                tool = getattr(Tools(who.reader if who else host or AnonymousUser()), name)
                found: dict[str, Any] = tool(*args, **kwargs)
                return found
        except Refused as error:
            raise ToolError(str(error)) from error
        finally:
            close_old_connections()

    return call
