"""What of an error line is volatile, row by row, and what must stay."""

import pytest

from kb.core.errors import SIGNATURE_ROWS, fingerprint, signature

CASES = [
    (
        "request path",
        "retries exceeded with url: /v1/chat (x)",
        "retries exceeded with url: <path> (x)",
    ),
    (
        "device driver",
        'could not select device driver "nvidia" with x',
        "could not select device driver <driver> with x",
    ),
    (
        "hub model",
        "Cannot reach https://huggingface.co/api/models/example/model-7B: offline",
        "Cannot reach https://huggingface.co/api/models/<model>: offline",
    ),
    ("user mask", "x /home/<USER_1>/m/a.so", "x <path>/a.so"),
    ("host mask", "to <IP_1>:80", "to <host>"),
    ("uuid mask", "'MIG-<UUID_2>'", "'MIG-<uuid>"),
    ("mask", "key <HF_TOKEN_1>", "key <secret>"),
    ("object", "from <a.B object at 0x7f8562812c20>: no", "from <object>: no"),
    ("uuid", "'MIG-377e0049-554c-540b-93c6-d0976f8426cb'", "'MIG-<uuid>"),
    (
        "request",
        "Request chatcmpl-9e545abeb2a345dc94c20df290504d9a failed",
        "Request <id> failed",
    ),
    ("address", "at 0x7f456c222f60", "at <hex>"),
    ("address", "exit status 0xc0000409", "exit status 0xc0000409"),
    ("address", "code: 0x1016", "code: 0x1016"),
    ("digest", "blob sha256-8934d96d3f08982e95922b2b7a2c626a", "blob <hex>"),
    ("digest", "deadbeef", "deadbeef"),
    (
        "public url",
        "connect to 'https://huggingface.co' to",
        "connect to 'https://huggingface.co' to",
    ),
    (
        "url",
        "for url 'http://ollama:11434/v1/embeddings'",
        "for url 'http://<host>/v1/embeddings",
    ),
    ("url", "tcp://10.0.0.1:2345 refused", "tcp://<host> refused"),
    ("pool host", "Pool(host='127.0.0.1', port=11434): x", "Pool(host=<host>): x"),
    (
        "pool host",
        "Pool(host='huggingface.co', port=443): x",
        "Pool(host='huggingface.co', port=<num>): x",
    ),
    ("ip", "connect ECONNREFUSED 172.17.0.1:11434", "connect ECONNREFUSED <host>"),
    ("ip", "version 9.2.0.4 got 9.2.0.5", "version 9.2.0.4 got 9.2.0.5"),
    ("time", "at 2025-01-02 03:04:05.123 it", "at <time> it"),
    (
        "temporary",
        "segment /dev/shm/nccl-qYLNSv (size 9637888)",
        "segment /dev/shm/nccl-<id> (size <num>)",
    ),
    ("path", "/usr/bin/ld: cannot find -lcuda", "<path>/ld: cannot find -lcuda"),
    (
        "path",
        "ImportError: /opt/x/lib/libcusparse.so.12: undefined symbol: __nvJitLinkAddData_12_1",
        "ImportError: <path>/libcusparse.so.12: undefined symbol: __nvJitLinkAddData_12_1",
    ),
    ("path", "POST /v1/embeddings", "POST /v1/embeddings"),
    (
        "served model",
        "The model `Qwen1.5-14B` does not exist",
        "The model <model> does not exist",
    ),
    (
        "served model",
        "unknown model architecture: 'mllama'",
        "unknown model architecture: 'mllama",
    ),
    (
        "gpu name",
        "Your Tesla T4 GPU has compute capability 7.5",
        "Your <gpu> GPU has compute capability <num>",
    ),
    ("rank device", "memory on device cuda:3 (1 GiB)", "memory on device (<num> GiB)"),
    ("code line", "x.cuh:455 'invalid argument'", "x.cuh:<num> 'invalid argument"),
    ("number", "Error 802: x", "Error 802: x"),
    ("number", "cuda runtime error (802) : x", "cuda runtime error (802) : x"),
    ("number", "CUDA capability sm_120", "CUDA capability sm_120"),
    ("number", "compute_89", "compute_89"),
    ("number", "pull model manifest: 412:", "pull model manifest: 412"),
    ("number", "[Errno 98] x", "[Errno 98] x"),
    ("number", "500 Internal Server Error", "500 Internal Server Error"),
    ("number", "torch 2.6.0 needed", "torch 2.6.0 needed"),
    ("number", "max seq len (8192) of 12.5 GiB", "max seq len (<num>) of <num> GiB"),
    ("number", "tensor parallel size 8", "tensor parallel size <num>"),
    ("number", "Current capability: 86", "Current capability: <num>"),
    ("number", "exit code -9", "exit code -9"),
    ("number", "1,234 tokens", "<num> tokens"),
    ("number", "'sm_121a'", "'sm_121a"),
    ("number", "got -7584.", "got <num>."),
    ("number", "libcudart.so.13: x", "libcudart.so.13: x"),
    ("fraction", "(31.44/47.38 GiB)", "(<num> GiB)"),
    ("module", "torch.distributed.DistBackendError: x", "DistBackendError: x"),
    ("blank", "a   b", "a b"),
    ("end", "a b,", "a b"),
    (
        "public url",
        "connect to 'https://huggingface.co' failed",
        "connect to 'https://huggingface.co' failed",
    ),
    ("kept url", "see https://github.com/x/y now", "see https://github.com/x/y now"),
]
UNWRAPPED = [
    (
        "Error with model object='error' message='The model `m` does not exist.'"
        " type='NotFoundError' param=None code=404",
        "The model <model> does not exist.",
    ),
    (
        "Error with model error=ErrorInfo(message='It is not here at all', type='NotFoundError')",
        "It is not here at all",
    ),
    (
        'sse error: Connection error.: {"stack":"Error: Connection error.\\n at x (/a.js:1)"}',
        "sse error: Connection error.",
    ),
    (
        'sse error: Connection error.: {"code":7,"stack":"Error: no"}',
        "sse error: Connection error.",
    ),
    (
        "(EngineCore_DP0 pid=1) ERROR 11-19 12:54:26 [core.py:710] RuntimeError: Worker failed with"
        " error 'LoRA rank 32 is greater than max_lora_rank 16.', please check the stack trace"
        " above for the root cause",
        "LoRA rank <num> is greater than max_lora_rank <num>.",
    ),
    (
        "Exception in worker VllmWorkerProcess while processing method init_device: No GPU here,"
        " Traceback (most recent call last):",
        "No GPU here",
    ),
    (
        '{"error":{"message":"the request exceeds the context size","type":"exceed_context_size"}}',
        "the request exceeds the context size",
    ),
    (
        "openai.BadRequestError: Error code: 400 - {'object': 'error', 'message': 'At most 1"
        " image(s) may be provided in one request.', 'type': 'BadRequestError', 'code': 400}",
        "At most <num> image(s) may be provided in one request.",
    ),
    ('{"error":"model not found, try pulling it"}', "model not found, try pulling it"),
    ("ValueError('type fp8e4nv not supported'),", "ValueError: type fp8e4nv not supported"),
    ("    | ValueError: x is out of range", "ValueError: x is out of range"),
    (
        "Value error, the model is not known [type=value_error, input_value=1]",
        "the model is not known",
    ),
    ("UserWarning: CUDA initialization: The driver is too old", "The driver is too old"),
    ("An error occurred during validation: the host is not there", "the host is not there"),
    (
        "/tmp/x/main.c:5:10: fatal error: Python.h: No such file",
        "fatal error: Python.h: No such file",
    ),
    (
        'File "/a/b.py", line 5, in send raise X(e) requests.exceptions.ConnectionError: no route',
        "ConnectionError: no route",
    ),
    (
        "Error: llama runner process has terminated: exit status 1: error loading model: boom",
        "error loading model: boom",
    ),
    ("- ImportError: libx.so.1: no", "ImportError: libx.so.1: no"),
    ("  what():  No enough cache entries", "No enough cache entries"),
    ("docker: Error response from daemon: boom", "Error response from daemon: boom"),
    ("推理报错 KeyError: 'qwen2'，是不是版本太低？", "KeyError: 'qwen2"),
]
SAME = [
    (
        "ValueError: LoRA rank 64 is greater than max_lora_rank 16.",
        "RuntimeError: Worker failed with error 'LoRA rank 32 is greater than max_lora_rank 16.',"
        " please check the stack trace above for the root cause",
    ),
    (
        "torch.OutOfMemoryError: CUDA out of memory",
        "torch.cuda.OutOfMemoryError: CUDA out of memory",
    ),
    (
        "RuntimeError: x failed on 10.0.0.1:8000 after 30 tries in /home/a/b.py",
        "RuntimeError: x failed on <IP_1>:8000 after 31 tries in /home/<USER_1>/c/b.py",
    ),
    ("/usr/bin/ld: cannot find -lcuda", "/opt/conda/bin/ld: cannot find -lcuda"),
]
DIFFERENT = [
    (
        "HTTPSConnectionPool(host='huggingface.co', port=443): Max retries exceeded",
        "HTTPSConnectionPool(host='10.0.0.7', port=443): Max retries exceeded",
    ),
    ("CUDA error 803: x", "CUDA error 804: x"),
    ("Value 'sm_120' is not defined", "Value 'sm_121a' is not defined"),
    ("KeyError: 'qwen2'", "KeyError: 'qwen3'"),
    ("libcudart.so.12: cannot open", "libcudart.so.13: cannot open"),
    ("undefined symbol: __nvJitLinkAddData_12_1", "undefined symbol: __nvJitLinkAddData_12_4"),
    ("unknown model architecture: 'mllama'", "unknown model architecture: 'gemma4'"),
    ("exit status 0xc0000409", "exit status 0xc0000005"),
    ("bfloat16 is not supported", "float16 is not supported"),
]
KNOWN_MISTAKES = [  # known, and cheaper than a rule
    ("compute capability 7.0 is too low", "compute capability 8.0 is too low", True),
    ("the model's max seq len is 8", "the models's max seq len is 8", False),
]


@pytest.mark.parametrize(("row", "text", "signed"), CASES)
def test_volatile_parts(row: str, text: str, signed: str) -> None:
    assert signature(text) == signed
    assert row in {one.name for one in SIGNATURE_ROWS}


def test_each_row_has_a_case() -> None:
    assert {row.name for row in SIGNATURE_ROWS} - {case[0] for case in CASES} == set()


@pytest.mark.parametrize(("text", "signed"), UNWRAPPED)
def test_wrappers_are_taken_off(text: str, signed: str) -> None:
    assert signature(text) == signed


@pytest.mark.parametrize(("one", "other"), SAME)
def test_one_fault_has_one_fingerprint(one: str, other: str) -> None:
    assert fingerprint(signature(one)) == fingerprint(signature(other))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_two_faults_have_two(one: str, other: str) -> None:
    assert fingerprint(signature(one)) != fingerprint(signature(other))


@pytest.mark.parametrize(("one", "other", "same"), KNOWN_MISTAKES)
def test_known_mistakes(one: str, other: str, same: bool) -> None:
    assert (fingerprint(signature(one)) == fingerprint(signature(other))) is same


def test_signing_a_signature_changes_nothing() -> None:
    for _, text, _ in CASES:
        once = signature(text)
        assert signature(once) == once


def test_a_fingerprint_is_sixteen_hexadecimal_digits() -> None:
    assert len(fingerprint("x")) == 16
    assert int(fingerprint("\ud800"), 16) >= 0
