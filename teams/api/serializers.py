"""Teams and players as the API tells them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from teams.models import Player, Team
from teams.selectors.rosters import Stay


class TeamOut(serializers.ModelSerializer[Team]):
    """A team in short: its number and its names, as every other answer refers to it."""

    class Meta:
        model = Team
        fields: tuple[str, ...] = ("id", "name", "short_name")


class SeasonTeamOut(TeamOut):
    """A team of a season."""

    captain = serializers.SerializerMethodField()
    players = serializers.IntegerField(help_text="How many are on the roster.")

    class Meta(TeamOut.Meta):
        fields: tuple[str, ...] = (
            *TeamOut.Meta.fields, "color_primary", "color_secondary", "status", "division", "captain", "players",
        )

    def get_captain(self, row: Team) -> str | None:
        """Return the captain's name; null while there is none."""
        captain: Player | None = self.context["captains"].get(row.pk)
        return captain.name if captain else None


class PlayerOut(serializers.ModelSerializer[Player]):
    """A player in short."""

    class Meta:
        model = Player
        fields: tuple[str, ...] = ("id", "name")


class StayOut(serializers.Serializer[Stay]):
    """A player's time on a team."""

    player = PlayerOut()
    team = TeamOut()
    starts_at = serializers.DateTimeField()
    ends_at = serializers.DateTimeField(allow_null=True)
    ending = serializers.CharField(help_text="How it ended: left, dropped, removed, season_end; empty while it lasts.")
    mark = serializers.CharField(help_text="C for the captain, A for an assistant, else empty.")


class PlayerDetailOut(serializers.Serializer[Any]):
    """A player with the names he plays and played under, and where he has been, the newest first."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    accounts = serializers.ListField(child=serializers.CharField())
    former_accounts = serializers.ListField(child=serializers.CharField())
    career = StayOut(many=True)
