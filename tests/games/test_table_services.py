"""Points by decision and shoot-out orders."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from games.models import PointAdjustment, ShootoutOrder
from games.selectors.standings import season_table
from games.services.table import adjust_points, record_shootout, withdraw_adjustment, withdraw_shootout
from league.models import AuditEntry, Job, LeagueSeason, StaffRole
from tests.cast import NOW, make_commissioner, make_league_season, make_result, make_team, make_user


def clock():
    return NOW


@pytest.fixture
def season(db):
    return make_league_season()


@pytest.fixture
def teams(season):
    """Two teams that nothing separates, and a third below them."""
    first, second, third = (make_team(season, name) for name in ("Cya", "Lightsabers", "Sour Dumplings"))
    make_result(first, third, 2, 0)
    make_result(second, third, 2, 0)
    return first, second, third


def version(season):
    return LeagueSeason.objects.get(pk=season.pk).version


@pytest.mark.rule("S11")
def test_points_are_taken_with_a_reason_and_given_back(season, teams):
    taken = adjust_points(team=teams[0], points=-2, reason=" Late roster ", clock=clock)
    assert (taken.points, taken.reason, taken.made_at) == (-2, "Late roster", NOW)
    assert [row.pts for row in season_table(season).rows] == [2, 0, 0]
    back = withdraw_adjustment(adjustment=taken, reason="It was in time", clock=clock)
    assert (back.points, PointAdjustment.objects.count()) == (2, 2)
    assert version(season) == 3
    assert Job.objects.get().kind == "clinch"
    assert sorted(AuditEntry.objects.values_list("verb", flat=True)) == ["points.given", "points.taken"]


@pytest.mark.rule("S11")
@pytest.mark.parametrize("points, reason", [(0, "Why"), (1001, "Why"), (2, "  ")])
def test_points_that_are_refused(teams, points, reason):
    with pytest.raises(ValidationError):
        adjust_points(team=teams[0], points=points, reason=reason)
    assert not PointAdjustment.objects.exists()


@pytest.mark.rule("S6")
def test_a_shootout_orders_exactly_the_level_teams(season, teams):
    first, second, third = teams
    row = record_shootout(league_season=season, order=[second, first], reason="Played on Sunday", clock=clock)
    assert row.order == [second.pk, first.pk]
    assert [line.team for line in season_table(season).rows] == [second, first, third]
    assert (version(season), AuditEntry.objects.get().params["order"]) == (2, "Lightsabers, Cya")


@pytest.mark.rule("S6")
def test_other_orders_are_refused_naming_who_is_level(season, teams):
    first, second, third = teams
    for order in ([first, third], [first], [first, second, third], [first, first], []):
        with pytest.raises(ValidationError, match="Cya, Lightsabers"):
            record_shootout(league_season=season, order=order, reason="Sunday", clock=clock)
    with pytest.raises(ValidationError, match="reason"):
        record_shootout(league_season=season, order=[first, second], reason="", clock=clock)
    record_shootout(league_season=season, order=[first, second], reason="Sunday", clock=clock)
    with pytest.raises(ValidationError, match="No teams wait"):
        record_shootout(league_season=season, order=[second, first], reason="Sunday", clock=clock)
    assert ShootoutOrder.objects.count() == 1


@pytest.mark.rule("S6")
def test_a_withdrawn_order_leaves_the_teams_level_again(season, teams):
    row = record_shootout(league_season=season, order=teams[:2], reason="Sunday", clock=clock)
    later = NOW + timedelta(hours=1)
    assert withdraw_shootout(shootout=row, reason="Wrong server", clock=lambda: later).withdrawn_at == later
    withdraw_shootout(shootout=row, reason="Again", clock=clock)
    assert [line.place for line in season_table(season).rows] == ["1=", "1=", "3"]
    assert AuditEntry.objects.filter(verb="shootout.withdrawn").count() == 1


@pytest.mark.rule("S11")
def test_points_are_given_back_once(teams):
    taken = adjust_points(team=teams[0], points=-2, reason="Late roster", clock=clock)
    back = withdraw_adjustment(adjustment=taken, reason="It was in time", clock=clock)
    assert back.undoes == taken
    assert withdraw_adjustment(adjustment=taken, reason="Again", clock=clock) == back
    with pytest.raises(ValidationError, match="anew"):
        withdraw_adjustment(adjustment=back, reason="It was late", clock=clock)
    assert PointAdjustment.objects.count() == 2


@pytest.mark.rule("S6")
def test_the_order_that_stands_is_recorded_once(season, teams):
    order = [teams[1], teams[0]]
    first = record_shootout(league_season=season, order=order, reason="Sunday", clock=clock)
    assert record_shootout(league_season=season, order=order, reason="Sunday", clock=clock) == first
    assert ShootoutOrder.objects.count() == 1


@pytest.mark.rule("S11")
def test_only_who_runs_the_league_decides_about_points_and_orders(season, teams):
    able, other = make_commissioner(season.league), make_user()
    given = adjust_points(team=teams[2], points=1, reason="Fair play", by=able, clock=clock)
    shot = record_shootout(league_season=season, order=teams[:2], reason="Sunday", by=able, clock=clock)
    deeds = [
        lambda by: adjust_points(team=teams[0], points=1, reason="Why", by=by, clock=clock),
        lambda by: withdraw_adjustment(adjustment=given, reason="Why", by=by, clock=clock),
        lambda by: record_shootout(league_season=season, order=teams[1::-1], reason="Why", by=by, clock=clock),
        lambda by: withdraw_shootout(shootout=shot, reason="Why", by=by, clock=clock),
    ]
    for deed in deeds:
        with pytest.raises(PermissionDenied, match="commissioner"):
            deed(other)
    StaffRole.objects.update(ends_at=NOW)
    with pytest.raises(PermissionDenied, match="commissioner"):
        deeds[0](able)
