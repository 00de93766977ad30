"""The MCP server. The only module that imports the SDK, and never part of the web process."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.db import close_old_connections
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import ToolAnnotations

from kb.api.tools import INSTRUCTIONS, Refused, Tools
from kb.wiki.models.page import Reader

_READS = ("search_error", "diagnose", "ask_next", "fix_command", "get_article")


def server(reader: Reader) -> MCPServer[Any]:
    """The server whose tools read with the eyes of `reader`."""
    made: MCPServer[Any] = MCPServer(
        "llm-server-faults", title="Known faults of LLM servers", instructions=INSTRUCTIONS
    )
    tools = Tools(reader)
    for name in _READS:
        hints = ToolAnnotations(read_only_hint=True, open_world_hint=False)
        made.tool(annotations=hints)(_guarded(getattr(tools, name)))
    hints = ToolAnnotations(read_only_hint=False, destructive_hint=False, open_world_hint=False)
    made.tool(annotations=hints)(_guarded(tools.report_outcome))
    return made


def _guarded(tool: Callable[..., dict[str, Any]]) -> Callable[..., dict[str, Any]]:
    """Refusals as the SDK tells them; each call looks after its thread's database connection."""

    @functools.wraps(tool)
    def call(*args: Any, **kwargs: Any) -> dict[str, Any]:
        close_old_connections()
        try:
            return tool(*args, **kwargs)
        except Refused as error:
            raise ToolError(str(error)) from error
        finally:
            close_old_connections()

    return call
