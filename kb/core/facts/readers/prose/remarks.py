"""What else a sentence tells: the kind of request, the place, the make, the weights."""

import re
from collections.abc import Iterator

from kb.core.facts.found import Found, Trust, found_in
from kb.core.facts.readers.prose.place import here
from kb.core.text import Line

_QUANTIZED = re.compile(
    r"(?<![\w./-])(FP8|NVFP4|MXFP4|AWQ|GPTQ|INT4|INT8|W8A8|W4A16|GGUF|bitsandbytes|bnb"
    r"|compressed-tensors)(?:[\s-]?(?:dynamic|动态|block))?"
    r"\s?(?:量化|模型|quantiz\w+|checkpoint|weights|model\b|\()"
    r"|quantization\s?(?:=|:|：|为|is)\s?[`'\"]?([A-Za-z0-9][\w-]{1,30})",
    re.IGNORECASE | re.ASCII,
)
_ASKED = re.compile(r"request|input|prompt|_url|请求|推理|输入|理解")

# (fact, value, wording, trust)
_REMARKS = tuple(
    (fact, value, re.compile(wording, re.ASCII), trust)
    for fact, value, wording, trust in (
        ("modality", "image", r"(?:图片|图像)\s?(?:请求|推理|输入|理解)"
         r"|\bimage (?:request|input|prompt)s?|\bimage_url\b", Trust.PROSE),
        ("modality", "video", r"视频\s?(?:请求|推理|输入)|\bvideo (?:request|input)s?"
         r"|\bvideo_url\b", Trust.PROSE),
        ("modality", "audio", r"(?:音频|语音)\s?(?:请求|推理|输入)|\baudio (?:request|input)s?",
         Trust.PROSE),
        ("modality", "text", r"纯?文本\s?(?:请求|推理|输入)"
         r"|\btext(?:-only)? (?:request|input|prompt)s?", Trust.PROSE),
        ("platform", "wsl", r"\b(?:WSL ?2?|wsl2?)\b", Trust.WEAK),
        ("platform", "windows", r"\bWindows(?: 1[01]| Server)?\b", Trust.WEAK),
        ("platform", "kubernetes", r"\b(?:Kubernetes|k8s|minikube)\b", Trust.WEAK),
        ("platform", "colab", r"\b(?:Google )?Colab\b|\bKaggle\b", Trust.WEAK),
        ("accelerator", "intel", r"\bIntel (?:XPU|GPU|Gaudi)\b", Trust.WEAK),
        ("accelerator", "ascend", r"昇腾|\bAscend\b", Trust.WEAK),
        ("accelerator", "cpu", r"\bCPU[- ]only\b|仅 ?CPU|纯 ?CPU", Trust.WEAK),
        ("mig", "enabled", r"\bMIG \dg\.\d+gb\b", Trust.PROSE),
        ("quantization", "none", r"\b[Bb][Ff]16\s?(?:base\s|基础)?(?:model|模型|checkpoint|权重)"
         r"|未量化|非量化|\bunquantized\b", Trust.PROSE),
        ("install", "source", r"\bfrom source\b|源码(?:编译|安装)", Trust.PROSE),
    )
)  # fmt: skip


def read(line: Line) -> Iterator[Found]:
    """Each remark, unless the clause speaks of another machine or of what works."""
    text = line.text
    asked = _ASKED.search(text) is not None
    for fact, value, pattern, trust in _REMARKS:
        if fact == "modality" and not asked:
            continue
        match = pattern.search(text)
        if match and here(text, match.start(), match.end()):
            yield found_in(line, fact, value, trust)
    match = _QUANTIZED.search(text)
    if match and here(text, match.start(), match.end()):
        yield found_in(line, "quantization", match[1] or match[2], Trust.PROSE)
