"""What a browser masked: the table it gets, and what is kept of it."""

import pytest
from django.test import Client

from kb.core.redact import RULES, masks_in, redact
from kb.diagnosis.models import Diagnosis
from kb.diagnosis.templatetags.masks import KINDS
from tests.diagnosis.test_pages import LINE, paste

pytestmark = pytest.mark.usefixtures("articles")


def test_each_kind_of_mask_has_words() -> None:
    assert set(KINDS) == {rule.kind for rule in RULES}


def test_the_table_is_sent_once(client: Client) -> None:
    first = client.get("/masking.json")
    assert len(first.json()["rules"]) == len(RULES)
    assert first.json()["words"]["ip"] == "IP address"
    again = client.get("/masking.json", HTTP_IF_NONE_MATCH=first["ETag"])
    assert again.status_code == 304
    chinese = client.get("/masking.json", HTTP_ACCEPT_LANGUAGE="zh-CN")
    assert chinese["ETag"] != first["ETag"]


def test_masks_of_the_browser_are_counted(client: Client) -> None:
    paste(client, f"token <HF_TOKEN_1> <HF_TOKEN_1> at <IP_2> <NONSENSE_1>\n{LINE}")
    kept = {each["kind"]: each["count"] for each in Diagnosis.objects.get().redacted}
    assert kept == {"hf-token": 2, "ip": 1}


def test_a_personal_kind_may_be_kept_and_no_secret(client: Client) -> None:
    secret = "hf_" + "AbCd1234" * 4
    text = f"from 10.12.0.7 {secret} ann.b@uni-x.de\n{LINE}"
    page = client.get(paste(client, text, keep=["ip", "hf-token"])["Location"]).content.decode()
    assert "10.12.0.7" in page
    assert secret not in page
    assert "ann.b@uni-x.de" not in page


def test_what_is_kept_is_a_choice_of_personal_kinds() -> None:
    assert redact("from 10.12.0.7", keep=["ip"]).text == "from 10.12.0.7"
    assert redact("from 10.12.0.7", keep=["email"]).text == "from <IP_1>"
    assert masks_in("<IP_1> <IP_7> <B>") == {"ip": 2}
