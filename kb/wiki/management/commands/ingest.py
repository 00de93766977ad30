"""Articles from files, folders and archives into the base."""

from argparse import ArgumentParser
from typing import Any

from kb.wiki import indexing
from kb.wiki.command import DONE, FINDINGS, KnowledgeCommand, existing
from kb.wiki.corpus.ingest import Ingested, Mode, ingest


class Command(KnowledgeCommand):
    help = "Take in articles from files, folders or a .zip; the same files again change nothing."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a folder or a .zip")
        parser.add_argument("--dry-run", action="store_true", help="say what would happen, only")
        parser.add_argument("--draft", action="store_true", help="keep everything back as a draft")
        parser.add_argument(
            "--force", action="store_true", help="overwrite what was edited on the site"
        )

    def run(self, **options: Any) -> int:
        mode = Mode(options["dry_run"], options["draft"], options["force"])
        results: list[Ingested] = []
        for result in ingest(existing(options["paths"]), mode):
            results.append(result)
            self._tell(result, options["json"])
        if not mode.dry_run:
            indexing.drain()
        if options["json"]:
            self.print_json({"articles": [result.as_json() for result in results]})
        return self._end(results)

    def _tell(self, result: Ingested, quiet: bool) -> None:
        line = f"{result.result:9}  {result.slug}  ({result.path})"
        (self.say if quiet else self.print)(line)
        for error in result.errors:
            place = f"line {error.line}, " if error.line else ""
            field = f"{error.field}: " if error.field else ""
            self.say(f"  {place}{field}{error.message}")
        for mend in result.mended:
            self.say(f"  mended: {mend}")

    def _end(self, results: list[Ingested]) -> int:
        if not results:
            self.say("No article found: they end in .md, .markdown or .txt.")
            return FINDINGS
        return FINDINGS if any(result.is_finding for result in results) else DONE
