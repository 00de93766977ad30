"""Django's own, which also collects the sentences that core makes with `msg` and `Message`."""

from django.core.management.commands import makemessages

_OURS = ["--keyword=msg", "--keyword=Message", "--keyword=_", "--keyword=mended:3"]


class Command(makemessages.Command):
    xgettext_options = makemessages.Command.xgettext_options + _OURS
