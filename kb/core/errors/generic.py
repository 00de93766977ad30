"""Lines that only repeat that something broke, or come from others after one has died."""

from kb.core.errors.patterns import any_of, phrases

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
        "gave up waiting", "output_handler failed", "liveness probe", "readiness probe",
        "startup probe", "shard process was signaled", "webserverfailed", "shardcannotstart",
        "webserver crashed", "nccl communicator was aborted", "recvbytes",
        "ggml_abort", "ggml_assert(false)",
    ),
    forms=(
        r"Engine(?:Core)? (?:process )?(?:failed to start|loop is not running|died|is dead)",
        r"EngineCore (?:encountered (?:an|a fatal) (?:issue|error)|failed to start)",
        r"(?:Worker|Engine core) proc \S+ died unexpectedly|worker \S+ (?:died|exited)",
        r"Workers? (?:failed|died)",
        r"[Ss]ee (?:root cause|stack trace|the stack|error|logs?)[\w ()]{0,30}above",
        r"exitcode *: |traceback *: To enable traceback|Sending process \d+ closing signal",
        r"[Ee]xit(?:ed)? (?:with )?(?:code|status)[ :=]-?\d{1,3}\b|exit status \d{1,3}\b",
        r"returned (?:a )?non-zero exit|Process \S+ (?:exited|died|terminated)",
        r"^Process \w+(?:-\d+)?(?:_\w+)?:$|command '.{0,200}' (?:failed|died|returned)",
        r"\" (?:4\d\d|5\d\d)\b|\| (?:4\d\d|5\d\d) \||make(?:\[\d\])?: \*\*\*|FAILED: |FAILED \(",
        r"^An error occurred(?: while|\.|$)|^Internal Server Error",
        r"^Unhandled (?:exception|error)\.?$|^Error\.?$",
        r"ray\.exceptions\.Ray(?:TaskError|ActorError|\w*DiedError)",
        r"Server (?:is )?(?:not running|crashed|failed|exited|unhealthy)",
        r"[Hh]ealth ?check (?:failed|timeout)",
        r"(?:child|scheduler|detokenizer) (?:process )?(?:failed|crashed|died)|ERROR:? *$",
        r"llama(?:-server| runner)? (?:process )?(?:has )?(?:been )?terminated(?:\"|'|\.|$| error)",
        r"failed to load model$|error loading model$|Invocation of \w+ method failed",
        r"Rank \d+ (?:died|failed)|Shard \d+ failed|shard-manager.*(?:failed|terminated)",
        r"Method \w+ encountered an error\.$|Connection closed by (?:remote )?peer",
        r"TCPStore.*(?:reset|recv)|^\s*err(?:or)?$|: CUDA error$",
    ),
)  # fmt: skip


WRAPPED = any_of(r"^(?:\w{1,40}: )?Worker failed with error", r"^Exception in worker \w+ while")

FOLLOWING = phrases(
    words=(
        "gloo connectfullmesh", "connection reset by peer", "broken pipe", "socket closed",
        "store_->get", "tcpstore", "diststoreerror", "distnetworkerror", "heartbeat", "watchdog",
        "ncclremoteerror", "remote process exited", "terminate called", "core dumped", "aborted",
        "unspecified launch failure", "keyboardinterrupt", "errno 104", "econnreset",
        "serverdisconnected", "remoteprotocolerror", "connectionrefused", "connection refused",
    ),
    forms=(
        r"NCCL WARN .*(?:closed|Connection)",
    ),
)  # fmt: skip
