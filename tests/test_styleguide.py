"""The style guide shows every component, to staff alone."""

import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client

from kb.wiki.templatetags import assets

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("own_data_dir")]
ROOT = Path(__file__).resolve().parent.parent


def test_it_is_for_staff_alone(client: Client) -> None:
    assert client.get("/styleguide/").status_code == 302
    client.force_login(User.objects.create_user("reader"))
    assert client.get("/styleguide/").status_code == 403


def test_each_component_is_on_it(client: Client) -> None:
    client.force_login(User.objects.create_user("staff", is_staff=True))
    assets._rendered.cache_clear()  # what another page has rendered counts as well
    page = client.get("/styleguide/")
    assert page.status_code == 200
    used = {template.name for template in page.templates}
    components = {path.name for path in (ROOT / "templates/components").glob("*.html")}
    missing = {name for name in components if f"components/{name}" not in used}
    assert not missing


@pytest.mark.parametrize(
    "state",
    ["confirmed", "likely", "same-error", "draft", "review", "published", "outdated", "archived"],
)
def test_each_state_has_a_badge(client: Client, state: str) -> None:
    client.force_login(User.objects.create_user("staff", is_staff=True))
    assert re.search(rf'class="badge {state}"', client.get("/styleguide/").content.decode())
