"""From a paste to candidates with evidence."""

from collections.abc import Iterable, Mapping

import pytest

from kb.core.articles import Article, Sample, Section
from kb.core.errors import read_errors
from kb.core.ranking import Candidate
from kb.core.text import read_lines
from kb.search.documents import document_of
from kb.search.evidence import Paste
from kb.search.find import candidates_for
from kb.search.whoosh_index import WhooshIndex

LORA = Article(
    slug="lora-rank",
    title="The adapter has a higher rank than the server allows",
    errors=(Sample("ValueError: LoRA rank 64 is greater than max_lora_rank 16."),),
)
DRIVER = Article(
    slug="cuda-803",
    title="The driver is older than the CUDA libraries",
    errors=(Sample("Unexpected error from cudaGetDeviceCount(). Error 803: unsupported display"),),
    hints=("Resolved architecture: PixtralForConditionalGeneration",),
)
SILENT = Article(
    slug="exclamation-marks",
    title="A quantized model answers only exclamation marks",
    sections=(Section("symptom", "Symptom", "Every answer is exclamation marks, without error."),),
)
CHINESE = Article(
    slug="exclamation-marks-zh",
    title="量化模型的回答全是感叹号",
    language="zh",
    translation_of="exclamation-marks",
    sections=(Section("symptom", "现象", "请求成功，但返回内容全部是感叹号。"),),
)
NOTICE = "No available shared memory broadcast block found in 60 seconds."
HANG = Article(slug="ranks-hang", title="The ranks hang", errors=(Sample(NOTICE),))
ARTICLES = {each.slug: each for each in (LORA, DRIVER, SILENT)}
GENERIC = "RuntimeError: Engine core initialization failed. See root cause above."


@pytest.fixture(scope="module")
def index() -> WhooshIndex:
    made = WhooshIndex()
    made.rebuild(document_of(each) for each in (*ARTICLES.values(), CHINESE))
    return made


def known(slugs: Iterable[str]) -> Mapping[str, Article]:
    return {slug: ARTICLES[slug] for slug in slugs if slug in ARTICLES}


def find(index: WhooshIndex, paste: str) -> list[Candidate]:
    lines = read_lines(paste)
    return list(candidates_for(read_errors(lines), lines, index, known))


@pytest.mark.parametrize(
    ("paste", "slug"),
    [
        ("ValueError: LoRA rank 8 is greater than max_lora_rank 4.", "lora-rank"),
        (f"INFO: started\nValueError: LoRA rank 8 is greater than max_lora_rank 4.\n{GENERIC}",
         "lora-rank"),
        ("RuntimeError: Worker failed with error 'LoRA rank 32 is greater than max_lora_rank 16.'",
         "lora-rank"),
        ("RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 803", "cuda-803"),
        ("The model is quantized and every answer is exclamation marks", "exclamation-marks"),
        ("模型部署成功，不报错，但返回内容全部是感叹号", "exclamation-marks"),
    ],
)  # fmt: skip
def test_the_fault_comes_first(index: WhooshIndex, paste: str, slug: str) -> None:
    assert find(index, paste)[0].article.slug == slug


def test_the_line_that_matched_is_shown(index: WhooshIndex) -> None:
    paste = "INFO: hello\nValueError: LoRA rank 8 is greater than max_lora_rank 4."
    evidence = find(index, paste)[0].evidence[0]
    assert (evidence.line, evidence.kind) == (2, "error")
    assert evidence.matched == LORA.errors[0].text
    assert evidence.agreement >= 0.9


def test_a_hint_is_met_anywhere_in_the_paste(index: WhooshIndex) -> None:
    paste = (
        "INFO Resolved architecture: PixtralForConditionalGeneration\n"
        "RuntimeError: Unexpected error from cudaGetDeviceCount(). Error 803"
    )
    kinds = {each.kind: each.line for each in find(index, paste)[0].evidence}
    assert kinds["hint"] == 1


@pytest.mark.parametrize(
    ("before", "behind", "kind"), [(0, 0, "error"), (60, 0, "error"), (30, 30, "hint")]
)
def test_a_notice_of_healthy_servers_tells_only_where_it_ends_the_log(
    before: int, behind: int, kind: str
) -> None:
    """Elsewhere in a log it says little, as healthy servers print it too."""
    calm = [f"INFO: request {number} is done" for number in range(before + behind)]
    lines = read_lines("\n".join([*calm[:before], f"INFO: {NOTICE}", *calm[before:]]))
    (evidence,) = Paste(read_errors(lines), lines).evidence(HANG)
    assert evidence.kind == kind


def test_another_code_is_not_the_same_line(index: WhooshIndex) -> None:
    found = find(
        index, "Unexpected error from cudaGetDeviceCount(). Error 802: not yet initialized"
    )
    evidence = next(each.evidence[0] for each in found if each.article.slug == "cuda-803")
    assert not evidence.exact
    assert evidence.agreement < 0.9


def test_what_a_reader_may_not_see_is_no_candidate(index: WhooshIndex) -> None:
    lines = read_lines("ValueError: LoRA rank 8 is greater than max_lora_rank 4.")
    found = candidates_for(read_errors(lines), lines, index, lambda _: {"cuda-803": DRIVER})
    assert "lora-rank" not in {each.article.slug for each in found}


@pytest.mark.parametrize("paste", ["", "\n\n", "ok", "quicksand"])
def test_nothing_finds_nothing(index: WhooshIndex, paste: str) -> None:
    assert find(index, paste) == []
