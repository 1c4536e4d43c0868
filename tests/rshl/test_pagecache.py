"""The page cache: what it keeps, for whom, and that a change is seen by the next request."""

from __future__ import annotations

import gzip
from datetime import timedelta

import pytest
import time_machine
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path

from league import versions
from league.models import LeagueSeason
from league.pages import public, season_basis, site_basis
from rshl.pagecache import PageStore, make_page, store
from tests.cast import NOW, make_league_season

made: list[str] = []


def season_page(request: HttpRequest, pk: int) -> HttpResponse:
    basis = season_basis(LeagueSeason.objects.get(pk=pk))
    made.append(request.get_full_path())
    text = f"version {basis.version} in {request.COOKIES.get('tz', 'no zone')} " + "." * 2000
    until = NOW + timedelta(minutes=5) if "clock" in request.GET else None
    return public(HttpResponse(text), basis.valid_until(until))


def site_page(request: HttpRequest) -> HttpResponse:
    basis = site_basis()
    made.append(request.path)
    return public(HttpResponse(str(basis.version)), basis)


def private_page(request: HttpRequest) -> HttpResponse:
    made.append(request.path)
    return HttpResponse("mine")


def page_with_cookie(request: HttpRequest) -> HttpResponse:
    made.append(request.path)
    response = public(HttpResponse("hello"), site_basis())
    response.set_cookie("greeted", "1")
    return response


urlpatterns = [
    path("season/<int:pk>/", season_page),
    path("site/", site_page),
    path("private/", private_page),
    path("cookie/", page_with_cookie),
]

pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


@pytest.fixture(autouse=True)
def _count_from_nothing():
    made.clear()


def test_a_page_is_made_once_and_then_costs_one_query(client: Client, django_assert_num_queries):
    address = f"/season/{make_league_season().pk}/"
    first = client.get(address)
    with django_assert_num_queries(1):
        second = client.get(address)
    assert made == [address]
    assert first.content == second.content
    assert second.headers["Content-Length"] == str(len(second.content))


def test_a_change_is_seen_by_the_next_request(client: Client):
    season = make_league_season()
    address = f"/season/{season.pk}/"
    client.get(address)
    versions.bump(season.pk)
    assert client.get(address).content.startswith(b"version 2 ")
    assert len(made) == 2


def test_a_season_page_does_not_follow_another_season(client: Client):
    season, other = make_league_season(), make_league_season("mshl")
    client.get(f"/season/{season.pk}/")
    versions.bump(other.pk)
    client.get(f"/season/{season.pk}/")
    assert len(made) == 1


@pytest.mark.parametrize("change", ["season", "zone", "everything"])
def test_a_site_page_follows_everything(client: Client, change: str):
    season = make_league_season()
    client.get("/site/")
    if change == "season":
        versions.bump(season.pk)
    elif change == "zone":
        versions.bump_zone()
    else:
        versions.bump_everything()
    client.get("/site/")
    assert len(made) == 2


def test_the_clock_alone_changes_a_page_that_says_until_when_it_is_right(client: Client):
    address = f"/season/{make_league_season().pk}/?clock"
    with time_machine.travel(NOW, tick=False) as traveller:
        client.get(address)
        traveller.move_to(NOW + timedelta(minutes=5) - timedelta(seconds=1))
        client.get(address)
        assert len(made) == 1
        traveller.move_to(NOW + timedelta(minutes=5))
        client.get(address)
        assert len(made) == 2


def test_an_unchanged_page_is_answered_with_304(client: Client):
    address = f"/season/{make_league_season().pk}/"
    etag = client.get(address).headers["ETag"]
    for asked in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        again = client.get(address, headers={"if-none-match": asked})
        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", etag)
    assert client.get(address, headers={"if-none-match": '"other"'}).status_code == 200


def test_a_304_is_not_given_for_a_page_that_has_changed(client: Client):
    season = make_league_season()
    address = f"/season/{season.pk}/"
    etag = client.get(address).headers["ETag"]
    versions.bump(season.pk)
    assert client.get(address, headers={"if-none-match": etag}).status_code == 200


def test_readers_of_two_zones_get_two_pages(client: Client):
    address = f"/season/{make_league_season().pk}/"
    client.cookies["tz"] = "Europe/Berlin"
    assert b"Europe/Berlin" in client.get(address).content
    client.cookies["tz"] = "Asia/Tokyo"
    assert b"Asia/Tokyo" in client.get(address).content
    assert len(made) == 2


def test_a_cookie_that_names_no_zone_does_not_make_a_page_of_its_own(client: Client):
    client.cookies["tz"] = "Nowhere/Atlantis"
    client.get("/site/")
    del client.cookies["tz"]
    client.get("/site/")
    assert len(made) == 1


@pytest.mark.parametrize("cookie", ["sessionid", "messages", "anything"])
def test_somebody_with_a_cookie_of_his_own_never_gets_or_leaves_a_kept_page(client: Client, cookie: str):
    client.cookies[cookie] = "x"
    client.get("/site/")
    client.get("/site/")
    assert len(made) == 2


def test_only_pages_marked_as_public_are_kept(client: Client):
    client.get("/private/")
    client.get("/private/")
    client.get("/cookie/")
    del client.cookies["greeted"]
    client.get("/cookie/")
    assert made == ["/private/", "/private/", "/cookie/", "/cookie/"]


def test_a_post_is_never_answered_from_memory(client: Client):
    client.get("/site/")
    client.post("/site/")
    assert len(made) == 2


def test_pages_are_packed_for_those_who_take_it_with_an_etag_of_their_own(client: Client):
    address = f"/season/{make_league_season().pk}/"
    plain = client.get(address)
    packed = client.get(address, headers={"accept-encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed.headers["ETag"] != plain.headers["ETag"]
    assert "Accept-Encoding" in packed.headers["Vary"]


@pytest.mark.parametrize("refusal", ["gzip;q=0", "identity, gzip; q=0.0", "br;q=1,gzip;q=0,*"])
def test_pages_are_not_packed_for_those_who_refuse_it(client: Client, refusal: str):
    address = f"/season/{make_league_season().pk}/"
    assert "Content-Encoding" not in client.get(address, headers={"accept-encoding": refusal}).headers
    assert "Content-Encoding" in client.get(address, headers={"accept-encoding": "br, gzip;q=0.5"}).headers


def test_who_asks_for_the_head_alone_gets_that_of_the_page(client: Client):
    address = f"/season/{make_league_season().pk}/"
    head, page = client.head(address), client.get(address)
    assert (head.headers, head.content) == (page.headers, b"")
    assert made == [address]
    assert client.head(address, headers={"if-none-match": page.headers["ETag"]}).status_code == 304


def test_kept_pages_must_be_asked_for_again_by_every_cache_on_the_way(client: Client):
    assert client.get("/site/").headers["Cache-Control"] == "no-cache"


def test_the_least_recently_used_pages_are_thrown_out_first():
    small = PageStore(limit=250)
    pages = {}
    for name in "abc":
        page = make_page(HttpResponse(name * 100), season_basis(LeagueSeason(pk=1, version=1)), packed=False)
        pages[name] = page
        small.put((name, "", "", "", False), page)
        small.get(("a", "", "", "", False))
    assert small.get(("a", "", "", "", False)) is pages["a"]
    assert small.get(("b", "", "", "", False)) is None
    assert small.get(("c", "", "", "", False)) is pages["c"]


def test_a_page_whose_season_is_gone_is_made_anew(client: Client):
    season = make_league_season()
    address = f"/season/{season.pk}/"
    client.get(address)
    LeagueSeason.objects.filter(pk=season.pk).delete()
    with pytest.raises(LeagueSeason.DoesNotExist):
        client.get(address)


def test_an_answer_names_its_process_when_asked_to(client: Client, settings):
    settings.SHOW_PROCESS = True
    address = f"/season/{make_league_season().pk}/"
    first, second = client.get(address), client.get(address)
    assert first.headers["X-Process"] == second.headers["X-Process"]
    assert "X-Process" not in next(iter(store._pages.values())).headers
