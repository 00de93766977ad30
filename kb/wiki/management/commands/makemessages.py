"""Django's own, which also collects the sentences that core makes with `msg` and `Message`."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [
        *makemessages.Command.xgettext_options,
        "--keyword=msg",
        "--keyword=Message",
        "--keyword=_",
    ]
