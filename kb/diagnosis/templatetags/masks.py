"""Kinds of masks in words."""

from __future__ import annotations

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

register = template.Library()

KINDS = {
    "account-key": _("account key"),
    "alibaba-key": _("Alibaba Cloud key"),
    "anthropic-key": _("Anthropic key"),
    "api-key": _("API key"),
    "authorization": _("authorization header"),
    "aws-key": _("AWS key"),
    "bearer-token": _("bearer token"),
    "container": _("container id"),
    "docker-token": _("Docker token"),
    "email": _("e-mail address"),
    "github-token": _("GitHub token"),
    "gitlab-token": _("GitLab token"),
    "google-key": _("Google key"),
    "hf-token": _("Hugging Face token"),
    "host": _("host name"),
    "ip": _("IP address"),
    "jwt": _("JSON web token"),
    "login": _("name at a host"),
    "mac": _("network card address"),
    "modelscope-token": _("ModelScope token"),
    "nvidia-key": _("NVIDIA key"),
    "openai-key": _("OpenAI key"),
    "organisation": _("organisation"),
    "password": _("password"),
    "private-key": _("private key"),
    "provider-key": _("provider key"),
    "secret": _("secret"),
    "serial": _("serial number"),
    "signature": _("signature"),
    "slack-token": _("Slack token"),
    "tencent-key": _("Tencent Cloud key"),
    "token": _("token"),
    "user": _("name of a user"),
    "uuid": _("GPU id"),
    "wandb-key": _("Weights & Biases key"),
}


@register.filter
def mask_words(kind: str) -> str:
    """A kind of mask in the reader's language; one without words stays as it is."""
    return gettext(KINDS[kind]) if kind in KINDS else kind
