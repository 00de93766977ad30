"""An error line → the message it is about, out of what wraps it; one ordered table."""

import re
from typing import NamedTuple

_CLASS = r"[A-Z_a-z][\w.]{0,120}?(?:Error|Exception|Resources|Timeout|Interrupt)"
_CJK = "一-鿿ぁ-ヿ"


class Wrapper(NamedTuple):
    """`pattern` fits a whole line that has one of `needs`; its group `inner` is the message."""

    needs: tuple[str, ...]
    pattern: re.Pattern[str]


def _row(pattern: str, *needs: str) -> Wrapper:
    return Wrapper(needs, re.compile(pattern))


WRAPPERS = (
    _row(
        r"""(?:\w{1,40}: )?Worker failed with error ["'](?P<inner>.{3,6000}?)"""
        r"""(?:["']?,? ?please check the .*)?""",
        "Worker failed with error",
    ),
    _row(
        r"""(?P<inner>.{10,6000}?)["')]*,? ?please check the stack trace above.*""",
        "please check the stack trace above",
    ),
    _row(
        r"Exception in worker \w{1,60} while processing method \w{1,60}: (?P<inner>.{5,4000}?)"
        r"(?:, Traceback \(most recent call last\):.*|$)",
        "Exception in worker",
    ),
    _row(  # loggers of JavaScript print the error's fields behind its message
        r"(?P<inner>[^{]{10,2000}?):? ?\{(?:\"\w{1,40}\":[^{}]{0,300},)?\"stack\":.*", '"stack":'
    ),
    _row(
        r".{0,400}?[{,( ] ?\\?[\"']?(?:message|error|detail|msg)\\?[\"']?[:=] ?\\?[\"']"
        r"(?P<inner>.{4,4000}?)\\?[\"'](?:,? ?\\?[\"']?(?:type|code|param|object|status|n_prompt)"
        r".*|[}\]].*)",
        "message",
        "error",
        "detail",
    ),
    _row(
        r"(?:[A-Z][\w-]{2,40} : )?\{\"error\": ?\"(?P<inner>.{4,4000}?)\"\}.*",
        '"error"',
    ),
    _row(
        rf"(?:raise )?(?P<name>{_CLASS})\((?P<quote>[\"'])(?P<inner>.{{4,4000}}?)"
        r"(?P=quote)?\)?[,;]?",
        "('",
        '("',
    ),
    _row(
        rf"File \"[^\"]{{1,300}}\", line \d{{1,6}}, in .{{1,400}}? (?P<inner>{_CLASS}: .{{5,}})",
        'File "',
    ),
    _row(r"UserWarning: (?:CUDA initialization: )?(?P<inner>.{5,})", "UserWarning: "),
    _row(r"An error occurred[^:]{0,60}: (?P<inner>.{10,})", "An error occurred"),
    _row(
        r"(?:Error: )?(?:\d{3} [A-Z][A-Za-z ]{2,40}: )?"
        r"llama(?:-server| runner) process has terminated: (?:exit status \d{1,3}:? )?"
        r"(?P<inner>(?!exit ).{10,4000}?)(?:\\n.*)?",
        "process has terminated: ",
    ),
    _row(r"[^\s:]{1,300}:\d{1,6}:(?:\d{1,5}:)? (?P<inner>(?:fatal )?error: .{5,})", "error: "),
    _row(r"[| ]{1,20}(?P<inner>[^| ].*)", "| "),  # the margin of an exception group
    _row(r"Value error, (?P<inner>.{5,4000}?)(?: \[type=\w.*)?", "Value error, "),
    _row(r"(?:[-*•] |\d{1,2}[.)] )(?P<inner>.{5,})", "- ", "* ", "• ", ". ", ") "),
    _row(
        r"\s*(?:message|stack|cause|detail): ['\"](?:Error: )?(?P<inner>.{4,4000}?)"
        r"(?:\\n.*|['\"][,+ ]*)",
        "message: ",
        "stack: ",
        "cause: ",
        "detail: ",
    ),
    _row(r"what\(\): {1,4}(?P<inner>.{3,})", "what()"),
    _row(r"docker: (?P<inner>Error response from daemon: .+)", "docker: "),
    _row(r"(?P<inner>.{8,4000}?) \(Triggered internally at .*", "(Triggered internally"),
    _row(
        rf".{{0,300}}?[{_CJK}：]\s*(?P<inner>{_CLASS}: [^{_CJK}。，；？]{{2,4000}})"
        rf"[{_CJK}。，；？].*",
        "Error: ",
        "Exception: ",
    ),
)


def unwrapped(text: str) -> str:
    """The message of an error line without what wraps it; the table is gone through once."""
    for row in WRAPPERS:
        if not any(need in text for need in row.needs):
            continue
        found = row.pattern.fullmatch(text)
        if found is not None:
            name = found.groupdict().get("name")
            text = f"{name}: {found['inner']}" if name else found["inner"]
    return text
