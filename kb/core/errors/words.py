"""Words of trouble, in logs and in the sentences of people."""

import re

GATE = (
    "error", "fail", "exception", "fatal", "panic", "cannot", "can't", "could not", "couldn't",
    "unable", "not found", "no such", "denied", "refused", "timed out", "timeout", "killed",
    "abort", "assert", "undefined", "unsupported", "not supported", "unknown", "invalid",
    "illegal", "mismatch", "memory", "oom", "terminat", "crash", "segmentation", "core dumped",
    "compatible", "missing", "does not", "not divisible", "exceed", "too old", "too large",
    "too small", "greater than", "larger than", "less than", "not enough", "insufficient", "no ",
    "unrecognized", "require", "corrupt", "unexpected", "already in use", "deadlock", "hang",
    "stuck", "not allowed", "must ", "unhandled", "what():", "errno", "exit ", "cancelled",
    "xid", "not compiled", "doesn't", "isn't", "is not", "interrupt", "garbage", "!!!!",
    "expired", "resources", "empty", "newer version", "nan", "wrong", "not a ", "in use",
    "aligned", "recogni", "nixl_err", "longer", "checkpoint", "forbidden", "unauthor", "报错",
    "错误", "失败", "异常", "无法", "不支持", "卡住", "乱码", "崩溃", "超时", "找不到", "不存在",
    "不足", "不能", "怎么", "没有", "不了", "不上", "問題", "エラー", "起動", "感叹", "问题",
    "version mismatch",
)  # fmt: skip
"""Cheap substrings of a lower-cased line: without one of them no pattern is tried."""

LOUD = re.compile(
    r"(?<![\w.=/-])(?:errors?|fail(?:ed|ure|s)?|exception|fatal|panic|cannot|can't|could ?n[o']t"
    r"|could not|unable to|crash(?:ed)?|abort(?:ed)?|denied|refused|invalid|corrupt(?:ed)?"
    r"|not found|unexpected|unrecognized)(?![\w=(/-])",
    re.IGNORECASE,
)

OPENED = re.compile(
    r"(?:[\w./-]{1,60}: )?(?:Failed|Error|ERROR|Cannot|Can't|Could not|Couldn't|Unable|Invalid"
    r"|Fatal|Unknown|Unsupported|Unexpected|Missing|failed|error|cannot|could not|unable|invalid)\b"
)
"""Trouble as a line's first word."""

MILD = re.compile(
    r"not supported|unsupported|mismatch|greater than|larger than|is missing|not enough"
    r"|does not (?:have|match|support|exist)|too (?:old|large|small|many)|out of range"
    r"|no \w+ (?:backend|kernel|device|gpu)s? (?:is |are )?(?:available|found|detected)"
    r"|\brequired\b|must (?:be|have)|illegal|hang(?:s|ing)?\b|stuck|deadlock|not allowed"
    r"|incompatible|unhandled|interrupt|garbage|expired",
    re.IGNORECASE,
)

SAID = re.compile(
    "报错|错误|失败|异常|无法|不支持|卡住|卡死|乱码|崩溃|超时|找不到|不存在|不足|起不来"
    "|启动不了|调不了|感叹号|连不上|用不了|没有效果|没有反应|怎么(?:办|配|解决|回事)"
    "|什么(?:原因|版本|问题)|报 ?[A-Z]|エラー|起動しな|動かな|失敗|できない|問題"
)
"""Trouble in the words of a person."""

SHOUTED = re.compile(r"([^\w\s=\-_.*#~+/|<>\\:])\1{14,}|(\w{2,12}?)\2{12,}")
"""A model's answer that is one mark or syllable over and over."""
