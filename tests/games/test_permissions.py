"""Who may record results: offices, own teams, own results within the day, all of it read live."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from games.models import Game, Result
from games.permissions import authority, may_record_result
from games.services.results import record_result, withdraw_result
from league import audit
from league.models import AuditEntry, StaffRole
from league.models.people import Role
from teams.models import Membership, Player
from tests.cast import NOW, make_commissioner, make_game, make_league, make_user, make_zone_leader

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def make_referee(name="referee", role=Role.REFEREE):
    user = make_user(name)
    StaffRole.objects.create(user=user, role=role, starts_at=NOW - 300 * DAY)
    return user


@pytest.fixture
def game(teams):
    return make_game(*teams, NOW - HOUR)


def record(game, home, away, by, at=NOW, **more):
    return record_result(game=game, home_goals=home, away_goals=away, by=by, clock=lambda: at, **more)


def join(user, team, since, until=None):
    player, _ = Player.objects.get_or_create(user=user, defaults={"name": user.username})
    Membership.objects.create(
        season=team.league_season.season, player=player, team=team, starts_at=since, ends_at=until,
        ending="left" if until else "",
    )  # fmt: skip


@pytest.mark.rule("G16")
def test_the_commissioner_the_leader_and_any_referee_may(game, season):
    league = season.league
    able = [make_commissioner(league), make_zone_leader(), make_referee(), make_referee("head", Role.HEAD_REFEREE)]
    others = [make_user("reader"), make_commissioner(make_league("mshl"), "theirs"), AnonymousUser()]
    for role in (Role.BOARD, Role.SCHEDULER):
        user = make_user(role)
        StaffRole.objects.create(user=user, role=role, league=league, starts_at=NOW - DAY)
        others.append(user)
    assert [may_record_result(user, game, now=NOW) for user in able] == [True] * 4
    assert [may_record_result(user, game, now=NOW) for user in others] == [False] * 5


@pytest.mark.rule("G16")
def test_the_right_is_gone_the_second_the_office_ends(game):
    user = make_referee()
    Game.objects.update(referee=user)
    ends = NOW + HOUR
    StaffRole.objects.filter(user=user).update(ends_at=ends)
    just_before = ends - timedelta(microseconds=1)
    game.refresh_from_db()
    assert (may_record_result(user, game, now=just_before), may_record_result(user, game, now=ends)) == (True, False)
    with pytest.raises(PermissionDenied, match="referee"):
        record(game, 3, 1, user, at=ends)
    assert not Result.objects.exists()
    assert record(game, 3, 1, user, at=just_before).revision == 1


def test_somebody_who_was_shut_out_may_nothing(game, season):
    user = make_commissioner(season.league)
    user.is_active = False
    user.save()
    assert not may_record_result(user, game, now=NOW)
    assert not authority(user, season.league, now=NOW).any


@pytest.mark.rule("G16")
def test_a_referee_who_is_not_the_games_own_is_on_record_as_a_substitute(game, season):
    own, other = make_referee("own"), make_referee("other")
    Game.objects.update(referee=own)
    assert record(game, 3, 1, other).as_substitute
    entry = AuditEntry.objects.get()
    assert audit.sentence(entry) == "other recorded Bees at Ants as a substitute for the referee: 1–3."
    withdraw_result(game=game, reason="Wrong game", by=other, clock=lambda: NOW)
    assert not record(game, 3, 1, own).as_substitute
    withdraw_result(game=game, reason="Wrong game", by=own, clock=lambda: NOW)
    assert not record(game, 3, 1, make_commissioner(season.league)).as_substitute


@pytest.mark.rule("P7")
@pytest.mark.parametrize("side", (0, 1))
def test_no_referee_records_a_game_of_his_own_team(game, teams, side):
    user = make_referee()
    join(user, teams[side], NOW - DAY)
    with pytest.raises(PermissionDenied, match=f"roster of {teams[side].name}.*P7"):
        record(game, 3, 1, user)


@pytest.mark.rule("P7")
def test_his_own_team_is_the_one_at_the_start_of_the_game_and_the_one_now(game, teams):
    user = make_referee()
    join(user, teams[0], NOW - DAY, NOW - HOUR / 2)
    assert not may_record_result(user, game, now=NOW)
    Membership.objects.update(ends_at=game.starts_at)
    assert may_record_result(user, game, now=NOW)


@pytest.mark.rule("P7")
def test_a_commissioner_records_even_a_game_of_his_own_team(game, teams, season):
    user = make_commissioner(season.league)
    join(user, teams[0], NOW - DAY)
    assert record(game, 3, 1, user).revision == 1


@pytest.mark.rule("S12")
def test_a_referee_corrects_his_own_result_for_a_day_from_his_first_word(game):
    user = make_referee()
    record(game, 3, 1, user)
    record(game, 2, 1, user, at=NOW + 23 * HOUR, reason="One goal was no goal")
    end = NOW + 24 * HOUR
    assert may_record_result(user, game, now=end)
    assert not may_record_result(user, game, now=end + timedelta(microseconds=1))
    with pytest.raises(PermissionDenied, match="within 24 hours"):
        record(game, 4, 1, user, at=end + HOUR, reason="No")
    with pytest.raises(PermissionDenied, match="within 24 hours"):
        withdraw_result(game=game, reason="Wrong game", by=user, clock=lambda: end + HOUR)


@pytest.mark.rule("S12")
def test_what_another_recorded_is_for_the_commissioner(game, season):
    record(game, 3, 1, make_referee("first"))
    second = make_referee("second")
    with pytest.raises(PermissionDenied, match="first recorded this result"):
        record(game, 2, 1, second, reason="No")
    with pytest.raises(PermissionDenied, match="first recorded this result"):
        withdraw_result(game=game, reason="No", by=second, clock=lambda: NOW)
    later = NOW + 100 * DAY
    assert record(game, 2, 1, make_commissioner(season.league), at=later, reason="Seen on the tape").revision == 2


@pytest.mark.rule("S12")
def test_a_result_from_a_file_is_for_the_commissioner(game):
    record(game, 3, 1, None, source="import")
    with pytest.raises(PermissionDenied, match="A file recorded"):
        record(game, 2, 1, make_referee(), reason="No")


def test_as_many_queries_for_twelve_games_as_for_one(game, season, teams, django_assert_num_queries):
    user = make_referee()
    games = [make_game(*teams, NOW - DAY * number) for number in range(1, 13)]
    for some in (games[:1], games):
        with django_assert_num_queries(3):
            authority(user, season.league, now=NOW, games=some)
