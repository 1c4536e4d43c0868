"""The zone by the API: its leagues, its seasons, its news, and where to begin."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse

from league.api.base import PAGING, answer, page_of, paged, reads
from league.api.serializers import DecisionOut, LeagueOut, NewsOut, ScopeOut, SeasonOut
from league.models import League, Season
from league.names import name_key
from league.pages import site_basis
from league.selectors import search as league_search
from league.selectors.archive import get_league
from league.selectors.news import next_publication, published
from league.selectors.record import KINDS, OVERRIDES, asked_of, entries
from league.selectors.seasons import league_seasons
from league.selectors.staff import next_change, scopes
from teams.api.serializers import PlayerOut, TeamOut
from teams.selectors import search as team_search

LEAGUE = OpenApiParameter("league", str, description="The address part of a league: its seasons alone.")
SEASON = OpenApiParameter("season", str, description="The address part of a season.")
KIND = OpenApiParameter("kind", str, enum=[OVERRIDES, *(each.key for each in KINDS)])
ABOUT = [OpenApiParameter(name, str, description=f"The number of a {name}.") for name in ("team", "game", "player")]
ASKED = OpenApiParameter("q", str, description="A part of a name.")
# Where to begin, by the name that the answer gives it.
BEGINNINGS = ("now", "leagues", "seasons", "news", "record", "staff", "search", "schema")


class RootOut(serializers.Serializer[Any]):
    """Where to begin."""

    now = serializers.URLField()
    leagues = serializers.URLField()
    seasons = serializers.URLField()
    news = serializers.URLField()
    record = serializers.URLField()
    staff = serializers.URLField()
    search = serializers.URLField()
    schema = serializers.URLField()


class FoundOut(serializers.Serializer[Any]):
    """What was found by a part of a name."""

    teams = TeamOut(many=True)
    players = PlayerOut(many=True)
    seasons = SeasonOut(many=True)
    news = NewsOut(many=True)


@reads(RootOut, operation_id="root")
def root(request: Request) -> Response:
    """Where to begin. Everything the public pages show can be read here, without signing in."""
    basis = site_basis()
    return answer({name: reverse(f"api:{name}", request=request) for name in BEGINNINGS}, basis)


@reads(LeagueOut(many=True), operation_id="leagues")
def leagues(request: Request) -> Response:  # noqa: ARG001 - DRF gives it
    """The leagues of the zone in their order."""
    basis = site_basis()
    return answer(LeagueOut(League.objects.all(), many=True).data, basis)


@reads(LeagueOut, operation_id="league")
def league(request: Request, league: str) -> Response:  # noqa: ARG001 - DRF gives it
    """One league."""
    basis = site_basis()
    return answer(LeagueOut(get_league(league)).data, basis)


@reads(paged(SeasonOut, "SeasonPage"), operation_id="seasons", parameters=[LEAGUE, *PAGING])
def seasons(request: Request) -> Response:
    """Every league in every season, the newest first."""
    basis = site_basis()
    rows = league_seasons()
    asked = request.query_params.get("league", "")
    if asked:
        rows = rows.filter(league=get_league(asked))
    return answer(page_of(request, rows, list, SeasonOut), basis)


@reads(paged(NewsOut, "NewsPage"), operation_id="news", parameters=[*PAGING])
def news(request: Request) -> Response:
    """The news, the newest first."""
    basis = site_basis()
    now = timezone.now()
    return answer(page_of(request, published(now), list, NewsOut), basis.valid_until(next_publication(now)))


@reads(NewsOut, operation_id="news_item")
def news_item(request: Request, number: int) -> Response:  # noqa: ARG001 - DRF gives it
    """One piece of news."""
    basis = site_basis()
    found = published(timezone.now()).filter(pk=number).first()
    if found is None:
        raise Http404("There is no such news here; it may have been withdrawn.")
    return answer(NewsOut(found).data, basis)


@reads(FoundOut, operation_id="search", parameters=[ASKED])
def search(request: Request) -> Response:
    """Teams, players by any name they have or had, leagues, seasons and news, by a part of a name."""
    basis = site_basis()
    now = timezone.now()
    key = name_key(league_search.clean_query(request.query_params.get("q", "")))
    found = {
        "teams": team_search.find_teams(key) if key else [],
        "players": [hit.player for hit in team_search.find_players(key)] if key else [],
        "seasons": league_search.find_seasons(key) if key else [],
        "news": league_search.find_news(key, now) if key else [],
    }
    return answer(FoundOut(found, context={"request": request}).data, basis.valid_until(next_publication(now)))


@reads(
    paged(DecisionOut, "DecisionPage"),
    operation_id="record",
    parameters=[LEAGUE, SEASON, KIND, *ABOUT, *PAGING],
)
def record(request: Request) -> Response:
    """The record of decisions, the newest first: who did what, why, and which rule was set aside."""
    basis = site_basis()
    asked = asked_of(request.query_params, League.objects.all(), Season.objects.all())
    return answer(page_of(request, entries(AnonymousUser(), timezone.now(), asked), list, DecisionOut), basis)


@reads(ScopeOut(many=True), operation_id="staff")
def staff(request: Request) -> Response:  # noqa: ARG001 - DRF gives it
    """Who holds which office of the zone and its leagues, and who will."""
    basis = site_basis()
    now = timezone.now()
    return answer(ScopeOut(scopes(now), many=True).data, basis.valid_until(next_change(now)))
