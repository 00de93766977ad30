"""The base against its index and against time."""

from typing import Any

from django.utils import timezone

from kb.wiki.checks import base_findings
from kb.wiki.command import DONE, FINDINGS, KnowledgeCommand


class Command(KnowledgeCommand):
    help = "Compare the base with its index; list stale reviews and outdated workarounds."

    def run(self, **options: Any) -> int:
        findings = list(base_findings(timezone.now().date()))
        if options["json"]:
            self.print_json({"findings": [each.as_json() for each in findings]})
        else:
            for each in findings:
                self.print(f"{each.kind}: {each.slug} {each.message}")
            self.say("No findings." if not findings else f"{len(findings)} findings.")
        return FINDINGS if findings else DONE
