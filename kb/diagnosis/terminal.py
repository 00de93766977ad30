"""A diagnosis as text for a terminal, in the reader's language: 80 columns, the command last."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import indent

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, override

from kb.core.articles import Verification
from kb.core.questions import Question
from kb.core.ranking import Match
from kb.diagnosis.columns import wrapped
from kb.diagnosis.engine import Diagnosed, FixShown, LaunchShown
from kb.diagnosis.presenting import best_of
from kb.wiki.templatetags.kb import said

_MOST_OTHERS = 4
_VERDICTS = {
    "confirmed": gettext_noop("confirmed: the line is known and the environment agrees"),
    "likely": gettext_noop("likely: the line is known and nothing speaks against it"),
    "same-error": gettext_noop("same error: the environment must decide"),
    "aside": gettext_noop("put aside"),
    "near": gettext_noop("near in words only"),
}
_ORIGINS = {
    "yours": gettext_noop("Your command, corrected:"),
    "unchanged": gettext_noop("Your command, which the fix does not change:"),
    "article": gettext_noop("The command of the article, not yours:"),
    "built": gettext_noop("A command built from what is known:"),
}


def as_text(diagnosed: Diagnosed) -> str:
    """What a person needs, in the order in which they need it; the corrected command last."""
    with override("zh-hans" if diagnosed.language == "zh" else "en"):
        blocks = ["\n".join(block) for block in _blocks(diagnosed)]
    return "\n\n".join(block for block in blocks if block) + "\n"


def _blocks(diagnosed: Diagnosed) -> Iterator[Iterator[str]]:
    best = best_of(diagnosed)
    yield _verdict(best)
    yield _root(diagnosed)
    yield _fix(diagnosed.fix)
    yield _others(diagnosed, best)
    yield _near(diagnosed)
    yield _would_apply(diagnosed)
    yield _plan(diagnosed)
    yield _question(diagnosed.question)
    yield _launch(diagnosed.launch)


def _verdict(best: Match | None) -> Iterator[str]:
    if best is None:
        yield _("Nothing here knows this for certain.")
        return
    yield _named(best, "")
    yield wrapped(_(_VERDICTS[best.verdict]), "  ")
    yield from _reasons(best)
    if best.article.cause.certainty != "confirmed":
        yield wrapped(_("cause: {certainty}").format(certainty=_certainty(best)), "  ")


def _certainty(match: Match) -> str:
    return f"{_(match.article.cause.certainty)}. {match.article.cause.open}".strip()


def _reasons(match: Match) -> Iterator[str]:
    yield from (wrapped(said(reason), "  ") for reason in match.reasons)


def _root(diagnosed: Diagnosed) -> Iterator[str]:
    errors = diagnosed.reading.errors
    if errors.root:
        yield _("The root line, number {line}:").format(line=errors.root.line)
        yield wrapped(errors.root.text.strip(), "  ")
    elif errors.cause_is_elsewhere:
        yield wrapped(_("The root cause is not in this text: give the log from its first error."))
    else:
        yield _("No known error line.")


def _fix(fix: FixShown | None) -> Iterator[str]:
    if fix is None:
        return
    yield wrapped(_("Fix: {title}").format(title=fix.fix.title))
    if fix.rests_on:
        yield "  " + _("It rests on:")
    yield from (wrapped(said(each), "  - ") for each in fix.rests_on)
    for change in fix.fix.launch:
        if change.because or change.price:
            yield wrapped(f"{change.because} {change.price}".strip(), "  ")
    for number, step in enumerate(fix.fix.steps, 1):
        yield wrapped(step, f"  {number}. ")
    yield from (indent(block, "    ") for block in fix.fix.run)
    yield from (wrapped(_expectation(each), _check()) for each in fix.verify)


def _check() -> str:
    word = _("check:")
    return f"  {word}" if word.endswith("：") else f"  {word} "


def _expectation(each: Verification) -> str:
    return f"{each.do} → {each.expect}" if each.expect else each.do


def _others(diagnosed: Diagnosed, best: Match | None) -> Iterator[str]:
    """The other causes with what speaks for and against each."""
    others = [m for m in diagnosed.matches if m is not best and m.verdict != "near"]
    if others:
        yield _("Other causes of such an error:")
    for match in others[:_MOST_OTHERS]:
        yield _named(match)
        yield wrapped(_(_VERDICTS[match.verdict]), "  ")
        yield from _reasons(match)


def _near(diagnosed: Diagnosed) -> Iterator[str]:
    near = [match for match in diagnosed.matches if match.verdict == "near"][:_MOST_OTHERS]
    if near:
        yield _("Near in words only; none of their error lines is in the text:")
    yield from (_named(match) for match in near)


def _named(match: Match, first: str = "* ") -> str:
    return wrapped(f"{match.article.title} [{match.article.slug}]", first)


def _would_apply(diagnosed: Diagnosed) -> Iterator[str]:
    if diagnosed.would_apply:
        yield _("Faults that this command would meet here:")
    yield from (_named(match) for match in diagnosed.would_apply)


def _plan(diagnosed: Diagnosed) -> Iterator[str]:
    shown = (diagnosed.fix.article, diagnosed.fix.fix.id) if diagnosed.fix else None
    planned = [(m, fix) for m, fix in diagnosed.plan if (m.article.slug, fix.id) != shown]
    if planned:
        yield _("If it does not help, try in this order:")
    for number, (match, fix) in enumerate(planned, 1):
        yield wrapped(f"{fix.title} [{match.article.slug}]", f"{number}. ")


def _question(question: Question | None) -> Iterator[str]:
    if question is None:
        return
    choices = ", ".join(option.value for option in question.options)
    asked = _("Next question: {text}").format(text=question.text)
    yield wrapped(f"{asked} ({choices})" if choices else asked)
    if question.find_out:
        yield wrapped(_("to find out: {command}").format(command=question.find_out), "  ")
    yield wrapped(_("answer with {option}").format(option=f"--answer {question.id}=VALUE"), "  ")


def _launch(launch: LaunchShown | None) -> Iterator[str]:
    if launch is None:
        return
    for repair in launch.repairs:
        yield wrapped(_("mended: {what}").format(what=said(repair.what)))
    for warning in launch.warnings:
        yield wrapped(_("warning: {what}").format(what=said(warning)))
    if refusal := launch.refused or launch.question:
        yield wrapped(_("The command stays as it is: {why}").format(why=said(refusal)))
    if launch.after:
        origin = "unchanged" if launch.after == launch.before else launch.origin
        yield f"{_(_ORIGINS[origin])}\n\n{launch.after}"
