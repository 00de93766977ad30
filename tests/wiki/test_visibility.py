import pytest
from django.contrib.auth.models import AnonymousUser, Group, Permission, User

from kb.wiki.models import Page, State

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
