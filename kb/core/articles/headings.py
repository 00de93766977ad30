"""The names that people give to the parts of an article, in English and Chinese."""

import re
from collections.abc import Mapping

# The first name of each language is the canonical one.
HEADINGS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "summary": (
        (
            "Summary",
            "Quick answer",
            "Short answer",
            "In short",
            "TL;DR",
            "TLDR",
            "Quick conclusion",
            "Conclusion",
            "Overview",
        ),
        ("摘要", "快速结论", "结论", "简要结论", "一句话结论", "概要", "概述", "总结"),
    ),
    "environment": (
        (
            "Environment",
            "Applies to",
            "Affected environment",
            "Affected versions",
            "Applicable environment",
            "Where it applies",
            "Setup",
            "Versions",
            "Your current environment",
            "Your environment",
            "System info",
        ),
        (
            "环境",
            "适用环境",
            "适用范围",
            "适用版本",
            "影响范围",
            "影响版本",
            "运行环境",
            "环境信息",
            "环境说明",
            "环境配置",
            "系统环境",
            "软硬件环境",
            "版本",
            "版本信息",
        ),
    ),
    "error": (
        (
            "Error",
            "Error message",
            "Error text",
            "Original error",
            "Full error",
            "Error log",
            "Error output",
            "Traceback",
            "Stack trace",
            "Logs",
        ),
        (
            "报错",
            "报错原文",
            "报错信息",
            "报错日志",
            "错误",
            "错误信息",
            "错误日志",
            "错误原文",
            "错误提示",
            "错误堆栈",
            "报错堆栈",
            "日志",
        ),
    ),
    "symptom": (
        (
            "Symptom",
            "Symptoms",
            "Problem",
            "Problem scenario",
            "Scenario",
            "Issue",
            "What happens",
            "What you see",
            "Problem description",
            "Description",
            "Describe the bug",
            "Bug description",
            "What happened",
            "What is the issue?",
            "Current behavior",
            "Reproduction",
            "Steps to reproduce",
            "To reproduce",
        ),
        (
            "症状",
            "问题场景",
            "问题现象",
            "问题描述",
            "故障现象",
            "现象",
            "问题",
            "场景",
            "背景",
            "复现步骤",
            "复现",
        ),
    ),
    "cause": (
        (
            "Cause",
            "Root cause",
            "Cause analysis",
            "Root cause analysis",
            "Causes",
            "Reason",
            "Why it happens",
            "Why",
            "Analysis",
        ),
        ("原因", "原因分析", "根因", "根因分析", "根本原因", "问题原因", "问题分析", "分析"),
    ),
    "checks": (
        (
            "Environment checks",
            "Environment check",
            "Checks",
            "Check your environment",
            "Things to check",
            "How to check",
            "Troubleshooting",
            "Diagnosis",
            "Diagnostics",
        ),
        (
            "环境排查",
            "排查",
            "排查步骤",
            "排查方法",
            "环境检查",
            "检查步骤",
            "检查",
            "诊断",
            "自查",
        ),
    ),
    "fix": (
        (
            "Fix",
            "Fastest fix",
            "Quick fix",
            "Solution",
            "Solutions",
            "Steps",
            "Steps to fix",
            "Fix steps",
            "Resolution",
            "Resolution steps",
            "How to fix",
            "How to fix it",
            "Workaround",
        ),
        (
            "修复",
            "最快修复方案",
            "修复方案",
            "修复步骤",
            "修复方法",
            "解决步骤",
            "解决方案",
            "解决方法",
            "解决办法",
            "解决",
            "处理步骤",
            "处理方法",
            "临时方案",
            "快速修复",
            "修复建议",
            "处理方案",
            "处理办法",
        ),
    ),
    "verification": (
        (
            "Verification",
            "Verify",
            "How to verify",
            "Verification steps",
            "Validation",
            "Check the fix",
            "Verify the fix",
        ),
        (
            "验证",
            "验证方法",
            "验证步骤",
            "如何验证",
            "修复验证",
            "确认方法",
            "结果验证",
            "效果验证",
        ),
    ),
    "notes": (
        ("Notes", "Note", "Caveats", "Caveat", "Caution", "Warning", "Limitations", "Remarks"),
        ("备注", "注意事项", "注意", "注意点", "说明", "补充说明", "局限", "风险提示"),
    ),
}

_NUMBERING = re.compile(r"(?:\d+[.、)）]|[（(]?[一二三四五六七八九十]+[)）、.])\s*")
_PICTURE = re.compile(r"^[^\w\s（(\[【\"']+\s*")  # `🐛 Describe the bug`
_MARKS = "*_`#:： \t"


def plain_heading(heading: str) -> str:
    """A heading without numbering, emphasis and colon, for comparing."""
    bare = _PICTURE.sub("", heading.strip(_MARKS))
    return _NUMBERING.sub("", bare, count=1).strip(_MARKS).casefold()


_NAMES = {
    plain_heading(heading): name
    for name, languages in HEADINGS.items()
    for language in languages
    for heading in language
}


def section_name(heading: str) -> str:
    """The canonical name of the section that `heading` opens, "" for another heading."""
    return _NAMES.get(" ".join(plain_heading(heading).split()), "")


def heading_of(name: str, language: str) -> str:
    """The canonical heading of a section in a language (English where it has none of its own)."""
    english, chinese = HEADINGS[name]
    return chinese[0] if language.startswith("zh") else english[0]
