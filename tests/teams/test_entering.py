"""Teams of a new season: carried over with all they had, or new by name."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from league import audit
from league.models import AuditEntry, LeagueSeason
from league.names import name_key
from league.services.overrides import Override
from teams.models import Account, Captaincy, Franchise, Membership, Player, Team, TeamStatus
from teams.services.entering import enter_teams
from tests.cast import NOW, make_commissioner, make_league_season, make_team


def clock():
    return NOW


def member(team, name, leads="", **fields):
    player = Player.objects.create(name=name)
    Account.objects.create(player=player, name=name, name_key=name_key(name), starts_at=NOW)
    Membership.objects.create(season=team.league_season.season, player=player, team=team, starts_at=NOW, **fields)
    if leads:
        Captaincy.objects.create(team=team, player=player, kind=leads, starts_at=NOW)
    return player


@pytest.fixture
def old(db):
    team = make_team(
        make_league_season(season="season-23"), "Straße", color_primary="#112233", division="East", logo="a.png"
    )
    member(team, "Aide", "assistant")
    member(team, "Cap", "captain")
    member(team, "To the end", ends_at=NOW, ending="season_end")
    member(team, "Gone", ends_at=NOW, ending="left")
    return team


@pytest.fixture
def season(old):
    return make_league_season(season="season-25", phase="offseason")


@pytest.mark.rule("T12")
def test_a_team_comes_along_with_all_it_had(old, season):
    lc = make_commissioner(season.league, "lc")
    entered = enter_teams(league_season=season, carried=[old], names=["=1+1", "🐻"], by=lc, clock=clock)
    assert [team.name for team in entered.teams] == ["Straße", "=1+1", "🐻"]
    new = Team.objects.get(league_season=season, franchise=old.franchise)
    assert (new.color_primary, new.division, new.logo, new.status) == ("#112233", "East", "a.png", "in")
    there = Membership.objects.filter(team=new, ends_at=None)
    assert sorted(there.values_list("player__name", flat=True)) == ["Aide", "Cap", "To the end"]
    leads = Captaincy.objects.filter(team=new).order_by("kind").values_list("player__name", "kind")
    assert list(leads) == [("Aide", "assistant"), ("Cap", "captain")]
    assert audit.sentence(AuditEntry.objects.get()) == "lc entered Straße, =1+1, 🐻 in RSHL Season 25."
    assert LeagueSeason.objects.get(pk=season.pk).version == 2


def test_twice_is_once(old, season):
    enter_teams(league_season=season, carried=[old], clock=clock)
    again = enter_teams(league_season=season, carried=[old], clock=clock)
    assert again.teams == []
    assert AuditEntry.objects.count() == 1


@pytest.mark.rule("T0")
def test_who_is_elsewhere_archived_or_above_the_cap_stays_behind(old, season):
    LeagueSeason.objects.filter(pk=season.pk).update(ruleset={"base": "rshl", "roster_cap": 1})
    Player.objects.filter(name="To the end").update(archived_at=NOW)
    entered = enter_teams(league_season=season, carried=[old], clock=clock)
    assert entered.left_out == {"Straße": ["Aide"]}
    new = entered.teams[0]
    assert Membership.objects.get(team=new).player.name == "Cap"
    assert Captaincy.objects.get(team=new).player.name == "Cap"


@pytest.mark.rule("T0")
def test_nobody_is_carried_onto_a_second_team(old, season):
    other = make_team(season, "Bees")
    cap = Player.objects.get(name="Cap")
    Membership.objects.create(season=season.season, player=cap, team=other, starts_at=NOW)
    new = enter_teams(league_season=season, carried=[old], clock=clock).teams[0]
    assert not Captaincy.objects.filter(team=new, kind="captain").exists()


def test_one_bad_name_enters_nobody(old, season):
    with pytest.raises(ValidationError, match="a team called Straße already"):
        enter_teams(league_season=season, carried=[old], names=["Bees", "STRAßE"], clock=clock)
    assert Team.objects.filter(league_season=season).count() == 0


@pytest.mark.rule("T12")
def test_after_the_offseason_only_by_override(old, season):
    LeagueSeason.objects.filter(pk=season.pk).update(phase="preseason")
    season.refresh_from_db()
    with pytest.raises(ValidationError, match=r"is in its preseason \(T12\)"):
        enter_teams(league_season=season, names=["Bees"], clock=clock)
    why = Override("T12", "Two teams folded.")
    enter_teams(league_season=season, names=["Bees"], status=TeamStatus.CANDIDATE, override=why, clock=clock)
    entry = AuditEntry.objects.get()
    assert (entry.reason, entry.rule) == ("Two teams folded.", "T12")
    assert Team.objects.get(name="Bees").status == "candidate"


def test_an_archived_franchise_that_plays_again_is_none(season):
    archived = Franchise.objects.create(name="Bees", archived_at=NOW)
    team = enter_teams(league_season=season, names=["Bees"], clock=clock).teams[0]
    assert team.franchise_id == archived.pk
    assert Franchise.objects.get(pk=archived.pk).archived_at is None


def test_another_leagues_commissioner_enters_nobody(season):
    other = make_commissioner(make_league_season("mshl").league, "other")
    with pytest.raises(PermissionDenied):
        enter_teams(league_season=season, names=["Bees"], by=other, clock=clock)
