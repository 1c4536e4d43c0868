"""``manage.py restore``: an archive in the place of what is there."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from league.services import restoring


class Command(BaseCommand):
    """Restores a backup, all of it or nothing."""

    help = "Replace database and files by those of a backup: all of it, or nothing when anything is wrong with it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file and whether to ask."""
        parser.add_argument("file", type=Path, metavar="FILE", help="what manage.py backup wrote")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, **options: Any) -> None:
        """Check the archive, ask, and restore."""
        file = options["file"].expanduser()
        if not file.is_file():
            raise CommandError(f"There is no file {file}.")
        try:
            with restoring.unpacked(file) as contents:
                if not options["yes"]:
                    self._ask(contents)
                rows = restoring.restore(contents)
        except restoring.ArchiveError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"Restored {rows} rows and {len(contents.facts['sha256']) - 1} files.")

    def _ask(self, contents: restoring.Contents) -> None:
        if not sys.stdin.isatty():
            raise CommandError("This replaces everything that is there; add --yes to say that it may.")
        made = contents.facts["made_at"][:19].replace("T", " ")
        self.stdout.write(f"This replaces all data and files by those of {made} UTC ({contents.row_count} rows).")
        if input("Type yes to go on: ").strip().lower() != "yes":
            raise CommandError("Nothing was changed.")
