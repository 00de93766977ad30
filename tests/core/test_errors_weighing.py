"""What single lines say: by level and words, each kind with its rows."""

import pytest

from kb.core.errors.root import LEAST
from kb.core.errors.weighing import OF_EXCEPTION, OF_STATED, weigh

EXCEPTIONS = [
    "ValueError: boom",
    "torch.OutOfMemoryError: CUDA out of memory.",
    "KeyError: 'qwen2'",
    "vllm.x.ChatTemplateResolutionError: no template",
    "KeyboardInterrupt",
    "_pickle.UnpicklingError: boom",
    "huggingface_hub.utils._http.OfflineModeIsEnabled: Cannot reach the hub",
    "torch.distributed.DistNetworkError: The client socket has timed out after 600000ms",
    "ImportError: libibverbs.so.1: cannot open shared object file: No such file or directory",
    "triton.runtime.errors.OutOfResources: out of resource: shared memory",
]
STATED = [
    'Error response from daemon: could not select device driver "" with capabilities: [[gpu]].',
    "nvidia-container-cli: initialization error: nvml error: driver/library version mismatch",
    "Failed to initialize NVML: Driver/library version mismatch",
    "/usr/bin/ld: cannot find -lcuda: No such file or directory",
    "libx.so.12: undefined symbol: __nvJitLinkAddData_12_1, version libnvJitLink.so.12",
    "/app/server: error while loading shared libraries: libx.so.0: cannot open shared object file",
    "CUDA error: no kernel image is available for execution on the device",
    "llama_model_load: error loading model: unknown model architecture: 'mllama'",
    '{"error":{"message":"the request exceeds the available context size","code":400}}',
    "bash: vllm: command not found",
    "vllm: error: unrecognized arguments: --enable-reasoning",
    "ptxas fatal   : Value 'sm_121a' is not defined for option 'gpu-name'",
    "/tmp/x/main.c:5:10: fatal error: Python.h: No such file or directory",
    "Failed: Cuda error /workspace/csrc/custom_all_reduce.cuh:455 'invalid argument'",
    "ERROR: [Errno 98] error while attempting to bind: address already in use",
    "slurmstepd: error: *** JOB 67 ON node04 CANCELLED AT 2026-01-07 DUE TO TIME LIMIT ***",
    "HTTPConnectionPool(host='127.0.0.1', port=1): Max retries exceeded with url: /x",
    "ggml_cuda_init: failed to initialize CUDA: system not yet initialized",
    "0/1 nodes are available: 1 Insufficient nvidia.com/gpu.",
    "No compiled cutlass_scaled_mm for CUDA device capability: 120",
    "NCCL WARN Error while creating shared memory segment /dev/shm/nccl-a1 (size 9637888)",
    "valueerror: lora rank is greater than it may be",
    "vllm: error: unrecognized arguments: --disable-telemetry",
    "Failed to import from vllm._C: No module named 'vllm._C'",
    "sglang.launch_server: libibverbs.so.1: cannot open shared object file: No such file",
    "The server socket has failed to bind to [::]:29500 (errno: 98 - Address already in use).",
    "runc: open /proc/sys/net/ipv4/ip_unprivileged_port_start: permission denied: unknown",
    "MountVolume.SetUp failed for volume models : mount failed: exit status 32",
    "No available shared memory broadcast block found in 60 seconds.",
]
ABLE = [  # lighter, and still a root where nothing is heavier
    ("Error: llama runner process broke", ""),
    ("panic: runtime thing", ""),
    ("Qwen1.5 部署报错，怎么解决？", ""),
    ("启动以后卡住，没有反应", ""),
    ("content: '!!!!!!!!!!!!!!!!!!!!!!!!'", ""),
    ("ggml_x: failed to allocate the buffer", ""),
    ("it went wrong", "error"),
    ("UserWarning: CUDA initialization: Error 803: system has unsupported driver", "warning"),
]
GENERIC = [
    "RuntimeError: Engine core initialization failed. See root cause above.",
    "vllm.v1.engine.exceptions.EngineDeadError: EngineCore encountered an issue. See stack trace",
    "RuntimeError: Engine process failed to start. See stack trace for the root cause.",
    "Engine core proc EngineCore_DP0 died unexpectedly, shutting down client.",
    "Back-off restarting failed container vllm in pod x: CrashLoopBackOff",
    "torch.distributed.elastic.multiprocessing.errors.ChildFailedError:",
    "subprocess.CalledProcessError: Command '['gcc', 'x']' returned non-zero exit status 1.",
    "Exception in ASGI application",
    "Application startup failed. Exiting.",
    '127.0.0.1:54160 - "POST /v1/chat/completions HTTP/1.1" 500 Internal Server Error',
    "ninja: build stopped: subcommand failed.",
    "collect2: error: ld returned 1 exit status",
    "Process finished with exit code 137",
    "Process SpawnProcess-1:",
    "Shard complete standard error output:",
    "triton.runtime.errors.PTXASError: PTXAS error: Internal Triton PTX codegen error",
]
NO_ROOT = [  # chatter that looks alarming
    ("Using default MoE config. Performance might be sub-optimal! Config not found", "warning"),
    ("FlashInfer is not available. Falling back to the native implementation", "warning"),
    ("Custom allreduce is disabled because it's not supported on PCIe-only GPUs", "warning"),
    ("Failed to import from vllm._C with ImportError('libcudart.so.12: cannot open')", "warning"),
    ("FutureWarning: The pynvml package is deprecated.", "warning"),
    ("Free memory on device (78.57/79.18 GiB) on startup. Desired GPU utilization is 0.9", "info"),
    ("No available shared memory broadcast block found in 60 seconds.", "info"),
    ("Retrying in 2s [Retry 2/5].", ""),
    ("Ignore import error when loading x: No module named 'torchaudio'", "warning"),
    ("Finished with 0 errors", ""),
    ("raise_on_error=False, max_failed_requests=3", ""),
    ("log-error-stack is on", ""),
    ('127.0.0.1:54160 - "POST /v1/error HTTP/1.1" 200 OK', ""),
    ("NIXL compatibility check passed", ""),
    ("server_args=ServerArgs(model_path='x', on_error='fail', log_level='error')", ""),
    ("    at async v (/app/error.js:1:15885)", ""),
    ("  --fail-on-environ-validation  Fail when the check failed", ""),
    ("    5 | #error not supported", ""),
    ("Unused or unrecognized kwargs: return_tensors.", ""),
    ("The server is ready", "info"),
    ("NCCL INFO NET/Plugin : dlerror=libnccl-net.so: cannot open shared object file: No such file"
     " or directory No plugin found (libnccl-net.so), using internal implementation", ""),
    ("NCCL INFO Failed to open libibverbs.so[.1]", ""),
    ("[c10d] The client socket has failed to connect to [::1]:29500 (errno: 110 - timed out).", ""),
    ("Unable to register cuDNN factory: Attempting to register factory for plugin cuDNN when one"
     " has already been registered", "error"),
    ("Failed to import from vllm._rocm_C with ModuleNotFoundError(\"No module named\")", "warning"),
    ("requests.exceptions.ConnectionError: HTTPSConnectionPool(host='us.i.posthog.com', port=443):"
     " Max retries exceeded with url: /batch/", ""),
    ("Failed to send usage data: it is not reachable", "error"),
    ("bash: cannot set terminal process group (-1): Inappropriate ioctl for device", ""),
    ("fatal: not a git repository (or any of the parent directories): .git", ""),
    ("Failed to import mori: No module named 'mori'", ""),
    ("Unexpected error during package walk: cutlass.cute.experimental", ""),
    ("couldn't remove blob error=\"remove /root/a: no such file or directory\"", "error"),
    ("Failed to export traces to localhost:4317, error code: StatusCode.UNAVAILABLE", "error"),
    ("failed to read: open /sys/devices/system/cpu/cpu0/cpufreq/x: no such file or directory", ""),
    ("set_mempolicy: Operation not permitted", "error"),
    ("Exception ignored in: <function Socket.__del__ at 0x7f00>", ""),
]  # fmt: skip


@pytest.mark.parametrize("text", EXCEPTIONS)
def test_exceptions(text: str) -> None:
    assert weigh(text, "").weight == OF_EXCEPTION


@pytest.mark.parametrize("text", STATED)
def test_errors_without_a_level(text: str) -> None:
    assert OF_STATED * 0.9 <= weigh(text, "").weight <= OF_EXCEPTION


@pytest.mark.parametrize(("text", "level"), ABLE)
def test_lighter_lines(text: str, level: str) -> None:
    assert LEAST <= weigh(text, level).weight < OF_EXCEPTION


@pytest.mark.parametrize("text", GENERIC)
def test_wrappers(text: str) -> None:
    assert weigh(text, "error").kind == "generic"


@pytest.mark.parametrize(("text", "level"), NO_ROOT)
def test_chatter(text: str, level: str) -> None:
    weighed = weigh(text, level)
    assert weighed.weight < LEAST or weighed.kind in ("generic", "benign")


def test_a_wrapper_that_says_the_cause_is_none() -> None:
    text = "Error: llama runner process has terminated: error loading model: out of memory"
    assert weigh(text, "").kind != "generic"
