"""The pages on which a season is opened and run."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
import time_machine
from django.urls import reverse

from league.models import League, LeagueSeason, Season, SeasonDate, StaffRole
from league.models.people import Role
from league.selectors.desk import waiting_for
from teams.models import Captaincy, Membership, Player, Team, TeamStatus
from tests.cast import (
    NOW,
    make_commissioner,
    make_game,
    make_league,
    make_league_season,
    make_result,
    make_team,
    make_zone_leader,
)
from tests.pages import Html

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
BASE = "/rshl/season-24/manage/"


@pytest.fixture
def season():
    return make_league_season(phase="offseason")


@pytest.fixture
def lc(season, client):
    user = make_commissioner(season.league, "lc")
    client.force_login(user)
    return user


def page(client, address=BASE):
    response = client.get(address)
    assert response.status_code == 200
    return Html(response.content.decode())


def fields(client, address):
    """What the page's forms would send when nothing is changed."""
    found = {}
    for each in page(client, address).elements:
        name = each.attrs.get("name", "")
        sent = each.attrs.get("type") not in ("checkbox", "radio") or "checked" in each.attrs
        if each.tag == "input" and name and sent:
            found.setdefault(name, []).append(each.attrs.get("value", ""))
        if each.tag == "textarea":
            found[name] = [each.text]
    found.pop("csrfmiddlewaretoken", None)
    found.pop("q", None)
    return found | chosen(client, address)


def chosen(client, address):
    found, current = {}, ""
    for each in page(client, address).elements:
        if each.tag == "select":
            current = each.attrs["name"]
        if each.tag == "option" and ("selected" in each.attrs or current not in found):
            found[current] = [each.attrs["value"]]
    return found


def said(response):
    return Html(response.content.decode()).one("main").text


def test_opening_a_season_as_proposed(client, season, lc):
    form = fields(client, reverse("seasons:new"))
    assert (form["name"], form["season"], form["starts_on"]) == (["Season 25"], ["new"], ["2026-03-02"])
    response = client.post(reverse("seasons:new"), form)
    assert response.headers["Location"] == "/rshl/season-25/manage/teams/"
    opened = LeagueSeason.objects.get(season__name="Season 25")
    assert (opened.phase, opened.ruleset) == ("offseason", {"base": "rshl"})


def test_joining_the_season_that_is_on(client, season):
    mshl = make_league("mshl")
    client.force_login(make_commissioner(mshl))
    form = fields(client, reverse("seasons:new"))
    assert form["season"] == [str(season.season_id)]
    response = client.post(reverse("seasons:new"), form)
    assert response.headers["Location"] == "/mshl/season-24/manage/teams/"


def test_a_name_in_use_keeps_what_was_typed_and_says_so(client, season, lc):
    form = fields(client, reverse("seasons:new")) | {"name": "Season 24 <b>", "slug": "season-24"}
    response = client.post(reverse("seasons:new"), form)
    assert response.status_code == 422
    assert "is that of Season 24" in said(response)
    assert b"Season 24 &lt;b&gt;" in response.content
    response = client.post(reverse("seasons:new"), form | {"name": "", "starts_on": ""})
    assert "Name the season" in said(response)


def test_the_zone_leader_creates_a_league_and_its_first_season(client):
    client.force_login(make_zone_leader())
    assert "No league yet" in page(client, reverse("seasons:new")).text
    form = {"name": "Rocky League", "short_name": "RKL", "slug": "teams"}
    response = client.post(reverse("seasons:new_league"), form)
    assert response.status_code == 422
    assert "belongs to the site itself" in said(response)
    client.post(reverse("seasons:new_league"), form | {"slug": "rkl"})
    assert League.objects.get().slug == "rkl"
    assert "Rocky League" in page(client, reverse("seasons:new")).text


def parts(client):
    return page(client).one("main").text


def test_the_workshop_says_what_is_missing_and_leads_there(client, season, lc):
    shown = page(client)
    assert "Next: teams. No team has entered yet." in shown.text
    (button,) = [each for each in shown.all("a") if "btn-main" in each.attrs.get("class", "")]
    assert button.attrs["href"] == f"{BASE}teams/"
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees", status=TeamStatus.APPLIED)
    assert "1 in the league, 1 application." in parts(client)
    Team.objects.filter(pk=bees.pk).update(status=TeamStatus.IN)
    assert "Next: dates" in parts(client)
    SeasonDate.objects.create(
        league_season=season, kind="regular", starts_on=date(2026, 3, 1), ends_on=date(2026, 5, 3)
    )
    LeagueSeason.objects.update(phase="preseason")
    assert "Next: schedule" in parts(client)
    make_game(ants, bees, NOW + timedelta(days=1), status="draft")
    assert "1 game of the regular season, 1 not yet released." in parts(client)
    assert "Next: phase. Preseason. Regular season planned from Sun, Mar 1." in parts(client)
    make_game(bees, ants, NOW - timedelta(days=2))
    assert "1 game needs its result" in parts(client)


@pytest.mark.rule("P1")
def test_games_in_a_break_are_named(client, season, lc):
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    SeasonDate.objects.create(
        league_season=season, kind="break", name="Holidays", starts_on=date(2026, 3, 3), ends_on=date(2026, 3, 4)
    )
    make_game(ants, bees, NOW + timedelta(days=1))
    make_game(bees, ants, NOW + timedelta(days=9))
    make_game(bees, ants, NOW + timedelta(days=1, hours=2), status="cancelled")
    told = "Holidays, Mar 3 to Mar 4, 2026: 1 game planned (Bees at Ants on Tue, Mar 3 at 13:00)."
    assert told in parts(client)
    assert told in page(client, f"{BASE}dates/").text


def test_a_closed_season_has_nothing_left_to_do(client, season, lc):
    LeagueSeason.objects.update(closed_at=NOW)
    assert "nothing in it changes any more" in parts(client)
    response = client.post(f"{BASE}phase/", {"to": "preseason"})
    assert response.status_code == 422
    assert "is closed" in said(response)


def test_dates_as_proposed_then_changed_then_taken_out(client, season, lc):
    assert "A proposal" in page(client, f"{BASE}dates/").text
    form = fields(client, f"{BASE}dates/")
    form |= {"other-0-kind": ["break"], "other-0-name": ["Holidays <b>"], "other-0-starts_on": ["2026-02-01"]}
    assert client.post(f"{BASE}dates/", form).status_code == 302
    assert list(SeasonDate.objects.values_list("kind", "name")) == [
        ("preseason", ""), ("regular", ""), ("break", "Holidays <b>"), ("postseason", ""),
    ]
    kept = SeasonDate.objects.get(kind="break")
    assert (kept.starts_on, kept.ends_on) == (date(2026, 2, 1), date(2026, 2, 1))
    form = fields(client, f"{BASE}dates/")
    form |= {"other-0-starts_on": [""], "other-0-ends_on": [""], "postseason-starts_on": ["2026-04-20"]}
    client.post(f"{BASE}dates/", form)
    assert not SeasonDate.objects.filter(kind="break").exists()
    assert SeasonDate.objects.get(kind="postseason").starts_on == date(2026, 4, 20)


def test_dates_that_contradict_each_other_keep_what_was_typed(client, season, lc):
    form = fields(client, f"{BASE}dates/") | {"regular-starts_on": ["2026-01-06"], "other-0-name": ["Nowhere"]}
    response = client.post(f"{BASE}dates/", form)
    assert response.status_code == 422
    assert "Say when Nowhere is." in said(response)
    response = client.post(f"{BASE}dates/", form | {"other-0-name": [""]})
    assert "2026-01-19 is the first day it can begin" in said(response)
    assert b'value="2026-01-06"' in response.content


def test_stale_dates_show_the_difference(client, season, lc):
    form = fields(client, f"{BASE}dates/")
    client.post(f"{BASE}dates/", form)
    response = client.post(f"{BASE}dates/", form | {"regular-ends_on": ["2026-04-01"]})
    assert response.status_code == 409
    assert "Somebody was faster" in said(response)
    assert "by lc" in said(response)
    assert SeasonDate.objects.get(kind="regular").ends_on == date(2026, 4, 12)


@pytest.mark.rule("T0")
def test_a_phase_is_moved_by_the_one_button(client, season, lc):
    LeagueSeason.objects.update(phase="preseason")
    shown = page(client, f"{BASE}phase/")
    assert "The rule set is frozen" in shown.text
    assert client.post(f"{BASE}phase/", {"to": "regular"}).headers["Location"] == BASE
    assert LeagueSeason.objects.get().phase == "regular"
    response = client.post(f"{BASE}phase/", {"to": "preseason"})
    assert response.status_code == 422
    assert "required" in said(response)
    client.post(f"{BASE}phase/", {"to": "preseason", "reason": "Too early."})
    assert LeagueSeason.objects.get().phase == "preseason"


@pytest.mark.rule("S6")
def test_what_keeps_the_postseason_away_is_said_and_the_button_is_off(client, season, lc):
    LeagueSeason.objects.update(phase="regular")
    shown = page(client, f"{BASE}phase/")
    assert "The playoffs are for 6 teams, and the table has 0 teams (O1)." in shown.text
    (button,) = [each for each in shown.all("button") if "btn-main" in each.attrs.get("class", "")]
    assert "disabled" in button.attrs
    assert client.post(f"{BASE}phase/", {"to": "postseason"}).status_code == 422


def test_closing_ends_in_the_archive(client, season, lc):
    client.post(f"{BASE}phase/", {"to": "close"})
    assert LeagueSeason.objects.get().closed_at == NOW


def test_a_rule_is_changed_on_its_form(client, season, lc):
    form = fields(client, f"{BASE}rules/")
    form |= {"roster_cap": ["20"], "transfer_fraction": ["1/3"], "period_seconds": ["10:30"], "best_of": ["3 5 7"],
             "tiebreakers.1": ["head_to_head_points"], "tiebreakers.2": ["wins"], "tiebreakers.6": [""],
             "tiebreakers.7": ["drawing_of_lots"], "chart.faceoff.first": ["MaP"], "reseed": ["no"],
             "games_per_team": ["20"]}  # fmt: skip
    response = client.post(f"{BASE}rules/", form | {"look": ["1"]})
    assert response.status_code == 200
    assert LeagueSeason.objects.get().ruleset == {"base": "rshl"}
    assert "Roster cap T01820" in said(response)
    assert client.post(f"{BASE}rules/", form).status_code == 302
    rules = LeagueSeason.objects.get().rules
    assert (rules.roster_cap, rules.period_seconds, rules.best_of, rules.reseed, rules.games_per_team) == (
        20, 630, (3, 5, 7), False, 20,
    )
    assert str(rules.transfer_fraction) == "1/3"
    assert rules.tiebreakers == (
        "head_to_head_points", "wins", "head_to_head_goal_difference", "goals_against", "goal_difference",
        "drawing_of_lots",
    )
    assert rules.chart_row("faceoff").cells == ("MaP", "MiP", "MaP+S")
    assert "numbers differ from the RSHL rules as shipped" in page(client, f"{BASE}rules/").text


def test_the_form_as_it_is_shown_changes_nothing(client, season, lc):
    LeagueSeason.objects.update(ruleset={"base": "mshl", "transfer_fraction": "125/1000"})
    before = LeagueSeason.objects.get().rules
    client.post(f"{BASE}rules/", fields(client, f"{BASE}rules/"))
    assert LeagueSeason.objects.get().rules == before
    assert LeagueSeason.objects.get().version == 1


@pytest.mark.parametrize(
    "typed, field, why",
    [
        ({"roster_cap": "many"}, "roster_cap", "a whole number from 1 to 1000"),
        ({"roster_cap": ""}, "roster_cap", "required"),
        ({"points.tie": "5"}, "points.tie", "cannot be worth more than a win"),
        ({"period_seconds": "12"}, "period_seconds", "minutes and seconds"),
        ({"transfer_fraction": "a third"}, "transfer_fraction", "a share"),
        ({"transfer_fraction": "300 %"}, "transfer_fraction", "from 0 to 1"),
        ({"best_of": "2, 3, 5"}, "best_of", "can end level"),
        ({"best_of": "3, x"}, "best_of", "whole numbers"),
        ({"best_of": "3, 5"}, "best_of", "3 rounds"),
        ({"byes": "1"}, "byes", "odd number of teams"),
        ({"tiebreakers.1": "head_to_head_points"}, "tiebreakers.1", "used once"),
        ({"tiebreakers.1": "luck"}, "tiebreakers.1", "not one of the available choices"),
    ],
)
def test_nonsense_is_refused_beside_its_field(client, season, lc, typed, field, why):
    form = fields(client, f"{BASE}rules/") | {name: [value] for name, value in typed.items()}
    response = client.post(f"{BASE}rules/", form)
    assert response.status_code == 422
    assert why in said(response)
    shown = Html(response.content.decode())
    assert [each for each in shown.all("a") if each.attrs["href"] == f"#id_{field}"], "the summary leads to the field"
    assert LeagueSeason.objects.get().ruleset == {"base": "rshl"}


@pytest.mark.rule("C4")
def test_frozen_rules_need_a_reason_and_the_preview_shows_the_table(client, season, lc):
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    cats = make_team(season, "Cats")
    make_result(ants, bees, 3, 1)
    make_result(bees, cats, 2, 2)
    make_result(bees, cats, 2, 2)
    LeagueSeason.objects.update(phase="regular")
    form = fields(client, f"{BASE}rules/") | {"points.regulation_win": ["3"]}
    looked = client.post(f"{BASE}rules/", form | {"look": ["1"]})
    assert looked.status_code == 200
    assert "Ants" in said(looked)
    assert LeagueSeason.objects.get().version == 1
    refused = client.post(f"{BASE}rules/", form)
    assert refused.status_code == 422
    assert "An exception needs its reason" in said(refused)
    assert client.post(f"{BASE}rules/", form | {"reason": ["Voted by all teams."]}).status_code == 302
    assert LeagueSeason.objects.get().rules.points.regulation_win == 3


def test_stale_rules_show_the_difference(client, season, lc):
    form = fields(client, f"{BASE}rules/")
    client.post(f"{BASE}rules/", form | {"roster_cap": ["20"]})
    response = client.post(f"{BASE}rules/", form | {"roster_cap": ["19"]})
    assert response.status_code == 409
    assert LeagueSeason.objects.get().rules.roster_cap == 20


def test_the_tab_is_for_those_who_run_the_league(client, season, lc):
    assert BASE in page(client, "/rshl/season-24/").links()
    StaffRole.objects.update(ends_at=NOW)
    assert BASE not in page(client, "/rshl/season-24/").links()
    assert client.get(BASE).status_code == 404


def test_the_desk_knows_what_a_season_needs(season, lc):
    def titles():
        return [each.title for each in waiting_for(lc, NOW) if each.league_season == season]

    assert titles() == ["Dates of RSHL Season 24", "Teams of RSHL Season 24"]
    make_team(season, "Ants", status=TeamStatus.APPLIED)
    SeasonDate.objects.create(
        league_season=season, kind="preseason", starts_on=date(2026, 3, 2), ends_on=date(2026, 3, 9)
    )
    days = {"starts_on": date(2026, 4, 2), "ends_on": date(2026, 5, 9)}
    SeasonDate.objects.create(league_season=season, kind="regular", **days)
    assert titles() == ["Preseason of RSHL Season 24", "Applications of RSHL Season 24"]
    due = next(each for each in waiting_for(lc, NOW) if each.due_at)
    assert due.due_at.isoformat() == "2026-03-02T00:00:00-05:00"
    StaffRole.objects.update(ends_at=NOW)
    assert titles() == []


def test_everything_dated_on_one_page_and_in_one_calendar(client, season):
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    LeagueSeason.objects.update(roster_lock_at=NOW + timedelta(days=30), phase="regular")
    for kind, start, end, name in (
        ("regular", date(2026, 2, 2), date(2026, 5, 3), ""),
        ("break", date(2026, 3, 9), date(2026, 3, 15), "Holidays <b>"),
    ):
        SeasonDate.objects.create(league_season=season, kind=kind, starts_on=start, ends_on=end, name=name)
    make_game(ants, bees, NOW + timedelta(days=2))
    make_game(bees, ants, NOW + timedelta(days=3), status="draft", note="zzsecret")
    text = page(client, "/rshl/season-24/calendar/").one("main").text
    assert "Bees at Ants" in text
    assert "Ants at Bees" not in text
    assert "1 more game of the season, not yet released." in text
    assert "Mon, Mar 9 to Sun, Mar 15Holidays <b>: no games" in text
    assert "Wed, Apr 1, 14:00 EDTRosters are locked" in text
    assert text.index("Rosters are locked") < text.index("Regular season begins"), "earlier weeks come last"
    first = client.get("/rshl/season-24/calendar.ics").content.decode().replace("\r\n ", "")
    pk = SeasonDate.objects.get(kind="break").pk
    assert f"UID:date-{pk}@rshl" in first
    assert "SUMMARY:Holidays <b>: no games\\, RSHL Season 24" in first
    assert "DTSTART;VALUE=DATE:20260309" in first
    assert "DTEND;VALUE=DATE:20260316" in first
    assert f"UID:lock-{season.pk}@rshl" in first
    assert client.get("/rshl/season-24/calendar.ics").content.decode().replace("\r\n ", "") == first
    with time_machine.travel(NOW + timedelta(days=14), tick=False):
        later = page(client, "/rshl/season-24/calendar/").one("main").text
    assert later.index("Rosters are locked") < later.index("Holidays <b>")


def test_a_calendar_without_dates_says_so(client, season):
    assert "No dates yet" in page(client, "/rshl/season-24/calendar/").one("main").text


@pytest.mark.rule("T12")
def test_teams_of_last_season_come_along_ticked(client, season, lc):
    old = make_league_season(season="season-23")
    Season.objects.filter(pk=old.season_id).update(starts_on=date(2025, 1, 1))
    ants = make_team(old, "Ants")
    make_team(old, "Gone", status=TeamStatus.CUT)
    cap = Player.objects.create(name="Cap")
    Membership.objects.create(season=old.season, player=cap, team=ants, starts_at=NOW)
    Captaincy.objects.create(team=ants, player=cap, kind="captain", starts_at=NOW)
    form = fields(client, f"{BASE}teams/")
    assert form["carried"] == [str(ants.pk)]
    client.post(f"{BASE}teams/", form | {"names": "Straße\n\n🐻\n"})
    names = Team.objects.filter(league_season=season).values_list("name", flat=True)
    assert sorted(names) == ["Ants", "Straße", "🐻"]
    assert "Cap" in page(client, f"{BASE}teams/").one("main").text
    response = client.post(f"{BASE}teams/", {"names": "STRAßE", "status": "in"})
    assert response.status_code == 422
    assert "a team called Straße already" in said(response)


@pytest.mark.rule("T12")
def test_a_late_team_is_an_exception_and_candidates_are_placed(client, season, lc):
    LeagueSeason.objects.update(phase="preseason")
    form = {"names": "Ants", "status": "candidate"}
    assert client.post(f"{BASE}teams/", form).status_code == 422
    client.post(f"{BASE}teams/", form | {"reason": "Two teams folded."})
    ants = Team.objects.get()
    assert ants.status == "candidate"
    client.post(f"{BASE}teams/", {"place": f"{ants.pk} in"})
    ants.refresh_from_db()
    assert ants.status == "in"
    for nonsense in ("", "x", f"{10**30} in", f"{ants.pk} champion"):
        assert client.post(f"{BASE}teams/", {"place": nonsense}).status_code == 422


def test_a_role_of_another_league_is_none_here(client, season):
    other = make_commissioner(make_league("mshl"), "other")
    client.force_login(other)
    for name in ("", "rules/", "teams/", "dates/", "phase/"):
        assert client.get(BASE + name).status_code == 404
        assert client.post(BASE + name, {"to": "preseason"}).status_code == 404
    StaffRole.objects.create(user=other, role=Role.SCHEDULER, league=season.league, starts_at=NOW)
    assert client.get(BASE).status_code == 404
