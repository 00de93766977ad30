"""The same thing under the names of several engines."""

from kb.core.launch.catalogue.catalogue import Catalogue

CONCEPTS = (
    {"vllm": "--model", "sglang": "--model-path", "llamacpp": "--model", "tgi": "--model-id"},
    {
        "vllm": "--max-model-len",
        "sglang": "--context-length",
        "llamacpp": "--ctx-size",
        "tgi": "--max-total-tokens",
    },
    {"vllm": "--tensor-parallel-size", "sglang": "--tp-size", "tgi": "--num-shard"},
    {"vllm": "--pipeline-parallel-size", "sglang": "--pp-size"},
    {"vllm": "--data-parallel-size", "sglang": "--dp-size"},
    {"vllm": "--enable-expert-parallel", "sglang": "--ep-size"},
    {
        "vllm": "--gpu-memory-utilization",
        "sglang": "--mem-fraction-static",
        "tgi": "--cuda-memory-fraction",
    },
    {
        "vllm": "--max-num-seqs",
        "sglang": "--max-running-requests",
        "llamacpp": "--parallel",
        "tgi": "--max-concurrent-requests",
    },
    {
        "vllm": "--max-num-batched-tokens",
        "sglang": "--chunked-prefill-size",
        "llamacpp": "--batch-size",
        "tgi": "--max-batch-prefill-tokens",
    },
    {"vllm": "--enforce-eager", "sglang": "--disable-cuda-graph"},
    {"vllm": "--no-enable-prefix-caching", "sglang": "--disable-radix-cache"},
    {"vllm": "--dtype", "sglang": "--dtype", "tgi": "--dtype"},
    {"vllm": "--quantization", "sglang": "--quantization", "tgi": "--quantize"},
    {
        "vllm": "--kv-cache-dtype",
        "sglang": "--kv-cache-dtype",
        "llamacpp": "--cache-type-k",
        "tgi": "--kv-cache-dtype",
    },
    {"vllm": "--served-model-name", "sglang": "--served-model-name", "llamacpp": "--alias"},
    {"vllm": "--host", "sglang": "--host", "llamacpp": "--host", "tgi": "--hostname"},
    {"vllm": "--chat-template", "sglang": "--chat-template", "llamacpp": "--chat-template-file"},
    {"vllm": "--cpu-offload-gb", "sglang": "--cpu-offload-gb", "llamacpp": "--n-gpu-layers"},
    {
        "vllm": "--reasoning-parser",
        "sglang": "--reasoning-parser",
        "llamacpp": "--reasoning-format",
    },
    {"vllm": "--attention-backend", "sglang": "--attention-backend"},
    {"vllm": "--load-format", "sglang": "--load-format"},
    {"vllm": "--master-addr", "sglang": "--dist-init-addr", "tgi": "--master-addr"},
    {"vllm": "--trust-remote-code", "sglang": "--trust-remote-code", "tgi": "--trust-remote-code"},
)


def same_as(flag: str, engine: str, here: Catalogue) -> str:
    """The option of the `here` engine that does what `flag` does in `engine`; "" where none is
    known."""
    for row in CONCEPTS:
        found = row.get(here.engine, "")
        if row.get(engine) == flag and here.known(found):
            return found
    return ""
