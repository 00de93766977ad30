import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from kb.diagnosis.models import Diagnosis
from kb.wiki.corpus.export import export
from kb.wiki.models import Page, Revision
from tests.shell import Shell
from tests.wiki.factory import source, write

LINE = "FrobnicationError: widget 99 is not frobnicated"
COMMAND = "vllm serve example/model --port 9000"
SECRET = "hf_" + "Zx8kQ2mW7vB4nT6yR1pL9sD3fG5hJ0aC2E"


def rows(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.usefixtures("articles")
class TestDiagnose:
    def test_a_log_from_stdin_gives_text_with_the_command_last(self, shell: Shell) -> None:
        ended = shell("diagnose", stdin=LINE.encode())
        assert ended.code == 1, "a question is open"
        assert ended.out.rstrip("\n").split("\n")[-1] == "vllm serve example/model --enforce-eager"

    def test_everything_at_once(self, shell: Shell, tmp_path: Path) -> None:
        log = write(tmp_path, "server.log", LINE)
        environment = write(tmp_path, "env.txt", "vLLM 0.9.0")
        words = ["--environment", str(environment), "--command", COMMAND]
        answers = ["--answer", "quantization=fp8", "--answer", "symptom=crash"]
        ended = shell(
            "diagnose", str(log), *words, *answers, "--answer", "stage=start-up", "--json"
        )
        found = json.loads(ended.out)
        assert (ended.code, found["verdict"]) == (0, "match")
        assert found["matches"][0]["verdict"] == "confirmed"
        assert found["launch"]["after"] == f"{COMMAND} --enforce-eager"
        assert (found["launch"]["origin"], found["launch"]["before"]) == ("yours", COMMAND)
        assert found["facts"]["vllm"]["value"] == "0.9.0"

    @pytest.mark.parametrize(
        ("words", "stdin", "says"),
        [
            (("nowhere.log",), b"", "nowhere.log"),
            ((".",), b"", "is a folder"),
            ((), b"", "is empty"),
            ((), b"\x00\x01\x02\x03" * 50, "binary"),
            (("--answer", "quantization"), LINE.encode(), "NAME=VALUE"),
            (("--answer", "nofact=1"), LINE.encode(), "nofact"),
            (("--answer", "quantization=zzz"), LINE.encode(), "zzz"),
            (("--environment", "nowhere.txt"), LINE.encode(), "nowhere.txt"),
            (("--batch", "nowhere.jsonl"), b"", "nowhere.jsonl"),
            (("--no-such-option",), b"", "no-such-option"),
        ],
    )
    def test_wrong_usage_is_a_sentence_and_2(
        self, shell: Shell, words: tuple[str, ...], stdin: bytes, says: str
    ) -> None:
        ended = shell("diagnose", *words, stdin=stdin)
        assert (ended.code, ended.out) == (2, "")
        assert says in ended.err

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
    def test_a_log_is_read_in_its_encoding(self, shell: Shell, encoding: str) -> None:
        text = f"请求失败，日志如下\n{LINE}\n"
        ended = shell("diagnose", "--json", stdin=text.encode(encoding))
        assert json.loads(ended.out)["errors"][0]["text"] == LINE

    def test_a_command_alone_is_the_check_before_the_start(self, shell: Shell) -> None:
        ended = shell("diagnose", "--command", f"{COMMAND} --quantization fp8", "--json")
        assert json.loads(ended.out)["facts"]["quantization"]["value"] == "fp8"

    @pytest.mark.sqlite  # a command closes its connection at the end, and with it the test's
    def test_a_batch_keeps_order_and_goes_on_after_a_bad_line(self, shell: Shell) -> None:
        given = [
            {"id": "a", "paste": LINE, "unknown": 1, "environment": None},
            {
                "qid": "b",
                "paste": LINE,
                "env_paste": "vLLM 0.9.0",
                "answers": {"quantization": "awq"},
            },
            {"id": "c", "paste": LINE, "answers": {"nofact": "1"}},
            {"id": "d", "paste": 7},
            {"id": "e", "paste": ""},
        ]
        lines = [json.dumps(each) for each in given] + ["no json", "[]", ""]
        ended = shell("diagnose", "--batch", "-", stdin="\n".join(lines).encode())
        found = rows(ended.out)
        assert ended.code == 0
        assert [each["id"] for each in found] == ["a", "b", "c", "d", "e", None, None]
        assert found[1]["matches"][0]["article"] == "widget-awq"
        assert ["error" in each for each in found] == [False, False, True, True, False, True, True]
        assert not Diagnosis.objects.exists(), "a batch records nothing"

    def test_a_secret_is_not_printed(self, shell: Shell) -> None:
        log = f"export HF_TOKEN={SECRET}\n{LINE}"
        command = f"HF_TOKEN={SECRET} {COMMAND}"
        for more in ((), ("--json",)):
            ended = shell("diagnose", "--command", command, *more, stdin=log.encode())
            assert SECRET not in ended.out + ended.err


def test_facts_of_a_text_and_of_many(shell: Shell) -> None:
    one = shell("facts", "--json", stdin=b"vLLM 0.24.0 on NVIDIA H100 80GB HBM3")
    facts = json.loads(one.out)["facts"]
    assert (one.code, facts["vllm"]["value"], facts["gpu"]["value"]) == (0, "0.24.0", "H100")
    assert set(facts["gpu"]) >= {"value", "candidates", "line", "text", "how"}
    given = (
        json.dumps({"id": 1, "text": "vLLM 0.24.0"}) + "\n" + json.dumps({"id": 2, "text": None})
    )
    many = shell("facts", "--batch", stdin=given.encode())
    assert [each["id"] for each in rows(many.out)] == [1, 2]
    assert shell("facts", stdin=b"nothing to see").code == 1


class TestLaunch:
    ADD = json.dumps({"op": "add-flag", "flag": "--enforce-eager"})

    def test_a_command_is_changed_and_nothing_else(self, shell: Shell) -> None:
        ended = shell("launch", "--change", self.ADD, stdin=COMMAND.encode())
        assert (ended.code, ended.out) == (0, f"{COMMAND} --enforce-eager\n")

    def test_a_command_keeps_its_form(self, shell: Shell) -> None:
        assert shell("launch", "--form", "shell", stdin=COMMAND.encode()).code == 0
        assert shell("launch", "--form", "kubernetes", stdin=COMMAND.encode()).code == 2

    def test_a_mend_is_told(self, shell: Shell) -> None:
        ended = shell("launch", stdin="vllm serve m –enforce-eager".encode())
        assert ended.out == "vllm serve m --enforce-eager\n"
        assert "mended" in ended.err

    def test_a_refusal_is_a_finding(self, shell: Shell) -> None:
        ended = shell("launch", "--change", self.ADD, "--json", stdin=b"how do I bake bread?")
        assert ended.code == 1
        assert {"refused", "question"} & set(json.loads(ended.out))

    @pytest.mark.parametrize("change", ["no json", "[]", '{"op": "explode"}'])
    def test_a_change_that_is_none_is_wrong_usage(self, shell: Shell, change: str) -> None:
        assert shell("launch", "--change", change, stdin=COMMAND.encode()).code == 2

    def test_many_in_one_process(self, shell: Shell) -> None:
        given = [
            {"id": "a", "text": COMMAND, "fix": json.loads(self.ADD), "engine": "vllm"},
            {"id": "b", "text": COMMAND, "fix": {"op": "explode"}},
            {"id": "c", "text": COMMAND, "fix": None, "engine_version": None},
        ]
        ended = shell("launch", "--batch", stdin="\n".join(map(json.dumps, given)).encode())
        found = rows(ended.out)
        assert found[0]["after"] == f"{COMMAND} --enforce-eager"
        assert found[0]["changes"][0]["op"] == "add-flag"
        assert "error" in found[1]
        assert found[2]["after"] == COMMAND

    @pytest.mark.usefixtures("articles")
    def test_the_fix_of_an_article(self, shell: Shell) -> None:
        ended = shell("launch", "--fix", "widget-fp8/eager", stdin=COMMAND.encode())
        assert ended.out == f"{COMMAND} --enforce-eager\n"
        assert shell("launch", "--fix", "widget-fp8/no", stdin=COMMAND.encode()).code == 2


class TestLint:
    def findings(self, shell: Shell, folder: Path) -> tuple[int, list[dict[str, Any]]]:
        ended = shell("lint", str(folder), "--json")
        return ended.code, json.loads(ended.out)["findings"]

    def test_a_sound_article_has_no_findings(self, shell: Shell, tmp_path: Path) -> None:
        write(tmp_path, "vllm/good.md", source())
        assert self.findings(shell, tmp_path) == (0, [])

    @pytest.mark.parametrize(
        ("change", "field", "says"),
        [
            (("quantization: fp8", "quantisation: fp8"), "quantisation", "quantization"),
            (("    kind: workaround", "    kind: magic"), "fixes[0].kind", "workaround"),
            (("title: The", "titel: The"), "titel", "title"),
        ],
    )
    def test_what_is_wrong_is_named_with_its_place(
        self, shell: Shell, tmp_path: Path, change: tuple[str, str], field: str, says: str
    ) -> None:
        write(tmp_path, "bad.md", source().replace(*change))
        code, found = self.findings(shell, tmp_path)
        assert code == 1
        told = [each for each in found if field in each["field"]]
        assert told and told[0]["line"] > 0
        assert says in told[0]["message"]

    def test_test_pastes_are_tried(self, shell: Shell, tmp_path: Path) -> None:
        must_not = "matches: {must_not: ['FrobnicationError: widget 5 is not frobnicated']}\n"
        write(tmp_path, "one.md", source(more=must_not))
        code, found = self.findings(shell, tmp_path)
        assert (code, found[0]["field"]) == (1, "matches.must_not[0]")
        write(tmp_path, "one.md", source(more="matches: {must: ['SomethingElse: 5']}\n"))
        code, found = self.findings(shell, tmp_path)
        assert (code, found[0]["field"]) == (1, "matches.must[0]")

    def test_fixes_that_undo_each_other(self, shell: Shell, tmp_path: Path) -> None:
        write(tmp_path, "one.md", source())
        undone = source("Two").replace("- add: --enforce-eager", "- remove: --enforce-eager")
        write(tmp_path, "two.md", undone.replace("example/model --enforce-eager", "example/model"))
        _, found = self.findings(shell, tmp_path)
        assert any("undoes" in each["message"] for each in found)


@pytest.mark.usefixtures("articles")
class TestOffline:
    """`diagnose --offline`: what `export` wrote is enough, wherever there is no base."""

    @pytest.fixture
    def base(self, tmp_path: Path) -> Path:
        list(export(tmp_path / "base"))  # the command would close the connection of this test
        for model in (Revision, Page):
            Page.objects.update(current_revision=None)
            model.objects.all().delete()
        return tmp_path / "base"

    @pytest.mark.parametrize("packed", [False, True])
    def test_a_folder_or_archive_answers_as_the_site(
        self, shell: Shell, base: Path, packed: bool
    ) -> None:
        name = str(base)
        if packed:
            name = shutil.make_archive(name, "zip", base)
        asked = ("diagnose", "--offline", name, "--answer", "quantization=awq", "--json")
        with CaptureQueriesContext(connection) as context:
            found = json.loads(shell(*asked, stdin=LINE.encode()).out)
        assert not context.captured_queries
        assert [m["article"] for m in found["matches"] if m["verdict"] != "aside"] == ["widget-awq"]

    def test_exit_codes_are_those_of_the_site(self, shell: Shell, base: Path) -> None:
        known = [
            f"--answer={each}" for each in ("quantization=fp8", "engine=vllm", "symptom=crash")
        ]
        offline = ("diagnose", "--offline", str(base))
        assert shell(*offline, stdin=LINE.encode()).code == 1
        found = shell(*offline, *known, "--answer=stage=start-up", stdin=LINE.encode())
        assert found.code == 0
        assert found.out.rstrip().endswith("vllm serve example/model --enforce-eager")

    def test_the_vocabulary_of_the_base_speaks(self, shell: Shell, base: Path) -> None:
        facts = base / "_facts.yaml"
        facts.write_text(facts.read_text("utf-8").replace("en: Quantization", "en: Squeeze", 1))
        asked = ("diagnose", "--offline", str(base), "--json")
        assert "Squeeze" in shell(*asked, stdin=LINE.encode()).out

    def test_a_translation_speaks(self, shell: Shell, base: Path) -> None:
        asked = ("diagnose", "--offline", str(base), "--language", "zh", "--json")
        found = json.loads(shell(*asked, stdin=LINE.encode()).out)
        assert "FP8 部件出错" in [match["title"] for match in found["matches"]]

    def test_a_batch_is_answered_line_by_line(self, shell: Shell, base: Path) -> None:
        lines = [json.dumps({"id": n, "paste": LINE}) for n in (1, 2)]
        ended = shell(
            "diagnose", "--offline", str(base), "--batch", "-", stdin="\n".join(lines).encode()
        )
        assert [row["id"] for row in rows(ended.out)] == [1, 2]

    @pytest.mark.parametrize("made", ["nowhere", "empty", "broken.zip"])
    def test_what_is_no_base_is_refused(self, shell: Shell, tmp_path: Path, made: str) -> None:
        path = tmp_path / made
        if made == "empty":
            path.mkdir()
        elif made == "broken.zip":
            path.write_bytes(b"PK no archive")
        ended = shell("diagnose", "--offline", str(path), stdin=LINE.encode())
        assert ended.code == 2
        assert str(path) in ended.err
