"""What containers, schedulers, loggers and engines put before a message: one ordered table.

A row's pattern is tried at the start of what is left of the line; the first row that fits is
taken off, and the table is tried again. `(?P<source>…)` names who wrote the line, `(?P<level>…)`
how loud; `level` of the row is used where the pattern has none. Inner levels win over outer ones.
"""

from dataclasses import dataclass

_LEVEL = r"(?P<level>TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERR(?:OR)?|CRITICAL|FATAL|SEVERE|PANIC)"
_DAY = r"\d{4}[-/.]\d\d[-/.]\d\d"
_TIME = r"\d\d:\d\d:\d\d(?:[.,:]\d{1,9})?"
_ZONE = r"(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?"
_FILE = r"[\w./<>+-]{1,120}\.(?:py|pyx|cpp|cc|c|cu|cuh|h|hpp|rs|go|js|ts)"


@dataclass(frozen=True, slots=True)
class Prefix:
    """One dialect. `first` are the kinds of its first character: 0 a digit, A a capital, a another
    letter, else itself. `sample` is a line that starts with it."""

    name: str
    first: str
    pattern: str
    sample: str
    level: str = ""


PREFIXES = (
    Prefix("quote", ">", r">{1,4} (?=\S)|>{1,4}$", "> ValueError: x"),
    Prefix(
        "vllm",
        "A",
        rf"{_LEVEL} \d\d-\d\d {_TIME} ?(?:\[{_FILE}:\d{{1,6}}\]|{_FILE}:\d{{1,6}}\]|(?=\())? ?",
        "ERROR 06-01 13:18:12 [core.py:1341] boom",
    ),
    Prefix("level_colon", "A", rf"{_LEVEL}:(?:[a-z][\w.]{{0,80}}:)? *(?=\S)", "ERROR:    boom"),
    Prefix(
        "level_marked",
        "[",
        rf"\[ ?{_LEVEL} ?\][ :]*|\[(?P<level>Error|Warn|Info|Debug)\] ",
        "[ERROR] boom",
    ),
    Prefix("level_plain", "A", rf"{_LEVEL}(?: +\|? *| ?- )(?=\S)", "ERROR    boom"),
    Prefix(
        "glog",
        "[",
        r"\[(?P<level>[IWEF])\d{3,4} \d\d:\d\d:\d\d\.\d{1,9} [\w./-]{1,80}:\d{1,6}\] ",
        "[W1112 10:33:20.123456789 ProcessGroupNCCL.cpp:1250] boom",
    ),
    Prefix(
        "cri",
        "0",
        rf"{_DAY}T{_TIME}{_ZONE} (?:stdout|stderr) [FP] ",
        "2025-01-02T03:04:05.123456789Z stderr F boom",
    ),
    Prefix(
        "journal",
        "Aa0",
        r"(?:[^\W\d_]{3,5}\.?|\d{1,2}月) {1,2}\d{1,2} \d\d:\d\d:\d\d(?:\.\d+)? "
        r"\S{1,80} [\w@.:/\\()-]{1,80}?(?:\[\d{1,9}\])?: ",
        "Aug 19 18:30:11 host vllm[8707]: boom",
    ),
    Prefix(
        "journal_iso",
        "0",
        rf"{_DAY}T{_TIME}{_ZONE} \S{{1,80}} [\w@.-]{{1,60}}\[\d{{1,9}}\]: ",
        "2025-01-02T03:04:05+0100 host vllm[8707]: boom",
    ),
    Prefix("unit", "Aa", r"[A-Za-z][\w@.-]{0,40}\[\d{1,9}\]: ", "kubelet[1311]: boom"),
    Prefix(
        "compose",
        "Aa0",
        r"(?=[\w.-]{0,60}[A-Za-z])(?P<source>[A-Za-z0-9][\w.-]{0,60}?) {1,40}\| ?",
        "vllm-1  | boom",
    ),
    Prefix(
        "event",
        "A",
        r"(?:Warning|Normal) {2,20}[A-Z]\w{1,40} {2,30}[\w<>() ]{1,40}? {2,30}"
        r"[a-z][\w.-]{1,60} {2,30}",
        "Warning  Failed     5m (x3 over 9m)   kubelet            boom",
    ),
    Prefix("kernel", "[", r"\[ {0,8}\d{1,9}\.\d{3,6}\] ", "[12345.678] boom"),
    Prefix("pod", "[", r"\[pod/(?P<source>[\w./-]{1,160})\] ", "[pod/vllm-0/vllm] boom"),
    Prefix("slurm", "Aa", r"(?P<source>[A-Za-z][\w-]{1,40}) (?:out|err): ", "nid005113 out: boom"),
    Prefix("mpi", "[", r"\[\d{1,3},(?P<source>\d{1,4})\]<std(?:out|err)>: ?", "[1,0]<stderr>:boom"),
    Prefix("torchrun", "[", r"\[(?P<source>(?:rank|default)\d{1,4})\]: ?", "[rank0]: boom"),
    Prefix(
        "process",
        "(",
        r"\((?:(?P<source>[A-Za-z_][\w.:-]{0,60}(?: rank=\d{1,4})?)(?P<pid> pid=\d{1,9})"
        r"|pid=\d{1,9})"
        r"(?:, ip=[\w.:<>]{1,60})?\) ?",
        "(EngineCore_DP0 pid=93) boom",
    ),
    Prefix("actor", "(", r"\((?P<source>raylet|autoscaler|head|driver)\) ", "(raylet) boom"),
    Prefix("stage", "[", r"\[(?P<source>(?:Stage|TP|PP|DP|EP)-?\d{1,4})\] ", "[Stage-0] boom"),
    Prefix(
        "sglang",
        "[",
        rf"\[{_DAY} {_TIME}(?: (?P<source>[A-Z]{{2,4}}\d{{1,4}}(?: [A-Z]{{2,4}}\d{{1,4}})*))?\] ",
        "[2025-05-02 10:26:20 TP0] boom",
    ),
    Prefix(
        "klog",
        "A",
        r"(?P<level>[IWEF])\d{4} \d\d:\d\d:\d{2,10}\.\d{1,9} +\d{1,9} [\w./-]{1,80}:\d{1,6}\] ",
        "I1002 13:41:06.781594 5287 nvc.c:347] boom",
    ),
    Prefix(
        "loguru",
        "0",
        rf"{_DAY} {_TIME} \| {_LEVEL} *\| [^|\n]{{1,120}}? - ",
        "2024-05-20 10:00:00.123 | ERROR    | app:run:12 - boom",
    ),
    Prefix(
        "rust",
        "0",
        rf"{_DAY}T{_TIME}Z +{_LEVEL} (?:[\w:-]{{1,80}}(?:\{{[^}}\n]{{0,300}}\}})?: )+"
        rf"(?:{_FILE}:\d{{1,6}}: )?",
        "2024-05-01T12:00:00.123456Z ERROR text_generation_launcher: boom",
    ),
    Prefix(
        "stream_piped",
        "0",
        rf"{_DAY} {_TIME} \| {_LEVEL} *\| [a-z][\w.]{{1,60}} \| ?",
        "2024-02-19 16:20:15 | ERROR | stderr | boom",
    ),
    Prefix(
        "dashed",
        "0",
        rf"{_DAY} {_TIME} - [\w.-]{{1,80}}(?: - {_FILE}:\d{{1,6}})? - {_LEVEL} - ",
        "2024-05-01 12:00:00,123 - lmdeploy - ERROR - boom",
    ),
    Prefix(
        "named",
        "0",
        rf"{_DAY} {_TIME} [a-z][\w.]{{1,80}} \d{{1,9}} {_LEVEL} +",
        "2025-06-17 21:46:34,770 xinference.core.worker 1 INFO     boom",
    ),
    Prefix(
        "time",
        "0[(",
        rf"[\[(]?{_DAY}[T |-]{{1,3}}{_TIME}(?:\.\d{{1,9}})?{_ZONE}[\])]?"
        r"(?:[ \t]*-[ \t]|[:,]?[ \t]+|:|$)",
        "2025-08-07 03:25:03,945 boom",
    ),
    Prefix(
        "american",
        "[",
        rf"\[\d\d/\d\d/\d{{2,4}}[- ]{_TIME}(?: ?[AP]M)?\] ",
        "[03/11/2024-12:00:00] boom",
    ),
    Prefix("clock", "0[", rf"\[{_TIME}\]:? |{_TIME}(?: - | +\| +| +)(?=\S)", "[16:10:33] boom"),
    Prefix(
        "llamacpp",
        "0",
        r"\d{1,4}\.\d\d\.\d{3}\.\d{3} (?P<level>[IWED]) ",
        "0.00.380.603 I loaded",
    ),
    Prefix("stream", "a", rf"[a-z]{{3,12}}/{_LEVEL} +", "stdout/ERROR  boom"),
    Prefix(
        "nccl",
        "Aa0",
        r"[\w.-]{1,80}:\d{1,9}:\d{1,9} (?:\[(?P<source>\d{1,3})\] )?(?=NCCL )",
        "host:123:456 [0] NCCL WARN boom",
    ),
    Prefix("pid", "[(", r"\[PID: \d{1,9}\] |\(PID:\d{1,9}[^)\n]{0,60}\) ", "[PID: 428723] boom"),
    Prefix("level_letter", "[", r"\[(?P<level>[IWEF])\] ", "[E] boom"),
    Prefix(
        "product",
        "[",
        r"\[(?:TensorRT-LLM|TRT|TRT-LLM|TM|lmdeploy|llama)\] ?",
        "[TensorRT-LLM][ERROR] boom",
    ),
    Prefix(
        "at_file",
        "[Aa0./<",
        rf"\[{_FILE}:\d{{1,6}}\][ :]+|{_FILE}:\d{{1,6}}(?:\]| --| -) "
        r"|[a-z_]{1,40}\.go:\d{1,6}: ",
        "[core.py:3] boom",
    ),
    Prefix(
        "python_warning",
        "/Aa0.<",
        r"[^\s:]{0,300}[\w>]:\d{1,6}: (?=[A-Z]\w{2,40}Warning: )",
        "/usr/lib/x.py:63: FutureWarning: boom",
        level="warning",
    ),
)  # fmt: skip
