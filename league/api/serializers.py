"""Leagues, seasons and news as the API tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from rest_framework import serializers

from league import audit
from league.models import Announcement, AuditEntry, League, LeagueSeason
from league.rules import ruleset as rulesets

# What the API has of a season, by the names of the addresses.
PARTS = ("standings", "race", "schedule", "calendar", "season_teams", "rules")


def absolute(context: Mapping[str, Any], path: str) -> str:
    """Return a path of the site as a full address, where the request is known."""
    request: HttpRequest | None = context.get("request")
    return request.build_absolute_uri(path) if request is not None else path


class LeagueOut(serializers.ModelSerializer[League]):
    """A league of the zone."""

    class Meta:
        model = League
        fields: tuple[str, ...] = ("slug", "name", "short_name", "cup_name", "description")


class SeasonOut(serializers.ModelSerializer[LeagueSeason]):
    """A league in one of its seasons."""

    league = serializers.CharField(source="league.slug")
    season = serializers.CharField(source="season.slug")
    name = serializers.CharField(source="__str__")
    starts_on = serializers.DateField(source="season.starts_on")
    version = serializers.IntegerField(help_text="Moves with every change that the season's pages show.")
    url = serializers.SerializerMethodField(help_text="Its address in the API; standings/ and so on go on from there.")

    class Meta:
        model = LeagueSeason
        fields: tuple[str, ...] = (
            "url", "league", "season", "name", "phase", "starts_on", "time_zone", "closed_at", "roster_lock_at",
            "version",
        )

    def get_url(self, row: LeagueSeason) -> str:
        """Return the address of the season in the API."""
        return absolute(self.context, reverse("api:season", args=[row.league.slug, row.season.slug]))


class SeasonDetailOut(SeasonOut):
    """A league season with its whole rule set, and where the rest of it is."""

    links = serializers.SerializerMethodField()
    ruleset = serializers.SerializerMethodField()

    class Meta(SeasonOut.Meta):
        fields: tuple[str, ...] = (*SeasonOut.Meta.fields, "links", "ruleset")

    def get_links(self, row: LeagueSeason) -> dict[str, str]:
        """Return the addresses of what belongs to the season."""
        args = [row.league.slug, row.season.slug]
        return {name: absolute(self.context, reverse(f"api:{name}", args=args)) for name in PARTS}

    def get_ruleset(self, row: LeagueSeason) -> dict[str, Any]:
        """Return every field of the rule set; fractions are written like 30/100."""
        return rulesets.to_data(row.rules)


class NewsOut(serializers.ModelSerializer[Announcement]):
    """A piece of news."""

    author = serializers.SerializerMethodField()
    season = serializers.SerializerMethodField()

    class Meta:
        model = Announcement
        fields: tuple[str, ...] = ("id", "title", "body", "published_at", "author", "season")

    def get_author(self, row: Announcement) -> str | None:
        """Return who wrote it; null for the site itself."""
        return row.author.username if row.author else None

    def get_season(self, row: Announcement) -> str | None:
        """Return the league and the season it is about, as in addresses: rshl/season-24; null for the whole zone."""
        return _season_path(row.league_season)


class RuleSectionOut(serializers.Serializer[Any]):
    """A heading of the rules with its sentences."""

    heading = serializers.CharField()
    sentences = serializers.ListField(child=serializers.CharField())


class DecisionOut(serializers.ModelSerializer[AuditEntry]):
    """An entry of the record of decisions."""

    actor = serializers.CharField(source="actor_name", help_text="By the name of that time.")
    told = serializers.SerializerMethodField(help_text="The deed as a sentence, its times in UTC.")
    season = serializers.SerializerMethodField()

    class Meta:
        model = AuditEntry
        fields = ("id", "at", "actor", "verb", "told", "reason", "rule", "season")

    def get_told(self, row: AuditEntry) -> str:
        """Return the sentence."""
        return audit.sentence(row, "UTC")

    def get_season(self, row: AuditEntry) -> str | None:
        """Return the league and the season it belongs to, as in addresses; null for the whole zone."""
        return _season_path(row.league_season)


def _season_path(row: LeagueSeason | None) -> str | None:
    return f"{row.league.slug}/{row.season.slug}" if row else None


class HolderOut(serializers.Serializer[Any]):
    """Somebody in an office."""

    name = serializers.CharField(source="user.username")
    since = serializers.DateTimeField(source="starts_at")
    until = serializers.DateTimeField(source="ends_at", allow_null=True)


class SeatOut(serializers.Serializer[Any]):
    """An office with those who hold it, and those who will."""

    role = serializers.CharField()
    name = serializers.CharField(source="role.label")
    holders = HolderOut(many=True)
    coming = HolderOut(many=True)


class ScopeOut(serializers.Serializer[Any]):
    """The offices of the zone, or of one league."""

    league = serializers.SerializerMethodField()
    offices = SeatOut(many=True, source="seats")

    def get_league(self, scope: Any) -> str | None:
        """Return the address part of the league; null for the zone."""
        return scope.league.slug if scope.league else None
