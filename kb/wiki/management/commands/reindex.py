"""A new index beside the old one."""

from typing import Any

from kb.wiki import indexing
from kb.wiki.command import DONE, KnowledgeCommand


class Command(KnowledgeCommand):
    help = "Build the search index anew; the old one serves meanwhile."

    def run(self, **options: Any) -> int:
        self.say("Building the index …")
        indexing.rebuild()
        count = indexing.index().count
        if options["json"]:
            self.print_json({"articles": count})
        else:
            self.print(f"The index has {count} articles.")
        return DONE
