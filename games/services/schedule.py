"""The schedule: games are drawn up, given another start, called off. Every start a game had is kept."""

from __future__ import annotations

from datetime import datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max, Q
from django.utils import timezone

from games.models import Game, GameKind, GameStatus, GameTime, Precision
from games.services.starts import NOT_PLAYED, Slot, clashes, nearest_free, takes_time, told_start
from league import audit
from league.models import LeagueSeason, User
from league.services.changes import table_changed
from league.services.clockwork import Clock
from league.services.locks import lock_season
from teams.models import Team, TeamStatus

MOVABLE = (GameStatus.DRAFT, GameStatus.SCHEDULED, GameStatus.POSTPONED)
NOT_IN = (TeamStatus.APPLIED, TeamStatus.CUT)


def create_game(
    *,
    league_season: LeagueSeason,
    home: Team,
    away: Team,
    starts_at: datetime | None,
    precision: str = Precision.MINUTE,
    kind: str = GameKind.REGULAR,
    meeting: int | None = None,
    released_at: datetime | None = None,
    note: str = "",
    external_ref: str = "",
    by: User | None = None,
    clock: Clock = timezone.now,
) -> Game:
    """Draw up a game and return it; it is public from ``released_at`` on, at once where nothing is said.

    Without a start it waits for one as postponed. ``meeting`` is by default the next number of the pair. Raises
    ``ValidationError`` for teams that cannot meet, a meeting that exists, and a start too close to another (P7).
    """
    with transaction.atomic():
        season = lock_season(league_season.pk)
        now = clock()
        _check_teams(season, home, away)
        game = Game(
            league_season=season,
            kind=kind,
            status=GameStatus.SCHEDULED if starts_at else GameStatus.POSTPONED,
            home=home,
            away=away,
            meeting=meeting or next_meeting(season, home, away, kind),
            starts_at=starts_at,
            precision=precision,
            released_at=released_at or now,
            note=note,
            external_ref=external_ref,
            created_at=now,
            changed_at=now,
        )
        _check_new(game)
        check_gap(season, game)
        game.save()
        GameTime.objects.create(game=game, starts_at=starts_at, precision=precision, valid_from=now, set_by=by)
        _tell("game.created", season, game, by, now, start=told_start(starts_at, precision, season.time_zone))
        table_changed(season, now)
    return game


def next_meeting(season: LeagueSeason, home: Team, away: Team, kind: str) -> int:
    """Return the number after the last meeting of a pair at this home, among games of one kind."""
    games = Game.objects.filter(league_season=season, home=home, away=away, kind=kind).exclude(status=GameStatus.VOID)
    return (games.aggregate(last=Max("meeting"))["last"] or 0) + 1


def _check_teams(season: LeagueSeason, home: Team, away: Team) -> None:
    if home.pk == away.pk:
        raise ValidationError(f"{home} cannot play itself.", code="itself")
    for team in (home, away):
        if team.league_season_id != season.pk:
            raise ValidationError(f"{team} does not play in {season}.", code="team")
        if team.status in NOT_IN:
            raise ValidationError(f"{team} is not in the league: {team.get_status_display().lower()}.", code="team")


def _check_new(game: Game) -> None:
    """Let the model say what is wrong with the fields, and in its own words that a game exists already."""
    game.clean_fields(exclude=["league_season", "home", "away", "series", "replaces", "referee"])
    if game.kind == GameKind.SERIES:
        raise ValidationError("A playoff game belongs to a series; the bracket draws it up.", code="kind")
    twins = Game.objects.filter(league_season=game.league_season).exclude(status=GameStatus.VOID)
    pair = {"home": game.home, "away": game.away, "meeting": game.meeting, "kind": GameKind.REGULAR}
    if game.kind == GameKind.REGULAR and twins.filter(**pair).exists():
        raise ValidationError(f"{game} number {game.meeting} exists already.", code="meeting")
    if game.external_ref and twins.filter(external_ref=game.external_ref).exists():
        raise ValidationError(f"Another game of the season is called {game.external_ref} in files.", code="ref")


def check_gap(season: LeagueSeason, game: Game) -> None:
    """Raise ``ValidationError`` naming both games when a team's starts come too close together (P7)."""
    if not takes_time(game.status, game.starts_at, game.precision):
        return
    gap = season.rules.start_gap_minutes
    slots = [slot for each in (game, *_around(game)) for slot in _slots(each, (game.home, game.away))]
    for clash in clashes(slots, gap):
        if game in (clash.first.game, clash.second.game):
            mine, other = (clash.first, clash.second) if clash.first.game == game else (clash.second, clash.first)
            free = nearest_free(mine.starts_at, [each.starts_at for each in slots if each.game != game], gap)
            raise ValidationError(
                f"{mine.team} would start twice within {clash.minutes} minutes: {_named(game, season)}, and"
                f" {_named(other.game, season)}. {gap} minutes are the least (P7); the nearest free start is"
                f" {told_start(free, Precision.MINUTE, season.time_zone)}.",
                code="P7",
            )


def _around(game: Game) -> list[Game]:
    teams = (game.home_id, game.away_id)
    dated = Game.objects.filter(precision=Precision.MINUTE, starts_at__isnull=False).exclude(status__in=NOT_PLAYED)
    of_teams = dated.filter(Q(home__in=teams) | Q(away__in=teams)).exclude(pk=game.pk)
    return list(of_teams.select_related("home", "away"))


def _slots(game: Game, teams: tuple[Team, Team]) -> list[Slot]:
    start = game.starts_at
    return [] if start is None else [Slot(team, start, game) for team in (game.home, game.away) if team in teams]


def _named(game: Game, season: LeagueSeason) -> str:
    return f"{game}, {told_start(game.starts_at, game.precision, season.time_zone)}"


def set_time(
    *,
    game: Game,
    starts_at: datetime | None,
    precision: str = Precision.MINUTE,
    reason: str = "",
    by: User | None = None,
    charged_team: Team | None = None,
    clock: Clock = timezone.now,
) -> Game:
    """Give a game another start, or none, and return it; the start it had stays in its history (T1).

    The same start again changes nothing. Raises ``ValidationError`` for a game that is under way, over or called off,
    and for a start too close to another of either team (P7).
    """
    with transaction.atomic():
        season = lock_season(game.league_season_id)
        locked = _locked(game)
        now = clock()
        if (locked.starts_at, locked.precision) == (starts_at, precision):
            return locked
        if locked.status not in MOVABLE:
            raise ValidationError(f"{locked} does not move: {locked.get_status_display().lower()}.", code="status")
        before = told_start(locked.starts_at, locked.precision, season.time_zone)
        locked.starts_at, locked.precision = starts_at, precision
        if locked.status != GameStatus.DRAFT:
            locked.status = GameStatus.SCHEDULED if starts_at else GameStatus.POSTPONED
        check_gap(season, locked)
        _save_change(locked, now)
        GameTime.objects.filter(game=locked, valid_to=None).update(valid_to=now)
        GameTime.objects.create(
            game=locked,
            starts_at=starts_at,
            precision=precision,
            valid_from=now,
            reason=reason,
            set_by=by,
            charged_team=charged_team,
        )
        after = told_start(starts_at, precision, season.time_zone)
        _tell("game.moved", season, locked, by, now, reason=reason, before=before, start=after)
        table_changed(season, now)
    return locked


def cancel(*, game: Game, reason: str, by: User | None = None, clock: Clock = timezone.now) -> Game:
    """Call a game off and return it; called off again it stays as it is.

    Raises ``ValidationError`` without a reason, and for a game that is under way or over.
    """
    if not reason.strip():
        raise ValidationError("Calling a game off needs a reason.", code="reason")
    with transaction.atomic():
        season = lock_season(game.league_season_id)
        locked = _locked(game)
        now = clock()
        if locked.status == GameStatus.CANCELLED:
            return locked
        if locked.status not in MOVABLE:
            raise ValidationError(f"{locked} is not called off: {locked.get_status_display().lower()}.", code="status")
        locked.status = GameStatus.CANCELLED
        _save_change(locked, now)
        _tell("game.cancelled", season, locked, by, now, reason=reason)
        table_changed(season, now)
    return locked


def _locked(game: Game) -> Game:
    return Game.objects.select_for_update(of=("self",)).select_related("home", "away").get(pk=game.pk)


def _save_change(game: Game, now: datetime) -> None:
    """Write a change that calendars must show."""
    game.sequence += 1
    game.changed_at = now
    game.save(update_fields=["starts_at", "precision", "status", "sequence", "changed_at"])


def _tell(
    verb: str, season: LeagueSeason, game: Game, by: User | None, now: datetime, *, reason: str = "", **params: str
) -> None:
    public = game.status != GameStatus.DRAFT and game.released_at is not None and game.released_at <= now
    audit.record(
        verb,
        at=now,
        actor=by,
        league_season=season,
        reason=reason,
        public=public,
        game=str(game),
        game_id=game.pk,
        **params,
    )
