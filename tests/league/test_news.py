"""Announcements: drafted, changed, sent out and withdrawn, by those who may, and on record."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from league import audit
from league.models import Announcement, AuditEntry, StaffRole
from league.selectors.news import drafts_waiting, published
from league.services.news import change, draft, publish, stands, withdraw
from league.stale import StaleError, digest
from league.versions import read
from tests.cast import NOW, make_commissioner, make_league_season, make_user, make_zone_leader

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
pytestmark = pytest.mark.django_db


def clock():
    return NOW


def make(season, key="phase:1", **fields):
    values = {"title": "Week one", "body": "It begins.", "clock": clock, **fields}
    return draft(key=key, league_season=season, **values)


def told():
    return [(audit.sentence(each, "UTC"), each.public) for each in AuditEntry.objects.order_by("pk")]


def test_the_site_drafts_a_notice_once_and_people_send_it(season):
    commissioner = make_commissioner(season.league)

    news = make(season)
    assert make(season, title="Another title") == news
    assert not published(NOW).exists()
    (waiting,) = drafts_waiting(commissioner, NOW)
    assert (waiting.title, waiting.detail) == ("Announcement to send: Week one", "Drafted by the site")

    publish(news=news, by=commissioner, clock=clock)

    assert [(each.title, each.author) for each in published(NOW)] == [("Week one", commissioner)]
    assert drafts_waiting(commissioner, NOW) == []
    assert told() == [
        ("The clockwork drafted the announcement “Week one”.", False),
        ("commissioner announced “Week one”.", True),
    ]


def test_it_comes_out_by_the_clock(season):
    news = make(season)

    publish(news=news, at=NOW + HOUR, clock=clock)

    assert not published(NOW + HOUR - SECOND).exists()
    assert published(NOW + HOUR).exists()
    assert told()[-1] == (
        "The clockwork planned the announcement “Week one” for Mon 2026-03-02 19:00 UTC.", False,
    )  # fmt: skip


def test_sent_twice_it_is_sent_once(season):
    news = make(season)

    first = publish(news=news, clock=clock)
    again = publish(news=news, at=NOW + 9 * HOUR, clock=lambda: NOW + HOUR)

    assert again.published_at == first.published_at == NOW
    assert len(told()) == 2


def test_a_time_that_is_over_is_refused(season):
    with pytest.raises(ValidationError, match="That time is over"):
        publish(news=make(season), at=NOW - SECOND, clock=clock)


def test_a_draft_is_changed_unseen_and_news_in_public(season):
    news = make(season)
    change(news=news, title="Week 1", body="It begins.", clock=clock)
    publish(news=news, clock=clock)
    changed = change(news=news, title="Week two", body="It goes on.", clock=lambda: NOW + HOUR)

    assert changed.changed_at == NOW + HOUR
    assert [public for sentence, public in told() if "changed" in sentence] == [False, True]
    entry = AuditEntry.objects.first()
    assert (entry.params["before"], entry.params["text_before"]) == ("Week 1", "It begins.")
    change(news=news, title="Week two", body=" It goes on.\n", clock=clock)
    assert len(told()) == 4


def test_whoever_changed_it_meanwhile_is_named(season):
    first = make_commissioner(season.league, "First")
    news = make(season)
    seen = digest(stands(news))
    change(news=news, title="Week 1", body="It begins.", by=first, clock=clock)

    with pytest.raises(StaleError) as caught:
        change(news=news, title="Week one", body="It ended.", seen=seen, clock=clock)

    assert [(each.label, each.typed, each.now) for each in caught.value.differences] == [
        ("Title", "Week one", "Week 1"), ("Text", "It ended.", "It begins."),
    ]  # fmt: skip
    assert caught.value.entry.actor_name == "First"


def test_a_draft_is_thrown_away_and_not_drafted_again(season):
    news = make(season)

    withdraw(news=news, clock=clock)

    assert make(season).withdrawn_at == NOW
    assert drafts_waiting(make_commissioner(season.league), NOW) == []
    assert told()[-1] == ("The clockwork withdrew the announcement “Week one”.", False)


def test_what_is_out_is_withdrawn_with_a_reason_and_can_come_out_again(season):
    news = publish(news=make(season), clock=clock)
    with pytest.raises(ValidationError, match="say why"):
        withdraw(news=news, reason=" ", clock=clock)

    withdraw(news=news, reason="Wrong week.", clock=clock)
    assert not published(NOW).exists()
    assert (told()[-1], AuditEntry.objects.first().reason) == (
        ("The clockwork withdrew the announcement “Week one”.", True), "Wrong week.",
    )  # fmt: skip
    assert withdraw(news=news, clock=lambda: NOW + HOUR).withdrawn_at == NOW

    publish(news=news, clock=clock)
    assert published(NOW).get().withdrawn_at is None


def test_what_was_planned_is_taken_back_without_a_word(season):
    news = publish(news=make(season), at=NOW + HOUR, clock=clock)

    withdraw(news=news, clock=clock)

    assert not published(NOW + HOUR).exists()
    assert told()[-1][1] is False


DEEDS = {
    "draft": lambda news, by: draft(key="x", title="T", body="B", league_season=news.league_season, by=by, clock=clock),
    "change": lambda news, by: change(news=news, title="T", body="B", by=by, clock=clock),
    "publish": lambda news, by: publish(news=news, by=by, clock=clock),
    "withdraw": lambda news, by: withdraw(news=news, by=by, clock=clock),
}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_commissioners_write_for_their_league_and_the_zone_leader_for_all(season, deed):
    commissioner, leader = make_commissioner(season.league), make_zone_leader()
    other = make_commissioner(make_league_season("mshl").league, "other")
    own, zone = make(season), make(None, key="zone")
    ended = make_user("ended")
    StaffRole.objects.create(
        user=ended, role="commissioner", league=season.league, starts_at=NOW - HOUR, ends_at=NOW
    )

    for by, news in ((other, own), (make_user(), own), (ended, own), (commissioner, zone), (other, zone)):
        with pytest.raises(PermissionDenied):
            deed(news, by)
    assert deed(own, commissioner)
    assert deed(zone, leader)
    assert deed(make(season, key="another"), leader)


@pytest.mark.parametrize(
    "title,body,said",
    [
        ("", "x", "from 1 to 120 characters, not 0"),
        (" \n\x00", "x", "not 0"),
        ("x" * 121, "x", "not 121"),
        ("x", " \r\n", "from 1 to 20000 characters, not 0"),
        ("x", "x" * 20_001, "not 20001"),
    ],
)
def test_a_title_and_a_text_have_bounds(season, title, body, said):
    with pytest.raises(ValidationError, match=said):
        make(season, title=title, body=body)


def test_titles_are_one_line_and_texts_lose_what_cannot_be_shown(season):
    news = make(season, title=" Week\n <b>one</b> 🐻 ", body="One\r\n\r\nTwo\x00\x07\n")

    assert (news.title, news.body) == ("Week <b>one</b> 🐻", "One\n\nTwo")


def test_pages_learn_of_what_comes_out(season):
    before = read(None)
    news = make(season)
    assert read(None) == before

    publish(news=news, clock=clock)

    assert read(None) == before + 1
    publish(news=make(None, key="zone"), clock=clock)
    assert read(None) == before + 2
    assert Announcement.objects.count() == 2
