"""Server chatter that looks alarming."""

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
