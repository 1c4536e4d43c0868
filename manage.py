#!/usr/bin/env python
import os
import sys

from django.core.management import execute_from_command_line

from rshl.env import BadEnvironment

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rshl.settings")
    try:
        execute_from_command_line(sys.argv)
    except BadEnvironment as error:
        sys.exit(str(error))
