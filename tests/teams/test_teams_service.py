"""Teams enter a season; players join and lead them."""

import pytest
from django.core.exceptions import ValidationError

from league.audit import sentence
from league.models import AuditEntry, LeagueSeason
from league.names import name_key
from teams.models import Account, Captaincy, Franchise, Membership, Team
from teams.services.captains import set_captain
from teams.services.players import add_membership, create_player
from teams.services.teams import create_team
from tests.cast import NOW, make_league_season, make_result, make_team, make_user


def clock():
    return NOW


@pytest.fixture
def season(db):
    return make_league_season(phase="offseason")


def create(season, name, **more):
    return create_team(league_season=season, name=name, clock=clock, **more)


@pytest.mark.parametrize("name", ["=1+1", "<script>", "🐻", "O'Brien", "'quoted", 'Flying, "Spaghetti"; Monster'])
def test_a_team_may_be_called_anything(season, name):
    team = create(season, f" {name} ")
    assert (team.name, team.name_key, team.franchise.name) == (name, name_key(name), name)
    assert team.short_name == name[:16].strip()


def test_sharp_s_and_double_s_are_two_teams(season):
    create(season, "Straße")
    create(season, "Strasse")
    with pytest.raises(ValidationError, match="a team called Straße already"):
        create(season, "STRAßE")
    assert Team.objects.count() == 2


def test_a_team_continues_the_franchise_of_its_name(season):
    old = create(season, "Cya")
    new = create(make_league_season(season="season-25"), "CYA")
    assert new.franchise == old.franchise
    assert Franchise.objects.count() == 1


def test_a_franchise_that_plays_here_already_is_not_taken_twice(season):
    renamed = make_team(season, "Other name")
    Franchise.objects.update(name="Cya")
    assert create(season, "Cya").franchise != renamed.franchise


def test_a_team_is_entered_on_record(season):
    by = make_user("Bob")
    team = create(
        season, "Cya", short_name="CYA", color_primary="#aa0000", division="East", status="candidate", by=by
    )
    assert (team.short_name, team.color_primary, team.color_secondary) == ("CYA", "#aa0000", "#ffffff")
    assert (team.division, team.status) == ("East", "candidate")
    assert sentence(AuditEntry.objects.get()) == "Bob entered Cya in RSHL Season 24."
    assert LeagueSeason.objects.get().version == 2


@pytest.mark.parametrize("more", [{"name": " "}, {"name": "a\u202eb"}, {"color_primary": "red"}, {"status": "good"}])
def test_what_is_not_right_is_refused(season, more):
    with pytest.raises(ValidationError):
        create(season, **{"name": "Cya", **more})
    assert not Team.objects.exists()
    assert not Franchise.objects.exists()


def test_a_player_begins_with_an_account(db):
    player = create_player(name="Ann", account="ann_99", clock=clock)
    assert (player.name, Account.objects.get().name) == ("Ann", "ann_99")
    with pytest.raises(ValidationError, match="Ann holds the account ann_99"):
        create_player(name="ANN_99", clock=clock)


@pytest.mark.rule("T0")
def test_anyone_joins_freely_in_the_offseason_one_team_at_a_time(season):
    cya, other = create(season, "Cya"), create(season, "Other")
    player = create_player(name="Ann", clock=clock)
    membership = add_membership(player=player, team=cya, clock=clock)
    assert (membership.starts_at, membership.ends_at, membership.season) == (NOW, None, season.season)
    with pytest.raises(ValidationError, match="roster of Cya"):
        add_membership(player=player, team=other, clock=clock)


@pytest.mark.rule("T0")
def test_nobody_joins_freely_in_the_regular_season(season):
    team = create(season, "Cya")
    make_result(team, create(season, "Kings"), 1, 0)
    with pytest.raises(ValidationError, match="T0"):
        add_membership(player=create_player(name="Ann"), team=team, clock=clock)


@pytest.mark.rule("T0")
def test_nobody_joins_at_the_cap(season):
    LeagueSeason.objects.update(ruleset={"base": "rshl", "roster_cap": 1})
    team = create(season, "Cya")
    add_membership(player=create_player(name="Ann"), team=team)
    with pytest.raises(ValidationError, match="1 of 1 players"):
        add_membership(player=create_player(name="Ben"), team=team)
    assert Membership.objects.count() == 1


@pytest.mark.rule("T14")
def test_a_new_captain_takes_over(season):
    team = create(season, "Cya")
    ann, ben = create_player(name="Ann"), create_player(name="Ben")
    add_membership(player=ann, team=team)
    with pytest.raises(ValidationError, match="T14"):
        set_captain(team=team, player=ben)
    add_membership(player=ben, team=team)
    first = set_captain(team=team, player=ann, clock=clock)
    Captaincy.objects.create(team=team, player=ben, kind="assistant", starts_at=NOW)
    set_captain(team=team, player=ben, clock=clock)
    again = set_captain(team=team, player=ben, clock=clock)
    assert Captaincy.objects.get(pk=first.pk).ends_at == NOW
    assert list(Captaincy.objects.filter(ends_at=None)) == [again]
    assert (again.kind, again.player) == ("captain", ben)
