"""What every answer carries, walked over the URLconf, and the settings that `start` uses."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from tests.safety.addresses import addresses

ROOT = Path(__file__).resolve().parents[2]
POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'self'",
    "base-uri": "'none'",
    "object-src": "'none'",
    "frame-ancestors": "'none'",
}
pytestmark = pytest.mark.usefixtures("articles")


def policy_of(answer: HttpResponse) -> dict[str, str]:
    parts = [part.strip().partition(" ") for part in answer["Content-Security-Policy"].split(";")]
    return {name: value for name, _, value in parts}


def checked(answer: HttpResponse, path: str) -> None:
    assert policy_of(answer) == POLICY, path
    assert answer["X-Content-Type-Options"] == "nosniff", path
    assert answer["X-Frame-Options"] == "DENY", path
    assert answer["Referrer-Policy"] == "same-origin", path
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin", path
    assert answer["Cross-Origin-Resource-Policy"] == "same-origin", path
    assert "camera=()" in answer["Permissions-Policy"], path
    assert "Server" not in answer, path
    for cookie in answer.cookies.values():
        assert cookie["samesite"] == "Lax", cookie
        assert cookie["httponly"] or cookie.key not in {"kb_session"}, cookie


def test_every_address(client: Client) -> None:
    client.raise_request_exception = False
    for address in addresses():
        for answer in (client.get(address.path()), client.post(address.path())):
            checked(answer, address.path())
            if answer["Content-Type"].startswith("text/html"):
                assert {"Cookie", "HX-Request"} <= {
                    part.strip() for part in answer["Vary"].split(",")
                }


def test_refusals_and_mistakes(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError

    checked(client.get("/nowhere/"), "404")
    checked(client.get("/", headers={"host": "evil.example"}), "400")
    checked(client.post("/diagnose/", b"x" * (6 * 2**20), "text/plain"), "413")
    monkeypatch.setattr("kb.diagnosis.views.home._home", fail)
    client.raise_request_exception = False
    assert client.get("/").status_code == 500
    checked(client.get("/"), "500")
    checked(client.get("/static/css/site.css"), "static")


def test_what_was_pasted_is_not_stored_on_the_way(client: Client) -> None:
    sent = client.post("/diagnose/", {"paste": "FrobnicationError: widget 1"})
    for answer in (client.get(sent["Location"]), client.post("/diagnose/live/", {"paste": "x y"})):
        assert answer["Cache-Control"] == "no-store"


# Our own count along the rows of Mozilla's HTTP Observatory, whose scanner cannot be asked from
# here: its rows, not its exact points. Preloading counts there once a browser's list has the name.
_ASK = """
import json, os
from django.conf import settings
import django
django.setup()
from django.test import Client
answer = Client().get("/login/", secure=True)
insecure = Client().get("/login/")
static = Client().post("/language/", {"language": "en"}, secure=True)
print(json.dumps({
    "headers": dict(answer.headers),
    "redirect": insecure.headers.get("Location", ""),
    "cookies": {k: dict(v.items()) for c in (answer, static) for k, v in c.cookies.items()},
}))
"""


@pytest.fixture(scope="module")
def https(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, str]]:
    """The log-in page of the https profile."""
    environ = os.environ | {
        "KB_DATA_DIR": str(tmp_path_factory.mktemp("https") / "var"),
        "KB_HTTPS": "1",
        "KB_HOSTS": "testserver",
        "DJANGO_SETTINGS_MODULE": "kb.settings",
    }
    manage = [sys.executable, str(ROOT / "manage.py")]
    for words in (["migrate", "-v0"], ["collectstatic", "-v0", "--no-input"]):
        subprocess.run([*manage, *words], env=environ, check=True, cwd=ROOT)
    ended = subprocess.run(
        [sys.executable, "-c", _ASK], env=environ, cwd=ROOT, capture_output=True, check=True
    )
    return dict(json.loads(ended.stdout.splitlines()[-1]))


def observatory(found: dict[str, dict[str, str]]) -> int:
    """Points; 100 is an A+, 135 the most that this count can give."""
    head, points = found["headers"], 100
    policy = head.get("Content-Security-Policy", "")
    if "unsafe" in policy or not policy:
        points -= 25
    points += 10 if policy.startswith("default-src 'none'") else 5
    lasts = "max-age=31536000" in head.get("Strict-Transport-Security", "")
    points += 0 if lasts else -20
    points += 0 if str(found["redirect"]).startswith("https://") else -20
    safe = all(cookie["secure"] and cookie["samesite"] for cookie in found["cookies"].values())
    points += 5 if safe and found["cookies"] else -40
    points += 5 if "frame-ancestors 'none'" in policy else -20
    points += 5 if head.get("Referrer-Policy") in {"same-origin", "no-referrer"} else -5
    points += 0 if head.get("X-Content-Type-Options") == "nosniff" else -5
    points += 10 if head.get("Cross-Origin-Resource-Policy") == "same-origin" else 0
    return points


def test_the_https_profile_is_an_a_plus(https: dict[str, dict[str, str]]) -> None:
    assert observatory(https) == 135
    assert "__Host-csrf" in https["cookies"]
    assert all(cookie["path"] == "/" for cookie in https["cookies"].values())


def test_the_table_takes_off_for_what_is_missing(https: dict[str, dict[str, str]]) -> None:
    assert observatory({"headers": {}, "redirect": "", "cookies": {}}) < 50  # type: ignore[dict-item]
