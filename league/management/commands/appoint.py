"""``manage.py appoint USERNAME ROLE [--league SLUG]``: gives an office, the first Zone Leader's above all."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from league.audit import at_the_command_line
from league.models import League, User
from league.models.people import Role
from league.services.staff import appoint


class Command(BaseCommand):
    """Appoints a user who has a login to an office, as whoever runs the machine."""

    help = "Give an office to a user who has a login (make one with createsuperuser or in the admin)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("username")
        parser.add_argument("role", choices=[role.value for role in Role])
        parser.add_argument("--league", metavar="SLUG", help="the league, for an office of one league")

    @at_the_command_line()
    def handle(self, *_args: Any, **options: Any) -> None:
        """Appoint, and say so."""
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"Nobody signs in as {options['username']!r}.")
        league = League.objects.filter(slug=options["league"]).first() if options["league"] else None
        if options["league"] and league is None:
            raise CommandError(f"There is no league {options['league']!r}.")
        try:
            given = appoint(user=user, role=Role(options["role"]), league=league)
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"{given}: from now on.")
