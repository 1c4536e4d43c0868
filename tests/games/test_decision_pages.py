"""Points by decision and shoot-out orders on their pages: what follows is shown, then done, once."""

from __future__ import annotations

import pytest

from games.models import PointAdjustment, ShootoutOrder
from games.selectors.standings import season_table
from games.services.table import adjust_points, record_shootout
from league.models import StaffRole
from tests.cast import NOW, make_result, make_team, make_user
from tests.pages import Html

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


@pytest.fixture
def level(season):
    """Two teams that nothing separates, and a third below them."""
    teams = [make_team(season, name) for name in ("Ants", "Bees", "Cows")]
    make_result(teams[0], teams[2], 2, 0)
    make_result(teams[1], teams[2], 2, 0)
    return teams


class Page:
    """One of the two pages in front of a commissioner; what it carries is kept from answer to answer."""

    def __init__(self, client, season, part):
        self.client, self.address = client, f"{season.get_absolute_url()}manage/{part}/"
        self.checked = ""
        self.read(client.get(self.address), 200)

    def read(self, response, status):
        self.html = Html(response.content.decode())
        assert response.status_code == status, self.html.text
        checked = self.html.all("input", name="checked")
        self.checked = checked[0].attrs["value"] if checked else ""

    def send(self, do, status=200, **typed):
        response = self.client.post(self.address, {"do": do, "checked": self.checked, **typed})
        if status == 302:
            assert (response.status_code, response.headers["Location"]) == (302, self.address)
            return ""
        self.read(response, status)
        return self.html.one("main").text


def points(team, number, deed="take", reason="Late roster"):
    return {"what": "points", "team": team.pk, "points": number, "deed": deed, "reason": reason}


@pytest.mark.rule("S11")
def test_points_are_taken_after_a_look_at_what_follows(client, season, level, commissioner):
    page = Page(client, season, "points")
    told = page.send("look", **points(level[0], 2))
    assert "Down" in told
    assert not PointAdjustment.objects.exists()
    page.send("save", 302, **points(level[0], 2))
    row = PointAdjustment.objects.get()
    assert (row.team, row.points, row.reason, row.made_by) == (level[0], -2, "Late roster", commissioner)
    assert "Ants: −2" in Page(client, season, "points").html.text


@pytest.mark.rule("S11")
def test_a_form_sent_twice_takes_points_once_but_two_decisions_are_two(client, season, level, commissioner):
    page = Page(client, season, "points")
    page.send("look", **points(level[0], 1))
    for _ in range(3):
        page.send("save", 302, **points(level[0], 1))
    assert PointAdjustment.objects.count() == 1
    page = Page(client, season, "points")
    page.send("look", **points(level[0], 1))
    page.send("save", 302, **points(level[0], 1))
    assert PointAdjustment.objects.count() == 2


@pytest.mark.rule("S11")
def test_what_changed_meanwhile_is_shown_anew(client, season, level, commissioner):
    page = Page(client, season, "points")
    page.send("look", **points(level[0], 1))
    make_result(level[0], level[1], 4, 0)
    assert "has changed since you looked" in page.send("save", 409, **points(level[0], 1))
    assert not PointAdjustment.objects.exists()
    page.send("save", 302, **points(level[0], 1))
    assert PointAdjustment.objects.count() == 1


@pytest.mark.parametrize(
    "change", [{"reason": " "}, {"points": 0}, {"points": 1001}, {"team": 10**30}, {"deed": "double"}]
)
def test_points_that_are_refused(client, season, level, commissioner, change):
    page = Page(client, season, "points")
    page.send("look", 422, **{**points(level[0], 1), **change})
    assert not PointAdjustment.objects.exists()


@pytest.mark.rule("S11")
def test_a_decision_is_undone_once_with_a_reason(client, season, level, commissioner):
    given = adjust_points(team=level[1], points=3, reason="Fair <b>play</b>")
    page = Page(client, season, "points")
    what = {"what": f"undo-{given.pk}", "reason": "A mistake"}
    page.send("look", 422, what=what["what"], reason="")
    assert "Nothing separates Ants and Bees" in page.send("look", **what)
    for _ in range(2):
        page.send("save", 302, **what)
    assert PointAdjustment.objects.get(undoes=given).points == -3
    text = Page(client, season, "points").html.text
    assert "undoes +3" in text
    assert "Undone" in text


# --- shoot-outs


def order(*teams, **more):
    return {"order": [team.pk for team in teams], "reason": "Shot on Sunday", **more}


@pytest.mark.rule("S6")
def test_the_groups_that_wait_and_no_others_are_offered(client, season, level, commissioner):
    page = Page(client, season, "shootouts")
    offered = [each.attrs["value"] for each in page.html.all("input", name="order")]
    assert offered == [str(each.pk) for each in level[:2]]
    assert "left, so this can still change by itself" in page.html.text


@pytest.mark.rule("S6")
def test_an_order_is_arranged_without_a_script_and_recorded_after_a_look(client, season, level, commissioner):
    first, second, _ = level
    page = Page(client, season, "shootouts")
    page.send("", **order(first, second, move=f"down-{first.pk}"))
    assert [each.attrs["value"] for each in page.html.all("input", name="order")] == [str(second.pk), str(first.pk)]
    assert page.html.one("textarea", name="reason").text == "Shot on Sunday"
    told = page.send("look", **order(second, first))
    assert "No longer open: Nothing separates Ants and Bees" in told
    assert not ShootoutOrder.objects.exists()
    for _ in range(2):
        page.send("save", 302, **order(second, first))
    assert ShootoutOrder.objects.get().order == [second.pk, first.pk]
    assert [row.team for row in season_table(season).rows][:2] == [second, first]
    assert "Bees, Ants" in Page(client, season, "shootouts").html.text


@pytest.mark.parametrize("move, after", [("up-0", "AB"), ("down-1", "AB"), ("up-1", "BA"), ("sideways-0", "BA")])
def test_moves_at_the_ends_change_nothing(client, season, level, commissioner, move, after):
    way, _, place = move.partition("-")
    page = Page(client, season, "shootouts")
    page.send("", **order(*level[:2], move=f"{way}-{level[int(place)].pk}"))
    names = {str(level[0].pk): "A", str(level[1].pk): "B"}
    assert "".join(names[each.attrs["value"]] for each in page.html.all("input", name="order")) == after


@pytest.mark.rule("S6")
def test_orders_that_are_refused(client, season, level, commissioner):
    page = Page(client, season, "shootouts")
    for wrong in (level[:1], level, [level[0], level[0]]):
        page.send("look", 422, **order(*wrong))
    page.send("look", 422, **order(*level[:2], reason=""))
    page.send("look", 422, order=["x", "-1", str(10**30)], reason="Why")
    assert not ShootoutOrder.objects.exists()


@pytest.mark.rule("S6")
def test_an_order_is_withdrawn_after_a_look(client, season, level, commissioner):
    shot = record_shootout(league_season=season, order=level[:2], reason="Sunday")
    page = Page(client, season, "shootouts")
    what = {"what": f"back-{shot.pk}", "reason": "Wrong server"}
    assert "Open from then on: Nothing separates" in page.send("look", **what)
    for _ in range(2):
        page.send("save", 302, **what)
    assert ShootoutOrder.objects.get().withdrawn_at == NOW
    assert "Withdrawn" in Page(client, season, "shootouts").html.text


@pytest.mark.parametrize("part", ["points", "shootouts"])
def test_both_pages_are_for_those_who_run_the_league(client, season, level, commissioner, part):
    address = f"{season.get_absolute_url()}manage/{part}/"
    page = Page(client, season, part)
    StaffRole.objects.update(ends_at=NOW)
    assert client.get(address).status_code == 404
    sent = points(level[0], 1) if part == "points" else order(*level[:2])
    assert client.post(address, {"do": "save", "checked": page.checked, **sent}).status_code == 404
    client.force_login(make_user())
    assert client.get(address).status_code == 404
