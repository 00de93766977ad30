"""Task 15 of the design: a person, a program, an agent and a terminal get the same first hit."""

import json
import subprocess
import sys
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from playwright.sync_api import Page

from tests.browser.conftest import ROOT, environment_of
from tests.browser.public import paste
from tests.browser.test_tasks import ERROR

pytestmark = pytest.mark.browser


@pytest.fixture(params=["en-US", "zh-CN"])
def locale(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_15_every_surface_has_the_same_first_hit(page: Page, site: str) -> None:
    paste(page, ERROR)
    first = page.locator(".verdict h1 a").get_attribute("href") or ""
    slug = first.strip("/").split("/")[-1]
    request = urllib.request.Request(f"{site}/api/v1/diagnose", ERROR.encode())
    with urllib.request.urlopen(request) as answer:
        assert json.load(answer)["matches"][0]["article"] == slug
    with urllib.request.urlopen(f"{site}/articles/{slug}.md") as answer:
        assert "not JSON compliant" in answer.read().decode()
    with urllib.request.urlopen(f"{site}/llms.txt") as answer:
        assert slug.removesuffix("-zh") in answer.read().decode()
    assert first_by_command(site, "diagnose", "--json") == slug.removesuffix("-zh")
    assert first_by_agent(site) == slug.removesuffix("-zh")


def first_by_command(site: str, *words: str) -> str:
    command = [sys.executable, "manage.py", *words]
    ended = subprocess.run(
        command, env=environment_of(site), cwd=ROOT, input=ERROR.encode(), capture_output=True
    )
    return str(json.loads(ended.stdout)["matches"][0]["article"])


def first_by_agent(site: str) -> str:
    """What the tool `diagnose` tells an agent that starts `manage.py mcp` beside the site."""
    server = StdioServerParameters(
        command=sys.executable, args=["manage.py", "mcp"], env=environment_of(site), cwd=str(ROOT)
    )

    async def asked() -> Any:
        with anyio.fail_after(120):
            async with Client(stdio_client(server)) as client:
                answer = await client.call_tool("diagnose", {"paste": ERROR})
        assert not answer.is_error, answer.content
        return answer.structured_content

    with ThreadPoolExecutor(1) as beside:  # the loop of this thread is Playwright's
        found = beside.submit(anyio.run, asked).result()
    return str(found["matches"][0]["article"])
