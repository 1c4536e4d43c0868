"""Names and colours of a team, its place in the season, and franchises that are no more."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from league import audit
from league.models import AuditEntry, LeagueSeason, StaffRole
from league.stale import StaleError, digest
from teams.models import Captaincy, Franchise, Membership, Player, Team, TeamStatus
from teams.services.editing import color_values, dress_team, edit_team, team_values
from teams.services.placing import archive_franchise, place_team, restore_franchise
from tests.cast import NOW, make_commissioner, make_game, make_league_season, make_team, make_user


def clock():
    return NOW


@pytest.fixture
def season(db):
    return make_league_season(phase="preseason")


@pytest.fixture
def ants(season):
    return make_team(season, "Ants")


@pytest.fixture
def lc(season):
    return make_commissioner(season.league, "lc")


def edit(team, by=None, **changes):
    seen = digest(team_values(team))
    return edit_team(team=team, seen=seen, by=by, clock=clock, **{**team_values(team), **changes})


def test_a_change_is_written_and_told_with_before_and_after(ants, lc):
    edit(ants, lc, name=" Straße ", color_primary="#FF0000")
    team = Team.objects.get()
    assert (team.name, team.name_key, team.color_primary) == ("Straße", "straße", "#ff0000")
    told = audit.sentence(AuditEntry.objects.get())
    assert told == "lc changed Ants: name Ants to Straße, color primary #0b3d91 to #ff0000."
    assert LeagueSeason.objects.get().version == 2


def test_the_same_again_changes_nothing(ants):
    edit(ants)
    assert not AuditEntry.objects.exists()


def test_a_rename_keeps_old_seasons_and_the_franchise_goes_by_the_newest_name(ants, season):
    older = make_league_season(season="season-23")
    type(older.season).objects.filter(pk=older.season_id).update(starts_on="2000-01-01")
    old = Team.objects.create(
        franchise=ants.franchise, league_season=older, name="Ants", name_key="ants", short_name="Ants"
    )
    edit(ants, name="Bees")
    old.refresh_from_db()
    assert (old.name, Franchise.objects.get().name) == ("Ants", "Bees")
    edit(old, name="Wasps")
    assert Franchise.objects.get().name == "Bees"


@pytest.mark.parametrize(
    "changes, why",
    [
        ({"name": "BEES"}, "called Bees already"),
        ({"name": "  "}, "visible character"),
        ({"short_name": "x" * 17}, "at most 16"),
        ({"color_primary": "red"}, "six hexadecimal digits"),
    ],
)
def test_nonsense_is_refused(ants, season, changes, why):
    make_team(season, "Bees")
    with pytest.raises(ValidationError, match=why):
        edit(ants, **changes)
    assert Team.objects.get(pk=ants.pk).name == "Ants"


def test_a_stale_form_overwrites_nothing(ants, lc):
    seen = digest(team_values(ants))
    edit(ants, lc, name="Bees")
    typed = {**team_values(ants), "name": "Wasps"}
    with pytest.raises(StaleError) as caught:
        edit_team(team=ants, seen=seen, by=lc, clock=clock, **typed)
    assert [(each.typed, each.now) for each in caught.value.differences] == [("Wasps", "Bees")]
    assert Team.objects.get().name == "Bees"


def test_a_right_ends_the_second_the_office_does(ants, lc):
    StaffRole.objects.update(ends_at=NOW)
    with pytest.raises(PermissionDenied):
        edit(ants, lc, name="Bees")
    StaffRole.objects.update(ends_at=NOW + timedelta(seconds=1))
    edit(ants, lc, name="Bees")


def test_a_captain_changes_the_colours_and_nothing_else(ants):
    user = make_user("cap")
    player = Player.objects.create(name="Cap", user=user)
    Membership.objects.create(season=ants.league_season.season, player=player, team=ants, starts_at=NOW)
    Captaincy.objects.create(team=ants, player=player, kind="assistant", starts_at=NOW)
    dress_team(
        team=ants, color_primary="#000000", color_secondary="#ffffff", seen=digest(color_values(ants)), by=user,
        clock=clock,
    )
    assert Team.objects.get().color_primary == "#000000"
    with pytest.raises(PermissionDenied):
        edit(Team.objects.get(), user, name="Bees")


@pytest.mark.rule("T12")
def test_applicant_candidate_in(ants, lc):
    Team.objects.update(status=TeamStatus.APPLIED)
    for status in (TeamStatus.CANDIDATE, TeamStatus.IN):
        assert place_team(team=ants, status=status, by=lc, clock=clock).status == status
        place_team(team=ants, status=status, by=lc, clock=clock)
    told = [audit.sentence(each) for each in AuditEntry.objects.order_by("pk")]
    assert told == [
        "lc placed Ants: candidate, before that applied.", "lc placed Ants: in the league, before that candidate.",
    ]


@pytest.mark.rule("T12")
def test_a_cut_team_lets_its_players_go(ants, lc):
    player = Player.objects.create(name="Cap")
    Membership.objects.create(season=ants.league_season.season, player=player, team=ants, starts_at=NOW)
    Captaincy.objects.create(team=ants, player=player, kind="captain", starts_at=NOW)
    place_team(team=ants, status=TeamStatus.CUT, by=lc, clock=clock)
    assert Membership.objects.get().ending == "removed"
    assert Captaincy.objects.get().ends_at == NOW
    with pytest.raises(ValidationError, match="stays that"):
        place_team(team=ants, status=TeamStatus.IN, by=lc, clock=clock)


@pytest.mark.rule("T12")
def test_a_team_with_games_is_not_cut_and_one_in_the_regular_season_stays(ants, season):
    make_game(ants, make_team(season, "Bees"))
    with pytest.raises(ValidationError, match="1 game in the schedule"):
        place_team(team=ants, status=TeamStatus.CUT, clock=clock)
    LeagueSeason.objects.update(phase="regular")
    with pytest.raises(ValidationError, match="stays that"):
        place_team(team=ants, status=TeamStatus.CANDIDATE, clock=clock)


def test_a_franchise_is_archived_once_it_plays_no_more_and_comes_back(ants, lc):
    with pytest.raises(ValidationError, match="plays in RSHL Season 24"):
        archive_franchise(franchise=ants.franchise, by=lc, clock=clock)
    LeagueSeason.objects.update(closed_at=NOW)
    archive_franchise(franchise=ants.franchise, by=lc, clock=clock)
    archive_franchise(franchise=ants.franchise, by=lc, clock=clock)
    assert Franchise.objects.get().archived_at == NOW
    restore_franchise(franchise=ants.franchise, by=lc, clock=clock)
    assert Franchise.objects.get().archived_at is None
    assert [each.verb for each in AuditEntry.objects.order_by("pk")] == ["franchise.archived", "franchise.restored"]


def test_another_leagues_commissioner_archives_nothing_here(ants):
    LeagueSeason.objects.update(closed_at=NOW)
    other = make_commissioner(make_league_season("mshl").league, "other")
    with pytest.raises(PermissionDenied):
        archive_franchise(franchise=ants.franchise, by=other, clock=clock)
