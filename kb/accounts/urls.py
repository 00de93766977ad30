"""Addresses about people."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from kb.accounts.views import entering, own, people

urlpatterns = [
    path("login/", entering.Login.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("welcome/", entering.welcome, name="welcome"),
    # One's own
    path("account/", own.account, name="account"),
    path("account/password/", own.Password.as_view(), name="account-password"),
    # For administrators
    path("people/", people.people, name="people"),
    path("people/new/", people.add_person, name="person-new"),
    path("people/<int:number>/", people.set_rights, name="person-rights"),
    path("people/<int:number>/link/", people.new_link, name="person-link"),
    path("audit/", people.audit_log, name="audit"),
]
