"""Django's own, which also collects the sentences that core makes with `msg` and `Message`."""

from typing import ClassVar

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options: ClassVar[list[str]] = [
        *makemessages.Command.xgettext_options,
        "--keyword=msg",
        "--keyword=Message",
        "--keyword=_",
    ]
