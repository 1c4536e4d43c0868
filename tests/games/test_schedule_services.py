"""Drawing up games, moving them, calling them off."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError

from games.models import Game, GameTime
from games.services.schedule import cancel, create_game, set_time
from games.services.starts import Slot, clashes, nearest_free, told_start
from league.models import AuditEntry, Job, LeagueSeason
from tests.cast import NOW, make_game, make_league_season, make_team, make_user

TEN = datetime(2026, 3, 12, 2, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


def clock():
    return NOW


@pytest.fixture
def season(db):
    return make_league_season()


@pytest.fixture
def teams(season):
    return [make_team(season, name) for name in ("Cya", "Lightsabers", "Sour Dumplings")]


def create(season, home, away, starts_at=TEN, **more):
    return create_game(league_season=season, home=home, away=away, starts_at=starts_at, clock=clock, **more)


def version(season):
    return LeagueSeason.objects.get(pk=season.pk).version


def test_a_game_is_drawn_up_with_its_first_start(season, teams):
    by = make_user()
    game = create(season, teams[0], teams[1], by=by)
    assert (game.status, game.meeting, game.released_at, game.kind) == ("scheduled", 1, NOW, "regular")
    time = GameTime.objects.get()
    assert (time.game, time.starts_at, time.valid_from, time.valid_to, time.set_by) == (game, TEN, NOW, None, by)
    assert version(season) == 2
    assert AuditEntry.objects.get().params["start"] == "Wed 2026-03-11 22:00 EDT"
    assert Job.objects.get().kind == "clinch"


def test_meetings_are_numbered_by_pair_and_home(season, teams):
    first, second, other = teams
    assert create(season, first, second).meeting == 1
    assert create(season, second, first, TEN + HOUR).meeting == 1
    assert create(season, first, second, TEN + 2 * HOUR).meeting == 2
    assert create(season, first, other, TEN + 9 * HOUR).meeting == 1
    with pytest.raises(ValidationError, match="Lightsabers at Cya number 2 exists"):
        create(season, first, second, TEN + 24 * HOUR, meeting=2)


def test_a_game_without_a_start_waits_for_one(season, teams):
    game = create(season, teams[0], teams[1], None)
    assert game.status == "postponed"
    assert set_time(game=game, starts_at=TEN, clock=clock).status == "scheduled"


def test_teams_that_cannot_meet(season, teams):
    with pytest.raises(ValidationError, match="itself"):
        create(season, teams[0], teams[0])
    with pytest.raises(ValidationError, match="does not play in"):
        create(season, teams[0], make_team(make_league_season("mshl"), "Elsewhere"))
    with pytest.raises(ValidationError, match="cut"):
        create(season, teams[0], make_team(season, "Gone", status="cut"))
    with pytest.raises(ValidationError, match="bracket"):
        create(season, teams[0], teams[1], kind="series")
    create(season, teams[0], teams[1], external_ref="G1")
    with pytest.raises(ValidationError, match="G1"):
        create(season, teams[0], teams[2], TEN + 9 * HOUR, external_ref="G1")


@pytest.mark.rule("P7")
@pytest.mark.parametrize("minutes, fits", [(-60, True), (-59, False), (0, False), (59, False), (60, True)])
def test_starts_of_a_team_keep_their_distance(season, teams, minutes, fits):
    first, second, third = teams
    create(season, first, second)
    start = TEN + timedelta(minutes=minutes)
    if fits:
        create(season, third, first, start)
    else:
        with pytest.raises(ValidationError, match="Cya would start twice") as refused:
            create(season, third, first, start)
        assert "Lightsabers at Cya" in str(refused.value)
        assert "Cya at Sour Dumplings" in str(refused.value)
        assert "nearest free start" in str(refused.value)
    assert Game.objects.count() == 1 + fits


@pytest.mark.rule("P7")
def test_called_off_games_and_days_without_a_time_take_no_time(season, teams):
    first, second, third = teams
    cancel(game=create(season, first, second), reason="Holidays", clock=clock)
    create(season, first, third)
    create(season, second, first, TEN, precision="day")
    assert Game.objects.count() == 3


@pytest.mark.rule("T1")
def test_a_moved_game_keeps_the_start_it_had(season, teams):
    game = create(season, teams[0], teams[1])
    later = NOW + timedelta(hours=5)
    moved = set_time(game=game, starts_at=TEN + HOUR, reason="Server", clock=lambda: later)
    assert (moved.starts_at, moved.sequence, moved.changed_at) == (TEN + HOUR, 1, later)
    old, new = GameTime.objects.all()
    assert (old.starts_at, old.valid_to) == (TEN, later)
    assert (new.starts_at, new.valid_from, new.valid_to, new.reason) == (TEN + HOUR, later, None, "Server")


def test_the_same_start_again_changes_nothing(season, teams):
    game = create(season, teams[0], teams[1])
    assert set_time(game=game, starts_at=TEN, clock=clock).sequence == 0
    assert (GameTime.objects.count(), version(season), AuditEntry.objects.count()) == (1, 2, 1)


def test_taking_the_start_away_postpones(season, teams):
    game = create(season, teams[0], teams[1])
    assert set_time(game=game, starts_at=None, clock=clock).status == "postponed"
    assert GameTime.objects.get(valid_to=None).starts_at is None


@pytest.mark.rule("P7")
def test_a_game_is_not_moved_onto_another(season, teams):
    create(season, teams[0], teams[1])
    game = create(season, teams[1], teams[2], TEN + 2 * HOUR)
    with pytest.raises(ValidationError, match="P7"):
        set_time(game=game, starts_at=TEN + HOUR / 2, clock=clock)
    assert Game.objects.get(pk=game.pk).starts_at == TEN + 2 * HOUR
    assert GameTime.objects.count() == 2


@pytest.mark.parametrize("status", ["live", "stopped", "final", "no_show", "cancelled", "void"])
def test_a_game_that_is_over_does_not_move(season, teams, status):
    game = create(season, teams[0], teams[1])
    Game.objects.update(status=status)
    with pytest.raises(ValidationError, match="does not move"):
        set_time(game=game, starts_at=TEN + HOUR, clock=clock)
    if status != "cancelled":
        with pytest.raises(ValidationError, match="not called off"):
            cancel(game=game, reason="Holidays", clock=clock)


def test_a_draft_moves_unseen(season, teams):
    game = make_game(teams[0], teams[1], TEN, status="draft", released_at=None)
    assert set_time(game=game, starts_at=TEN + HOUR, clock=clock).status == "draft"
    assert not AuditEntry.objects.get().public


def test_calling_off_needs_a_reason_and_happens_once(season, teams):
    game = create(season, teams[0], teams[1])
    with pytest.raises(ValidationError, match="reason"):
        cancel(game=game, reason=" ")
    assert cancel(game=game, reason="Holidays", clock=clock).status == "cancelled"
    assert cancel(game=game, reason="Holidays", clock=clock).sequence == 1
    assert AuditEntry.objects.filter(verb="game.cancelled").count() == 1


def test_clashes_look_at_neighbours_of_one_team_only():
    slots = [Slot("a", TEN, 1), Slot("b", TEN, 1), Slot("a", TEN + HOUR, 2), Slot("b", TEN + HOUR / 4, 3)]
    (clash,) = clashes(slots, 60)
    assert (clash.first.game, clash.second.game, clash.minutes) == (1, 3, 15)
    assert clashes(slots, 0) == []


def test_the_nearest_free_start():
    assert nearest_free(TEN, [TEN - HOUR / 2], 60) == TEN + HOUR / 2
    assert nearest_free(TEN, [TEN + HOUR / 4], 60) == TEN - HOUR * 3 / 4
    assert nearest_free(TEN, [], 60) == TEN


def test_how_a_start_is_told():
    assert told_start(None, "minute", "America/New_York") == "no date"
    assert told_start(TEN, "day", "America/New_York") == "Wed 2026-03-11"
