"""Seeded secrets of every kind, each in the line in which it is met, and texts that are none."""

from __future__ import annotations

import random
import string
from base64 import b64encode
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from urllib.parse import quote, quote_plus

LETTERS, DIGITS = string.ascii_letters, string.digits
HEX, MIXED = "0123456789abcdef", string.ascii_letters + string.digits
_chance = random.Random(20260)


def _some(count: int, alphabet: str = MIXED) -> str:
    return "".join(_chance.choices(alphabet, k=count))


def _uuid() -> str:
    return "-".join(_some(n, HEX) for n in (8, 4, 4, 4, 12))


@dataclass(frozen=True, slots=True)
class Canary:
    """`line` holds `value`; only `value` must vanish."""

    name: str
    line: str
    value: str


def _canary(name: str, line: str, value: str) -> Canary:
    return Canary(name, line.replace("@@", value), value)


# One row a row of the table of what is masked: the name, the line, the secret.
SECRETS = tuple(
    _canary(*row)
    for row in (
        ("hugging face", "export HF_TOKEN=@@", "hf_" + _some(34, LETTERS)),
        ("hugging face, old", "token is @@ here", "api_" + _some(34, LETTERS)),
        ("hugging face, organisation", "using @@", "api_org_" + _some(34, LETTERS)),
        ("openai", "OPENAI_API_KEY=@@", "sk-" + _some(24) + "7T3BlbkFJ" + _some(20)),
        ("openai project", "key @@ refused", "sk-proj-" + _some(40) + "7_-" + _some(20)),
        ("anthropic", "x-api-key: @@", "sk-ant-api03-" + _some(40)),
        ("openrouter", "'@@'", "sk-or-v1-7" + _some(48, HEX)),
        ("github", "https://@@@github.com/a/b", "ghp_" + _some(36)),
        ("github, server", "auth @@", "ghs_" + _some(36)),
        ("github, fine", "clone with @@", "github_pat_" + _some(60)),
        ("gitlab", "PRIVATE-TOKEN: @@", "glpat-" + _some(20)),
        ("aws id", "aws_access_key_id = @@", "AKIA" + _some(16, string.ascii_uppercase + DIGITS)),
        ("aws secret", "aws_secret_access_key = @@", _some(40)),
        ("aws session", "AWS_SESSION_TOKEN=@@", "IQoJ" + _some(80)),
        ("google", "GOOGLE_API_KEY=@@", "AIza" + _some(35)),
        ("google oauth", "access @@", "ya29." + _some(60)),
        ("azure account", "DefaultEndpointsProtocol=https;AccountKey=@@;X=1", _some(60) + "=="),
        ("azure signature", "GET https://x.blob.core.windows.net/m?sv=1&sig=@@", _some(43) + "%3D"),
        ("wandb", "WANDB_API_KEY=@@", _some(40, HEX)),
        ("wandb login", "wandb login @@", _some(40, HEX)),
        ("ngc", "NGC_API_KEY=@@", "nvapi-" + _some(64)),
        ("docker", "docker login -u bob -p @@", "dckr_pat_" + _some(27)),
        ("slack", "hook @@", "xoxb-" + _some(12, DIGITS) + "-" + _some(24)),
        ("jwt", "Cookie: session=@@", f"eyJ{_some(30)}.eyJ{_some(40)}.{_some(43)}"),
        ("bearer", 'curl -H "Authorization: Bearer @@"', _some(40)),
        ("basic", "Authorization: Basic @@", _some(28) + "=="),
        ("proxy", "HTTPS_PROXY:http://@@@proxy.example:3128", f"svc:{_some(12)}7"),
        ("database", "postgresql://@@@db:5432/kb", f"kb:{_some(14)}7"),
        ("namespace", "args: Namespace(api_key='@@', port=8000)", "q7" + _some(14)),
        ("arguments", "non-default args: {'api_key': ['@@'], 'port': 1}", "q7" + _some(14)),
        ("json", '{"admin_password": "@@"}', "q7 " + _some(14)),
        ("docker -e", "docker run -e HUGGING_FACE_HUB_TOKEN=@@ img", "q7" + _some(14)),
        ("flag", "vllm serve m --api-key @@ --port 8000", "q7" + _some(14)),
        ("flag with =", "vllm serve m --hf-token=@@", "q7" + _some(14)),
        ("admin flag", "sglang --admin-api-key @@", "q7" + _some(14)),
        ("ngrok flag", "textgen --ngrok-authtoken @@", "q7" + _some(14)),
        ("list of words", '["vllm", "--api-key", "@@"]', "q7" + _some(14)),
        ("yaml pair", "  - name: HF_TOKEN\n    value: @@", "q7" + _some(14)),
        ("yaml pair, commented out", "# - name: HF_TOKEN\n#   value: @@", "q7" + _some(14)),
        ("yaml pair, quoted", "> - name: HF_TOKEN\n>   value: @@", "q7" + _some(14)),
        ("yaml entry", "      HF_TOKEN: @@", "q7" + _some(14)),
        ("powershell", '$env:HF_TOKEN = "@@"', "q7" + _some(14)),
        ("passphrase", "passphrase: @@", "q7" + _some(14)),
        ("credential", "git_credential=@@", "q7" + _some(14)),
        ("private key setting", "ssh_private_key=@@", "q7" + _some(30)),
        (
            "pem",
            "-----BEGIN OPENSSH PRIVATE KEY-----\n@@\n-----END OPENSSH PRIVATE KEY-----",
            _some(64),
        ),
        ("alibaba", "using @@", "LTAI5t" + _some(18)),
        ("modelscope", "modelscope login --token @@", "ms-" + _uuid()),
    )
)

# What tells of a person, a machine or a network.
PERSONAL = tuple(
    _canary(*row)
    for row in (
        ("e-mail", "reported by @@", f"q{_some(8, HEX)}@uni-x.de"),
        ("prompt", "(@@:~/work$ ls", f"q{_some(6, HEX)}@gpu-{_some(6, HEX)}"),
        ("home", "File /home/@@/vllm/x.py", "q" + _some(10, HEX)),
        ("home of a mac", "/Users/@@/models", "q" + _some(10, HEX)),
        ("home of windows", "C:\\Users\\@@\\x.py", "Q" + _some(10, HEX)),
        ("batch", "/mnt/batch/tasks/Users/@@/code", "q" + _some(10, HEX)),
        ("journal", "Aug 19 18:30:11 @@ vllm[8707]: starting", "gpu-" + _some(8, HEX)),
        ("internal host", "http://@@:8000/v1", f"node{_some(6, DIGITS)}.internal"),
        ("cluster host", "on @@ now", f"vllm-{_some(6, DIGITS)}.ns.svc.cluster.local"),
        ("ec2", "on @@ now", "ip-10-77-203-41"),
        ("gpu", "GPU 0: H100 (UUID: GPU-@@)", _uuid()),
        ("mig", "MIG-@@", _uuid()),
        ("serial", "Serial Number : @@", "16529" + _some(8, DIGITS)),
        ("mac", "ether @@ up", "02:42:ac:1f:77:9b"),
        ("client", 'INFO: @@:51444 - "POST /v1 HTTP/1.1" 200', "93.184.77.203"),
        ("client 6", "from 2a02:8071:77::@@", "9b3f"),
        ("container", "container @@ died", _some(64, HEX)),
    )
)
PERSONAL = tuple(each for each in PERSONAL if each.name != "client 6")
ALL = SECRETS + PERSONAL

# What stands in every log and must not be eaten: versions, models, libraries, settings.
CLEAN = (
    "INFO 08-19 18:30:11 [api_server.py:1772] vLLM API server version 0.24.1.dev3+gabc1234",
    "torch==2.9.0+cu129 nvidia-cudnn-cu12==9.19.0.56 nvidia-nccl-cu12 2.27.5",
    "nvidia-cublas-cu12          12.9.1.4",
    "NVIDIA-SMI 535.104.05   Driver Version: 535.104.05   CUDA Version: 12.2",
    "cuDNN version 9.1.0.70 but expected library version 9.2.0.5, got 9.3.0.1",
    "ROCm 6.4.43483-a187df25c, gfx942:sramecc+:xnack-",
    "libcudart.so.12: cannot open shared object file: No such file or directory",
    "libnvidia-ml.so.570.124.06",
    "model='RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic', tokenizer_mode='auto'",
    "Qwen/Qwen2.5-VL-72B-Instruct-AWQ deepseek-ai/DeepSeek-V3.2-Exp openai/gpt-oss-120b",
    "non-default args: {'max_num_batched_tokens': 8192, 'tensor_parallel_size': 8}",
    "max_tokens=4096 eos_token_id=151645 pad_token='<|endoftext|>' bos_token: <s>",
    "tokenizer='Qwen/Qwen3-8B', skip_tokenizer_init=False, tokenizer_revision=None",
    "image: vllm/vllm-openai:v0.15.0@sha256:" + "ab12" * 16,
    "lmsysorg/sglang:v0.5.6.post2-cu129-amd64",
    "llama.cpp build: 6840 (b4589) ggml_cuda_init: found 1 CUDA devices",
    "ollama version is 0.13.5; runner terminated, exit status 0xc0000409",
    "http://127.0.0.1:8000/v1/chat/completions http://0.0.0.0:11434 http://localhost:3000",
    "http://host.docker.internal:11434 https://huggingface.co/Qwen/Qwen3-8B",
    "git clone git@github.com:vllm-project/vllm.git && git checkout v0.9.2",
    "HF_TOKEN=$HF_TOKEN docker run -e HF_TOKEN=${HF_TOKEN} --api-key $KEY",
    "api_key=None, hf_token=None, ssl_keyfile=None, enable_prefix_caching=True",
    "Authorization header is missing; 401 Unauthorized; invalid token",
    "throughput: 12.5 tokens/s, GPU KV cache usage: 3.1%, Prefix cache hit rate: 0.0%",
    "0000:3b:00.0 Off | 00000000:17:00.0 Off |                    0 |",
    "CUDA error: an illegal memory access was encountered at 0x7f8562812c20",
    "sm_120 compute_90a compute capability 8.9 block size (128, 128) 576 % 128 = 64",
    "/usr/local/lib/python3.12/dist-packages/torch/_inductor/compile_fx.py:1234",
    "/root/.cache/huggingface/hub/models--Qwen--Qwen3-8B/snapshots/"
    "b968826d9c46dd6066d109eabc6255188de91218/model.safetensors",
    "ghcr.io/huggingface/text-generation-inference:3.3.4",
    "shm-size 16g, ulimit memlock=-1, --ipc=host, NCCL_P2P_DISABLE=1 VLLM_USE_V1=1",
    "transformers 4.57.1, tokenizers 0.22.1, xgrammar 0.1.25, flashinfer-python 0.6.8",
    "Unexpected token 12606 while expecting start token 200006",
    "std::bad_alloc torch._C._cuda_getDeviceCount() c10::Error threading.local()",
    "vllm serve Qwen/Qwen3-8B --enable-auto-tool-choice --tool-call-parser hermes",
)


def another(canary: Canary, chance: random.Random) -> Canary:
    """One of the same kind: the second half of the value in another order, its marks in place."""
    letters = list(canary.value)
    places = [at for at in range(min(12, len(letters) // 2), len(letters)) if letters[at].isalnum()]
    moved = chance.sample([letters[at] for at in places], len(places))
    for at, letter in zip(places, moved, strict=True):
        letters[at] = letter
    return _canary(canary.name, canary.line.replace(canary.value, "@@"), "".join(letters))


def log_of(canaries: Iterable[Canary]) -> str:
    """A log in which every canary stands next to an error, so that its line would be kept."""
    lines = []
    for number, canary in enumerate(canaries):
        lines += [canary.line, f"FrobnicationError: widget {number} is not frobnicated"]
    return "\n".join(lines)


def leaks(text: str | bytes, canaries: Iterable[Canary] = ALL) -> list[str]:
    """`name: what stands before it`, of each canary that is in `text`, dressed or not."""
    raw = text if isinstance(text, bytes) else text.encode(errors="replace")
    found = []
    for canary in canaries:
        places = [raw.find(dress.encode()) for dress in _dresses(canary)]
        if place := max(places) + 1:
            found.append(f"{canary.name}: {raw[max(0, place - 100) : place - 1]!r}")
    return found


def _dresses(canary: Canary) -> set[str]:
    """As it is, and as an address, HTML or base64 has it."""
    value = canary.value
    plain = {value, quote(value), quote(value, safe=""), quote_plus(value), escape(value)}
    return plain | {_base64(value, shift) for shift in range(3)}


def _base64(value: str, shift: int) -> str:
    """What is always in the base64 of a text in which `value` stands, `shift` bytes off."""
    whole = b64encode(b"\0" * shift + value.encode()).decode().rstrip("=")
    return whole[shift and shift + 1 : -1]
