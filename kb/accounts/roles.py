"""Roles as groups, each with what it may do; an audience is a group as well."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser, Group, Permission, User

Person = User | AnonymousUser

WRITE = "wiki.change_page"
REVIEW = "wiki.review_page"
ADMINISTRATOR = "administrator"
# From the least to the most; each may what those before it may.
ROLES: dict[str, tuple[str, ...]] = {
    "reader": (),
    "author": (WRITE,),
    "reviewer": (WRITE, REVIEW),
    ADMINISTRATOR: (WRITE, REVIEW),
}


def may_write(person: Person) -> bool:
    return person.has_perm(WRITE)


def may_review(person: Person) -> bool:
    return person.has_perm(REVIEW)


def set_role(user: User, role: str) -> None:
    """Gives one role and takes the others; audiences stay. Raises KeyError for no role."""
    rights = ROLES[role]
    group = Group.objects.get_or_create(name=role)[0]
    group.permissions.set(_permission(right) for right in rights)
    user.groups.remove(*Group.objects.filter(name__in=ROLES))
    user.groups.add(group)
    user.is_staff = user.is_superuser = role == ADMINISTRATOR
    user.save(update_fields=["is_staff", "is_superuser"])


def _permission(right: str) -> Permission:
    app, codename = right.split(".")
    return Permission.objects.get(content_type__app_label=app, codename=codename)


def role_of(user: User) -> str:
    """The highest role among the person's groups."""
    names = {group.name for group in user.groups.all()}
    names |= {ADMINISTRATOR} if user.is_superuser else set()
    return next((role for role in reversed(ROLES) if role in names), "reader")


def audiences_of(user: User) -> list[str]:
    return sorted(group.name for group in user.groups.all() if group.name not in ROLES)


def set_audiences(user: User, names: list[str]) -> None:
    """The groups whose restricted articles the person may read; a role is no audience."""
    wanted = [Group.objects.get_or_create(name=name)[0] for name in names if name not in ROLES]
    user.groups.set([*user.groups.filter(name__in=ROLES), *wanted])


def has_administrator() -> bool:
    return User.objects.filter(is_superuser=True, is_active=True).exists()


def is_last_administrator(user: User) -> bool:
    others = User.objects.filter(is_superuser=True, is_active=True).exclude(pk=user.pk)
    return user.is_superuser and user.is_active and not others.exists()
