"""The pages of the staff: who holds what, appointing, ending, handing over; rights that end to the second."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine

from league import audit
from league.models import AuditEntry, StaffRole
from league.models.people import Role
from tests.cast import NOW, make_commissioner, make_league, make_user, make_zone_leader
from tests.pages import read

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


@pytest.fixture
def leader(client):
    """The Zone Leader, signed in."""
    leader = make_zone_leader()
    client.force_login(leader)
    return leader


def text(response, status=200):
    return read(response, status).one("main").text


def hold(user, role=Role.REFEREE, league=None, starts_at=NOW - 10 * HOUR, ends_at=None):
    return StaffRole.objects.create(user=user, role=role, league=league, starts_at=starts_at, ends_at=ends_at)


def test_anybody_reads_who_holds_which_office(client):
    league = make_league()
    make_commissioner(league, "<b>Jagger</b>")
    hold(make_user("Straße"), Role.APPEALS, starts_at=NOW + HOUR, ends_at=NOW + 2 * HOUR)
    hold(make_user("Gone"), Role.BOARD, league, ends_at=NOW)

    shown = read(client.get("/staff/"))
    main = shown.one("main").text

    assert "Commissioner<b>Jagger</b>since Tue, May 6, 2025" in main
    assert "Board of DirectorsNobody" in main
    assert "Appeals CoordinatorNobody Appeals CoordinatorStraßefrom Mon, Mar 2, until Mon, Mar 2, 15:00 EST" in main
    assert "Gone" not in main
    assert "Change the office" not in main
    assert "Appoint" not in main


def test_an_office_comes_and_goes_by_the_clock_alone(client):
    hold(make_user("Soon"), Role.APPEALS, starts_at=NOW + HOUR, ends_at=NOW + 2 * HOUR)

    def shown(at):
        with time_machine.travel(at, tick=False):
            return text(client.get("/staff/"))

    assert "Nobody Appeals CoordinatorSoonfrom" in shown(NOW + HOUR - SECOND)
    assert "CoordinatorSoonsince" in shown(NOW + HOUR)
    assert "CoordinatorSoonsince" in shown(NOW + 2 * HOUR - SECOND)
    assert "Soon" not in shown(NOW + 2 * HOUR)


def test_whoever_is_to_be_appointed_is_found_by_a_part_of_his_name(client, leader):
    found, other = make_user("Jágr 🐻"), make_user("Hasek")
    make_user("jágr who left", is_active=False)

    page = read(client.get("/staff/appoint/", {"q": "JÁGR"}))

    assert f"?user={found.pk}" in page.links()
    assert f"?user={other.pk}" not in page.links()
    assert "who left" not in page.text
    assert "Nobody is called so" in text(client.get("/staff/appoint/", {"q": "Lemieux"}))


def test_the_zone_leader_appoints_for_a_time_to_come(client, leader):
    league, user = make_league(), make_user("Jagger")
    form = {
        "user": user.pk, "role": "board", "league": league.pk,
        "starts_at": "2026-03-03T20:00", "ends_at": "2026-04-03T20:00",
    }  # fmt: skip
    assert "Appoint Jagger" in text(client.get("/staff/appoint/", {"user": user.pk}))

    response = client.post("/staff/appoint/", form, follow=True)

    assert "Jagger is appointed Board of Directors of RSHL." in text(response)
    given = StaffRole.objects.get(user=user)
    # In New York the clocks go forward between the two.
    assert (given.starts_at.isoformat(), given.ends_at.isoformat()) == (
        "2026-03-04T01:00:00+00:00", "2026-04-04T00:00:00+00:00",
    )  # fmt: skip


def test_a_refusal_keeps_what_was_typed(client, leader):
    user = make_user("Jagger")
    form = {"user": user.pk, "role": "board", "starts_at": "2026-03-03T20:00", "ends_at": ""}

    page = read(client.post("/staff/appoint/", form), 422)

    assert "Nobody was appointed Board of Directors is an office of one league: say of which." in page.one("main").text
    assert page.one("input", name="starts_at").attrs["value"] == "2026-03-03T20:00"
    assert page.one("input", name="user").attrs["value"] == str(user.pk)
    assert not StaffRole.objects.filter(user=user).exists()


def test_appointing_twice_appoints_once(client, leader):
    form = {"user": make_user("Jagger").pk, "role": "referee"}
    client.post("/staff/appoint/", form)

    assert "Jagger is Referee of the zone already, from Mon 2026-03-02 13:00 EST on" in text(
        client.post("/staff/appoint/", form), 422
    )
    assert StaffRole.objects.filter(role=Role.REFEREE).count() == 1


def test_the_head_referee_has_referees_to_give_and_nothing_else(client):
    head, user = make_user("head"), make_user("Jagger")
    hold(head, Role.HEAD_REFEREE)
    client.force_login(head)

    page = read(client.get("/staff/appoint/", {"user": user.pk}))
    assert [each.attrs["value"] for each in page.all("option")] == ["referee"]
    assert client.post("/staff/appoint/", {"user": user.pk, "role": "zone_leader"}).status_code == 422
    assert client.post("/staff/appoint/", {"user": user.pk, "role": "referee"}).status_code == 302
    assert client.get(f"/staff/{StaffRole.objects.get(user=head).pk}/").status_code == 403


def test_an_end_is_set_and_an_office_ended(client, leader):
    held = hold(make_user("Jagger"))
    address = f"/staff/{held.pk}/"
    seen = read(client.get(address)).one("input", name="seen").attrs["value"]

    response = client.post(address, {"deed": "set", "ends_at": "2026-03-02T15:00", "seen": seen}, follow=True)
    assert "Jagger, Referee of the zone: the end is set." in text(response)
    held.refresh_from_db()
    assert held.ends_at == NOW + 2 * HOUR
    assert read(client.get(address)).one("input", name="ends_at").attrs["value"] == "2026-03-02T15:00"

    assert client.post(address, {"deed": "end"}).status_code == 302
    held.refresh_from_db()
    assert held.ends_at == NOW
    assert client.get(address).status_code == 404


def test_a_form_older_than_the_end_that_stands_is_told(client, leader):
    held = hold(make_user("Jagger"))
    address = f"/staff/{held.pk}/"
    seen = read(client.get(address)).one("input", name="seen").attrs["value"]
    client.post(address, {"deed": "set", "ends_at": "2026-03-02T15:00", "seen": seen})
    late = {"deed": "set", "ends_at": "2026-03-02T16:00", "seen": seen}

    page = read(client.post(address, late), 409)

    main = page.one("main").text
    assert "Somebody was faster" in main
    assert "by leader" in main
    assert "EndsMon 2026-03-02 15:00 ESTMon 2026-03-02 16:00 EST" in main
    assert page.one("input", name="ends_at").attrs["value"] == "2026-03-02T16:00"
    again = late | {"seen": page.one("input", name="seen").attrs["value"]}
    assert client.post(address, again).status_code == 302


def test_the_last_zone_leader_is_kept(client, leader):
    held = StaffRole.objects.get(user=leader)

    said = text(client.post(f"/staff/{held.pk}/", {"deed": "end"}), 422)

    assert "From now on nobody would be Zone Leader: appoint a successor whose office begins by then." in said


@pytest.mark.parametrize("role", list(Role))
def test_every_right_ends_the_second_the_office_does(client, season, role):
    """Through the pages themselves: whatever an office opens at its last second is shut at the next one."""
    user, target = make_user("Jagger"), make_user("target")
    league = season.league if role in ("commissioner", "board", "scheduler") else None
    hold(user, role, league, ends_at=NOW + HOUR)
    office = hold(target)
    client.force_login(user)
    pages = [
        "/staff/handover/", "/staff/appoint/", f"/staff/{office.pk}/", "/rshl/season-24/imports/",
        "/rshl/season-24/manage/override/", "/news/write/", "/news/drafts/",
    ]  # fmt: skip

    def seen(at):
        with time_machine.travel(at, tick=False):
            return {page for page in pages if client.get(page).status_code == 200}

    runs = {pages[3], pages[4], pages[5], pages[6]}
    opened = {Role.ZONE_LEADER: set(pages), Role.COMMISSIONER: {pages[0], *runs}, Role.HEAD_REFEREE: set(pages[:3])}
    assert seen(NOW + HOUR - SECOND) == opened.get(role, {pages[0]})
    assert seen(NOW + HOUR) == set()


def test_a_right_that_ended_while_the_form_was_open_does_nothing(client):
    user, target = make_user("Jagger"), make_user("target")
    hold(make_user("other"), Role.ZONE_LEADER)
    hold(user, Role.ZONE_LEADER, ends_at=NOW + HOUR)
    client.force_login(user)
    form = {"user": target.pk, "role": "referee"}

    with time_machine.travel(NOW + HOUR, tick=False):
        assert client.post("/staff/appoint/", form).status_code == 403
    assert not StaffRole.objects.filter(user=target).exists()

    with time_machine.travel(NOW + HOUR - SECOND, tick=False):
        assert client.post("/staff/appoint/", form).status_code == 302
    assert StaffRole.objects.filter(user=target).exists()


def test_handing_over(client, leader, season, teams):
    commissioner = make_commissioner(season.league)
    hold(make_user("Soon"), Role.APPEALS, ends_at=NOW + timedelta(days=29))
    hold(make_user("Later"), Role.SCHEDULER, season.league, ends_at=NOW + timedelta(days=31))
    hold(make_user("Heir"), Role.APPEALS, starts_at=NOW + timedelta(days=29))
    audit.record("season.opened", at=NOW - HOUR, actor=commissioner, league_season=season, season="RSHL Season 24")

    main = text(client.get("/staff/handover/"))

    assert "Soon, Appeals Coordinator of the zone: Tue, Mar 31, 14:00 EDT, in 29 d 0 h" in main
    assert "Later, Scheduler" not in main
    assert "Board of Directors, RSHL League" in main
    assert "Appeals Coordinator, The zone" not in main
    assert "Heir, Appeals Coordinator of the zone: from Tue, Mar 31, 14:00 EDT" in main
    assert "Mon, Mar 2, 12:00 ESTcommissioner opened RSHL Season 24." in main


def test_handing_over_counts_what_waits_and_keeps_what_is_private(client, season, teams):
    from tests.cast import make_game

    commissioner, referee = make_commissioner(season.league), make_user("referee")
    hold(referee)
    make_game(*teams, NOW - 9 * HOUR)
    audit.record("season.closed", at=NOW - HOUR, actor=commissioner, league_season=season, public=False)

    def shown(user):
        client.force_login(user)
        return text(client.get("/staff/handover/"))

    assert ", 1 overdue" in shown(commissioner)
    assert "closed the season" in shown(commissioner)
    assert ", 1 overdue" in shown(referee)
    assert "closed the season" not in shown(referee)
    assert AuditEntry.objects.count() == 1
