"""Chatter of servers and their libraries that looks alarming."""

from kb.core.errors.patterns import phrases

BENIGN = phrases(
    words=(
        "using default", "falling back", "fall back", "will be ignored", "will be removed",
        "compatibility check passed", "successfully", "completed", "has been fixed",
        "has been resolved", "deprecated", "deprecationwarning", "futurewarning",
        "ignoring import", "ignoring unknown", "is not optimal", "sub-optimal",
        "unrecognized keys", "unrecognized kwargs", "unused", "dummy",
        "no available shared memory broadcast block", "cannot use fa version",
        "not found, using", "unknown vllm environment", "skipping import",
        "not installed, using", "not installed, will", "disabled because", "disabling because",
        "memory usage", "memory pool", "memory saver", "memory profiling takes",
        "memory profiling took", "kv cache", "throughput", "capturing", "loading weights",
        "loading model", "performance might be", "may lead", "may cause", "may result",
        "may not", "might lead", "might cause", "could lead", "for details, see",
        "config file not found at", "no cuda runtime is found, using",
        "no rocm runtime is found, using", "unauthenticated requests", "set a hf_token",
        "could not collect", "could not find any", "will use", "will be used", "will fall",
        "will continue", "is set to", "are not supported yet, so",
    ),
    forms=(
        (
            "error",
            r"\b(?:0|no|without|ignor\w+|zero) (?:\w+ )?errors?\b",
        ),
        ("error", r"\berrors?[=:] ?(?:0|None|false|\[\])"),
        ("fail", r"\b(?:0|no|without|ignor\w+|zero) (?:\w+ )?failures?\b|failed[=:] ?0\b"),
        ("retry", r"[Rr]etry(?:ing)?\b.{0,200}?(?:\d|in |after)"),
        ("passed", r"passed\b.{0,200}?check"),
        ("leave ", r"Leave \w+, elapsed"),
        ("is not ", r"is not (?:available|enabled)\b"),
        ("available", r"is available\b"),
        ("enabled", r"is enabled\b"),
        ("free memory on", r"Free memory on device .{0,60}on startup\. Desired"),
        ("concurrency", r"max(?:imum)? concurrency"),
        ("took ", r"took \d"),
        ("generation", r"generation[ _]config"),
        ("_config", r"(?:tokenizer|preprocessor|processor)_config\.json not found"),
        ("instead", r"instead\.?$"),
    ),
)  # fmt: skip
"""It silences keywords and warnings, never an exception or a stated error."""

HARMLESS = phrases(
    words=(
        # communication libraries that look for a plugin, or wait until the others are up
        "nccl info", "libnccl-net", "libnccl-tuner", "libnccl-profiler",
        "failed to open libibverbs", "libibverbs: warning",
        "the client socket has failed to connect",
        "the server socket cannot be initialized on [::]",
        "the client socket cannot be initialized",
        "ipv6 network addresses cannot be retrieved",
        # back ends of other machines that are looked for
        "unable to register cu", "could not load dynamic library 'libnvinfer",
        "tf-trt warning", "overriding a previously registered", "vllm._rocm_c",
        "failed to load image python extension", "no module named 'intel_extension_for_pytorch'",
        "no module named 'torch_npu'", "no module named 'habana_frameworks'",
        "failed to find rocm", "error during package walk",
        "unable to determine the device handle for gpu at pci",
        # shells, locales and tools of the image
        "cannot set terminal process group", "no job control in this shell",
        "setting locale failed", "cannot change locale", "debconf: ", "getcwd: cannot access",
        "not a git repository", "mempolicy: operation not permitted", "numa node read from sysfs",
        "could not find files for the given pattern", "lspci: command not found",
        "lsb_release: command not found", "xlib: extension", "failed to connect to the bus",
        "scaling_governor", "/sys/devices/",
        # what is to be cleared away, and said while it closes
        "couldn't remove", "could not remove", "failed to remove", "unable to remove",
        "failed to delete", "could not delete", "failed to clean up", "cleanup failed",
        "exception ignored in", "leaked semaphore", "leaked shared_memory",
    ),
    forms=(
        (  # an extra that is not installed; vLLM's own core is none
            "no module named",
            r"^(?:Failed to import|Unable to import|Could not import|Import error)\b"
            r"(?!.*vllm\._C\b).{0,200}No module named",
        ),
    ),
)  # fmt: skip
"""It looks like an error at any level and is none: what the line is about is not needed."""

UNNEEDED = phrases(
    words=(
        "usage stats", "send usage data", "send telemetry", "telemetry event", "telemetry server",
        "posthog", "stats.vllm.ai", "sentry.io", "update check", "check for updates",
        "fetch the latest version", "checking for a new version", "failed to export traces",
        "failed to export metrics", "failed to export spans", "failed to push metrics",
    ),
)  # fmt: skip
"""Figures of use, news and updates: no server needs them, so that even their exceptions break
nothing."""


def is_chatter(text: str) -> bool:
    """Whether healthy servers say this as well."""
    return BENIGN.are_in(text) or HARMLESS.are_in(text)
