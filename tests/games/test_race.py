"""The points race: its numbers, its picture, and its page."""

from __future__ import annotations

import itertools
from datetime import UTC, date, datetime, timedelta

import pytest

from games.models import PointAdjustment
from games.selectors.counted import read_season
from games.selectors.race import MOST_DAYS, points_race, shown_days, spread
from games.selectors.standings import table_of
from tests.cast import NOW, make_result, make_team
from tests.pages import Html

pytestmark = pytest.mark.django_db
FIRST = datetime(2026, 1, 10, 20, tzinfo=UTC)


def race(season):
    found = read_season(season)
    return points_race(found, [row.team.pk for row in table_of(found).rows])


def points(season):
    return {each.team.name: each.points for each in race(season).teams}


def play(season, count=3, days=3):
    teams = [make_team(season, f"Team {number:02}", short_name=f"T{number}") for number in range(1, count + 1)]
    for day in range(days):
        make_result(teams[day % count], teams[(day + 1) % count], 2, day % 2, starts_at=FIRST + timedelta(days=day))
    return teams


def test_points_add_up_day_by_day(season):
    a, b = make_team(season, "Avalanche"), make_team(season, "Bears")
    make_result(a, b, 1, 0, starts_at=FIRST)
    make_result(b, a, 2, 2, starts_at=FIRST + timedelta(days=2))
    make_result(b, a, 2, 1, "overtime", starts_at=FIRST + timedelta(days=2, hours=1))
    assert points(season) == {"Avalanche": (2, 3), "Bears": (0, 3)}
    assert race(season).days == (date(2026, 1, 10), date(2026, 1, 12))


def test_days_end_at_midnight_in_the_seasons_zone(season):
    a, b = make_team(season, "Avalanche"), make_team(season, "Bears")
    make_result(a, b, 1, 0, starts_at=datetime(2026, 1, 11, 4, 59, tzinfo=UTC))
    make_result(a, b, 1, 0, starts_at=datetime(2026, 1, 11, 5, 0, tzinfo=UTC))
    assert race(season).days == (date(2026, 1, 10), date(2026, 1, 11))


@pytest.mark.rule("S11")
@pytest.mark.parametrize(
    "days, expected", [(-5, (-1, -1, 1)), (0, (-1, -1, 1)), (1, (2, -1, 1)), (2, (2, 2, 1)), (9, (2, 2, 1))]
)
def test_adjustments_count_from_the_match_day_they_reach(season, days, expected):
    a, b = make_team(season, "Avalanche"), make_team(season, "Bears")
    for day, goals in ((0, (1, 0)), (1, (0, 3)), (3, (1, 0))):
        make_result(a, b, *goals, starts_at=FIRST + timedelta(days=day))
    PointAdjustment.objects.create(team=a, points=-3, reason="No-show", made_at=FIRST + timedelta(days=days))
    assert points(season)["Avalanche"] == expected


def test_the_race_ends_where_the_table_stands(season):
    a, b, c = play(season)
    c.status = "removed_forfeit"
    c.save()
    make_result(a, b, 2, 0)
    found = read_season(season)
    table = table_of(found)
    order = [row.team.pk for row in table.rows]
    assert [each.final for each in points_race(found, order).teams] == [row.pts for row in table.rows]


def test_there_is_no_race_before_the_first_game(season):
    make_team(season, "Avalanche")
    assert race(season) is None


def test_a_long_season_is_drawn_by_the_week(season):
    days = [date(2026, 1, 5) + timedelta(days=number) for number in range(MOST_DAYS + 2)]
    assert shown_days(days[:MOST_DAYS]) == tuple(days[:MOST_DAYS])
    # January 5 is a Monday: six whole weeks end on Sundays.
    assert shown_days(days) == tuple(date(2026, 1, 11) + timedelta(weeks=number) for number in range(6))


def test_names_keep_their_distance_and_stay_in_the_picture():
    ends = dict.fromkeys(range(30), 50.0)
    places = spread(ends, list(range(30)), 560)
    heights = [places[number] for number in range(30)]
    assert heights == sorted(heights)
    assert all(below - above >= 17 - 0.11 for above, below in itertools.pairwise(heights))
    assert heights[-1] <= 560
    assert spread({1: 40.0, 2: 200.0}, [1, 2], 300) == {1: 40.0, 2: 200.0}


@pytest.mark.parametrize("count", [2, 4, 30])
def test_the_picture_has_a_line_and_a_name_for_each_team(client, season, count, django_assert_num_queries):
    play(season, count, days=12)
    with django_assert_num_queries(5):
        response = client.get("/rshl/season-24/race/")
    page = Html(response.content.decode())
    assert len(page.all("polyline", class_="race-line")) == count
    assert page.one("title", id="race-title").text == "Points race"
    assert "Team 01" in page.one("desc", id="race-desc").text
    table = page.one("table")
    assert len(page.all("th", scope="row")) == count
    assert "Jan 10" in table.text
    assert all("style" not in element.attrs for element in page.elements)


def test_one_day_alone_is_drawn_as_a_level_line(season):
    play(season, 2, days=1)
    assert race(season).teams[0].line.startswith("0,")
    assert " 1000," in race(season).teams[0].line


def test_points_below_nothing_are_drawn(season):
    _a, b = play(season, 2, days=2)
    PointAdjustment.objects.create(team=b, points=-20, reason="Much", made_at=NOW)
    drawn = race(season)
    assert any(tick.text.startswith("−") for tick in drawn.up)
    assert all(0 <= each.end <= drawn.height for each in drawn.teams)


def test_the_page_before_the_first_game(client, season):
    assert b"The race has not begun" in client.get("/rshl/season-24/race/").content


def test_names_are_escaped(client, season):
    a = make_team(season, "<script>", short_name="<script>")
    make_result(a, make_team(season, "Bears"), 1, 0)
    assert b"<script>" not in client.get("/rshl/season-24/race/").content.replace(b"<script src", b"")
