"""The dates of a season: in their order, inside it, and told by their days."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from league import audit
from league.models import AuditEntry, LeagueSeason, SeasonDate
from league.selectors.dates import Dated, date_values, proposed, stored
from league.services.dates import check_dates, set_dates
from league.stale import StaleError, digest
from tests.cast import NOW, make_commissioner, make_league, make_league_season

pytestmark = pytest.mark.django_db
FIRST = date(2026, 1, 5)


def clock():
    return NOW


def days(kind, start, end, name="", pk=None):
    return Dated(kind, FIRST + timedelta(days=start), FIRST + timedelta(days=end), name, pk)


APPLICATIONS = days("applications", -20, -1)
PRESEASON = days("preseason", 0, 13)
REGULAR = days("regular", 14, 90)
POSTSEASON = days("postseason", 91, 120)
BREAK = days("break", 30, 36, "Holidays")
WHOLE = [APPLICATIONS, PRESEASON, REGULAR, POSTSEASON, BREAK, days("event", 50, 50, "All-Star <b>")]


@pytest.fixture
def season():
    return make_league_season(phase="offseason")


def write(season, dates, by=None, seen=None):
    seen = digest(date_values(stored(season))) if seen is None else seen
    return set_dates(league_season=season, dates=dates, seen=seen, by=by, clock=clock)


@pytest.mark.rule("P1")
def test_all_dates_of_a_season_in_one_go(season):
    lc = make_commissioner(season.league, "lc")
    written = write(season, WHOLE, lc)
    assert [each.kind for each in written] == [
        "applications", "preseason", "regular", "break", "event", "postseason",
    ]
    assert audit.sentence(AuditEntry.objects.get()).startswith(
        "lc set the dates of RSHL Season 24: Applications of teams 2025-12-16 to 2026-01-04; Preseason 2026-01-05"
    )
    assert LeagueSeason.objects.get().version == 2
    write(season, stored(season), lc)
    assert AuditEntry.objects.count() == 1


def test_a_date_that_moves_keeps_its_identity_and_one_that_is_left_out_goes(season):
    write(season, [REGULAR, BREAK])
    kept = SeasonDate.objects.get(kind="break")
    write(season, [days("regular", 14, 97, pk=SeasonDate.objects.get(kind="regular").pk),
                   days("break", 37, 40, "Holidays", kept.pk)])  # fmt: skip
    kept.refresh_from_db()
    assert kept.starts_on == FIRST + timedelta(days=37)
    write(season, [])
    assert not SeasonDate.objects.exists()
    told = [audit.sentence(each) for each in AuditEntry.objects.order_by("pk")]
    assert told[2].endswith("Regular season taken out; Holidays taken out.")


@pytest.mark.parametrize(
    "dates, why",
    [
        ([days("regular", 20, 19)], "ends on 2026-01-24, before it begins on 2026-01-25"),
        ([days("preseason", -1, 5)], "before the season's first day, 2026-01-05"),
        ([PRESEASON, days("regular", 13, 90)], "preseason lasts to 2026-01-18; 2026-01-19 is the first day"),
        ([REGULAR, days("postseason", 80, 99)], "is the first day it can begin"),
        ([PRESEASON, REGULAR, days("applications", -5, 0)], r"\(T12\); 2026-01-04 is the last day"),
        ([REGULAR, days("break", 10, 15)], "is no break of the season, which is played from 2026-01-19"),
        ([REGULAR, days("regular", 200, 201)], "dated once"),
        ([days("event", 0, 500, "Never")], "more than 400 days away"),
        ([days("event", 0, 0, "a\x00b")], "control"),
        ([days("event", 0, 0, str(number)) for number in range(61)], "at most 60"),
    ],
)
@pytest.mark.rule("P1")
def test_dates_that_contradict_each_other_are_refused(season, dates, why):
    with pytest.raises(ValidationError, match=why):
        write(season, dates)
    assert not SeasonDate.objects.exists()


def test_a_stale_form_overwrites_nothing(season):
    lc = make_commissioner(season.league, "lc")
    seen = digest(date_values([]))
    write(season, [REGULAR], lc)
    with pytest.raises(StaleError) as caught:
        write(season, [days("regular", 14, 95)], lc, seen)
    (difference,) = caught.value.differences
    assert (difference.label, difference.typed, difference.now) == (
        "Regular season", "2026-01-19 to 2026-04-10", "2026-01-19 to 2026-04-05",
    )
    assert caught.value.entry.actor == lc


def test_another_leagues_commissioner_dates_nothing(season):
    with pytest.raises(PermissionDenied):
        write(season, [REGULAR], make_commissioner(make_league("mshl")))


def test_a_row_of_another_season_is_not_taken_over(season):
    other = make_league_season("mshl")
    theirs = SeasonDate.objects.create(league_season=other, kind="break", starts_on=FIRST, ends_on=FIRST)
    write(season, [days("break", 1, 1, pk=theirs.pk)])
    theirs.refresh_from_db()
    assert theirs.starts_on == FIRST
    assert season.dates.count() == 1


def test_proposed_are_the_phases_from_the_first_day_as_long_as_they_were_last_time(season):
    assert [(each.kind, each.days) for each in proposed(season)] == [
        ("preseason", "2026-01-05 to 2026-01-18"),
        ("regular", "2026-01-19 to 2026-04-12"),
        ("postseason", "2026-04-13 to 2026-05-10"),
    ]
    check_dates(FIRST, proposed(season))
    old = make_league_season(season="season-23")
    type(old.season).objects.filter(pk=old.season_id).update(starts_on=FIRST - timedelta(days=300))
    SeasonDate.objects.create(
        league_season=old, kind="regular", starts_on=FIRST - timedelta(days=200), ends_on=FIRST - timedelta(days=191)
    )
    assert proposed(season)[1].days == "2026-01-19 to 2026-01-28"
