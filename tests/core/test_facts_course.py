"""Stage and symptom where the log tells them, and nowhere else."""

import pytest

from kb.core.errors import read_errors
from kb.core.facts import facts_of_course
from kb.core.text import read_lines
from tests.core.vocabulary import VOCABULARY

CALM = "INFO 05-01 11:00:01 [loggers.py:1] Engine 000: running"
DIED = "RuntimeError: Engine core initialization failed. See root cause above."
TRACE = "Traceback (most recent call last):"
PROFILE = '  File "/x/vllm/v1/worker/gpu_worker.py", line 3, in determine_available_memory'
STEP = '  File "/x/vllm/v1/worker/gpu_model_runner.py", line 3, in execute_model'
ERROR = "ValueError: the page size 24 does not fit"
OOM = "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB."
NO_ROOM = "ValueError: No room for the blocks. Try a larger share when initializing the engine."
CLIENT = "openai.BadRequestError: Error code: 400 - {'error': {'message': 'no tools here'}}"
SERVER = "openai.InternalServerError: Error code: 500 - {'error': {'message': 'broken'}}"
REFUSED = 'INFO:     127.0.0.1:5 - "POST /v1/chat/completions HTTP/1.1" 400 Bad Request'
FAILED = 'INFO:     127.0.0.1:5 - "POST /v1/embeddings HTTP/1.1" 500 Internal Server Error'
SERVED = 'INFO:     127.0.0.1:5 - "POST /v1/chat/completions HTTP/1.1" 200 OK'

CASES = [
    ((CALM, ERROR), {}),
    ((CALM, CALM), {}),
    ((TRACE, STEP, "    go()", ERROR), {}),
    ((ERROR, SERVED), {}),
    ((ERROR, DIED), {"stage": "start-up", "symptom": "crash"}),
    ((ERROR, *[CALM] * 60, DIED), {}),
    ((TRACE, PROFILE, "    go()", ERROR), {"stage": "start-up"}),
    ((TRACE, PROFILE, "    go()", OOM), {"stage": "start-up", "symptom": "out-of-memory"}),
    ((TRACE, PROFILE, "    go()", "ValueError: other", CALM, TRACE, STEP, "    go()", OOM),
     {"symptom": "out-of-memory"}),
    ((CALM, NO_ROOM), {"stage": "start-up", "symptom": "crash"}),
    (("INFO say so when initializing the engine", ERROR), {}),
    ((OOM, DIED), {"stage": "start-up", "symptom": "out-of-memory"}),
    ((CLIENT,), {"symptom": "http-4xx"}),
    ((SERVER,), {"symptom": "http-5xx"}),
    ((CALM, REFUSED, ERROR), {"symptom": "http-4xx"}),
    ((CALM, ERROR, FAILED), {"symptom": "http-5xx"}),
    ((REFUSED, *[CALM] * 9, ERROR), {}),
]  # fmt: skip


@pytest.mark.parametrize(("rows", "expected"), CASES)
def test_the_course_is_told_only_where_the_log_tells_it(
    rows: tuple[str, ...], expected: dict[str, str]
) -> None:
    lines = read_lines("\n".join(rows))
    facts = facts_of_course(lines, read_errors(lines).root, VOCABULARY)
    assert {name: fact.value for name, fact in facts.items()} == expected
    for fact in facts.values():
        assert fact.how == "resolved"
        assert fact.line is not None
        assert rows[fact.line - 1].strip() == fact.text or fact.text in rows[fact.line - 1]
