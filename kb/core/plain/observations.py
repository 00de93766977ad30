"""Prose about checking and verifying → checks and steps to verify."""

import re
from dataclasses import replace

from kb.core.articles.model import Check, Verification
from kb.core.plain.clauses import sentences

_COMPARES = re.compile(r"对比|对照|比较|换用|\bcompar\w+|\bin comparison\b", re.I)
_REPRODUCES = re.compile(
    r"是否(?:能|会|可以|稳定)?(?:复现|重现|报错|出现|失败)"
    r"|\b(?:whether|if) (?:it|the \w+) (?:still )?(?:fails?|reproduces?|happens?|comes? back)",
    re.I,
)
_WITHOUT = re.compile(
    r"未添加|未加|不加|不添加|没有添加|没有加|去掉|移除|不带|修改前|修复前|原命令"
    r"|\bwithout\b|\bremove\b|\bbefore the (?:change|fix)\b|\bleave out\b|\bunpatched\b",
    re.I,
)
_CONFIRMS = re.compile(
    r"(?<=\S)\s*(?:[，,]\s*(?:并)?(?:确认|预期|期望)|->|→|=>"
    r"|[,;:]\s*(?:and )?(?:see|check|confirm|expect) (?:that )?)\s*",
    re.I,
)
_SHOULD = re.compile(
    r"(?:应当|应该|应)(?=稳定|返回|能|会|仍|不再|可|正常|再次|恢复|看到|输出|打印|显示|为|出现)"
    r"|预期(?:为|是)?|\bshould\b|\bmust\b|\bis expected to\b|\bwill\b",
    re.I,
)
_SUBJECT = re.compile(r"(?s).*[，,：:;；]")
_PRONOUN = re.compile(r"(?:it|this|that|the (?:output|answer|result)|结果|此时|输出)?\s*", re.I)
_JOINS = re.compile(
    r"^(?:同时|然后|接着|并且?|最后|另外|此外|then|also|next|finally|and)[，,\s]*", re.I
)
_ITEM = re.compile(r"^\s*(?:[-*•]|\d+[.)、）])\s+")


def checks(text: str) -> tuple[Check, ...]:
    """The comparison that the text recommends; `expect` is the answer that speaks for the fault."""
    for line in text.split("\n"):
        for sentence in sentences(_ITEM.sub("", line)):
            if _COMPARES.search(sentence):
                expect = "no" if _REPRODUCES.search(sentence) else "yes"
                return (Check("comparison", sentence, expect=expect),)
    return ()


def verification(text: str) -> tuple[Verification, ...]:
    """A step a sentence: what to do, what to expect, and whether it is the negative control."""
    steps: list[Verification] = []
    for sentence in (one for line in text.split("\n") for one in _lines(line)):
        step = _step(sentence)
        if step and steps and not step.do:  # `It should print nothing.`
            steps[-1] = replace(steps[-1], expect=" ".join([steps[-1].expect, step.expect]).strip())
        elif step:
            steps.append(step if step.do else Verification(step.expect, "", step.without))
    return tuple(steps)


def _lines(line: str) -> list[str]:
    """A list item is one step; running text is cut into its sentences."""
    item = _ITEM.match(line)
    return [line[item.end() :].strip()] if item else sentences(line)


def _step(sentence: str) -> Verification | None:
    text = _JOINS.sub("", sentence.strip().rstrip("。.；;"))
    if not text or text.startswith("```"):
        return None
    do, expect = _parts(text)
    return Verification(do, expect, bool(_WITHOUT.search(text)))


def _parts(text: str) -> tuple[str, str]:
    """(what to do, what to expect); the first is "" where the sentence only says what to expect."""
    confirms = _CONFIRMS.search(text)
    if confirms and text[confirms.end() :]:
        return text[: confirms.start()].strip(), text[confirms.end() :].strip()
    should = _SHOULD.search(text)
    if not should:
        return text, ""
    before = text[: should.start()]
    subject = _SUBJECT.match(before)
    if subject:
        return subject.group().rstrip("，,：:;； "), text[subject.end() :].strip()
    if _PRONOUN.fullmatch(before):
        return "", text
    return before.strip(), text[should.end() :].strip()
