"""A paste that nothing answers → the form of a new article, as far as the paste can fill it."""

from __future__ import annotations

from kb.diagnosis.engine import Diagnosed
from kb.wiki.editing.posted import Values
from kb.wiki.editing.undressing import empty_values

_SURE = {"stated", "resolved", "answered"}


def started_from(diagnosed: Diagnosed, language: str) -> Values:
    """Error, environment (as what was seen) and command; every value is masked already."""
    reading = diagnosed.reading
    root = reading.errors.root
    values = empty_values(language)
    if root:
        values["errors"] = [{"text": root.text.strip()}]
        values["title"] = root.text.strip().split("\n")[0][:120]
    values["environment"]["seen"] = {"rows": _seen(diagnosed)}
    engine = reading.facts.get("engine")
    for row in values["environment"]["requires"]["rows"]:
        if row["fact"] == "engine" and engine and engine.value:
            row["value"] = engine.value
    if reading.command:
        values["fixes"][0]["command"] = reading.command.text
    return values


def _seen(diagnosed: Diagnosed) -> list[dict[str, str]]:
    vocabulary = diagnosed.vocabulary
    rows = []
    for name, fact in diagnosed.reading.facts.items():
        kind = vocabulary.facts.get(name)
        if kind and fact.value and fact.how in _SURE and name != "engine":
            wanted = f"=={fact.value}" if kind.kind == "version" else fact.value
            rows.append({"fact": name, "value": wanted})
    return rows
