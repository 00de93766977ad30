"""A diagnosis → the incident note: six lines of Markdown to paste into a ticket."""

from __future__ import annotations

from kb.core.articles.changes import short
from kb.diagnosis.engine import Diagnosed
from kb.wiki.wording import label_of, value_label

MOST_FACTS = 8
TELLING = ("stated", "resolved", "answered")


def incident_note(diagnosed: Diagnosed, address: str, words: dict[str, str]) -> str:
    """Fault, environment, fix, command, verification and link, a line each; "" where there is no
    fix. `words` are the labels in the reader's language."""
    fix, launch = diagnosed.fix, diagnosed.launch
    best = next((m for m in diagnosed.matches if fix and m.article.slug == fix.article), None)
    if fix is None or best is None:
        return ""
    changes = "; ".join(" ".join(short(change)) for change in (launch.changes if launch else ()))
    title = f"{fix.fix.title} (`{changes}`)" if changes else fix.fix.title
    rows = (
        (words["fault"], f"{best.article.title} ({best.verdict})"),
        (words["environment"], _environment(diagnosed)),
        (words["fix"], title),
        (words["command"], f"`{_one_line(launch.after)}`" if launch and launch.after else "–"),
        (words["verification"], fix.verify[0].do if fix.verify else "–"),
        (words["link"], address),
    )
    return "\n".join(f"- **{label}**: {text}" for label, text in rows)


def _environment(diagnosed: Diagnosed) -> str:
    vocabulary, language = diagnosed.vocabulary, diagnosed.language
    facts = [
        f"{label_of(fact.name, vocabulary, language)} "
        f"{value_label(fact.name, fact.value, vocabulary, language)}"
        for fact in diagnosed.reading.facts.values()
        if fact.value and fact.how in TELLING and not fact.name.startswith("check:")
    ]
    return ", ".join(facts[:MOST_FACTS]) or "–"


def _one_line(command: str) -> str:
    """Continued lines joined, so that the note stays six lines."""
    return " ".join(command.replace("\\\n", " ").split())
