"""A season moves from phase to phase, and says first what that does."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from games.models import GameStatus, Seed, Series
from games.selectors.opening import opened_at
from games.selectors.phases import closing, forward, overdue
from games.services.phases import move_phase
from league import audit
from league.models import Announcement, AuditEntry, LeagueSeason, StaffRole
from league.services.overrides import Override
from teams.models import Captaincy, Player, TeamStatus
from tests.cast import NOW, make_commissioner, make_game, make_league_season, make_result, make_team

pytestmark = pytest.mark.django_db
BACK = Override("C4", "Moved by mistake.")


def clock():
    return NOW


@pytest.fixture
def season():
    return make_league_season(phase="offseason", ruleset={"base": "mshl", "playoff_teams": 2, "best_of": [3]})


def move(season, to, by=None, override=None):
    return move_phase(league_season=season, to=to, by=by, override=override, clock=clock)


def at(season, phase):
    LeagueSeason.objects.filter(pk=season.pk).update(phase=phase)
    season.refresh_from_db()
    return season


def test_forward_one_at_a_time(season):
    lc = make_commissioner(season.league, "lc")
    with pytest.raises(ValidationError, match="goes on to its preseason"):
        move(season, "regular")
    move(season, "preseason", lc)
    move(season, "preseason", lc)
    with pytest.raises(ValidationError, match="goes on to its regular season or back to its offseason"):
        move(season, "postseason")
    move(season, "regular", lc)
    told = [audit.sentence(each) for each in AuditEntry.objects.filter(verb="phase.moved").order_by("pk")]
    assert told == [
        "lc moved RSHL Season 24 from its offseason to its preseason.",
        "lc moved RSHL Season 24 from its preseason to its regular season.",
    ]
    assert LeagueSeason.objects.get().version > 2


def test_each_step_forward_drafts_its_announcement_once_for_somebody_to_send(season):
    move(season, "preseason")
    (draft,) = Announcement.objects.all()
    assert (draft.title, draft.published_at, draft.league_season) == (
        "RSHL Season 24: the preseason begins", None, season,
    )
    assert draft.body.startswith("RSHL Season 24 is in its preseason.\n\nTeams enter no more")
    move(season, "offseason", override=BACK)
    move(season, "preseason")
    assert Announcement.objects.count() == 1


@pytest.mark.rule("C4")
def test_back_only_as_an_exception_until_a_game_has_begun(season):
    at(season, "regular")
    with pytest.raises(ValidationError, match="only as an exception"):
        move(season, "preseason")
    move(season, "preseason", override=BACK)
    entry = AuditEntry.objects.get()
    assert (entry.rule, entry.reason) == ("C4", "Moved by mistake.")
    move(season, "regular", override=BACK)
    assert AuditEntry.objects.filter(verb="phase.moved").latest("pk").rule == ""
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    make_game(ants, bees, NOW + timedelta(minutes=1), status=GameStatus.CANCELLED)
    make_game(ants, bees, NOW)
    with pytest.raises(ValidationError, match="Bees at Ants has begun"):
        move(season, "preseason", override=BACK)


@pytest.mark.rule("S12")
def test_the_seeds_are_frozen_with_the_postseason_and_taken_back_with_it(season):
    at(season, "regular")
    ants, bees, cats = (make_team(season, name) for name in ("Ants", "Bees", "Cats"))
    make_result(bees, ants, 3, 1)
    make_result(bees, cats, 3, 1)
    make_result(ants, cats, 3, 1)
    assert "The seeds are frozen (S12): 1. Bees, 2. Ants." in forward(season).effects
    move(season, "postseason")
    assert list(Seed.objects.values_list("number", "team__name", "frozen_at")) == [(1, "Bees", NOW), (2, "Ants", NOW)]
    at(season, "postseason")
    move(season, "regular", override=BACK)
    assert not Seed.objects.exists()


@pytest.mark.rule("S12")
def test_seeds_that_a_series_was_made_of_are_not_taken_back(season):
    at(season, "postseason")
    Series.objects.create(
        league_season=season, round=1, better=make_team(season, "Ants"), worse=make_team(season, "Bees"), best_of=3
    )
    with pytest.raises(ValidationError, match="A series has been drawn up"):
        move(season, "regular", override=BACK)


@pytest.mark.rule("S6")
def test_no_seeds_while_nothing_separates_those_who_would_have_them(season):
    at(season, "regular")
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    assert forward(season).blocked == ["No game has counted yet, so nothing separates the teams (S6)."]
    make_result(ants, bees, 1, 1)
    assert any("A shoot-out is needed" in each for each in forward(season).blocked)
    with pytest.raises(ValidationError, match="A shoot-out is needed"):
        move(season, "postseason")
    assert LeagueSeason.objects.get().phase == "regular"


@pytest.mark.rule("O1")
def test_no_seeds_with_fewer_teams_than_places(season):
    at(season, "regular")
    make_team(season, "Ants")
    assert forward(season).blocked == ["The playoffs are for 2 teams, and the table has 1 team (O1)."]


def test_what_the_preseason_does(season):
    step = forward(season)
    assert step.warnings == ["No team has entered yet."]
    assert "Each team may postpone no games of the preseason (P3)." in step.effects
    make_team(season, "Ants", status=TeamStatus.APPLIED)
    assert forward(season).warnings == ["Nobody has decided on Ants."]


@pytest.mark.rule("T0")
def test_what_the_regular_season_does(season):
    at(season, "preseason")
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    make_team(season, "Cats", status=TeamStatus.CANDIDATE)
    captain = Player.objects.create(name="Ann")
    Captaincy.objects.create(team=ants, player=captain, kind="captain", starts_at=NOW)
    make_game(ants, bees, kind="preseason")
    step = forward(season)
    assert step.effects == [
        "The rule set is frozen; it changes only as an exception with a reason (C4).",
        "The count of postponements begins: 3 for each team (P3).",
        "Joining and leaving freely ends when the first game of the regular season is played (T0).",
    ]
    assert step.warnings == [
        "Neither taken in nor cut, and so without a place in the table: Cats (T12).",
        "Without a captain: Bees (T14).",
        "No game of the regular season has been drawn up (P1).",
        "1 game has no result: Bees at Ants.",
    ]


@pytest.mark.rule("T0")
def test_the_other_leagues_first_game_opens_the_season_for_both(season):
    at(season, "preseason")
    other = make_league_season("mshl")
    wasps, hornets = make_team(other, "Wasps"), make_team(other, "Hornets")
    make_result(wasps, hornets, 0, 0, "forfeit", home_counted=1, forfeited_by="away")
    assert opened_at(season.season_id) is None
    live = make_game(wasps, hornets, NOW - timedelta(hours=2), status=GameStatus.LIVE)
    assert opened_at(season.season_id) == live.starts_at
    earlier = make_result(wasps, hornets, 2, 1, starts_at=NOW - timedelta(hours=3))
    type(earlier).objects.filter(pk=earlier.pk).update(began_at=NOW - timedelta(hours=1))
    assert opened_at(season.season_id) == live.starts_at
    assert forward(season).effects[-1].startswith("Joining and leaving freely is over already")


def test_what_closing_does_and_what_is_missing(season):
    at(season, "regular")
    make_game(make_team(season, "Ants"), make_team(season, "Bees"), NOW - timedelta(days=2))
    step = closing(season)
    assert step.warnings == ["The season is still in its regular season.", "1 game has no result: Bees at Ants."]
    assert overdue(season, NOW) == 1
    assert forward(at(season, "postseason")) is None


def test_another_leagues_commissioner_and_an_ended_one_move_nothing(season):
    lc = make_commissioner(season.league, "lc")
    with pytest.raises(PermissionDenied):
        move(season, "preseason", make_commissioner(make_league_season("mshl").league))
    StaffRole.objects.filter(user=lc).update(ends_at=NOW)
    with pytest.raises(PermissionDenied):
        move(season, "preseason", lc)
