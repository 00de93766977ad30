"""What a person may do, asked of the base once a request."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.models import Permission
from django.db.models import Q


class RightsBackend(ModelBackend):
    """Names and passwords as Django keeps them. A person's own rights and those of the groups come
    in one question; Django asks two."""

    def get_all_permissions(self, user_obj: Any, obj: Any = None) -> set[str]:
        if not user_obj.is_active or user_obj.is_anonymous or obj is not None:
            return set()
        if not hasattr(user_obj, "_perm_cache"):
            user_obj._perm_cache = _rights_of(user_obj)
        return set(user_obj._perm_cache)


def _rights_of(user: Any) -> frozenset[str]:
    found = Permission.objects.order_by()
    if not user.is_superuser:
        found = found.filter(Q(user=user) | Q(group__user=user)).distinct()
    names = found.values_list("content_type__app_label", "codename")
    return frozenset(f"{app}.{name}" for app, name in names)
