#!/usr/bin/env python
"""The command line of the knowledge base."""

import gc
import os
import sys


def main() -> None:
    gc.set_threshold(20_000, 20, 20)  # nearly all that is loaded stays: looking for more is in vain
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
