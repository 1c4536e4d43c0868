"""A plan is written: made ready beforehand, then everything in one short transaction with the season locked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from games.models import OVER, Game, GameTime, Result
from games.selectors.imports import KnownGame
from games.services.bulk import Insert, Update
from games.services.import_match import TeamKey
from games.services.import_plan import Plan
from games.services.import_read import Action
from games.services.results import Judged, revision
from league import audit
from league.models import LeagueSeason, User
from league.services.changes import table_changed
from teams.services.teams import enter_by_name

FIELDS = ("starts_at", "precision", "note", "status", "external_ref")
# SQLite takes so many numbers in one statement.
CHUNK = 500


class Writing:
    """A plan's rows, ready to be written; ``by`` brings the file ``filename`` in.

    Make it outside the transaction, which is what takes the time; then ``write`` inside.
    """

    def __init__(self, plan: Plan, filename: str, by: User | None) -> None:
        self.plan = plan
        self.filename = filename
        self.by = by
        self.fresh = [action for action in plan.changing if action.game is None]
        self.known = [(action, action.game) for action in plan.changing if action.game is not None]
        self.moved = [game.pk for action, game in self.known if "moved" in action.tags]
        self.corrected = [game.pk for action, game in self.known if action.judged and game.result]
        self.new_games = self._new_games()
        self.shown, self.unseen = self._changes()
        self.times = Insert(GameTime, self._times())
        self.judged = [(action, action.judged) for action in plan.changing if action.judged is not None]
        self.results = Insert(Result, [self._result(action, judged) for action, judged in self.judged])

    @property
    def reason(self) -> str:
        """Return the reason that changed rows carry."""
        return f"Import of {self.filename}"

    def _new_games(self) -> Insert:
        self.uuids = []
        games = []
        for action in self.fresh:
            game = Game(
                league_season=self.plan.state.league_season,
                kind=action.line.kind,
                meeting=action.meeting,
                series_id=action.series,
                **dict(zip(FIELDS, _values(action), strict=True)),
            )
            games.append(game)
            self.uuids.append(game.uuid)
        return Insert(Game, games)

    def _changes(self) -> tuple[Update, Update]:
        """Return the changes of known games: those that calendars must show, and the others."""
        shown: dict[int, Sequence[Any]] = {}
        unseen: dict[int, Sequence[Any]] = {}
        for action, game in self.known:
            if _is_shown(action, game):
                shown[game.pk] = (*_values(action), None)
            elif _values(action) != _values_of(game):
                unseen[game.pk] = _values(action)
        return Update(Game, (*FIELDS, "changed_at"), shown, counted="sequence"), Update(Game, FIELDS, unseen)

    def _times(self) -> list[GameTime]:
        placed = [*((action, "") for action in self.fresh)]
        placed += [(action, self.reason) for action, _ in self.known if "moved" in action.tags]
        return [
            GameTime(starts_at=action.starts_at, precision=action.precision, reason=reason, set_by=self.by)
            for action, reason in placed
        ]

    def _result(self, action: Action, judged: Judged) -> Result:
        before = action.game.result if action.game else None
        number = action.game.revisions + 1 if action.game else 1
        row = revision(Game(), judged, number, self.plan.made_at, self.by)
        row.source, row.reason = "import", self.reason if before else ""
        return row

    def write(self, season: LeagueSeason, now: datetime) -> dict[str, int]:
        """Write everything into the season, which the caller has locked, and return the counts.

        A plan that changes nothing writes nothing: no version, no audit, no history.
        """
        counts = self.plan.counts
        if self.plan.changing or self.plan.unknown:
            numbers = self._write_games(season, now)
            self._write_results(numbers, now)
            told: dict[str, Any] = {name: counts[name] for name in ("created", "changed", "results", "teams")}
            audit.record("import.applied", at=now, actor=self.by, league_season=season, filename=self.filename, **told)
            table_changed(season, now)
        return counts

    def _write_games(self, season: LeagueSeason, now: datetime) -> dict[int, int]:
        """Write games and their starts; return the numbers of all changed games by line."""
        teams: dict[TeamKey, int] = {team.pk: team.pk for team in self.plan.state.teams}
        new_teams = enter_by_name(season, [team.name for team in self.plan.unknown], now)
        teams |= {team.name_key: team.pk for team in new_teams}
        self.new_games.fill_each("home_id", [teams[action.line.home] for action in self.fresh])
        self.new_games.fill_each("away_id", [teams[action.line.away] for action in self.fresh])
        for name in ("released_at", "created_at", "changed_at"):
            self.new_games.fill(name, now)
        self.new_games.write()
        lock([game.pk for _, game in self.known])
        self.shown.fill("changed_at", now)
        self.shown.write()
        self.unseen.write()
        created = numbers_of(self.uuids)
        for part in _chunks(self.moved):
            GameTime.objects.filter(game__in=part, valid_to=None).update(valid_to=now)
        self.times.fill_each("game_id", [*created, *self.moved])
        self.times.fill("valid_from", now)
        self.times.write()
        numbers = {action.line.number: game.pk for action, game in self.known}
        return numbers | {action.line.number: pk for action, pk in zip(self.fresh, created, strict=True)}

    def _write_results(self, numbers: dict[int, int], now: datetime) -> None:
        for part in _chunks(self.corrected):
            Result.objects.filter(game__in=part, is_current=True).update(is_current=False)
        self.results.fill_each("game_id", [numbers[action.line.number] for action, _ in self.judged])
        self.results.fill("recorded_at", now)
        self.results.write()


def _values(action: Action) -> tuple[Any, ...]:
    return action.starts_at, action.precision, action.note, action.status, action.ref


def _values_of(game: KnownGame) -> tuple[Any, ...]:
    return game.starts_at, game.precision, game.note, game.status, game.ref


def _is_shown(action: Action, game: KnownGame) -> bool:
    """Whether calendars must show the change: of start, note, or of a status that does not come from a result."""
    if (action.starts_at, action.precision, action.note) != (game.starts_at, game.precision, game.note):
        return True
    return action.status != game.status and action.status not in OVER


def lock(numbers: Sequence[int]) -> None:
    """Lock games in the order of their numbers."""
    for part in _chunks(sorted(numbers)):
        list(Game.objects.select_for_update().filter(pk__in=part).order_by("pk").values_list("pk", flat=True))


def numbers_of(uuids: Sequence[Any]) -> list[int]:
    """Return the numbers of games by their calendar numbers, in the same order."""
    found: dict[Any, int] = {}
    for part in _chunks(uuids):
        found |= dict(Game.objects.filter(uuid__in=part).order_by().values_list("uuid", "pk"))
    return [found[each] for each in uuids]


def _chunks(numbers: Sequence[Any]) -> Iterable[Sequence[Any]]:
    return (numbers[start : start + CHUNK] for start in range(0, len(numbers), CHUNK))
