"""The base for agents, by the Model Context Protocol."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User

from kb.wiki import indexing
from kb.wiki.command import DONE, KnowledgeCommand, refuse
from kb.wiki.models.page import Reader


class Command(KnowledgeCommand):
    help = "Serve agents by MCP: on stdin and stdout, or on a port of this machine."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--http", type=int, metavar="PORT", help="serve on 127.0.0.1:PORT/mcp")
        parser.add_argument(
            "--as",
            dest="person",
            metavar="NAME",
            help="read with the rights of this account where no token is sent",
        )

    def run(self, **options: Any) -> int:
        try:
            from kb.api.agents import serve_http, server
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "mcp":
                raise
            raise refuse("The MCP SDK is missing: pip install 'mcp==2.3.0'.") from error
        port = options["http"]
        host = _host(options["person"], port)
        if port is not None and not 0 < port < 65536:
            raise refuse("--http is a port from 1 to 65535.")
        indexing.drain()
        if port is None:
            server(host).run("stdio")
        else:
            self.say(f"Serving agents at http://127.0.0.1:{port}/mcp  (Ctrl-C ends)")
            serve_http(host, port)
        return DONE


def _host(name: str | None, port: int | None) -> Reader | None:
    """Whose rights a call without a token has; None: those of anybody."""
    if name is None and port is None and settings.READING == "login":
        raise refuse("Reading needs an account here: --as NAME.")
    if name is None:
        return None
    person = User.objects.filter(username=name, is_active=True).first()
    if person is None:
        raise refuse(f"{name}: there is no such account.")
    return person
