from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, Group, Permission, User
from django.test import Client

from kb.wiki.models import Page, State
from tests.accounts.people import signed_in
from tests.wiki.factory import source, take, translation, write

pytestmark = pytest.mark.django_db


@pytest.fixture
def pages() -> None:
    for state in State:
        Page.objects.create(slug=state.value, title=state.value, state=state)
    restricted = Page.objects.create(
        slug="restricted", title="r", state=State.PUBLISHED, restricted=True
    )
    restricted.audience.add(Group.objects.create(name="platform"))


def seen_by(user: User | AnonymousUser) -> set[str]:
    return set(Page.objects.visible_to(user).values_list("slug", flat=True))


SHOWN = {"published", "outdated", "superseded", "archived"}


def member() -> User:
    user = User.objects.create_user("member")
    user.groups.add(Group.objects.get(name="platform"))
    return user


def writer() -> User:
    user = User.objects.create_user("writer")
    user.user_permissions.add(Permission.objects.get(codename="change_page"))
    return user


@pytest.mark.usefixtures("pages")
def test_who_sees_which_state() -> None:
    assert seen_by(AnonymousUser()) == SHOWN
    assert seen_by(User.objects.create_user("reader")) == SHOWN
    assert seen_by(member()) == SHOWN | {"restricted"}
    assert seen_by(writer()) == SHOWN | {"draft", "review"}
    assert seen_by(User.objects.create_superuser("root")) == {*State.values, "restricted"}


@pytest.fixture
def secret(tmp_path: Path) -> None:
    """A restricted fault with a translation that says nothing of an audience."""
    text = source("Secret widget", "SecretError: hidden widget", more="audience: [platform]\n")
    take(write(tmp_path, "hush/secret.md", text))
    take(write(tmp_path, "hush/secret-zh.md", translation("secret", "秘密部件")))


PLACES = (
    "/",
    "/articles/",
    "/articles/?topic=hush",
    "/search/?q=SecretError hidden widget",
    "/search/?q=秘密",
    "/feed.atom",
    "/llms.txt",
    "/api/v1/articles",
    "/api/v1/articles/secret",
    "/articles/secret/",
    "/articles/secret-zh/",
    "/articles/secret.md",
    "/articles/secret-zh.json",
)


@pytest.mark.usefixtures("secret")
@pytest.mark.parametrize("address", PLACES)
def test_nobody_learns_that_a_restricted_article_exists(client: Client, address: str) -> None:
    for language in ("en", "zh"):
        page = client.get(address, headers={"Accept-Language": language})
        text = page.content.decode()
        for word in ("Secret widget", "秘密部件", "hush</", "hush "):
            assert word not in text
        if address.startswith(("/articles/secret", "/api/v1/articles/secret")):
            assert page.status_code == 404


@pytest.mark.usefixtures("secret")
def test_a_diagnosis_hides_it_as_well(client: Client) -> None:
    sent = {"paste": "SecretError: hidden widget"}
    page = client.post("/diagnose/", sent, follow=True)
    assert "Secret widget" not in page.content.decode()
    found = client.post("/api/v1/diagnose", sent, "application/json").json()
    assert found["matches"] == []


@pytest.mark.usefixtures("secret")
def test_its_audience_reads_it_everywhere() -> None:
    ours = signed_in("ada", "reader", "platform")
    for address in ("/articles/secret/", "/articles/secret-zh/", "/feed.atom", "/llms.txt"):
        assert "Secret widget" in ours.get(address).content.decode() or "zh" in address
    assert "Secret widget" in ours.get("/search/?q=SecretError").content.decode()
    assert signed_in("bob", "reviewer").get("/articles/secret/").status_code == 404
