"""Errors that say so without a level word: of daemons, linkers, compilers, runtimes, bodies."""

from kb.core.errors.patterns import any_of, phrases

STATED = phrases(
    words=(
        "cudart error", "cuda error", "cuda initialization", "hip error", "rocm error",
        "out of memory", "oom-kill", "cudamalloc failed", "failed to allocate",
        "unable to allocate", "insufficient memory", "insufficient shared", "not enough memory",
        "undefined symbol", "undefined reference", "symbol lookup error",
        "error while loading shared libraries", "cannot open shared object file",
        "dll load failed", "error response from daemon", "nvidia-container-cli", "nvml error",
        "could not select device driver", "segmentation fault", "sigsegv", "bus error", "sigbus",
        "illegal instruction", "sigill", "floating point exception", "what(): ", "check failed",
        "assertion failed", "assertion error", "assertion `", "ptxas fatal", "nvcc fatal",
        "no kernel image", "unsupported toolchain", "unsupported gpu architecture",
        "unsupported gnu version", "ncclsystemerror", "ncclinternalerror",
        "ncclunhandledcudaerror", "nccl error", "xid (pci", "permission denied",
        "address already in use", "too many open files", "command not found", "error: argument ",
        "invalid choice", "no module named", "unknown option", "unknown model architecture",
        "error loading model", "invalid magic", "exceed_context_size",
        "no such file or directory", "due to time limit", "cancelled at", "oom_kill event",
        "killed process", "insufficient nvidia.com/gpu", "failedscheduling", "imagepullbackoff",
        "errimagepull", "createpodsandboxerror", "no runtime for", "transfer failure",
        "nixl_err", "remote nixl", "engine id mismatch", "handshake failed", "version mismatch",
        "driver on your system is too old", "econnrefused", "enotfound", "connection refused",
        "max retries exceeded", "name or service not known", "certificate verify failed",
        "(oom)", "out of resource", "outofresources", "bad_alloc", "requires a newer version",
        "not compiled with", "was compiled with", "no compiled ", "is not compatible with",
        "not supported in this architecture", "forward compatibility was attempted",
        "system not yet initialized", "not divisible by", "is not aligned", "already been",
        "could not load any", "load library failed", "misaligned address",
        "illegal memory access", "peer access is not supported", "invalid device ordinal",
        "invalid device function", "invalid argument'", "larger than the maximum",
        "larger than the available", "less than desired", "may be provided in one request",
        "tool choice requires", "must be at least", "must be less", "must be greater",
        "must be a-z", "must be provided", "must be set", "timed out", "timeouterror",
        "rpc call", "deadline exceeded", "failed to initialize nvml",
        "failed to initialize cuda", "failed to find c compiler", "failed to infer device type",
        "no usable gpu", "cudnn error", "cublas_status", "cufft", "cusolver error",
        "ncclinvalidusage", "no space left", "disk quota exceeded", "cannot allocate memory",
        "memory allocation failure", "invalid reference format", "manifest unknown",
        "pull access denied", "unauthorized: ", "gated repo", "no matching manifest",
        "exec format error", "glibc_2", "glibcxx_", "nvrtc: error", "unsupported display",
        "is not a valid", "out of range float", "unexpected keyword argument",
        "has no attribute",
    ),
    forms=(
        r"CUDA (?:runtime |driver )?(?:error|ERROR)|cudaError\w+|\bHSA_STATUS_ERROR",
        r"\bASSERT|\bOOMKilled|OOM[- ]kill|cannot find -l\w+|version `\S+' not found",
        r"\bKernel panic",
        r"AclNN_\w+Error|^message: ['\"]|^stack: ['\"]Error|ptxas .*error",
        r"NCCL WARN .*(?:[Ee]rror|fail|Call to)|RC: \d+|^Failed: |unrecognized arguments?",
        r"unknown (?:pre-)?tokenizer type|tensor '.*' (?:not found|has)",
        r"exceeds? the (?:available|maximum|model)|context (?:length|size) (?:of|is|exceeded)",
        r"does not exist\.?['\"`]?|\bKilled\b$|Killed +(?:python|vllm|process)|\"error\": ?[{\"]",
        r"'error': ?\{|\"object\": ?\"error\"|'object': ?'error'|Error code: \d{3} ",
        r"handshake_(?:setup_)?failed|Error \d{3}: |status_code=[45]\d\d",
        r"is greater than (?:the )?(?:max|derived|maximum)|Timeout(?:ed)? (?:waiting|at|after)",
    ),
)  # fmt: skip


OPENING = any_of(
    r"^(?:Error|FATAL|Fatal|fatal|error)(?: error)?: \S|^\S{1,200}: (?:fatal )?error: ",
    r"^panic: |^terminate called after|: fatal error: |^E: \S",
)
"""The line opens as an error of a program without a logger."""
