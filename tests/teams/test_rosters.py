"""Whole rosters: all of the names or none of them."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError

from league import audit
from league.models import AuditEntry, LeagueSeason
from league.models.seasons import Phase
from teams.models import Account, Membership, Player
from teams.services.players import create_player
from teams.services.rosters import enter_roster
from tests.cast import NOW, make_commissioner, make_league_season, make_result, make_team

NAMES = ["Straße", "Strasse", "=1+1", "🐻"]


@pytest.fixture
def team(db):
    return make_team(make_league_season(phase=Phase.PRESEASON), "Lightsabers")


@pytest.mark.rule("T12")
def test_players_accounts_and_memberships_are_written_in_order(team):
    by = make_commissioner(team.league_season.league, "lc")
    players = enter_roster(team=team, names=[" Straße ", *NAMES[1:]], by=by, clock=lambda: NOW)
    assert [player.name for player in players] == NAMES
    assert list(Account.objects.order_by("pk").values_list("player__name", "name_key", "starts_at")) == [
        (name, name.lower(), NOW) for name in NAMES
    ]
    assert list(Membership.objects.order_by("pk").values_list("player", "team", "season", "starts_at", "ends_at")) == [
        (player.pk, team.pk, team.league_season.season_id, NOW, None) for player in players
    ]


def test_it_is_told_and_moves_the_version(team):
    before = LeagueSeason.objects.get().version
    enter_roster(team=team, names=NAMES, by=make_commissioner(team.league_season.league, "lc"), clock=lambda: NOW)
    assert audit.sentence(AuditEntry.objects.get()) == "lc put 4 new players on the roster of Lightsabers."
    assert LeagueSeason.objects.get().version == before + 1


@pytest.mark.rule("T0")
def test_the_cap_counts_who_is_there_already(team):
    enter_roster(team=team, names=[f"Skater {number}" for number in range(15)])
    with pytest.raises(ValidationError, match="room for 3, not for 4 more"):
        enter_roster(team=team, names=NAMES)
    enter_roster(team=team, names=NAMES[:3])
    assert Membership.objects.count() == 18


@pytest.mark.rule("T0")
def test_nobody_joins_like_this_in_the_regular_season(team):
    LeagueSeason.objects.update(phase=Phase.REGULAR)
    make_result(team, make_team(team.league_season, "Kings"), 2, 1)
    with pytest.raises(ValidationError, match=r"began with its first game: .* \(T0\)"):
        enter_roster(team=team, names=NAMES, clock=lambda: NOW)


@pytest.mark.rule("T0")
def test_the_freedom_ends_with_the_first_game_and_not_with_the_phase(team):
    LeagueSeason.objects.update(phase=Phase.REGULAR)
    enter_roster(team=team, names=NAMES, clock=lambda: NOW)
    assert Membership.objects.count() == 4


@pytest.mark.parametrize(
    "names, why",
    [
        (["Comet", "Kraken"], "Kraken holds the account kraken already"),
        (["Comet", "COMET"], "COMET is on the list twice"),
        (["Comet", "  "], "at least one visible character"),
    ],
)
def test_one_bad_name_refuses_all_of_them(team, names, why):
    create_player(name="Kraken", account="kraken")
    with pytest.raises(ValidationError, match=why):
        enter_roster(team=team, names=names)
    assert Player.objects.count() == 1
    assert not Membership.objects.exists()
