"""The whole site in one command; what `make run` calls."""

from __future__ import annotations

import logging
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from kb.accounts.models import LINK_HOURS, OneTimeLink
from kb.accounts.roles import has_administrator
from kb.wiki import indexing
from kb.wiki.command import DONE, KnowledgeCommand, refuse
from kb.wiki.corpus.files import shared_sources
from kb.wiki.corpus.ingest import Ingested, Mode, ingest, ingest_sources
from kb.wiki.models import Page
from kb.wiki.server import refused_address, serve


class Command(KnowledgeCommand):
    help = "Migrate, load the articles into an empty base, build a missing index, and serve."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to listen at")
        parser.add_argument("--port", type=int, default=8000, help="port to listen at")

    def run(self, **options: Any) -> int:
        if not 0 < options["port"] < 65536:
            raise refuse("--port is a number from 1 to 65535.")
        if why := refused_address(options["host"], options["port"]):
            raise refuse(f"{options['host']}:{options['port']}: {why}. Choose with --host, --port.")
        if not Page.objects.exists():
            self._load()
        else:
            self._warn(ingest_sources(shared_sources(), Mode()))
        indexing.drain()
        indexing.mend()
        call_command("collectstatic", verbosity=0, interactive=False)
        address = f"http://{_shown(options['host'])}:{options['port']}"
        self._invite(address)
        self.say(f"Serving at {address}/  (Ctrl-C ends)")
        serve(options["host"], options["port"])
        return DONE

    def _invite(self, address: str) -> None:
        """With no administrator yet: the link that makes the first one, once."""
        if not has_administrator():
            key = OneTimeLink.make(None, timezone.now())
            self.say(f"No administrator yet. Make the first one, once, within {LINK_HOURS} hours:")
            self.say(f"  {address}{reverse('welcome')}?key={key}")

    def _load(self) -> None:
        if not settings.ARTICLES_DIR.is_dir():
            return self.say(f"{settings.ARTICLES_DIR} is not there: the base stays empty.")
        self.say("Loading the articles …")
        results = list(ingest([settings.ARTICLES_DIR], Mode()))
        self._warn(results)
        self.say(f"{sum(not result.shared for result in results)} articles.")
        return None

    def _warn(self, results: Iterable[Ingested]) -> None:
        for result in results:
            if result.is_finding:
                logging.getLogger(__name__).warning("%s %s", result.path, result.result)


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
