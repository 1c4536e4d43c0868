"""Games and tables as the API tells them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from rest_framework import serializers

from games.models import Precision
from games.selectors.games import Line
from games.selectors.standings import TableRow
from league.api.serializers import SeasonOut, absolute
from teams.api.serializers import TeamOut
from teams.models import Team


class GameOut(serializers.Serializer[Line]):
    """A game in one line."""

    id = serializers.IntegerField(source="pk")
    kind = serializers.CharField()
    status = serializers.CharField()
    starts_at = serializers.SerializerMethodField(help_text="In UTC; null where the minute is not known.")
    day = serializers.SerializerMethodField(
        help_text="The day in the season's zone, of a game that is known by its day alone; else null."
    )
    home = TeamOut()
    away = TeamOut()
    home_goals = serializers.IntegerField(allow_null=True, help_text="As the table counts; null before the result.")
    away_goals = serializers.IntegerField(allow_null=True, help_text="As the table counts; null before the result.")
    decided = serializers.CharField(help_text="How it was decided; empty before the result.")
    winner = serializers.CharField(help_text="home or away; empty for nobody.")
    label = serializers.CharField(help_text="How far it is, in words.")  # type: ignore[assignment]
    note = serializers.CharField()
    page = serializers.SerializerMethodField()

    def get_starts_at(self, line: Line) -> datetime | None:
        """Return the instant of the start."""
        return line.instant if line.precision == Precision.MINUTE else None

    def get_day(self, line: Line) -> date | None:
        """Return the day where that is all that is known."""
        return None if isinstance(line.starts_at, datetime) else line.starts_at

    def get_page(self, line: Line) -> str:
        """Return the address of the game's page."""
        return absolute(self.context, line.url)


class RecordOut(serializers.Serializer[Any]):
    """Wins, losses and ties, overtime ones included."""

    w = serializers.IntegerField()
    l = serializers.IntegerField()  # noqa: E741 - the column's name in every hockey table
    t = serializers.IntegerField()


class AdjustmentOut(serializers.Serializer[Any]):
    """Points given or taken by decision."""

    points = serializers.IntegerField()
    reason = serializers.CharField()
    made_at = serializers.DateTimeField()


class RowOut(serializers.Serializer[TableRow]):
    """A team's line of the table."""

    rank = serializers.IntegerField(help_text="Shared ranks are equal; a removed team's says only where it stands.")
    place = serializers.CharField(help_text="The rank as it is shown: 2= where it is shared.")
    team = TeamOut()
    gp = serializers.IntegerField()
    w = serializers.IntegerField()
    l = serializers.IntegerField()  # noqa: E741 - the column's name in every hockey table
    t = serializers.IntegerField()
    otw = serializers.IntegerField()
    otl = serializers.IntegerField()
    pts = serializers.IntegerField()
    gf = serializers.IntegerField()
    ga = serializers.IntegerField()
    gd = serializers.IntegerField()
    home = RecordOut()
    away = RecordOut()
    form = serializers.SerializerMethodField(help_text="The last five games, the latest last: W, L, T.")
    streak = serializers.CharField()
    adjustments = AdjustmentOut(many=True)
    mark = serializers.SerializerMethodField(help_text="x, y, z, e: what is certain; null while nothing is.")
    removed = serializers.BooleanField()
    why = serializers.CharField(help_text="Why it stands above the next team, in a sentence.")
    trail = serializers.ListField(child=serializers.CharField(), help_text="The steps on which the two were level.")

    def get_form(self, row: TableRow) -> str:
        """Return the letters of the last games."""
        return "".join(game.letter for game in row.form)

    def get_mark(self, row: TableRow) -> str | None:
        """Return the letter of what is certain."""
        return row.mark.letter if row.mark else None


class TieOut(serializers.Serializer[Any]):
    """Teams that nothing separates."""

    teams = TeamOut(many=True)
    text = serializers.CharField()
    waits = serializers.BooleanField(help_text="Whether people decide it, by a shoot-out or lots.")


class TableOut(serializers.Serializer[Any]):
    """A season's table, or one division's."""

    as_of = serializers.DateField(allow_null=True)
    division = serializers.CharField()
    divisions = serializers.ListField(child=serializers.CharField())
    games_counted = serializers.IntegerField()
    games_left = serializers.IntegerField()
    tiebreakers = serializers.ListField(child=serializers.CharField())
    rows = RowOut(many=True)
    undecided = TieOut(many=True, source="ties")


class RaceTeamOut(serializers.Serializer[Any]):
    """A team's points after each of the days."""

    team = TeamOut()
    points = serializers.ListField(child=serializers.IntegerField())


class RaceOut(serializers.Serializer[Any]):
    """The points race: no days before the first game."""

    days = serializers.ListField(child=serializers.DateField())
    teams = RaceTeamOut(many=True)


class BalanceOut(serializers.Serializer[Any]):
    """What games add up to, seen from one team."""

    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    losses = serializers.IntegerField()
    ties = serializers.IntegerField()
    goals_for = serializers.IntegerField()
    goals_against = serializers.IntegerField()


class OpponentOut(serializers.Serializer[Any]):
    """A team's balance against another."""

    team = TeamOut()
    balance = BalanceOut()


class StartOut(serializers.Serializer[Any]):
    """A start that a game has, or once had."""

    starts_at = serializers.SerializerMethodField(help_text="An instant in UTC, a day, or null for no date.")
    set_at = serializers.DateTimeField()
    reason = serializers.CharField()
    charged = serializers.CharField(help_text="The team that it cost a postponement; empty for none.")
    is_current = serializers.BooleanField()

    def get_starts_at(self, start: Any) -> str | None:
        """Return the start as text."""
        return start.starts_at.isoformat() if start.starts_at else None


class GameDetailOut(GameOut):
    """A game with all that its page tells."""

    season = SeasonOut()
    how = serializers.CharField(help_text="How it was decided, in a sentence; empty before the result.")
    played = serializers.CharField(help_text="The score on the ice where another one counts; else empty.")
    reason = serializers.CharField()
    revision = serializers.IntegerField(help_text="The number of the current result; 0 while there is none.")
    referee = serializers.CharField()
    starts = StartOut(many=True)
    meetings = BalanceOut(help_text="All earlier games of the two, seen from the home team.")


class TeamPageOut(TeamOut):
    """A team with its games and its roster."""

    page = serializers.SerializerMethodField()
    season = SeasonOut(source="league_season")
    color_primary = serializers.CharField()
    color_secondary = serializers.CharField()
    status = serializers.CharField()
    division = serializers.CharField()

    class Meta(TeamOut.Meta):
        fields: tuple[str, ...] = (
            *TeamOut.Meta.fields, "page", "season", "color_primary", "color_secondary", "status", "division",
        )

    def get_page(self, row: Team) -> str:
        """Return the address of the team's page."""
        return absolute(self.context, row.get_absolute_url())


class LeagueNowOut(serializers.Serializer[Any]):
    """What is on in a league: the upper part of its table, its next games and its last results."""

    season = SeasonOut(source="league_season")
    table = RowOut(many=True, source="top")
    next_games = GameOut(many=True, source="ahead")
    last_results = GameOut(many=True, source="past")


class DateOut(serializers.Serializer[Any]):
    """Something dated, first and last day included; ``at`` where it is exact to the minute."""

    title = serializers.CharField()
    starts_on = serializers.DateField()
    ends_on = serializers.DateField()
    at = serializers.DateTimeField(allow_null=True)


class CalendarOut(serializers.Serializer[Any]):
    """What is dated in a season besides its games, in days of its zone."""

    time_zone = serializers.CharField()
    dates = DateOut(many=True)
