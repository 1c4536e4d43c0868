"""The rule set of a season: changed freely before it, as an exception during it, and nonsense never."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from league import audit
from league.models import AuditEntry, LeagueSeason, StaffRole
from league.rules.compared import changes, told
from league.rules.ruleset import MSHL, RSHL, parse, to_data
from league.services.overrides import Override
from league.services.rulesets import change_rules
from league.stale import StaleError, digest
from tests.cast import NOW, make_commissioner, make_league, make_league_season

pytestmark = pytest.mark.django_db


def clock():
    return NOW


@pytest.fixture
def season():
    return make_league_season(phase="preseason")


def change(season, by=None, override=None, seen=None, **fields):
    data = {**to_data(season.rules), **fields}
    seen = digest(told(season.rules)) if seen is None else seen
    return change_rules(league_season=season, data=data, seen=seen, by=by, override=override, clock=clock)


def test_a_change_is_written_whole_and_told_with_both_values(season):
    lc = make_commissioner(season.league, "lc")
    changed = change(season, lc, roster_cap=20, transfer_fraction="1/3", period_seconds=600, reseed=False)
    assert changed.rules.roster_cap == 20
    assert parse(LeagueSeason.objects.get().ruleset) == changed.rules
    assert audit.sentence(AuditEntry.objects.get()) == (
        "lc changed the rules of RSHL Season 24: period seconds 12:00 to 10:00 (G1); roster cap 18 to 20 (T0);"
        " transfer fraction 30 % to 1/3 (T2); reseed yes to no (O2)."
    )
    assert changed.version == 1
    assert LeagueSeason.objects.get().version == 2


def test_the_same_rules_change_nothing(season):
    change(season)
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    "fields, field",
    [
        ({"roster_cap": 0}, "roster_cap"),
        ({"roster_cap": 10**6}, "roster_cap"),
        ({"points": {**to_data(RSHL)["points"], "tie": 5}}, "points.tie"),
        ({"best_of": [2, 3, 5]}, "best_of"),
        ({"best_of": [3, 5]}, "best_of"),
        ({"playoff_teams": 5, "byes": 1}, "byes"),
        ({"byes": 6}, "byes"),
        ({"tiebreakers": ["wins", "wins"]}, "tiebreakers"),
        ({"tiebreakers": ["luck"]}, "tiebreakers"),
        ({"transfer_fraction": "3/2"}, "transfer_fraction"),
        ({"chart": {"faceoff": ["MiP", "MiP", "death"]}}, "chart.faceoff"),
        ({"luck": 1}, "luck"),
    ],
)
@pytest.mark.rule("O1")
def test_nonsense_is_refused_by_the_name_of_the_field(season, fields, field):
    with pytest.raises(ValidationError) as caught:
        change(season, **fields)
    assert caught.value.code == field
    assert field.split(".")[0] in caught.value.messages[0]
    assert LeagueSeason.objects.get().rules == RSHL


@pytest.mark.rule("C4")
def test_from_the_regular_season_on_only_as_an_exception(season):
    LeagueSeason.objects.update(phase="regular")
    season.refresh_from_db()
    with pytest.raises(ValidationError, match=r"rules are frozen.* \(G4, T0, C4\)"):
        change(season, roster_cap=20, mercy_goals=8)
    with pytest.raises(ValidationError, match="not S1"):
        change(season, override=Override("S1", "Why not."), roster_cap=20)
    with pytest.raises(ValidationError, match="needs a reason"):
        change(season, override=Override("T0", " "), roster_cap=20)
    change(season, override=Override("T0", "Two teams folded."), roster_cap=20)
    entry = AuditEntry.objects.get()
    assert (entry.rule, entry.reason) == ("T0", "Two teams folded.")
    assert LeagueSeason.objects.get().rules.roster_cap == 20


def test_before_it_a_reason_is_not_recorded_as_an_exception(season):
    change(season, override=Override("T0", "Because."), roster_cap=20)
    assert AuditEntry.objects.get().rule == ""


def test_a_stale_form_overwrites_nothing(season):
    lc = make_commissioner(season.league, "lc")
    seen = digest(told(season.rules))
    change(season, lc, roster_cap=20)
    with pytest.raises(StaleError) as caught:
        change(season, lc, seen=seen, roster_cap=19)
    difference, = caught.value.differences
    assert (difference.label, difference.typed, difference.now) == ("roster cap", "19", "20")
    assert caught.value.entry.actor == lc
    season.refresh_from_db()
    change(season, lc, seen=seen)


def test_another_leagues_commissioner_and_an_ended_one_change_nothing(season):
    lc = make_commissioner(season.league, "lc")
    with pytest.raises(PermissionDenied):
        change(season, make_commissioner(make_league("mshl")), roster_cap=20)
    StaffRole.objects.filter(user=lc).update(ends_at=NOW)
    with pytest.raises(PermissionDenied):
        change(season, lc, roster_cap=20)
    StaffRole.objects.filter(user=lc).update(ends_at=NOW + timedelta(seconds=1))
    change(season, lc, roster_cap=20)


def test_a_closed_season_keeps_its_rules(season):
    LeagueSeason.objects.update(closed_at=NOW)
    with pytest.raises(ValidationError, match="is closed"):
        change(season, roster_cap=20)


def test_two_rule_sets_side_by_side():
    chart = {"chart": {"faceoff": ["MaP", "MiP", "MaP+S"]}, "games_per_team": 20, "tiebreakers": []}
    found = changes(RSHL, parse(chart))
    assert [each.told for each in found] == [
        "tiebreakers wins, head-to-head points, head-to-head goal difference, goals against, goal difference,"
        " the shoot-out to none (S3)",
        "games per team as many as the meetings make to 20 (T2)",
        "chart: faceoff MiP, MiP, MaP+S to MaP, MiP, MaP+S (V2)",
    ]
    assert [each.name for each in changes(RSHL, MSHL)] == ["roster_cap", "playoff_teams", "byes", "best_of"]
