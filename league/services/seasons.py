"""Seasons are opened for one or more leagues, and closed one league at a time; leagues are created."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone

from league import audit, versions
from league.models import League, LeagueSeason, Season, User, Zone
from league.models.people import Role
from league.names import clean_name
from league.permissions import holds, may_run_league
from league.selectors.openings import LAST, offers, proposed_slug
from league.services.changes import ask_for_marks
from league.services.clockwork import Clock
from teams.models import Ending, Membership


@dataclass(frozen=True, slots=True)
class NewSeason:
    """A season of the zone that does not exist yet; without an address it gets one made from its name."""

    name: str
    starts_on: date
    slug: str = ""


@dataclass(frozen=True, slots=True)
class Opening:
    """One league that enters a season, with ``rshl``, ``mshl`` or ``last`` (the rules of its last season)."""

    league: League
    ruleset: str
    time_zone: str


def open_season(
    *,
    season: Season | NewSeason,
    openings: Sequence[Opening],
    by: User | None = None,
    clock: Clock = timezone.now,
) -> list[LeagueSeason]:
    """Open a season of the zone, new or there already, for one or more leagues, and return their league seasons.

    Raises ``ValidationError`` without a league, for a name or an address that is none or taken, and for a league that
    is in the season already; ``PermissionDenied`` for a league that ``by`` does not run. All leagues enter or none.
    """
    if not openings:
        raise ValidationError("Choose at least one league for the season.", code="leagues")
    with transaction.atomic():
        _lock_zone()
        now = clock()
        for each in openings:
            if by is not None and not may_run_league(by, each.league, now=now):
                raise PermissionDenied(f"Only a commissioner of {each.league} opens a season of it.")
        run = season if isinstance(season, Season) else _create(season)
        opened = [_enter(run, each) for each in openings]
        for league_season in opened:
            audit.record(
                "season.opened", at=now, actor=by, league_season=league_season, season=str(league_season)
            )
        versions.bump_zone()
    return opened


def _lock_zone() -> None:
    """Take hold of the zone's row, so that two people do not open the same season at once."""
    Zone.objects.get_or_create(pk=1)
    Zone.objects.select_for_update().get(pk=1)


def _create(new: NewSeason) -> Season:
    name = clean_name(new.name)
    slug = new.slug.strip().lower() or proposed_slug(name)
    there = Season.objects.filter(slug=slug).first()
    if there is not None:
        raise ValidationError(
            {"slug": f"The address {slug} is that of {there.name}. Join that season, or take another address."}
        )
    season = Season(name=name, slug=slug, starts_on=new.starts_on)
    season.full_clean()
    season.save()
    return season


def _enter(season: Season, opening: Opening) -> LeagueSeason:
    league = opening.league
    if LeagueSeason.objects.filter(league=league, season=season).exists():
        raise ValidationError(f"{league} is in {season} already.", code="there")
    (offer,) = offers([league])
    if opening.ruleset not in dict(offer.rulesets):
        raise ValidationError(f"{league} has no rule set called {opening.ruleset or 'nothing'}.", code="ruleset")
    rules = offer.last.ruleset if opening.ruleset == LAST and offer.last else {"base": opening.ruleset}
    entered = LeagueSeason(league=league, season=season, ruleset=rules, time_zone=opening.time_zone)
    entered.full_clean(validate_unique=False, validate_constraints=False)
    entered.save()
    return entered


def create_league(
    *,
    name: str,
    short_name: str,
    slug: str,
    cup_name: str = "",
    description: str = "",
    by: User | None = None,
    clock: Clock = timezone.now,
) -> League:
    """Create a league, the last in the order of the leagues, and return it.

    Raises ``PermissionDenied`` unless ``by`` is the Zone Leader, ``ValidationError`` naming the field for a name that
    is none, and for an address that is none, taken, or the site's own.
    """
    with transaction.atomic():
        _lock_zone()
        now = clock()
        if by is not None and not holds(by, Role.ZONE_LEADER, now=now):
            raise PermissionDenied("Only the Zone Leader creates leagues.")
        last = League.objects.order_by("-position").values_list("position", flat=True).first()
        league = League(
            name=name.strip(), short_name=short_name.strip(), slug=slug.strip().lower(), cup_name=cup_name.strip(),
            description=description.strip(), position=0 if last is None else last + 1,
        )  # fmt: skip
        league.full_clean()
        league.save()
        audit.record("league.created", at=now, actor=by, league=league.name)
        # The navigation of every page shows the leagues; marks are shown only at the version they were made for.
        versions.bump_everything()
        for pk in LeagueSeason.objects.filter(closed_at=None).values_list("pk", flat=True):
            ask_for_marks(pk, now)
    return league


def close_season(*, league_season: LeagueSeason, by: User | None = None, clock: Clock = timezone.now) -> LeagueSeason:
    """Close a league season and return it: it goes to the archive, and nothing in it changes any more.

    Its rosters end with it. Closed again it stays as it is.
    """
    with transaction.atomic():
        seasons = LeagueSeason.objects.select_for_update(of=("self",)).select_related("league", "season")
        season = seasons.get(pk=league_season.pk)
        now = clock()
        if by is not None and not may_run_league(by, season.league, now=now):
            raise PermissionDenied(f"Only a commissioner of {season.league} closes its season.")
        if season.closed_at is not None:
            return season
        season.closed_at = now
        season.save(update_fields=["closed_at"])
        _end_rosters(season, now)
        audit.record("season.closed", at=now, actor=by, league_season=season)
        # The home page and the navigation show which season a league is in; their version holds that of every season.
        versions.bump(season.pk)
    season.refresh_from_db(fields=["version"])
    return season


def _end_rosters(season: LeagueSeason, now: datetime) -> None:
    there = Membership.objects.filter(team__league_season=season, ends_at=None)
    there.update(ends_at=now, ending=Ending.SEASON_END)
