"""One article in plain Chinese prose, imported unchanged, against what people would paste."""

from pathlib import Path

import pytest

from kb.core.articles import parse
from kb.diagnosis.engine import Given, diagnose
from kb.diagnosis.library import MemoryLibrary
from kb.diagnosis.trying import request_to_copy
from tests.core.launch.catalogues import ALL
from tests.core.vocabulary import VOCABULARY

SOURCE = Path(__file__).parent / "samples" / "article-zh.txt"
LINE = "ValueError: Out of range float values are not JSON compliant: nan"
MODEL = "RedHatAI/Mistral-Small-3.1-24B-Instruct-2503-FP8-dynamic"
SERVE = f"vllm serve {MODEL} --tokenizer-mode mistral --config-format mistral --max-model-len 32768"
# What its owner would say of his server: the article's own paragraph, and what he sent.
ENVIRONMENT = (
    "vLLM v0.24.0、1x NVIDIA H100 80GB（tensor-parallel-size 1）、"
    f"模型 {MODEL}（compressed-tensors FP8-dynamic），图片请求"
)


@pytest.fixture(scope="module")
def library() -> MemoryLibrary:
    parsed = parse(SOURCE.read_text(encoding="utf-8"), "article-zh", "inbox", VOCABULARY)
    assert parsed.article is not None
    return MemoryLibrary([parsed.article], VOCABULARY, ALL)


def found(library, environment="", command="", paste=LINE):
    return diagnose(Given(paste, environment, command), library).as_json()


def test_the_bare_line(library):
    answer = found(library)
    (match,) = answer["matches"]
    assert (answer["verdict"], match["verdict"]) == ("ask", "same-error")
    assert answer["fix"]["provisional"] is True
    assert answer["fix"]["if"]
    assert "--enforce-eager" in answer["launch"]["after"]
    assert any(change["price"] for change in answer["launch"]["changes"])
    assert answer["question"]["kind"] == "fact"


def test_the_line_with_its_environment_and_command(library):
    answer = found(library, ENVIRONMENT, SERVE)
    (match,) = answer["matches"]
    assert match["verdict"] == "confirmed", match
    assert answer["launch"]["origin"] == "yours"
    assert answer["launch"]["after"] == f"{SERVE} --enforce-eager"
    assert answer["fix"]["provisional"] is False


@pytest.mark.parametrize(
    ("environment", "seen"),
    [
        (ENVIRONMENT.replace("H100 80GB", "H200"), "H100"),
        (ENVIRONMENT.replace("0.24.0", "0.25.0"), "0.24.0"),
    ],
)
def test_elsewhere_it_is_likely(library, environment, seen):
    (match,) = found(library, environment, SERVE)["matches"]
    assert match["verdict"] == "likely", match
    said = "; ".join(match["reasons"])
    assert seen in said
    assert "unverified on yours" in said


@pytest.mark.parametrize(
    ("environment", "command"),
    [
        (ENVIRONMENT.replace("图片请求", "纯文本请求"), SERVE),
        (
            ENVIRONMENT.replace(MODEL, "mistralai/Mistral-Small-3.1-24B-Instruct-2503").replace(
                "（compressed-tensors FP8-dynamic）", "（bf16，未量化）"
            ),
            SERVE.replace(MODEL, "mistralai/Mistral-Small-3.1-24B-Instruct-2503"),
        ),
    ],
)
def test_where_it_was_tried_without_the_fault(library, environment, command):
    (match,) = found(library, environment, command)["matches"]
    assert match["verdict"] == "aside", match
    assert any("tried there without the fault" in reason for reason in match["reasons"])


def test_the_flag_is_there_already(library):
    (match,) = found(library, ENVIRONMENT, f"{SERVE} --enforce-eager")["matches"]
    assert match["verdict"] == "aside"
    assert match["reasons"][0].startswith("already in your command, this is not it")


def test_another_model(library):
    other = "RedHatAI/Qwen2.5-VL-7B-Instruct-FP8-Dynamic"
    command = f"vllm serve {other} --max-model-len 32768"
    (match,) = found(library, ENVIRONMENT.replace(MODEL, other), command)["matches"]
    assert match["verdict"] in {"aside", "same-error"}, match
    assert any("odel" in reason and "differs" in reason for reason in match["reasons"])


def test_without_a_command_the_article_s(library):
    launch = found(library, ENVIRONMENT)["launch"]
    assert (launch["origin"], launch["before"]) == ("article", None)
    assert launch["after"] == f"{SERVE} --enforce-eager"


def test_a_sentence_finds_it(library):
    (match,) = found(library, paste="图片请求 NaN")["matches"]
    assert match["article"] == "article-zh"


def test_the_request_to_try_has_the_image_that_the_fault_requires(library):
    assert "image_url" in request_to_copy(diagnose(Given(LINE), library))
