"""Lines that only repeat that something broke, or come from others after one has died."""

from kb.core.errors.patterns import phrases

GENERIC = phrases(
    words=(
        "engine core initialization failed", "enginedeaderror", "enginegenerateerror",
        "engine process failed to start", "engine loop has died", "background loop has errored",
        "background loop is stopped", "workerproc initialization failed",
        "workerproc failed to start", "workerproc hit an exception", "check the stack trace",
        "the following operation failed in the torchscript interpreter", "exception caught.",
        "failed core proc", "failed to start engine", "failed to start server",
        "failed to start the server", "failed to start runner", "exception in asgi application",
        "exception in callback", "exception in thread", "exception in worker",
        "application startup failed", "task exception was never", "shutting down", "shutdown",
        "gracefully stop", "received sig", "sigquit received", "sigterm", "sigint",
        "terminating", "killed by sig", "crashloopbackoff", "back-off restarting",
        "back-off pulling", "error syncing pod", "pod sandbox changed", "childfailederror",
        "error_file: ", "root cause (first observed failure)", "signalexception",
        "exited with code", "exited with status", "exited with error", "calledprocesserror",
        "subprocess-exited-with-error", "compilation terminated", "ninja: build stopped",
        "collect2: error", "error executing method", "error running engine",
        "error running model", "error in engine", "error in model", "error in worker",
        "error in rpc", "the actor died", "the actor is dead", "rayactorerror", "raytaskerror",
        "got error from", "cancellederror", "brokenprocesspool", "brokenpipeerror",
        "connectionreseterror", "resource_tracker", "leaked shared_memory", "leaked semaphore",
        "destroy_process_group() was not called", "scheduler hit an exception", "traceback",
        "cuda kernel errors might be asynchronously", "compile with `torch_use_cuda_dsa",
        "signal arrived during", "unable to load model", "backend worker is gone",
        "gave up waiting", "output_handler failed", "liveness probe failed",
        "readiness probe failed", "startup probe failed", "shard process was signaled",
        "webserverfailed", "shardcannotstart", "webserver crashed",
        "nccl communicator was aborted", "recvbytes", "ggml_abort", "ggml_assert(false)",
        "complete standard error output", "internal triton ptx codegen error",
    ),
    forms=(
        ("validation error", r"\d validation errors? for "),
        ("error: at ", r"Error: at \d+:\d+:$"),  # a compiler's message follows
        (
            "engine",
            r"Engine(?:Core)? (?:process )?(?:failed to start|loop is not running|died|is dead)",
        ),
        ("enginecore enc", r"EngineCore encountered (?:an|a fatal) (?:issue|error)"),
        ("died", r"(?:Worker|Engine core) proc \S+ died unexpectedly|[Ww]orkers? (?:\S+ )?died"),
        ("worker", r"[Ww]orkers? (?:\S+ exited|failed)"),
        ("above", r"[Ss]ee (?:root cause|stack trace|the stack|error|logs?)[\w ()]{0,30}above"),
        ("exitcode", r"exitcode *: "),
        ("traceback ", r"traceback *: To enable traceback"),
        ("closing signal", r"Sending process \d+ closing signal"),
        (
            "exit",
            r"[Ee]xit(?:ed)? (?:with )?(?:code|status)[ :=]-?\d{1,3}\b|exit status \d{1,3}\b",
        ),
        ("non-zero exit", r"returned (?:a )?non-zero exit"),
        ("process ", r"Process \S+ (?:exited|died|terminated)|^Process \w+(?:-\d+)?(?:_\w+)?:$"),
        ("command '", r"command '.{0,200}' (?:failed|died|returned)"),
        ("\" ", r"\" [45]\d\d\b"),
        ("| ", r"\| [45]\d\d \|"),
        ("make", r"make(?:\[\d\])?: \*\*\*"),
        ("failed", r"FAILED: |FAILED \(|failed to load model$"),
        ("an error occurred", r"^An error occurred(?: while|\.|$)"),
        ("internal server", r"^Internal Server Error"),
        ("unhandled", r"^Unhandled (?:exception|error)\.?$"),
        ("error", r"^Error\.?$|ERROR:? *$|: CUDA error$|error loading model$"),
        ("ray", r"ray\.exceptions\.Ray(?:TaskError|ActorError|\w*DiedError)"),
        ("server ", r"Server (?:is )?(?:not running|crashed|failed|exited|unhealthy)"),
        ("health", r"[Hh]ealth ?check (?:failed|timeout)"),
        ("child", r"child (?:process )?(?:failed|crashed|died)"),
        ("scheduler", r"scheduler (?:process )?(?:failed|crashed|died)"),
        ("detokenizer", r"detokenizer (?:process )?(?:failed|crashed|died)"),
        (
            "terminated",
            r"llama(?:-server| runner)? (?:process )?(?:has )?(?:been )?terminated(?:['\".]|$)",
        ),
        ("rank ", r"Rank \d+ (?:died|failed)"),
        ("shard", r"Shard \d+ failed|shard-manager.*(?:failed|terminated)"),
        ("method", r"Method \w+ encountered an error\.$|Invocation of \w+ method failed"),
        ("connection closed", r"Connection closed by (?:remote )?peer"),
        ("tcpstore", r"TCPStore.*(?:reset|recv)"),
        ("err", r"^\s*err(?:or)?$"),
    ),
)  # fmt: skip


FOLLOWING = phrases(
    words=(
        "gloo connectfullmesh", "connection reset by peer", "broken pipe", "socket closed",
        "store_->get", "tcpstore", "diststoreerror", "distnetworkerror", "heartbeat", "watchdog",
        "ncclremoteerror", "remote process exited", "terminate called", "core dumped", "aborted",
        "unspecified launch failure", "keyboardinterrupt", "errno 104", "econnreset",
        "serverdisconnected", "remoteprotocolerror", "connectionrefused", "connection refused",
    ),
    forms=(
        ("nccl warn", r"NCCL WARN .*(?:closed|Connection)"),
    ),
)  # fmt: skip

FATAL = phrases(
    words=(
        "engine core init", "enginedead", "failed to start", "fatal error", "died",
        "engine process",
        "engine loop", "has terminated", "application startup failed", "workerproc",
        "scheduler hit",
    ),
)  # fmt: skip
"""The server is dead, not only a request."""
