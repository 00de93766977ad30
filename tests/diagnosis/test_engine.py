"""From a paste to the JSON of the contract. No database, no files, no clock."""

import json

import pytest

from kb.diagnosis.engine import AnswerError, Given, diagnose
from tests.diagnosis.library import COMPILED, FAMILY, MEMORY, NAN, library

ENVIRONMENT = "\n".join(("vLLM 0.24.0", "GPU: NVIDIA H100 80GB", "quantization=fp8"))
OWN = "vllm serve mistralai/Mistral-Small-3.1-24B --max-model-len 32768"
KNOWN = {"quantization": "fp8", "modality": "image", "vllm": "0.24.0", "gpu": "H100"}
TOKEN = "hf_" + "AbCdEfGh" * 4


def answer(paste=NAN, known=FAMILY, **given):
    return diagnose(Given(paste, **given), known).as_json()


def verdicts(found):
    return {m["article"]: m["verdict"] for m in found["matches"] if not m["near"]}


def test_a_bare_line_answers_first_and_asks_then():
    found = answer()
    assert found["verdict"] == "ask"
    assert verdicts(found) == {"compiled": "same-error", "integers": "same-error"}
    assert found["fix"]["provisional"] is True
    assert found["fix"]["if"]
    assert found["launch"]["after"]
    assert found["question"]["id"] == "modality"
    assert found["question"]["left"] == 2
    assert " from " in found["question"]["separates"]


def test_an_environment_that_agrees_confirms():
    found = answer(answers=KNOWN, command=OWN)
    assert found["verdict"] == "match"
    assert verdicts(found) == {"compiled": "confirmed", "integers": "aside"}
    assert found["fix"] == {
        "article": "compiled",
        "fix": "enforce-eager",
        "title": "Switch compilation off",
        "kind": "workaround",
        "restart": True,
        "provisional": False,
        "if": [],
        "steps": [],
        "run": [],
        "verify": [{"do": "send an image", "expect": "200", "without": False}],
    }
    assert found["launch"]["origin"] == "yours"
    assert found["launch"]["before"] == OWN
    assert found["launch"]["after"] == OWN + " --enforce-eager"
    (change,) = found["launch"]["changes"]
    assert change == {
        "op": "add-flag",
        "flag": "--enforce-eager",
        "because": "The NaN needs the compiled path.",
        "price": "Decoding is slower.",
    }


def test_every_condition_says_what_it_wanted_and_what_there_is():
    (first, *_) = answer(answers=KNOWN, command=OWN)["matches"]
    rows = {(c["fact"], c["strength"]): (c["have"], c["state"]) for c in first["conditions"]}
    assert rows["compilation", "requires"] == ("enabled", "holds")
    assert rows["vllm", "seen"] == ("0.24.0", "holds")
    assert rows["modality", "clear"] == ("image", "fails")
    assert first["because"][0] == {"line": 1, "matched": NAN, "kind": "error"}


def test_the_command_in_the_paste_is_the_user_s_own():
    found = answer(f"{OWN}\nINFO starting\n{NAN}")
    assert found["launch"]["origin"] == "yours"
    assert found["launch"]["after"] == OWN + " --enforce-eager"
    assert found["facts"]["model"]["value"] == "mistralai/Mistral-Small-3.1-24B"


def started(model: str, version: str) -> str:
    return f"INFO 05-01 11:00:00 Initializing a V1 LLM engine (v{version}) with config: model='{model}', tensor_parallel_size=1,"  # noqa: E501


def test_of_several_attempts_the_command_of_the_last_one_is_the_user_s_own():
    first = f"$ vllm serve org/A-7B\n{started('org/A-7B', '0.9.1')}"
    second = f"$ {OWN}\n{started('mistralai/Mistral-Small-3.1-24B', '0.10.2')}"
    found = answer(f"{first}\n{second}\n{NAN}")
    assert found["launch"]["after"] == OWN + " --enforce-eager"
    assert found["facts"]["vllm"]["value"] == "0.10.2"


def test_two_commands_that_differ_leave_the_value_open():
    paste = f"vllm serve a/b-7B -tp 2\n\nand with\n\nvllm serve a/b-7B -tp 4\n\n{NAN}"
    facts = answer(paste)["facts"]
    assert facts["tensor_parallel"]["value"] is None
    assert facts["tensor_parallel"]["candidates"] == ["2", "4"]
    assert (facts["model"]["value"], facts["model"]["line"]) == ("a/b-7B", 1)


def test_the_command_of_another_server_is_not_the_user_s_own():
    other = "server_args=ServerArgs(model_path='org/C-7B', tp_size=8)"
    gin = '[GIN] 2025/05/01 - 10:00:00 | 200 |  1.2ms |  127.0.0.1 | POST     "/api/chat"'
    rows = (other, f"$ {OWN}", started("org/A-7B", "0.9.1"), gin, NAN)
    found = answer("\n".join(rows))
    assert found["launch"]["origin"] != "yours"
    assert found["facts"]["model"]["how"] == "estimated"


def test_a_prompt_is_no_part_of_the_command():
    found = answer(f"user@box:~$ {OWN}\n{NAN}")
    assert found["launch"]["after"] == OWN + " --enforce-eager"


def test_damage_is_mended_and_said():
    launch = answer(answers=KNOWN, command=OWN.replace("--", "–"))["launch"]
    assert launch["before"] == OWN.replace("--", "–")
    assert launch["after"] == OWN + " --enforce-eager"
    assert launch["repairs"]


def test_a_flag_that_the_version_no_longer_has_is_named():
    launch = answer(answers=KNOWN, command=f"{OWN} --swap-space 4")["launch"]
    assert launch["warnings"] == ["`--swap-space` is gone since vLLM 0.18"]


@pytest.mark.parametrize("command", ["ls -l", f"{OWN}\nvllm serve other/model"])
def test_a_command_that_cannot_be_changed_is_said_to_be_so(command):
    launch = answer(answers=KNOWN, command=command)["launch"]
    assert (launch["origin"], launch["after"]) == ("yours", None)
    assert launch["refused"]


def test_an_absent_flag_of_a_whole_command_has_its_default():
    facts = answer(command=OWN)["facts"]
    assert (facts["compilation"]["value"], facts["compilation"]["how"]) == ("enabled", "default")


def test_without_a_command_the_article_s_own_is_shown():
    launch = answer()["launch"]
    assert (launch["origin"], launch["before"]) == ("article", None)
    assert launch["after"] == "vllm serve mistralai/Mistral-Small-3.1-FP8 --enforce-eager"


MEMORY_LINE = "ValueError: No available memory for the cache blocks."


def test_without_either_it_is_built_from_the_facts():
    told = {"engine": "vllm", "model": "Qwen/Qwen3-8B", "tensor_parallel": "2", "vllm": "0.9.0"}
    launch = answer(MEMORY_LINE, answers=told)["launch"]
    assert (launch["origin"], launch["before"]) == ("built", None)
    expected = "vllm serve Qwen/Qwen3-8B --tensor-parallel-size 2 --max-model-len 4096"
    assert launch["after"] == expected


def test_a_fix_for_other_versions_is_left_out_with_its_reason():
    found = answer(MEMORY_LINE, answers={"vllm": "0.4.0"})
    assert found["fix"]["fix"] == "upgrade"
    assert found["fix"]["run"] == ["pip install -U vllm"]
    states = {
        fix["id"]: (fix["state"], bool(fix["reason"])) for fix in found["matches"][0]["fixes"]
    }
    assert states == {"shorter": ("fails", True), "upgrade": ("holds", False)}


def test_two_fixes_alive_are_asked_about():
    found = answer(MEMORY_LINE, answers={"gpu_memory": "16", "engine": "vllm"})
    assert (found["verdict"], found["question"]["id"]) == ("ask", "vllm")


def test_a_flag_that_is_there_already_puts_aside():
    found = answer(answers=KNOWN, command=OWN + " --enforce-eager")
    assert verdicts(found)["compiled"] == "aside"
    assert found["matches"][0]["reasons"][0].startswith("already in your command, this is not it")
    assert (found["verdict"], found["fix"], found["launch"]) == ("none", None, None)


def test_nothing_known_is_nothing_confident():
    found = answer("how do I bake bread with a memory of the cache?")
    assert found["verdict"] == "none"
    assert len(found["matches"]) <= 3
    assert {match["verdict"] for match in found["matches"]} <= {"aside"}
    assert (found["fix"], found["launch"], found["question"]) == (None, None, None)


def test_dont_know_is_not_asked_again():
    asked, answers = [], {}
    for _ in range(12):
        question = answer(answers=answers)["question"]
        if question is None:
            break
        asked.append(question["id"])
        answers[question["id"]] = "?"
    assert len(asked) == len(set(asked))
    found = answer(answers=answers)
    assert found["question"] is None
    assert found["plan"]


def test_a_check_is_an_answer_too():
    name = "check:compiled/base-model"
    assert verdicts(answer(answers={name: "no"}))["compiled"] == "aside"
    assert answer(answers={name: "yes"})["answers"] == {name: "yes"}
    assert answer(answers={name: "yes"})["facts"] == answer()["facts"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("nonsense", "1"),
        ("modality", "smell"),
        ("tensor_parallel", "many"),
        ("check:compiled/nothing", "yes"),
        ("check:nowhere/base-model", "yes"),
        ("check:compiled/base-model", "perhaps"),
    ],
)
def test_an_unknown_answer_is_refused_by_name(name, value):
    with pytest.raises(AnswerError) as refused:
        answer(answers={name: value})
    assert name in str(refused.value.message)


def test_an_alias_is_a_value_and_implies_what_it_is():
    facts = answer(answers={"gpu": "NVIDIA H100 80GB HBM3"})["facts"]
    assert (facts["gpu"]["value"], facts["gpu"]["how"]) == ("H100", "answered")
    assert (facts["compute_capability"]["value"], facts["compute_capability"]["how"]) == (
        "9.0",
        "implied",
    )


@pytest.mark.parametrize("place", ["paste", "environment", "command"])
def test_a_secret_appears_nowhere(place):
    secret = f"HF_TOKEN={TOKEN} {OWN}"
    texts = {"paste": NAN, "environment": "", "command": ""}
    texts[place] += "\n" + secret
    found = diagnose(Given(**texts, answers=KNOWN), FAMILY)
    assert TOKEN not in json.dumps(found.as_json())
    assert TOKEN not in repr(found.reading)
    assert {"kind": "hf-token", "count": 1} in found.as_json()["redacted"]


def test_a_secret_in_the_printed_command_is_a_variable():
    launch = answer(answers=KNOWN, command=f"HF_TOKEN={TOKEN} {OWN}")["launch"]
    assert launch["after"] == f"HF_TOKEN=$HF_TOKEN {OWN} --enforce-eager"
    assert any("HF_TOKEN" in warning for warning in launch["warnings"])


def test_texts_are_in_the_reader_s_language():
    found = answer(language="zh")
    assert found["matches"][0]["title"] == "开启编译时 FP8 图片请求返回 NaN"
    assert found["fix"]["title"] == "关闭编译"
    assert found["question"]["text"] == FAMILY.vocabulary.facts["modality"].question["zh"]


def test_without_an_error_it_asks_where_it_broke_first():
    asked, answers = [], {}
    for value in ("vllm", "?", "?"):
        question = answer("", answers=answers)["question"]
        asked.append(question["id"])
        answers[question["id"]] = value
    assert asked == ["engine", "symptom", "stage"]
    found = answer("", answers=answers)
    assert (found["verdict"], found["question"]["kind"]) == ("ask", "fact")


def test_before_the_start_it_says_what_would_happen():
    one = library(compiled=COMPILED, memory=MEMORY)
    found = answer("", one, answers=KNOWN, command=OWN)
    assert [match["article"] for match in found["would_apply"]] == ["compiled"]


def test_what_nearly_every_server_has_foretells_nothing():
    common = MEMORY.replace('gpu_memory: "<=24"', "accelerator: nvidia")
    found = answer(
        "", library(memory=common), answers={"gpu": "H100", "vllm": "0.24.0"}, command=OWN
    )
    assert found["would_apply"] == []


def test_the_same_paste_gives_the_same_answer():
    assert answer(answers=KNOWN, command=OWN) == answer(answers=KNOWN, command=OWN)


def test_it_is_json():
    found = answer(environment=ENVIRONMENT, command=OWN)
    assert json.loads(json.dumps(found)) == found
