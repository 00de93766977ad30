"""Server chatter that looks alarming."""

from kb.core.errors.patterns import any_of

BENIGN = any_of(
    r"\b(?:0|no|without|ignor\w+|zero) (?:\w+ )?(?:errors?|failures?)\b",
    r"\berrors?[=:] ?(?:0|None|false|\[\])|failed[=:] ?0\b",
    r"[Uu]sing default|[Ff]alling back|[Ff]all back|[Rr]etry(?:ing)?\b.*(?:\d|in |after)",
    r"will be (?:ignored|removed)",
    r"compatibility check passed|passed\b.*check|successfully|completed",
    r"has been (?:fixed|resolved)",
    r"deprecated|DeprecationWarning|FutureWarning|Ignoring (?:import|unknown)|is not optimal",
    r"sub-optimal",
    r"No available shared memory broadcast block|Cannot use FA version|not found, using",
    r"Unknown vLLM environment",
    r"[Ss]kipping import|not installed, (?:using|will)|disabl(?:ed|ing) because",
    r"is (?:not )?(?:available|enabled)\b",
    r"Free memory on device .{0,60}on startup\. Desired|memory (?:usage|pool|saver)",
    r"Memory profiling (?:takes|took)",
    r"KV [Cc]ache|GPU KV cache|max(?:imum)? concurrency|throughput|Capturing",
    r"[Ll]oading (?:weights|model)|took \d",
    r"Performance might be|may (?:lead|cause|result|not)|might (?:lead|cause)|could lead",
    r"for details, see",
    r"Config file not found at|Using default (?:MoE|W8A8)",
    r"[Nn]o (?:CUDA|ROCm) runtime is found, using",
    r"unauthenticated requests|set a HF_TOKEN|Could not (?:collect|find any)|Driver/library.*ok",
    r"will (?:use|be used|fall|continue)|instead\.?$|is set to|are not supported yet, so",
)  # fmt: skip
"""It silences keywords and warnings, never an exception or a stated error."""
