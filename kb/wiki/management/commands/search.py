"""What the search page would list."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import AnonymousUser

from kb.search.query import parse
from kb.wiki.command import DONE, FINDINGS, KnowledgeCommand
from kb.wiki.finding import Found, find


class Command(KnowledgeCommand):
    help = "List what the search page would list for a text, best first."

    def arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("text", nargs="+", metavar="TEXT")

    def run(self, **options: Any) -> int:
        found = find(parse(" ".join(options["text"])), AnonymousUser(), "en").found
        if options["json"]:
            self.print_json({"results": [_as_json(each) for each in found]})
        else:
            for each in found:
                self.print(f"{each.score:.2f}  {each.slug}  {each.page.title}")
        return DONE if found else FINDINGS


def _as_json(found: Found) -> dict[str, object]:
    return {
        "article": found.slug,
        "title": found.page.title,
        "score": round(found.score, 4),
    }
