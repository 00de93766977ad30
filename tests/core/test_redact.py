"""Secrets are masked, what only looks like one stays."""

import json
import random
import re
import string

import pytest

from kb.core.redact import RULES, masking, placeholder_variable, redact, rules_table, with_variables

HF = "hf_" + "AbCd1234EfGh5678IjKl90MnOpQr"
HEX40 = "0123456789abcdef0123456789abcdef01234567"
SECRET = [
    (HF, "hf-token"),
    ("api_" + "abcdefghijklmnopqrstuvwxyzabcdefgh", "hf-token"),
    ("sk-proj-" + "Ab12" * 8, "openai-key"),
    ("sk-ant-api03-" + "Ab12" * 8, "anthropic-key"),
    ("sk-or-v1-" + "ab12" * 10, "openai-key"),
    ("ghp_" + "A1b2" * 9, "github-token"),
    ("github_pat_" + "A1b2" * 9, "github-token"),
    ("glpat-" + "A1b2" * 6, "gitlab-token"),
    ("AKIA" + "IOSFODNN7EXAMPL2", "aws-key"),
    ("AIza" + "Sy1234567890abcdefghijklmnopqrstuvw", "google-key"),
    ("ya29." + "a0AfH6SMBxxyyzz1234567", "google-key"),
    ("nvapi-" + "A1b2" * 12, "nvidia-key"),
    ("dckr_pat_" + "A1b2" * 6, "docker-token"),
    ("xoxb-" + "123456789012-abcdef", "slack-token"),
    ("wandb_v1_" + "A1b2" * 6, "wandb-key"),
    ("ms-12345678-1234-1234-1234-123456789abc", "modelscope-token"),
    ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc-DEF_123", "jwt"),
    ("LTAI5tAbCdEfGhIjKlMn", "alibaba-key"),
]
NAMED = [
    ("Authorization: Bearer {}", "Zm9vYmFyMTIz", "authorization"),
    ("-H 'Authorization: Basic {}'", "dXNlcjpwYXNz", "authorization"),
    ("curl -H 'x: Bearer {}'", "abc12345def", "bearer-token"),
    ("https://{}@proxy.example.com:3128", "bob:s3cr3t", "password"),
    ("redis://{}@cache:6379/0", ":pa55w0rd", "password"),
    ("DefaultEndpointsProtocol=https;AccountKey={};x=1", "a1b2c3d4e5f6==", "account-key"),
    ("https://x.blob.core/y?sv=1&sig={}", "abc%2Bdef123", "signature"),
    ("docker run -e HF_TOKEN={} img", "plainvalue1", "token"),
    ("Namespace(api_key='{}', port=8000)", "letmein-please", "api-key"),
    ("non-default args: {{'api_key': ['{}']}}", "letmein", "api-key"),
    ('{{"admin_password": "{}"}}', "correct horse", "password"),
    ("vllm serve m --api-key {} --port 1", "letmein1", "api-key"),
    ("vllm serve m --hf-token={}", "letmein1", "token"),
    ('["--api-key", "{}"]', "letmein1", "api-key"),
    ("      - --api-key\n      - {}\n", "letmein1", "api-key"),
    ("        - name: HF_TOKEN\n          value: {}\n", "letmein1", "secret"),
    ('        - name: DB_PASSWORD\n          value: "{}"\n', "letme in1", "secret"),
    ("WANDB_API_KEY={}", HEX40, "api-key"),
    ("wandb login --relogin {}", HEX40, "wandb-key"),
    ("docker login -u bob -p {} registry", "letmein1", "password"),
    ("curl -u bob:{} http://x", "letmein1", "password"),
    ("aws_secret_access_key = {}", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"[:40], "api-key"),
    ("$env:HF_TOKEN = \"{}\"", "letmein1", "token"),
    ("password: {}", "hunter22", "password"),
    ("HUGGING_FACE_HUB_TOKEN: {}", "letmein1", "token"),
]  # fmt: skip
PERSONAL = [
    ("mail {} please", "ann.b@uni-x.de", "email"),
    ("({}:~/work$ ls", "ann@gpu-box", "login"),
    ("[{} ~]# ls", "root@gpu7", "login"),
    ("/home/{}/models/x", "annb", "user"),
    ("C:\\Users\\{}\\x", "Ann", "user"),
    ("C:\\\\Users\\\\{}\\\\x", "Ann", "user"),
    ("/mnt/batch/tasks/Users/{}/code", "ann.b", "user"),
    ("Aug 19 18:30:11 {} vllm[8707]: x", "gpu-box", "host"),
    ("http://{}:8000/v1", "node7.internal", "host"),
    ("on {} now", "vllm-0.ns.svc.cluster.local", "host"),
    ("on {} now", "ip-10-0-3-4", "host"),
    ("GPU 0: H100 (UUID: GPU-{})", "377e0049-554c-540b-93c6-d0976f8426cb", "uuid"),
    ("'MIG-{}'", "377e0049-554c-540b-93c6-d0976f8426cb", "uuid"),
    ("Serial Number : {}", "1652922012345", "serial"),
    ("ether {} up", "02:42:ac:11:00:02", "mac"),
    ('INFO: {}:51444 - "POST /v1"', "93.184.216.34", "ip"),
    ("connect to {} failed", "10.12.0.7", "ip"),
    ("Connection from {}", "8.8.4.4", "ip"),
    ("host {} up", "2a02:8071:1234::9", "ip"),
    ("container {} died", "a1b2" * 16, "container"),
]
KEPT = [
    "HF_TOKEN=$HF_TOKEN",
    "HF_TOKEN=${HF_TOKEN}",
    "api_key=YOURTOKEN",
    "--api-key YOUR_API_KEY",
    "token=***",
    "token: <secret>",
    "api_key=None",
    "api_key=[]",
    "hf_token=False",
    "password=12345",
    "hf_xxxxxxxxxxxxxxxxxxxxxxxx",
    "--api-key EMPTY",
    "api_key='sk-no-key-required'",
    "max_num_batched_tokens=8192",
    "tokenizer='Qwen/Qwen3-8B'",
    "tokenizer_mode=auto",
    "eos_token: '<|im_end|>'",
    "pad_token=[PAD]!",
    "image_token: IMG_CONTEXT",
    "--max-tokens 100",
    "Unexpected token 12606 while expecting start token 200006",
    "HTTPS_PROXY:http://proxy.example:3128",
    "nvidia-cudnn-cu12==9.19.0.56",
    "nvidia-cudnn-cu12          9.19.0.56",
    "cuDNN version 9.1.0.70",
    "expecting library version 9.2.0.5 got 9.3.0.1, please",
    "driver 535.104.05",
    "12.4.0.1",
    "127.0.0.1:8000",
    "0.0.0.0:8000",
    "::1",
    "192.0.2.7",
    "connect ECONNREFUSED 172.17.0.1:11434",
    "http://host.docker.internal:11434",
    "git@github.com:vllm-project/vllm.git",
    "someone@example.com",
    "flash-attn @ git+https://github.com/x/y@v2.5.5",
    "next@14.2.5_@babel+core@7.24.9",
    "c10::Error",
    "threading.local()",
    "asgiref.local",
    "torch._C._cuda_getDeviceCount()",
    "std::bad_alloc",
    "vllm/vllm-openai:v0.15.0",
    "docker://repo:tag@sha256:abcdef",
    "/home/user/x",
    "12:30:45.123",
    "Bearer authentication is required",
    "basic configuration loaded",
    "task-scheduler-worker-pool",
    "sha256:" + "ab12" * 16,
    "0x7f8562812c20",
    "sm_120",
    "Qwen2.5-VL-72B-Instruct-AWQ",
    "0000:3b:00.0",
    "vllm 0.24.1.dev3+gabc1234",
    "b4589",
    "secretKeyRef:",
    "tokens/s: 12.5",
    "host: 0.0.0.0",
]


@pytest.mark.parametrize(("value", "kind"), SECRET)
@pytest.mark.parametrize("around", ["{}", "x={}", "'{}'", "a {} b", "({})", "[{}]", "see {}, b"])
def test_a_token_is_masked_wherever_it_stands(value: str, kind: str, around: str) -> None:
    masked = redact(around.format(value), personal=False)
    assert value not in masked.text
    assert sum(masked.found.values()) == 1
    if around == "{}":
        assert list(masked.found) == [kind]


@pytest.mark.parametrize(("form", "value", "kind"), NAMED)
def test_a_named_value_is_masked(form: str, value: str, kind: str) -> None:
    masked = redact(form.format(value), personal=False)
    name = kind.upper().replace("-", "_")
    assert masked.text == form.format(f"<{name}_1>")
    assert masked.found == {kind: 1}


@pytest.mark.parametrize(("form", "value", "kind"), PERSONAL)
def test_personal_details_are_masked_unless_kept(form: str, value: str, kind: str) -> None:
    text = form.format(value)
    assert redact(text).text == form.format(f"<{kind.upper()}_1>")
    assert redact(text, personal=False).text == text


@pytest.mark.parametrize("text", KEPT)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    assert redact(text).text == text


def test_a_private_key_is_masked_whole() -> None:
    body = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAK\n-----END RSA PRIVATE KEY-----"
    assert redact(f"a\n{body}\nb").text == "a\n<PRIVATE_KEY_1>\nb"
    assert "MIIEow" not in redact(body[:50]).text


def test_the_same_value_has_the_same_mask() -> None:
    other = HF.replace("A", "Z")
    assert redact(f"{HF} {other} {HF}").text == "<HF_TOKEN_1> <HF_TOKEN_2> <HF_TOKEN_1>"


def test_masking_twice_changes_nothing_and_numbers_go_on() -> None:
    once = redact(f"HF_TOKEN={HF} /home/annb from 93.184.216.34").text
    assert redact(once).text == once
    assert redact(f"<HF_TOKEN_1> {HF}").text == "<HF_TOKEN_1> <HF_TOKEN_2>"


@pytest.mark.parametrize("keep", [frozenset(), frozenset({"email"})])
def test_one_pass_yields_what_two_passes_did(keep: frozenset[str]) -> None:
    """The text without secrets, and from it the one without personal details."""
    text = f"İ from jo.doe@lab.edu by {HF} and 10.20.30.40, again {HF} of jo.doe@lab.edu"
    once, secretless = redact(text, keep=keep), redact(text, personal=False)
    twice = redact(secretless.text, keep=keep)
    assert (once.secretless, once.text) == (secretless.text, twice.text)
    assert once.found == secretless.found | twice.found
    assert secretless.secretless == secretless.text != once.text


def test_masks_become_variables_in_a_command() -> None:
    assert placeholder_variable("hf-token") == "$HF_TOKEN"
    assert placeholder_variable("<HF_TOKEN_2>") == "$HF_TOKEN_2"
    assert placeholder_variable("--api-key") == "$API_KEY"
    command = "docker run -e HF_TOKEN=<HF_TOKEN_1> -v /home/<USER_1>:/m"
    assert with_variables(command) == "docker run -e HF_TOKEN=$HF_TOKEN -v /home/<USER_1>:/m"


def test_the_table_goes_to_a_browser() -> None:
    rows = json.loads(json.dumps(rules_table()))
    assert len(rows) == len(RULES)
    for row in rows:
        assert "(?P" not in row["pattern"]
        assert not re.search(r"\(\?[aimsux]+[:)]|\(\?>|\\[AZ]|[*+?}]\+", row["pattern"]), row


def test_what_a_rule_needs_is_plain() -> None:
    """It is looked for in a copy of the text that has ASCII alone."""
    assert all(need.isascii() and need == need.lower() for rule in RULES for need in rule.needs)


def test_planted_secrets_are_found_in_noise() -> None:
    chance = random.Random(7)
    for _ in range(300):
        value, _kind = chance.choice(SECRET)
        noise = "".join(chance.choices(string.ascii_letters + " .,:/", k=60))
        text = f"{noise} {value} {noise}"
        assert value not in redact(text).text


FORMS = [form.format(value) for form, value, _ in NAMED + PERSONAL] + [value for value, _ in SECRET]


@pytest.mark.parametrize(
    "text",
    [
        *(f"INFO a line\n\n{form}\nINFO 1.2.3.4 another line" for form in FORMS),
        "\n".join(FORMS),
        "\r\n".join(reversed(FORMS)),
        "serve --api-key \n\n\n - letmein1\n--hf-token\n\n letmein2",
        "-----BEGIN PRIVATE KEY-----\n" + "AbC1\n" * 300 + "-----END PRIVATE KEY-----\nx",
        *KEPT,
    ],
)
def test_looking_only_where_a_match_can_be_changes_nothing(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    near, longer = redact(text), redact(f"{text}\nİ\u212a")
    monkeypatch.setattr(masking, "windows", lambda text, find, reach: [(0, len(text))])
    assert near == redact(text)
    assert (longer.text, longer.found) == (f"{near.text}\nİ\u212a", near.found)


FILLERS = [
    "x",
    "hf_",
    "sk-",
    "eyJ-",
    "a.",
    "a@",
    "a@a.",
    "token=",
    "--a-",
    "-",
    "1.",
    "255.",
    "f::",
    "://a:",
    "-----BEGIN PRIVATE KEY-----",
    "curl ",
    "docker login ",
    "bearer ",
    "/home/",
    "显存",
    " ",
    "\n",
    "name: a_token\n",
    "a.internal",
    "aa:",
    "ip-1-",
]


@pytest.mark.parametrize("filler", FILLERS)
def test_hostile_filler_is_masked_in_linear_time(filler: str) -> None:
    assert len(redact(filler * (2**19 // len(filler))).text) > 0
