"""Pages that say what went wrong: they help, show nothing internal, and the worst of them needs no database."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.test import Client, RequestFactory

from rshl import views
from tests.cast import make_league_season, make_user
from tests.pages import Html


def read(response):
    return Html(response.content.decode())


@pytest.mark.django_db
def test_not_found_says_what_offers_the_search_and_the_leagues(client):
    make_league_season()

    response = client.get("/rshl/season-99/schedule/")

    assert response.status_code == 404
    page = read(response)
    assert "There is no season /rshl/season-99/ here." in page.one("main").text
    assert page.one("main").text.count("RSHL League") == 1
    assert {"/search/", "/rshl/", "/archive/"} <= set(page.links())


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/a/b/c/d", "/%3Cscript%3Ealert(1)%3C/script%3E/x/", "/%F0%9F%90%BB/"])
def test_an_address_that_is_none_is_named_as_text(client, path):
    response = client.get(path)

    assert response.status_code == 404
    page = read(response)
    assert "No page has the address /" in page.one("main").text
    assert not [each for each in page.all("script") if "src" not in each.attrs]


@pytest.mark.django_db
def test_an_error_is_not_kept_in_the_page_cache(client):
    assert client.get("/rshl/").status_code == 404
    make_league_season()

    assert client.get("/rshl/").status_code == 200


@pytest.mark.django_db
def test_forbidden_says_what_is_needed():
    request = RequestFactory().get("/")

    page = read(views.forbidden(request, PermissionDenied("Only the commissioner of RSHL may do that.")))
    plain = read(views.forbidden(request, PermissionDenied()))

    assert "Only the commissioner of RSHL may do that." in page.one("main").text
    assert "/sign-in/" in page.links()
    assert "This needs a role that you do not hold." in plain.one("main").text


@pytest.mark.django_db
def test_forbidden_leads_who_is_signed_in_to_the_desk():
    request = RequestFactory().get("/")
    request.user = make_user()

    assert "/desk/" in read(views.forbidden(request, PermissionDenied())).links()


@pytest.mark.django_db
def test_a_form_without_its_token_is_refused_with_what_to_do():
    strict = Client(enforce_csrf_checks=True)

    response = strict.post("/sign-in/", {"login": "x", "password": "y"})

    assert response.status_code == 403
    assert "load the page again" in read(response).one("main").text


# No database is allowed in the tests below: using one would fail them.


def test_broken_needs_no_database_and_shows_nothing_internal():
    response = views.broken(RequestFactory().get("/secret-path"))

    assert response.status_code == 500
    page = read(response)
    assert "Something went wrong here" in page.one("main").text
    assert "/" in page.links()
    for word in (b"Traceback", b"secret-path", b"Error", b"django"):
        assert word not in response.content


def test_broken_answers_even_without_its_page(monkeypatch):
    def refuse(*_args):
        raise OSError("the templates are gone")

    monkeypatch.setattr(views, "render_to_string", refuse)

    response = views.broken(RequestFactory().get("/"))

    assert response.status_code == 500
    assert b"Something went wrong here" in response.content


def test_a_request_that_cannot_be_read():
    response = views.bad_request(RequestFactory().get("/"), SuspiciousOperation("zzsecret"))

    assert response.status_code == 400
    assert "could not be read" in read(response).one("main").text
    assert b"zzsecret" not in response.content


@pytest.mark.parametrize("view", ["broken", "bad_request"])
def test_pages_without_a_database_are_whole(view):
    request = RequestFactory().get("/")
    page = read(views.broken(request) if view == "broken" else views.bad_request(request, ValueError()))

    assert page.title.endswith("– RSHL")
    assert page.one("h1").text
    assert page.all("link", rel="stylesheet")


@pytest.mark.django_db
def test_a_failing_view_answers_with_that_page(client, monkeypatch):
    def fail(*_args, **_kwargs):
        raise RuntimeError("zzsecret")

    monkeypatch.setattr(views, "front", fail)
    client.raise_request_exception = False

    response = client.get("/")

    assert response.status_code == 500
    assert b"Something went wrong here" in response.content
    assert b"zzsecret" not in response.content
