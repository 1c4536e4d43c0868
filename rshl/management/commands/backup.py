"""``manage.py backup``: database and files in one archive."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError

from league.services import backups


class Command(BaseCommand):
    """Makes a backup while the site goes on."""

    help = "Write database and files into one archive, readable by you alone. The site may go on meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the options."""
        parser.add_argument("--to", type=Path, metavar="FILE", help="where to; otherwise among the site's backups")

    def handle(self, **options: Any) -> None:
        """Make the backup and print where it is."""
        try:
            path = backups.make(options["to"] and options["to"].expanduser().absolute())
        except OSError as error:
            raise CommandError(f"The backup could not be written: {error}") from error
        except DatabaseError as error:
            raise CommandError(f"The database cannot be read: {error}. If it is new, run manage.py migrate.") from error
        self.stdout.write(str(path))
