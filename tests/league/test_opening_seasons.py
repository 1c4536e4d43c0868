"""Seasons are opened and closed, leagues created."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from league import audit
from league.models import AuditEntry, League, LeagueSeason, Season, StaffRole
from league.selectors.openings import joinable, offers, proposed_name, proposed_slug
from league.services.seasons import NewSeason, Opening, close_season, create_league, open_season
from teams.models import Membership, Player
from tests.cast import NOW, make_commissioner, make_league, make_league_season, make_team, make_zone_leader

pytestmark = pytest.mark.django_db
NEW = NewSeason("Season 25", date(2026, 9, 1))


def clock():
    return NOW


def opening(league, ruleset="rshl", zone="Europe/Berlin"):
    return Opening(league, ruleset, zone)


def test_a_new_season_with_two_leagues():
    rshl, mshl = make_league("rshl"), make_league("mshl", position=1)
    leader = make_zone_leader()
    opened = open_season(season=NEW, openings=[opening(rshl), opening(mshl, "mshl")], by=leader, clock=clock)
    season = Season.objects.get()
    assert (season.name, season.slug, season.starts_on) == ("Season 25", "season-25", date(2026, 9, 1))
    assert [(each.league, each.phase, each.rules.roster_cap, each.time_zone) for each in opened] == [
        (rshl, "offseason", 18, "Europe/Berlin"), (mshl, "offseason", 20, "Europe/Berlin"),
    ]
    told = [audit.sentence(each) for each in AuditEntry.objects.order_by("pk")]
    assert told == ["leader opened RSHL Season 25.", "leader opened MSHL Season 25."]


def test_a_league_joins_a_season_with_the_rules_of_its_last_one():
    old = make_league_season(season="season-23", ruleset={"base": "rshl", "roster_cap": 15})
    mshl = make_league_season("mshl", season="season-25")
    (opened,) = open_season(season=mshl.season, openings=[opening(old.league, "last")], clock=clock)
    assert (opened.season, opened.rules.roster_cap) == (mshl.season, 15)


def test_all_leagues_enter_or_none():
    there = make_league_season("rshl", "season-25")
    with pytest.raises(ValidationError, match="RSHL League is in Season 25 already"):
        open_season(season=there.season, openings=[opening(make_league("mshl")), opening(there.league)], clock=clock)
    assert LeagueSeason.objects.count() == 1


@pytest.mark.parametrize(
    "new, ruleset, zone, why",
    [
        (NewSeason("  ", date(2026, 9, 1)), "rshl", "UTC", "visible character"),
        (NewSeason("Another", date(2026, 9, 1), "season-24"), "rshl", "UTC", "is that of Season 24. Join that season"),
        (NewSeason("Another", date(2026, 9, 1), "a b"), "rshl", "UTC", "small letters"),
        (NEW, "nhl", "UTC", "no rule set called nhl"),
        (NEW, "last", "UTC", "no rule set called last"),
        (NEW, "rshl", "Mars/Olympus", "no time zone"),
    ],
)
def test_nonsense_opens_nothing(new, ruleset, zone, why):
    make_league_season("mshl", "season-24")
    with pytest.raises(ValidationError, match=why):
        open_season(season=new, openings=[opening(make_league("rshl"), ruleset, zone)], clock=clock)
    assert (Season.objects.count(), LeagueSeason.objects.count()) == (1, 1)


def test_a_season_needs_a_league():
    with pytest.raises(ValidationError, match="at least one league"):
        open_season(season=NEW, openings=[], clock=clock)


def test_ones_own_leagues_only_and_only_as_long_as_the_office_lasts():
    rshl, mshl = make_league("rshl"), make_league("mshl")
    lc = make_commissioner(rshl)
    with pytest.raises(PermissionDenied):
        open_season(season=NEW, openings=[opening(rshl), opening(mshl)], by=lc, clock=clock)
    StaffRole.objects.update(ends_at=NOW)
    with pytest.raises(PermissionDenied):
        open_season(season=NEW, openings=[opening(rshl)], by=lc, clock=clock)
    assert not Season.objects.exists()


def test_what_is_proposed():
    assert (proposed_name(), proposed_slug("Season 1")) == ("Season 1", "season-1")
    old = make_league_season(season="season-24", time_zone="Europe/Berlin")
    mshl = make_league("mshl")
    assert proposed_name() == "Season 25"
    assert (proposed_slug("Season 24"), proposed_slug("🐻")) == ("season-24-2", "season-2")
    assert [each.name for each in joinable([old.league, mshl])] == ["Season 24"]
    assert joinable([old.league]) == []
    first, second = offers([old.league, mshl])
    assert (first.proposed, first.rulesets[0], first.time_zone) == (
        "last", ("last", "Those of Season 24"), "Europe/Berlin",
    )
    assert (second.proposed, second.last) == ("mshl", None)
    LeagueSeason.objects.update(closed_at=NOW)
    assert joinable([mshl]) == []


def test_a_name_without_a_number_proposes_none():
    season = make_league_season().season
    Season.objects.filter(pk=season.pk).update(name="Autumn")
    assert proposed_name() == ""


def create(**changes):
    values = {"name": "Minor League", "short_name": "MIN", "slug": "minor"}
    return create_league(**{**values, **changes})


def test_the_zone_leader_creates_leagues():
    there = make_league_season()
    made = create(slug=" Minor ", by=make_zone_leader(), clock=clock)
    assert (made.slug, made.position) == ("minor", 1)
    assert audit.sentence(AuditEntry.objects.get()) == "leader created the league Minor League."
    assert LeagueSeason.objects.get().version == there.version + 1
    with pytest.raises(PermissionDenied):
        create(slug="other", by=make_commissioner(made), clock=clock)


@pytest.mark.parametrize(
    "changes, field",
    [({"slug": "teams"}, "slug"), ({"slug": "rshl"}, "slug"), ({"slug": "a/b"}, "slug"), ({"name": " "}, "name"),
     ({"short_name": "x" * 17}, "short_name")],
)  # fmt: skip
def test_nonsense_creates_no_league(changes, field):
    make_league("rshl")
    with pytest.raises(ValidationError) as caught:
        create(**changes)
    assert list(caught.value.message_dict) == [field]
    assert League.objects.count() == 1


def test_rosters_end_with_the_season():
    season = make_league_season()
    team = make_team(season, "Ants")
    player = Player.objects.create(name="Ann")
    stay = Membership.objects.create(season=season.season, player=player, team=team, starts_at=NOW - timedelta(days=9))
    with pytest.raises(PermissionDenied):
        close_season(league_season=season, by=make_commissioner(make_league("mshl")), clock=clock)
    close_season(league_season=season, by=make_zone_leader(), clock=clock)
    stay.refresh_from_db()
    assert (stay.ends_at, stay.ending) == (NOW, "season_end")
