"""Quality and speed, measured beside the peers in one run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings

from kb.diagnosis.bench import PARTS, Bench, run, text_of
from kb.diagnosis.library import MemoryLibrary
from kb.wiki.command import DONE, KnowledgeCommand, refuse
from kb.wiki.corpus.contents import catalogues, vocabulary
from kb.wiki.corpus.shipped import shipped_articles


class Command(KnowledgeCommand):
    help = "Measure how well and how fast faults are found, beside the peers in one run."
    needs_base = False

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--only", metavar="PART", help=" | ".join(PARTS))
        parser.add_argument("--size", type=int, default=0, help="articles of the speed part")

    def run(self, **options: Any) -> int:
        if options["only"] and options["only"] not in PARTS:
            raise refuse(f"--only is one of {', '.join(PARTS)}.")
        articles = shipped_articles()
        library = MemoryLibrary(articles, vocabulary(), catalogues())
        shared = Path(settings.BASE_DIR).parent / "shared"
        report = run(Bench(library, articles, shared, options["size"]), options["only"] or "")
        if options["json"]:
            self.print_json(report)
        else:
            self.print(text_of(report))
        return DONE
