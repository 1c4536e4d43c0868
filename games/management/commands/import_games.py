"""Bring a file of games into a season from the command line."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.http import Http404
from django.utils import timezone

from games.models import CsvImport, GameKind
from games.services.csv_file import Problem
from games.services.import_plan import missing_teams
from games.services.imports import Outcome, RefusedError, confirm, plan_of, too_big, upload
from league.audit import at_the_command_line
from league.selectors.seasons import get_league_season


class Command(BaseCommand):
    """Import a schedule or results; everything the upload page does, in one go."""

    help = "Bring a CSV file of games into a season. Nothing is written unless everything in it is right."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the arguments."""
        parser.add_argument("league", help="The league's part of the address, such as rshl.")
        parser.add_argument("season", help="The season's part of the address, such as season-24.")
        parser.add_argument("file", type=Path)
        parser.add_argument("--zone", default="", help="Time zone of the file's times (default: the season's).")
        parser.add_argument("--kind", default=GameKind.REGULAR.value, choices=GameKind.values)
        parser.add_argument("--create-teams", action="store_true", help="Create the teams that the season lacks.")
        parser.add_argument("--dry-run", action="store_true", help="Say what the file would do, and write nothing.")

    @at_the_command_line()
    def handle(self, *_args: Any, **options: Any) -> None:
        """Plan, tell, and apply."""
        csv_import = self.uploaded(options)
        try:
            plan = plan_of(csv_import, timezone.now())
            names = [team.name for team in plan.unknown] if options["create_teams"] else []
            problems = plan.problems or missing_teams(plan, names)
            if problems:
                raise CommandError(told(problems))
            self.stdout.write(", ".join(f"{number} {what}" for what, number in plan.counts.items()))
            for remark in plan.remarks:
                self.stdout.write(f"line {remark.line}: {remark.message}")
            if not options["dry_run"]:
                self.apply(csv_import, plan.digest, names)
        except BaseException:
            csv_import.delete()
            raise
        if options["dry_run"]:
            csv_import.delete()

    def uploaded(self, options: dict[str, Any]) -> CsvImport:
        """Return the file as an import to be looked at."""
        file: Path = options["file"]
        try:
            complaint = too_big(file.stat().st_size)
            if complaint:
                raise CommandError(complaint)
            return upload(
                league_season=get_league_season(options["league"], options["season"]),
                filename=file.name,
                data=file.read_bytes(),
                time_zone=options["zone"],
                kind=options["kind"],
            )
        except (OSError, Http404) as error:
            raise CommandError(str(error)) from error
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error

    def apply(self, csv_import: CsvImport, digest: str, names: list[str]) -> None:
        """Apply what was planned."""
        try:
            outcome = confirm(csv_import=csv_import, seen=digest, new_teams=names, at_once=True)
        except RefusedError as error:
            raise CommandError(told(error.problems)) from error
        if outcome is not Outcome.APPLIED:
            raise CommandError(f"Nothing was applied: {outcome.value}.")
        self.stdout.write("Applied.")


def told(problems: list[Problem]) -> str:
    """Return what is wrong, a line each."""
    return "\n".join(
        f"line {each.line}, {each.column}: {each.message}" if each.column else f"line {each.line}: {each.message}"
        for each in problems
    )
