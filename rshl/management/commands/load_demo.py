"""``manage.py load_demo``: fill an empty database with something to look at."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from league.models import League, Season, User
from rshl.demo import build, content

HOLDING = (User, League, Season)


class Command(BaseCommand):
    """Load the demo into an empty database, and say which logins it has."""

    help = "Fill an empty database with two leagues in season and an old one in the archive."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the options."""
        parser.add_argument("--logins", action="store_true", help="only print the logins, if the demo is there")
        parser.add_argument(
            "--seed", type=int, default=content.SEED, help=f"another number gives other results ({content.SEED})"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Load the demo unless it is there; refuse in production and in a database that holds something else."""
        if settings.PRODUCTION:
            raise CommandError("RSHL_ENV is production: the demo has logins whose password everybody can read.")
        loaded = build.is_loaded()
        if options["logins"]:
            self.stdout.write(logins() if loaded else "", ending="")
            return
        if loaded:
            self.stdout.write("The demo is there already.")
            return
        held = [str(model._meta.verbose_name_plural) for model in HOLDING if model._default_manager.exists()]
        if held:
            raise CommandError(f"The database holds {' and '.join(held)} already; the demo needs an empty one.")
        build.load(now=timezone.now(), seed=options["seed"])
        self.stdout.write(logins(), ending="")


def logins() -> str:
    """Return the demo's logins as a small table."""
    width = max(len(name) for name, _ in content.LOGINS)
    lines = [f"  {name:<{width}}  {office}" for name, office in content.LOGINS]
    return "\n".join([f"The demo's logins, all with the password {content.PASSWORD}:", *lines, ""])
