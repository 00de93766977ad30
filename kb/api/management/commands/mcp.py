"""The base for agents, by the Model Context Protocol."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User

from kb.wiki import indexing
from kb.wiki.command import DONE, KnowledgeCommand, refuse
from kb.wiki.models.page import Reader


class Command(KnowledgeCommand):
    help = "Serve agents by MCP: on stdin and stdout, or on a port of this machine."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--http", type=int, metavar="PORT", help="serve on 127.0.0.1:PORT/mcp")
        parser.add_argument(
            "--as", dest="person", metavar="NAME", help="read with the rights of this account"
        )

    def run(self, **options: Any) -> int:
        try:
            from kb.api.agents import server
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "mcp":
                raise
            raise refuse("The MCP SDK is missing: pip install 'mcp==2.3.0'.") from error
        reader = _reader(options["person"])
        port = options["http"]
        if port is not None and not 0 < port < 65536:
            raise refuse("--http is a port from 1 to 65535.")
        indexing.drain()
        if port is None:
            server(reader).run("stdio")
        else:
            self.say(f"Serving agents at http://127.0.0.1:{port}/mcp  (Ctrl-C ends)")
            server(reader).run("streamable-http", host="127.0.0.1", port=port, stateless_http=True)
        return DONE


def _reader(name: str | None) -> Reader:
    if name is None and settings.READING == "login":
        raise refuse("Reading needs an account here: --as NAME.")
    if name is None:
        return AnonymousUser()
    person = User.objects.filter(username=name, is_active=True).first()
    if person is None:
        raise refuse(f"{name}: there is no such account.")
    return person
