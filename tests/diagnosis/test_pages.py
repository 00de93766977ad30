import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from kb.diagnosis.figures import MEASURED
from kb.diagnosis.models import Diagnosis

pytestmark = pytest.mark.usefixtures("articles")
LINE = "FrobnicationError: widget 99 is not frobnicated"


def paste(client: Client, text: str, **more: Any) -> Any:
    return client.post("/diagnose/", {"paste": text, **more})


def text_of(response: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def test_a_paste_leads_to_an_address_with_the_fix_at_once(client: Client) -> None:
    sent = paste(client, LINE)
    assert sent.status_code == 302
    page = client.get(sent["Location"])
    assert page.status_code == 200
    assert page["Cache-Control"] == "no-store"
    assert "vllm serve example/model --enforce-eager" in page.content.decode()
    assert "FP8 widgets break" in text_of(page)
    assert "AWQ widgets break" in text_of(page)


def test_an_answer_becomes_the_query_and_decides(client: Client) -> None:
    address = paste(client, LINE)["Location"]
    sent = client.post(f"{address}answer/", {"name": "quantization", "value": "awq"})
    assert sent["Location"] == f"{address}?quantization=awq"
    page = client.get(sent["Location"])
    assert page.context["best"].article.slug == "widget-awq"
    back = client.post(f"{address}answer/?quantization=awq", {"name": "quantization", "value": ""})
    assert back["Location"] == address


def test_do_not_know_goes_on_with_the_next_question(client: Client) -> None:
    address = paste(client, LINE)["Location"]
    asked = []
    while question := client.get(address).context["diagnosed"].question:
        asked.append(question.id)
        path, _, query = address.partition("?")
        sent = client.post(f"{path}answer/?{query}", {"name": question.id, "value": "?"})
        address = sent["Location"]
    assert len(asked) == len(set(asked))
    assert client.get(address).context["diagnosed"].fix is not None


@pytest.mark.parametrize("value", ["nonsense", "x" * 5000, "<script>", "\x00"])
def test_an_answer_that_cannot_be_is_told_and_not_taken(client: Client, value: str) -> None:
    address = paste(client, LINE)["Location"]
    sent = client.post(f"{address}answer/", {"name": "quantization", "value": value})
    assert sent["Location"] == address
    assert "quantization" in text_of(client.get(address))


@pytest.mark.parametrize("query", ["?nofact=1", "?quantization=zzz", "?check:x/y=yes", "?=&&&%ff"])
def test_an_old_or_broken_link_still_shows_the_diagnosis(client: Client, query: str) -> None:
    assert client.get(paste(client, LINE)["Location"] + query).status_code == 200


def test_an_environment_added_later_decides(client: Client) -> None:
    address = paste(client, LINE)["Location"]
    added = {"environment": "vLLM 0.9.0\nquantization=awq"}
    assert client.post(f"{address}add/", added)["Location"] == address
    page = client.get(address)
    assert "0.9.0" in text_of(page)


def test_htmx_gets_the_part_under_the_new_address(client: Client) -> None:
    address = paste(client, LINE)["Location"]
    part = client.get(f"{address}?quantization=fp8", headers={"HX-Request": "true"})
    assert part["HX-Push-Url"] == f"{address}?quantization=fp8"
    assert "HX-Request" in part["Vary"]
    assert "<html" not in part.content.decode()


def test_htmx_going_back_gets_the_whole_page(client: Client) -> None:
    address = paste(client, LINE)["Location"]
    back = {"HX-Request": "true", "HX-History-Restore-Request": "true"}
    assert "<html" in client.get(address, headers=back).content.decode()


@pytest.mark.parametrize(
    ("address", "back"),
    [
        ("/diagnose/", "/"),
        ("/wizard/answer/?engine=vllm", "/wizard/?engine=vllm"),
        ("/d/abc/answer/?gpu=H100", "/d/abc/?gpu=H100"),
    ],
)
def test_a_reload_where_only_a_post_is_taken_leads_back(
    client: Client, address: str, back: str
) -> None:
    assert client.get(address)["Location"] == back


def test_deleting_is_at_once_and_twice_is_harmless(client: Client) -> None:
    address = paste(client, LINE)["Location"]
    assert client.get(f"{address}delete/").status_code == 405
    for _ in range(2):
        assert client.post(f"{address}delete/").status_code == 302
    assert client.get(address).status_code == 404
    assert not Diagnosis.objects.exists()


def test_a_diagnosis_goes_after_its_days(client: Client) -> None:
    address = paste(client, LINE)["Location"]
    old = Diagnosis.objects.get()
    Diagnosis.objects.update(created=old.created - timedelta(days=31))
    assert client.get(address).status_code == 404
    paste(client, LINE)
    assert not Diagnosis.objects.filter(pk=old.pk).exists()


BAD = {
    "empty": ("", 422, "Nothing was pasted"),
    "blank": (" \n\t ", 422, "Nothing was pasted"),
    "binary": ("\x00\x01\x02\x03" * 50, 422, ""),
    "over 1 MiB": ("x" * (2**20 + 1), 413, "1 MiB"),
    "10 MB": ("line of a log\n" * 700_000, 413, "1 MiB"),
}


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_paste_is_answered_with_a_sentence(client: Client, kind: str) -> None:
    text, status, says = BAD[kind]
    response = paste(client, text)
    assert response.status_code == status
    assert says in text_of(response)
    assert not Diagnosis.objects.exists()


@pytest.mark.parametrize(
    "raw",
    [
        LINE.encode(),
        b"\xef\xbb\xbf" + LINE.encode(),
        LINE.encode("utf-16"),
        f"部件出错了，日志如下。{LINE}\n请求失败".encode("gb18030"),
        LINE.replace("\n", "\r\n").encode() + b"\r\n",
    ],
    ids=["utf-8", "bom", "utf-16", "gb18030", "crlf"],
)
def test_a_file_is_read_in_its_encoding(client: Client, raw: bytes) -> None:
    upload = SimpleUploadedFile("server.log", raw)
    sent = client.post("/diagnose/", {"paste": "", "file": upload})
    assert sent.status_code == 302
    assert "FP8 widgets break" in text_of(client.get(sent["Location"]))


def test_one_line_of_a_megabyte_is_answered(client: Client) -> None:
    sent = paste(client, LINE + " " + "x" * (2**20 - 200))
    assert sent.status_code == 302
    assert client.get(sent["Location"]).status_code == 200


def test_the_line_breaks_of_a_browser_do_not_count_twice(client: Client) -> None:
    text = f"{LINE}\n" + "calm\n" * ((2**20 - len(LINE) - 1) // 5)
    assert len(text) <= 2**20 < len(text.replace("\n", "\r\n"))
    assert paste(client, text.replace("\n", "\r\n")).status_code == 302


SECRET = "hf_" + "Zx8kQ2mW7vB4nT6yR1pL9sD3fG5hJ0aC2E"


def kept_texts(folder: Path) -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM diagnosis_diagnosis")
        rows = repr(cursor.fetchall())
    files = (path for path in folder.rglob("*") if path.is_file())
    return rows + "".join(path.read_bytes().decode("latin-1") for path in files)


def test_a_secret_is_kept_shown_and_logged_nowhere(
    client: Client, own_data_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    texts = {
        "environment": f"HF_TOKEN={SECRET}\nvLLM version 0.9.0",
        "command": f"HF_TOKEN={SECRET} vllm serve example/model",
    }
    sent = paste(client, f"export HF_TOKEN={SECRET}\n{LINE}", **texts)
    address = sent["Location"]
    answered = client.post(f"{address}answer/", {"name": "model", "value": SECRET})
    pages = [client.get(address), client.get(answered["Location"]), client.get(address)]
    shown = "".join(page.content.decode() for page in pages)
    everywhere = (address, answered["Location"], shown, kept_texts(own_data_dir), caplog.text)
    assert not [text[:80] for text in everywhere if SECRET in text]
    assert Diagnosis.objects.get().redacted


def test_only_the_excerpt_of_a_long_log_is_kept(client: Client) -> None:
    chatter = [
        f"INFO 12:00:{number:05} all is well with request {number}" for number in range(3000)
    ]
    chatter[1500] = f"ERROR {LINE}"
    paste(client, "\n".join(chatter))
    kept = Diagnosis.objects.get()
    assert kept.lines == 3000
    assert len(kept.excerpt) <= 200
    assert any(number == 1501 and LINE in text for number, text in kept.excerpt)


def test_what_is_read_again_from_the_excerpt_is_the_same(client: Client) -> None:
    log = ["INFO 11-30 12:00:00 [api_server.py:7] vLLM API server version 0.9.0"] + [
        f"INFO step {n}" for n in range(500)
    ]
    log += [f"ERROR {LINE}", "INFO bye"]
    address = paste(client, "\n".join(log))["Location"]
    diagnosed = client.get(address).context["diagnosed"]
    assert diagnosed.reading.errors.root.line == 502
    assert diagnosed.reading.facts["vllm"].value == "0.9.0"
    assert diagnosed.reading.facts["vllm"].line == 1


def test_a_paste_that_nobody_knows_gets_nothing_confident(client: Client) -> None:
    page = client.get(paste(client, "how do I bake bread?")["Location"])
    assert page.context["best"] is None
    assert "Nothing here knows" in text_of(page)


def test_the_page_is_in_the_language_of_the_reader(client: Client) -> None:
    address = paste(client, LINE)["Location"]
    page = client.get(address, headers={"Accept-Language": "zh-CN"})
    assert "FP8 部件出错" in text_of(page)
    client.post("/language/", {"language": "zh-hans", "next": address})
    assert client.get(address)["Content-Language"] == "zh-hans"


def test_a_line_finds_while_it_is_typed_and_nothing_is_kept(client: Client) -> None:
    found = client.post("/diagnose/live/", {"paste": LINE})
    assert "FP8 widgets break" in text_of(found)
    assert "FP8 widgets break" in text_of(client.post("/diagnose/live/", {"paste": "FP8 widg"}))
    assert not Diagnosis.objects.exists()


def test_the_wizard_ends_with_something_to_do(client: Client) -> None:
    address, steps = "/wizard/", 0
    while (question := client.get(address).context["diagnosed"].question) and steps < 30:
        query = address.partition("?")[2]
        sent = client.post(f"/wizard/answer/?{query}", {"name": question.id, "value": "?"})
        address, steps = sent["Location"], steps + 1
    page = client.get(address)
    assert steps < 30
    assert page.context["diagnosed"].plan or page.context["diagnosed"].fix


def test_a_command_is_checked_and_kept_nowhere(client: Client) -> None:
    sent = client.post(
        "/command/",
        {"command": "vllm serve m --max-modle-len 10 –enforce-eager", "version": "0.9.0"},
    )
    assert sent.status_code == 200
    assert "--max-model-len" in text_of(sent)
    assert client.post("/command/", {"command": ""}).status_code == 422


PAGES = ["/", "/wizard/", "/wizard/?engine=vllm", "/about/", "/help/", "/command/"]


@pytest.mark.parametrize("address", PAGES)
def test_a_page_asks_the_database_at_most_twelve_times(
    client: Client, address: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.get(address)
    with django_assert_max_num_queries(12):
        assert client.get(address).status_code == 200


def test_a_diagnosis_asks_the_database_at_most_twelve_times(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(12):
        address = paste(client, LINE)["Location"]
    with django_assert_max_num_queries(12):
        client.get(address)


def test_an_upgrade_says_what_it_would_break(client: Client) -> None:
    command = "vllm serve m --enable-reasoning --reasoning-parser deepseek_r1"
    given = {"command": command, "version": "0.9.0", "target": "0.10.0"}
    page = client.post("/command/", given)
    flags = [finding.flag for finding in page.context["checked"].upgrade]
    assert "--enable-reasoning" in flags
    assert client.post("/command/", given | {"target": ""}).context["checked"].upgrade == ()


def test_a_request_is_built_from_the_command(client: Client) -> None:
    own = {"command": "vllm serve some/model-FP8 --port 9000 --served-model-name mine"}
    sent = client.post("/diagnose/", {"paste": LINE} | own)
    page = client.get(sent["Location"] + "?quantization=fp8")
    request = page.context["request_text"]
    assert "localhost:9000/v1/chat/completions" in request
    assert '"mine"' in request


def test_the_about_page_says_what_was_measured(client: Client) -> None:
    shown = text_of(client.get("/about/"))
    assert "manage.py bench" in shown
    assert str(MEASURED.rows[0].recall_at_1) in shown
    for each in MEASURED.verdicts:
        assert f"{each.verdict}{each.said}{each.right}" in shown.replace(" ", "")


def test_each_block_holds_its_own_text(client: Client) -> None:
    own = {"command": "vllm serve some/model-FP8 --port 9000"}
    sent = client.post("/diagnose/", {"paste": LINE} | own)
    page = client.get(sent["Location"] + "?quantization=fp8")
    blocks = dict(
        re.findall(r'<pre id="([\w-]+)"[^>]*>(.*?)</pre>', page.content.decode(), re.DOTALL)
    )
    assert "<ins>" in blocks["corrected"]
    assert blocks["try-request"].startswith("curl")
    assert "<ins>" not in blocks["incident-note"]


def test_a_command_alone_is_checked_and_not_diagnosed(client: Client) -> None:
    page = client.post("/diagnose/", {"paste": "vllm serve a/b-7B-FP8 --no-such-flag 1"})
    assert page.status_code == 200
    assert page.context["checked"].command.engine == "vllm"
    assert "--no-such-flag" in text_of(page)
    assert not Diagnosis.objects.exists()


def test_of_one_line_the_best_evidence_alone_is_shown(client: Client) -> None:
    match = client.get(paste(client, LINE)["Location"]).context["matches"][0]
    assert len(match.evidence) == len({each.line for each in match.evidence})


def test_a_provisional_fix_keeps_its_checks_folded(client: Client) -> None:
    address = paste(client, LINE)["Location"]
    folded = client.get(address).content.decode()
    assert "<details><summary><strong>Check that it worked" in folded
    sure = client.get(f"{address}?quantization=awq&engine=vllm&symptom=crash&stage=start-up")
    assert "<details open><summary><strong>Check that it worked" in sure.content.decode()
