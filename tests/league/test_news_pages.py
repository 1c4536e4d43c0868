"""Writing news through its pages, and reading it."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
import time_machine
from defusedxml import ElementTree

from league.models import Announcement
from tests.cast import NOW, make_commissioner, make_league_season, make_user, make_zone_leader
from tests.pages import read

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
ATOM = "{http://www.w3.org/2005/Atom}"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def form(season, **fields):
    values = {"title": "Week one", "body": "It begins.", "where": season.pk if season else "", "deed": "publish"}
    return {"token": str(uuid.uuid4()), **values, **fields}


def make(season, **fields):
    return Announcement.objects.create(**{"title": "Week one", "body": "It begins.", "league_season": season, **fields})


def test_an_announcement_is_looked_at_and_sent_out(client, season, commissioner):
    typed = form(season, body="First.\n\nSecond & <b>last</b>: https://example.org/a?b=1&c=2.", deed="preview")

    page = read(client.post("/news/write/", typed))

    assert "How it will look Week one" in page.one("main").text
    assert "Second & <b>last</b>: https://example.org/a?b=1&c=2." in page.text
    assert "https://example.org/a?b=1&c=2" in page.links()
    assert not Announcement.objects.exists()

    response = client.post("/news/write/", typed | {"deed": "publish"}, follow=True)
    news = Announcement.objects.get()
    shown = read(response)
    assert shown.one("h1").text == "Week one"
    assert "It is out." in shown.text
    assert f"/news/{news.pk}/edit/" in shown.links()
    client.logout()
    shown = read(client.get(news.get_absolute_url()))
    assert [each.text for each in shown.all("p") if "First" in each.text] == ["First."]
    assert f"/news/{news.pk}/edit/" not in shown.links()


def test_what_looks_like_an_address_of_a_script_is_no_link(client, season, commissioner):
    typed = form(season, body='javascript:alert(1) <a href="https://x.example" onclick="y">z</a>', deed="preview")

    page = read(client.post("/news/write/", typed))

    assert not [each for each in page.all("a") if each.attrs.get("href", "").startswith("javascript")]
    assert not [each for each in page.all("a") if "onclick" in each.attrs]
    assert '<a href="https://x.example" onclick="y">z</a>' in page.text


def test_a_form_sent_twice_is_one_announcement(client, season, commissioner):
    typed = form(season)

    client.post("/news/write/", typed)
    client.post("/news/write/", typed | {"title": "Week 1"})

    assert Announcement.objects.get().title == "Week 1"


def test_a_draft_is_for_those_who_announce_together(client, season, commissioner):
    client.post("/news/write/", form(season, deed="save"))
    news = Announcement.objects.get()
    address = f"/news/{news.pk}/edit/"
    assert "Week one" in read(client.get("/news/drafts/")).text
    assert "Announcement to send: Week one" in read(client.get("/desk/")).text

    def status(user):
        client.logout()
        if user is not None:
            client.force_login(user)
        assert client.get(f"/news/{news.pk}/").status_code == 404
        assert "Week one" not in read(client.get("/news/")).text
        return client.get(address).status_code, client.get("/news/drafts/").status_code

    other = make_commissioner(make_league_season("mshl").league, "other")
    assert status(None) == (302, 302)
    assert status(make_user()) == (404, 403)
    assert status(other) == (404, 200)
    assert "Week one" not in read(client.get("/news/drafts/")).text
    assert status(make_commissioner(season.league, "colleague")) == (200, 200)
    assert status(make_zone_leader()) == (200, 200)


def test_it_comes_out_by_the_clock(client, season, commissioner):
    response = client.post("/news/write/", form(season, at="2026-03-02T14:00"), follow=True)
    news = Announcement.objects.get()

    assert "It comes out by itself at its time." in read(response).text
    assert "Mon, Mar 2, 14:00 EST, in 1 h 0 min" in read(response).text
    client.logout()
    with time_machine.travel(NOW + HOUR - SECOND, tick=False):
        assert client.get(f"/news/{news.pk}/").status_code == 404
    with time_machine.travel(NOW + HOUR, tick=False):
        assert "Week one" in read(client.get("/news/")).text


def test_a_time_that_is_over_keeps_what_was_typed_and_drafts_nothing(client, season, commissioner):
    page = read(client.post("/news/write/", form(season, at="2026-03-02T12:00")), 422)

    assert "That time is over; leave it empty to send it out now." in page.text
    assert page.one("input", name="title").attrs["value"] == "Week one"
    assert not Announcement.objects.exists()


def test_only_the_zone_leader_speaks_for_the_zone(client, season, commissioner):
    assert [each.text for each in read(client.get("/news/write/")).all("option")] == ["RSHL Season 24"]
    assert "This field is required." in read(client.post("/news/write/", form(None)), 422).text
    other = make_league_season("mshl")
    assert client.post("/news/write/", form(other)).status_code == 422

    client.force_login(make_zone_leader())
    assert client.post("/news/write/", form(None)).status_code == 302
    assert Announcement.objects.get().league_season is None


def test_news_that_is_out_is_changed_for_all_to_see(client, season, commissioner):
    news = make(season, published_at=NOW - HOUR, author=commissioner)
    address = f"/news/{news.pk}/edit/"
    page = read(client.get(address))
    assert not page.all("input", name="at")
    typed = {
        "title": "Week 1", "body": "It begins.", "deed": "save",
        "seen": page.one("input", name="seen").attrs["value"],
    }  # fmt: skip

    assert client.post(address, typed).status_code == 302

    assert "changed Mon, Mar 2, 13:00 EST" in read(client.get(f"/news/{news.pk}/")).text
    late = read(client.post(address, typed | {"title": "Week I"}), 409)
    assert "Changed Mon, Mar 2, 13:00 EST by commissioner" in late.text
    assert "TitleWeek 1Week I" in late.one("table").text
    assert late.one("input", name="title").attrs["value"] == "Week I"
    again = typed | {"title": "Week I", "seen": late.one("input", name="seen").attrs["value"]}
    assert client.post(address, again).status_code == 302
    assert Announcement.objects.get().title == "Week I"


def test_news_that_is_out_is_withdrawn_with_a_reason(client, season, commissioner):
    news = make(season, published_at=NOW - HOUR)
    address = f"/news/{news.pk}/edit/"

    assert "say why it is withdrawn" in read(client.post(address, {"deed": "withdraw"}), 422).text
    assert client.post(address, {"deed": "withdraw", "reason": "Wrong week."}).status_code == 302

    assert client.get(f"/news/{news.pk}/").status_code == 404
    assert "Withdrawn" in read(client.get("/news/drafts/")).text
    assert "Reason: Wrong week." in read(client.get("/record/?kind=news")).text
    assert client.post(address, {"title": "Week 1", "body": "x", "deed": "publish"}).status_code == 302
    assert client.get(f"/news/{news.pk}/").status_code == 200


def test_who_may_not_change_news_that_is_out_is_told_so(client, season):
    news = make(season, published_at=NOW - HOUR)
    client.force_login(make_user())

    assert client.get(f"/news/{news.pk}/edit/").status_code == 403
    assert client.post(f"/news/{news.pk}/edit/", {"deed": "withdraw", "reason": "x"}).status_code == 403


def test_a_league_has_a_feed_of_its_own(client, season):
    other = make_league_season("mshl")
    make(season, title="Ours", published_at=NOW - HOUR)
    make(None, title="Everybody's", published_at=NOW - 2 * HOUR)
    make(other, title="Theirs", published_at=NOW - HOUR)
    make(season, title="Planned", published_at=NOW + HOUR)

    root = ElementTree.fromstring(client.get("/rshl/feed.atom").content)

    assert [each.findtext(f"{ATOM}title") for each in root.iter(f"{ATOM}entry")] == ["Ours", "Everybody's"]
    assert "http://testserver/rshl/feed.atom" in read(client.get("/rshl/")).links()
