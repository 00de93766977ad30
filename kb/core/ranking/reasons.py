"""Why a match is put aside, lowered, or a fix left out, in sentences."""

from dataclasses import replace

from kb.core.articles.model import Change, Fix
from kb.core.conditions import Condition, Judged, State
from kb.core.facts.model import Vocabulary
from kb.core.messages import Message, Words, msg
from kb.core.ranking.conditions import together
from kb.core.ranking.model import FixMatch, Observed, Present, Verdict
from kb.core.ranking.spoken import label, one_of, wanted


def against(
    requires: tuple[Judged, ...],
    clear: tuple[tuple[Judged, ...], ...],
    checks: tuple[Observed, ...],
    fixes: tuple[FixMatch, ...],
    present: Present,
    vocabulary: Vocabulary,
) -> tuple[Message, ...]:
    """Everything that puts a match aside; empty while nothing does."""
    found = [*_done(fixes, present), *_differs(requires, vocabulary)]
    tried = [entry for entry in clear if entry and together(entry) == State.HOLDS]
    found += [_tried(entry, vocabulary) for entry in tried]
    found += [
        msg("answered otherwise: {ask}", ask=each.check.ask)
        for each in checks
        if each.state == State.FAILS
    ]
    return tuple(found)


def _done(fixes: tuple[FixMatch, ...], present: Present) -> list[Message]:
    """A fault is not this one where all that could be done about it is done already."""
    offered = [each.fix for each in fixes if each.fix.kind != "watch-upstream"]
    done = [fix for fix in offered if is_present(fix, present)]
    if not done or len(done) < len(offered):
        return []
    what = ", ".join(written(change) for change in done[0].launch)
    return [msg("already in your command, this is not it: {what}", what=what)]


def _differs(requires: tuple[Judged, ...], vocabulary: Vocabulary) -> list[Message]:
    failed = [each for each in requires if each.state == State.FAILS]
    alone = len(failed) == 1 and any(each.state == State.HOLDS for each in requires)
    return [_other(each, vocabulary, alone=alone) for each in failed]


def _other(judged: Judged, vocabulary: Vocabulary, *, alone: bool) -> Message:
    fact = judged.condition.fact
    values = {
        "fact": label(fact, vocabulary),
        "have": one_of(fact, (judged.have or "").split(" or "), vocabulary),
        "wanted": wanted(judged.condition, vocabulary),
    }
    if alone:
        return msg(
            "only the {fact} differs: yours is {have}, this was seen with {wanted}", **values
        )
    return msg("the {fact} is {have}, this fault needs {wanted}", **values)


def _tried(entry: tuple[Judged, ...], vocabulary: Vocabulary) -> Message:
    where = {
        language: comma.join(_told(each.condition, vocabulary, language) for each in entry)
        for language, comma in (("en", ", "), ("zh", "，"))
    }
    return msg("tried there without the fault: {where}", where=Words(where))


def _told(condition: Condition, vocabulary: Vocabulary, language: str) -> str:
    fact, values = label(condition.fact, vocabulary), wanted(condition, vocabulary)
    return f"{fact.told(language)} {values.told(language)}"


def lowered(
    seen: tuple[Judged, ...], verdict: Verdict, vocabulary: Vocabulary
) -> tuple[Message, ...]:
    """What was seen elsewhere, and that only words agree."""
    elsewhere = [each.condition for each in seen if each.state == State.FAILS]
    found = [
        msg("seen on {seen}, unverified on yours", seen=_where(condition, vocabulary))
        for condition in elsewhere
    ]
    if verdict == "near":
        found.append(msg("only words agree; none of its error lines is in the paste"))
    return tuple(found)


def _where(condition: Condition, vocabulary: Vocabulary) -> Message | Words:
    kind = vocabulary.facts.get(condition.fact)
    shown = one_of(condition.fact, _plain(condition), vocabulary)
    if kind is None or kind.kind in {"choice", "text"}:
        return shown
    return Message("{fact} {wanted}", {"fact": label(condition.fact, vocabulary), "wanted": shown})


def _plain(condition: Condition) -> list[str]:
    return [value.removeprefix("==") for value in condition.values]


def leave_out_done(match: FixMatch, present: Present) -> FixMatch:
    """The fix, left out where the user's command already has all of its changes."""
    if match.state == State.FAILS or not is_present(match.fix, present):
        return match
    return replace(match, state=State.FAILS, reason=msg("already in your command"))


def is_present(fix: Fix, present: Present) -> bool:
    """Does the command hold every change of the fix?"""
    return bool(fix.launch) and all(_holds(change, present) for change in fix.launch)


def _holds(change: Change, present: Present) -> bool:
    key = change.flag or change.name
    if change.op == "remove-flag" or (change.op == "env" and change.value is None):
        return False  # what is not there says little: it may never have been
    if key not in present or change.op not in {"add-flag", "set-flag", "env"}:
        return False
    return change.value is None or str(present[key]) == change.value


def written(change: Change) -> str:
    """A change as an article writes it."""
    name = change.flag or change.name
    if change.op == "env":
        return f"{name}={change.value}"
    return name if change.value is None else f"{name} {change.value}"
