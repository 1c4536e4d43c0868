"""The page of the table: what stands on it, for whom, and what it costs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from games.models import PointAdjustment, ShootoutOrder
from league import versions
from league.models import ClinchMarks, LeagueSeason
from league.services import clockwork
from league.services.changes import table_changed
from rshl.pagecache import store
from tests.cast import NOW, make_game, make_result, make_team, make_user
from tests.pages import Html

ADDRESS = "/rshl/season-24/"
QUERIES = 5
pytestmark = pytest.mark.django_db


def get(client, query=""):
    response = client.get(ADDRESS + query)
    assert response.status_code == 200, response.content
    return Html(response.content.decode())


def text(page):
    return page.one("main").text


def fill(season, count):
    """A full round of ``count`` teams in which the earlier team wins its home games and ties the others."""
    teams = [make_team(season, f"Team {number:02}", short_name=f"T{number}") for number in range(1, count + 1)]
    for number, home in enumerate(teams):
        for away in teams[number + 1 :]:
            make_result(home, away, 3, 1)
    return teams


@pytest.mark.parametrize("count", [1, 2, 4, 12, 30])
def test_the_page_asks_the_same_questions_whatever_the_number_of_teams(
    client, season, count, django_assert_num_queries
):
    fill(season, count)
    with django_assert_num_queries(QUERIES):
        page = get(client)
    assert len(page.all("tr", class_="has-why")) == (count if count > 1 else 0)


def test_adjustments_orders_and_marks_cost_no_more(client, season, django_assert_num_queries):
    teams = fill(season, 12)
    for team in teams:
        PointAdjustment.objects.create(team=team, points=1, reason=f"For {team}", made_at=NOW)
    ShootoutOrder.objects.create(league_season=season, order=[teams[0].pk, teams[1].pk], made_at=NOW)
    ClinchMarks.objects.create(league_season=season, version=1, marks={}, made_at=NOW)
    with django_assert_num_queries(QUERIES):
        page = get(client)
    assert "For Team 07" in text(page)


def test_a_change_is_on_the_next_page(client, season, django_assert_num_queries):
    a, b = fill(season, 2)
    assert page_points(get(client)) == ["2", "0"]
    with django_assert_num_queries(1):
        get(client)
    make_result(b, a, 4, 0)
    versions.bump(season.pk)
    with django_assert_num_queries(QUERIES + 1):
        page = get(client)
    assert page_points(page) == ["2", "2"]


def page_points(page):
    return [cell.text for cell in page.all("td", class_="num pts")]


def test_marks_appear_with_the_sweep_and_vanish_with_the_next_change(client, season):
    fill(season, 8)
    LeagueSeason.objects.update(closed_at=NOW)
    table_changed(season, NOW)
    assert not get(client).all("abbr", class_="mark mark-z")
    clockwork.sweep(clock=lambda: NOW)
    page = get(client)
    assert page.one("abbr", class_="mark mark-z").attrs["title"] == "clinched first place"
    assert "clinched first place" in page.one("ul", class_="legend").text
    assert "Certain: clinched first place." in text(page)
    assert len(page.all("abbr", class_="mark mark-e")) == 2
    versions.bump(season.pk)
    assert not get(client).all("abbr", class_="mark mark-z")


def test_each_row_opens_to_say_why_without_a_script(client, season):
    teams = fill(season, 3)
    make_result(teams[2], teams[1], 2, 1, "overtime")
    page = get(client)
    assert len(page.all("details", class_="why")) == 3
    told = page.all("div", class_="why-body")
    assert "Team 01 are above Team 02 on points: 4 against 2." in told[0].text
    assert "Team 02 are above Team 03 on head-to-head goal difference: +1 against −1." in told[1].text
    assert "Level on head-to-head points: 2 of 4." in told[1].text
    assert "Home 1–0–0, away 0–2–0 (wins, losses, ties)." in told[1].text
    assert "Lost in overtime 1–2 at Team 03" in told[1].text
    assert "On a run of 1 win." in told[2].text


def test_what_is_undecided_and_the_order_of_the_steps(client, season):
    a, b, c = (make_team(season, name) for name in ("Avalanche", "Bears", "Comets"))
    make_result(a, c, 2, 0)
    make_result(c, b, 0, 2)
    page = get(client)
    words = page.one("section", id="undecided").text
    assert "Nothing separates Avalanche and Bears: they share places 1 to 2." in words
    assert "A shoot-out is needed: that decides the first seed and home ice." in words
    assert "Games are left" in words
    assert [cell.text for cell in page.all("td", class_="rank")] == ["1=", "1=", "3"]
    order = page.one("section", id="order").text
    assert order.index("1. Most wins") < order.index("6. A shoot-out")


def test_nothing_is_undecided(client, season):
    fill(season, 2)
    words = get(client).one("section", id="undecided").text
    assert "Nothing as it stands: every place follows from the results." in words


def test_odd_names_come_out_as_they_are(client, season):
    odd = ["<script>alert(1)</script>", "=1+1", "🐻", "Straße", "Strasse", 'O\'Brien & "Sons"']
    teams = [make_team(season, name, short_name=name[:16]) for name in odd]
    for team in teams[1:]:
        make_result(teams[0], team, 1, 0)
    PointAdjustment.objects.create(team=teams[0], points=-1, reason="<b>No-show</b>", made_at=NOW)
    response = client.get(ADDRESS)
    source = response.content.decode()
    assert "<script>alert" not in source
    assert "<b>No" not in source
    page = Html(source)
    for name in odd:
        assert name in text(page)
    assert "<b>No-show</b>" in text(page)


def test_before_the_first_game_the_page_says_what_will_be_here(client, season):
    make_team(season, "Avalanche")
    make_game(make_team(season, "Bears"), make_team(season, "Comets"))
    page = get(client)
    assert "No game has counted yet" in text(page)
    assert page.all("table") == []
    assert "Avalanche" in text(page)
    assert page.all("input", type_="date", name="as_of") == []


def test_a_season_without_teams_has_a_page(client, season):
    assert "No game has counted yet" in text(get(client))


def dated(season):
    a, b = make_team(season, "Avalanche"), make_team(season, "Bears")
    make_result(a, b, 1, 0, starts_at=datetime(2026, 1, 10, 20, tzinfo=UTC))
    make_result(b, a, 5, 0, starts_at=datetime(2026, 1, 20, 20, tzinfo=UTC))
    return a, b


def test_the_table_as_of_a_day(client, season, django_assert_num_queries):
    dated(season)
    form = get(client).one("input", id="as_of")
    assert (form.attrs["min"], form.attrs["max"], form.attrs["type"]) == ("2026-01-10", "2026-01-20", "date")
    with django_assert_num_queries(QUERIES):
        page = get(client, "?as_of=2026-01-15")
    assert page.one("h1").text == "The table on January 15, 2026"
    assert page_points(page) == ["2", "0"]
    assert "in America/New_York" in text(page)
    assert page.one("input", id="as_of").attrs["value"] == "2026-01-15"
    assert "The present table" in [link.text for link in page.all("a", href=ADDRESS)]


@pytest.mark.parametrize(
    "asked, said",
    [
        ("nonsense", "“nonsense” is no date"),
        ("<script>", "“<script>” is no date"),
        ("2026-02-30", "is no date"),
        ("2026-01-09", "from 2026-01-10 to 2026-01-20"),
        ("2026-01-21", "from 2026-01-10 to 2026-01-20"),
        ("9999-12-31", "from 2026-01-10 to 2026-01-20"),
        ("0001-01-01", "from 2026-01-10 to 2026-01-20"),
    ],
)
def test_a_day_that_is_none_or_out_of_range_shows_the_present_table_and_says_so(client, season, asked, said):
    dated(season)
    page = get(client, f"?as_of={asked}")
    assert said in page.one("div", class_="notice notice-warning").text
    assert page.one("h1").text == "The table"
    assert page_points(page) == ["2", "2"]


def test_an_empty_day_is_the_present_table(client, season):
    dated(season)
    assert get(client, "?as_of=").all("div", class_="notice notice-warning") == []


def test_there_is_no_earlier_table_before_the_first_game(client, season):
    assert "no earlier table" in text(get(client, "?as_of=2026-01-09"))


def test_divisions_have_tables_of_their_own(client, season):
    west = [make_team(season, name, division="West & North") for name in ("Avalanche", "Bears")]
    make_result(west[0], make_team(season, "Comets", division="East"), 1, 0)
    page = get(client)
    link = next(link for link in page.all("a") if link.text == "West & North")
    assert link.attrs["href"] == "?division=West%20%26%20North"
    page = get(client, link.attrs["href"])
    assert [each.text for each in page.all("th", scope="row")] == ["Avalanche", "Bears"]
    assert client.get(ADDRESS + "?division=South").status_code == 404


def test_a_link_to_the_table_shows_the_top_three(client, season):
    fill(season, 4)
    page = get(client)
    shown = {each.attrs.get("property"): each.attrs["content"] for each in page.all("meta") if "content" in each.attrs}
    assert shown["og:title"] == "RSHL Season 24 table"
    assert shown["og:description"] == "Points: 1 Team 01 6, 2 Team 02 4, 3 Team 03 2. 6 games counted."


def test_removed_teams_are_explained(client, season):
    _a, b, c = fill(season, 3)
    c.status = "removed_forfeit"
    c.save()
    b.status = "removed_expunged"
    b.save()
    page = text(get(client))
    assert "Team 03 were removed from the league: the games they did not play count as 1–0 forfeits." in page
    assert "Team 02 were removed from the league: none of their games count." in page


def test_a_closed_season_shows_the_final_table(client, season):
    fill(season, 2)
    LeagueSeason.objects.update(closed_at=NOW)
    page = get(client)
    assert page.one("h1").text == "Final table"
    assert "the season is closed" in text(page)


def test_somebody_signed_in_sees_the_same_table(client, season):
    fill(season, 2)
    client.force_login(make_user())
    assert page_points(get(client)) == ["2", "0"]


def test_unknown_seasons_are_not_found(client, season):
    assert client.get("/rshl/season-25/").status_code == 404
    assert client.get("/rshl/season-25/race/").status_code == 404
    assert client.get("/rshl/season-25/rules/").status_code == 404


def test_the_page_is_kept_until_something_changes_whatever_the_clock_says(client, season):
    fill(season, 2)
    make_game(*season.teams.all(), starts_at=NOW + timedelta(days=400))
    get(client)
    (page,) = store._pages.values()
    assert page.basis.league_season == season.pk
