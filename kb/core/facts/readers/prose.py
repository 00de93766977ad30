"""What people write about their machine, in English and Chinese: `跑在两张 4090 上`, `8xH100`."""

import re
from collections.abc import Iterator

from kb.core.facts.found import Found, Trust, found_in
from kb.core.text import Line

LONGEST = 3000  # characters of a line that are taken for prose
_MOST_PAIRS = 8

# Another machine, another version, a wish: what stands near such a word is no fact of this one.
_ELSEWHERE = re.compile(
    r"\b(?:works?|worked|working|fine|ok|fixed|fixes|upgrad\w*|downgrad\w*|updat\w*|requires?|required|needs?"
    r"|at least|minimum|instead|newer|older|earlier|later|before|since|until|unlike|tried|try|never|not"
    r"|supports?|supported|prefill|decode|recommend\w*|should|compatible|previous(?:ly)?|above|below|compared|without)\b"
    r"|正常|没问题|没有问题|升级|降级|需要|要求|以上|以下|之前|之后|更早|更新到|换成|改用|建议|请|不会|不支持|兼容"
    r"|未|无此|>=|<=|[<>≥≤]|~=",
    re.IGNORECASE,
)
_LATER = re.compile(
    r"\s*(?:\+|\.x\b|\.\*|-\d|或以上|及以上|and (?:later|newer|above|up)|or (?:later|newer))"
)
_CODE = re.compile(
    r"\s*(?:File \"|Traceback|at |\^|\||\+-|\[\w+\]|import |from \w+ import|def |class |return |raise |if "
    r"|#|//|<|\{|\}|\.\.\.|\w+\(|\w+Error\b|\w+Exception\b|WARNING|INFO|ERROR|DEBUG|usage:|RUN |COPY |pip |uv )"
)

_NAMES = {
    "vllm": "vllm", "sglang": "sglang", "ollama": "ollama", "llama.cpp": "llama.cpp", "tgi": "tgi",
    "text-generation-inference": "tgi", "lmdeploy": "lmdeploy", "tensorrt-llm": "tensorrt_llm",
    "trt-llm": "tensorrt_llm", "pytorch": "torch", "torch": "torch", "cuda": "cuda",
    "rocm": "rocm", "python": "python", "transformers": "transformers",
    "flashinfer": "flashinfer", "flash-attn": "flash_attn", "flash_attn": "flash_attn",
    "triton": "triton", "nccl": "nccl", "ray": "ray", "xformers": "xformers",
    "bitsandbytes": "bitsandbytes", "xgrammar": "xgrammar", "driver": "driver",
    "驱动": "driver", "fastgpt": "fastgpt", "dify": "dify", "litellm": "litellm",
    "open webui": "open_webui", "nvidia-container-toolkit": "container_toolkit",
    "gpu-operator": "gpu_operator", "deepspeed": "deepspeed", "llama-factory": "llamafactory",
    "llamafactory": "llamafactory", "numpy": "numpy", "compressed-tensors": "compressed_tensors",
    "cudnn": "cudnn", "cann": "cann",
}  # fmt: skip
_ENGINES = {"vllm": "vllm", "sglang": "sglang", "ollama": "ollama", "llama.cpp": "llama.cpp",
            "tgi": "tgi", "lmdeploy": "lmdeploy", "tensorrt_llm": "tensorrt-llm"}  # fmt: skip
_THREE_PARTS = frozenset({"vllm", "sglang", "ollama", "transformers", "torch"})
_VERSION = re.compile(
    r"(?<![\w./-])(" + "|".join(sorted(map(re.escape, _NAMES), key=len, reverse=True)) + r")"
    r"(?:\s*(?:version|ver\.?|版本号?|driver))?\s{0,20}(?:is|was|为|是|:|：|=|\||@|-)?\s{0,20}"
    r"\(?\s?([vVbB]?\d+(?:\.\d+)+(?:\.?(?:post|rc|dev|a|b)\d+)*(?:\+[\w.]+)?)(?![\w/])",
    re.IGNORECASE,
)
_ENGINE_NAMED = re.compile(
    r"(?<![\w./@-])(vllm|sglang|ollama|llama\.cpp|lmdeploy)(?![\w./-])", re.IGNORECASE
)

_COUNTS = {"一": "1", "单": "1", "两": "2", "双": "2", "二": "2", "三": "3", "四": "4", "八": "8",
           "single": "1", "one": "1", "two": "2", "dual": "2", "four": "4", "eight": "8"}  # fmt: skip
_MAKER = r"(?:NVIDIA\s+|Nvidia\s+|nvidia\s+)?(?:GeForce\s+|Tesla\s+|AMD\s+|Instinct\s+|Intel\s+)?"
_MODEL = (
    r"(?:RTX\s?PRO\s?\d{4}|RTX[\s-]?A?\d{3,4}|GTX\s?\d{3,4}|Quadro\s\w{2,5}(?:\s\d{4})?|TITAN\s\w{1,3}"
    r"|RX\s?\d{4}|Radeon\s\w{2,6}(?:\s\w{1,5})?|Arc\s[AB]\d{3}|GB?[HB]?[12]00|GB10|GB300|DGX\sSpark|MI\d{2,3}X?"
    r"|[ABHLVP][1-9]\d{1,2}(?:SX?|G|X)?|T4G?|L4|L2|A2|P4|910[BC]\d?|[2-5]0[5-9]0)"
)
_SUFFIX = r"(?:\s?(?:Ti|SUPER|Super|XTX|XT|D(?=\b)|Ada))?(?:\s(?:Laptop|laptop)(?:\sGPU)?)?"
_SIZE = r"(?:[\s-](?:SXM\d?|PCIe|NVL|HBM\d\w?))*(?:[\s-]?(\d{2,3})\s?(?:GB|GiB|G)\b)?(?:[\s-](?:SXM\d?|PCIe|NVL|HBM\d\w?))*"
_GPU = re.compile(
    rf"(?:(?<![\w.])(\d{{1,2}}|[一单两双二三四八])\s?(?:[xX×*]|张|块|卡|个|片|颗|枚)\s?(?:的)?\s?)?"
    rf"(?<![\w./-])(?:(?<=\d[xX×])|(?<![A-Za-z\d]))({_MAKER}{_MODEL}{_SUFFIX}){_SIZE}(?![\w/])"
    rf"(?:\s?[xX×*]\s?(\d{{1,2}})(?![\w.]))?"
)
_SHORT = re.compile(r"(?:T4G?|L4|L2|A2|P4|[2-5]0[5-9]0|910[BC]\d?)\Z")
_CONTEXT = re.compile(r"gpu|nvidia|显卡|卡|rtx|tesla|\d\s?[x×]|张|块|cuda|显存", re.IGNORECASE)

_ALONE = re.compile(r"\s*(?:[2-5]0[5-9]0(?:\s?(?:Ti|SUPER|D))?|T4|L4|P4|A2)\s*", re.IGNORECASE)
_PARALLEL = re.compile(
    r"(?<![\w-])(?:(tensor[- ]parallel(?:ism)?(?:[- ]size)?|TP|tp)|(pipeline[- ]parallel(?:[- ]size)?|PP|pp)"
    r"|(data[- ]parallel(?:[- ]size)?|DP|dp))(?:\s?(?:=|:|为|of|size)\s?|\s)?(\d{1,3})"
    r"(?![\w.]|\s?(?:or|/|或|和|vs))"
)
_HUB = re.compile(
    r"(?:(?:^|[\s(（,，;；])(?:base )?model(?: name| id| used)?\b|模型(?:名称|为|是|使用)?)\s{0,3}[:：=|]?\s{0,12}[`'\"]?"
    r"([A-Za-z0-9][\w.-]{1,60}/[A-Za-z0-9][\w.-]{2,100})",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"(?<![\w/.-])((?:[A-Za-z0-9][\w.-]{1,40}/)?(?:Qwen|QwQ|Llama|Meta-Llama|CodeLlama|Mistral|Mixtral|Ministral"
    r"|DeepSeek|GLM|chatglm|gemma|Phi|InternVL|InternLM|Yi|Baichuan|MiniCPM|gpt-oss|Kimi|Nemotron"
    r"|NVIDIA-Nemotron|Ornith|MiniMax|Step|ERNIE|Hunyuan|Seed|Falcon|Command|c4ai|OLMo|granite|Devstral"
    r"|Magistral|Pixtral)[\w.-]*-\d+(?:\.\d+)?[BbMm](?![A-Za-z])[\w.-]*"
    r"|(?:deepseek-ai|zai-org|THUDM|openai|moonshotai|MiniMaxAI|google|microsoft|nvidia|RedHatAI)"
    r"/[A-Za-z][\w.-]*\d[\w.-]*)(?![\w/])",
    re.IGNORECASE,
)
_OTHER_NAME = re.compile(
    r"-(?:node|worker|pod|master|svc|\d{1,2}-\d)\b|\.(?:py|sh|ya?ml|log|json|txt)|:$"
)
_FLAG = re.compile(
    r"(?<![\w-])--(tensor-parallel-size|pipeline-parallel-size|data-parallel-size|max-model-len"
    r"|gpu-memory-utilization|dtype|quantization|kv-cache-dtype|max-num-batched-tokens|max-num-seqs"
    r"|context-length|num-shard|quantize|tp|tp-size|mem-fraction-static|attention-backend)(?:[ =]|\s=\s)"
    r"([\w./-]{1,60})(?!\s?(?:or|/|或)\s?\d)"
)
_FLAGS = {
    "tensor-parallel-size": "tensor_parallel", "tp": "tensor_parallel",
    "tp-size": "tensor_parallel", "num-shard": "tensor_parallel",
    "pipeline-parallel-size": "pipeline_parallel", "data-parallel-size": "data_parallel",
    "max-model-len": "max_model_len", "context-length": "max_model_len",
    "gpu-memory-utilization": "gpu_memory_utilization", "quantize": "quantization",
    "mem-fraction-static": "gpu_memory_utilization",
}  # fmt: skip
_REQUEST = (
    ("image", re.compile(r"(?:图片|图像)\s?(?:请求|推理|输入|理解)|\bimage (?:request|input|prompt)s?|\bimage_url\b")),
    ("video", re.compile(r"视频\s?(?:请求|推理|输入)|\bvideo (?:request|input)s?|\bvideo_url\b")),
    ("audio", re.compile(r"(?:音频|语音)\s?(?:请求|推理|输入)|\baudio (?:request|input)s?")),
    ("text", re.compile(r"纯?文本\s?(?:请求|推理|输入)|\btext(?:-only)? (?:request|input|prompt)s?")),
)  # fmt: skip
_ASKED = re.compile(r"request|input|prompt|_url|请求|推理|输入|理解")
_QUANTIZED = re.compile(
    r"(?<![\w./-])(FP8|NVFP4|MXFP4|AWQ|GPTQ|INT4|INT8|W8A8|W4A16|GGUF|bitsandbytes|bnb|compressed-tensors)"
    r"(?:[\s-]?(?:dynamic|动态|block))?\s?(?:量化|模型|quantiz\w+|checkpoint|weights|model\b|\()"
    r"|quantization\s?(?:=|:|：|为|is)\s?[`'\"]?([A-Za-z0-9][\w-]{1,30})",
    re.IGNORECASE,
)
_WHERE = (
    ("wsl", re.compile(r"\bWSL ?2?\b")),
    ("windows", re.compile(r"\bWindows(?: 1[01]| Server)?\b")),
    ("kubernetes", re.compile(r"\b(?:Kubernetes|k8s|minikube)\b")),
    ("colab", re.compile(r"\b(?:Google )?Colab\b|\bKaggle\b")),
)  # fmt: skip
_MADE_BY = (
    ("intel", re.compile(r"\bIntel (?:XPU|GPU|Gaudi)\b")),
    ("ascend", re.compile(r"昇腾|\bAscend\b")),
    ("cpu", re.compile(r"\bCPU[- ]only\b|仅 ?CPU|纯 ?CPU")),
)
_SPLIT = re.compile(r"\bMIG \dg\.\d+gb\b")
_BUILT = re.compile(r"\b(?:built|compiled|installed)? ?from source\b|源码(?:编译|安装)")
_WEAK = ("platform", "accelerator")
_ABOUT = (("modality", _REQUEST), ("platform", _WHERE), ("accelerator", _MADE_BY),
          ("mig", (("enabled", _SPLIT),)), ("install", (("source", _BUILT),)))  # fmt: skip


def read(line: Line) -> Iterator[Found]:
    """Facts of a sentence; nothing from log lines, code, tables and tracebacks."""
    text = line.text
    if _ALONE.fullmatch(text):
        yield found_in(line, "gpu", text.strip(), Trust.PROSE)
    if line.level or line.source or len(text) > LONGEST or _CODE.match(text):
        return
    if text.count("=") > _MOST_PAIRS:
        return  # a printed configuration
    yield from _versions(line)
    yield from _gpus(line)
    yield from _parallel(line)
    yield from _model(line)
    yield from _about(line)


def _here(text: str, start: int, end: int) -> bool:
    """Does this stand for the machine at hand? Not beside a word of another one."""
    before = re.split(r"[,，;；。()（）]", text[max(0, start - 40) : start])[-1]
    after = re.split(r"[,，;；。()（）]", text[end : end + 40])[0]
    return not (_ELSEWHERE.search(before) or _ELSEWHERE.search(after) or _LATER.match(text, end))


def _versions(line: Line) -> Iterator[Found]:
    text = line.text
    if "Driver Version:" in text and "CUDA" in text:
        return  # nvidia-smi's header: its CUDA is the newest that the driver supports
    for match in _VERSION.finditer(text):
        fact = _NAMES[match[1].lower()]
        short = match[2].count(".") < 2 and fact in _THREE_PARTS
        if fact == "cuda" and re.search(r"driver|驱动", text[: match.start()], re.IGNORECASE):
            continue  # beside the driver it may be the driver's own
        if not short and _here(text, match.start(), match.end()):
            yield found_in(line, fact, match[2], Trust.PROSE)
            if fact in _ENGINES:
                yield found_in(line, "engine", _ENGINES[fact], Trust.PROSE)


def _gpus(line: Line) -> Iterator[Found]:
    text = line.text
    for match in _GPU.finditer(text):
        before, name, size, after = match.groups()
        bare = _SHORT.match(name) and not (before or after)
        if bare and not _CONTEXT.search(text[max(0, match.start() - 24) : match.end() + 8]):
            continue
        if not _here(text, match.start(), match.end()):
            continue
        yield found_in(line, "gpu", f"{name} {size}GB" if size else name, Trust.PROSE)
        if count := _COUNTS.get(before or "", before) or after:
            yield found_in(line, "gpu_count", count, Trust.PROSE)
        if size:
            yield found_in(line, "gpu_memory", f"{size} GB", Trust.PROSE)


def _parallel(line: Line) -> Iterator[Found]:
    for match in _PARALLEL.finditer(line.text):
        if _here(line.text, match.start(), match.end()):
            at = next(n for n in (1, 2, 3) if match[n])
            fact = ("tensor_parallel", "pipeline_parallel", "data_parallel")[at - 1]
            yield found_in(line, fact, match[4], Trust.PROSE)
    before = line.text.removeprefix(">").split("--", 1)[0]
    if "--" in line.text and not _ELSEWHERE.search(before[-30:]):
        for match in _FLAG.finditer(line.text.split(" # ", 1)[0]):
            fact = _FLAGS.get(match[1], match[1].replace("-", "_"))
            yield found_in(line, fact, match[2].rstrip(".,"), Trust.PROSE)


def _model(line: Line) -> Iterator[Found]:
    match = _HUB.search(line.text) or _named(line.text)
    if match and _here(line.text, match.start(1), match.end(1)):
        yield found_in(line, "model", match[1].rstrip("."), Trust.PROSE)


def _named(text: str) -> re.Match[str] | None:
    """A model's bare name: hosts and files are called after models too."""
    match = _BARE.search(text) if "-" in text else None
    return None if match and _OTHER_NAME.search(match[1] + text[match.end() :][:1]) else match


def _about(line: Line) -> Iterator[Found]:
    text = line.text
    for fact, rows in _ABOUT:
        if fact == "modality" and not _ASKED.search(text):
            continue
        for value, pattern in rows:
            match = pattern.search(text)
            if match and _here(text, match.start(), match.end()):
                yield found_in(line, fact, value, Trust.WEAK if fact in _WEAK else Trust.PROSE)
    match = _QUANTIZED.search(text)
    if match and _here(text, match.start(), match.end()):
        yield found_in(line, "quantization", match[1] or match[2], Trust.PROSE)
    if len(text) < 300 and (match := _ENGINE_NAMED.search(text)):
        yield found_in(line, "engine", match[1], Trust.IMPLIED)
