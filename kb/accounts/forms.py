"""Forms about people, on Django's own rules for names and passwords."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from kb.accounts.roles import ROLES

if TYPE_CHECKING:
    UserForm = forms.ModelForm[User]
else:
    UserForm = forms.ModelForm

_ROLES = [
    ("reader", _("reader")),
    ("author", _("author")),
    ("reviewer", _("reviewer")),
    ("administrator", _("administrator")),
]


class PersonForm(UserForm):
    """A new account; its password is set through a one-time link."""

    role = forms.ChoiceField(label=_("Role"), choices=_ROLES)

    class Meta:
        model = User
        fields = ("username", "email")


class RightsForm(forms.Form):
    """What a person may: role, audiences, and whether the account works at all."""

    role = forms.ChoiceField(choices=_ROLES)
    audiences = forms.CharField(required=False, max_length=1000)
    is_active = forms.BooleanField(required=False)

    def clean_audiences(self) -> list[str]:
        """Names of groups; those of roles are none."""
        names = {name.strip()[:150] for name in self.cleaned_data["audiences"].split(",")}
        return sorted(name for name in names if name and name not in ROLES)


class AddressForm(UserForm):
    """Where a person is told about what they watch."""

    class Meta:
        model = User
        fields = ("email",)
