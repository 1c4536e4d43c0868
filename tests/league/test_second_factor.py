"""The second factor: setting it up, signing in with it, and that staff get nowhere without it in production."""

from __future__ import annotations

from base64 import b64decode
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.utils import timezone

from league.models import OutgoingMail, StaffRole
from league.models.people import Role
from tests.cast import PASSWORD, make_user
from tests.pages import Html
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db
STAFF_PAGES = ("/", "/desk/", "/me/", "/staff/", "/search/?q=x")


@pytest.fixture(autouse=True)
def _outbox(settings):
    settings.EMAIL_BACKEND = "league.outbox.OutboxBackend"


@pytest.fixture
def production(settings):
    """Where a second factor is demanded of staff."""
    settings.SECOND_FACTOR_REQUIRED = True


def page(response) -> Html:
    return Html(response.content.decode())


def code(secret: str, back: int = 0) -> str:
    return format_hotp_value(hotp_value(secret, next(yield_hotp_counters_from_time()) - back))


def set_up(client) -> str:
    """Set it up as the page says, and return the secret."""
    secret = page(client.get("/account/factor/set-up/")).one("input", id="secret").attrs["value"]
    response = client.post("/account/factor/set-up/", {"code": code(secret)})
    assert response["Location"] == "/account/factor/codes/"
    return secret


def codes(client) -> list[str]:
    return [each.text for each in page(client.get("/account/factor/codes/")).all("code")]


def referee(**dates):
    user = make_user("referee")
    StaffRole.objects.create(user=user, role=Role.REFEREE, **{"starts_at": timezone.now() - timedelta(days=1), **dates})
    return user


@pytest.mark.django_db(transaction=True)
def test_with_it_the_password_alone_lets_nobody_in(client):
    user = make_user("owner")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    secret = set_up(sign_in(client, user))
    assert OutgoingMail.objects.get().subject == "[RSHL] Second factor on"
    assert len(codes(client)) == 10
    other = type(client)()
    response = other.post("/sign-in/", {"login": "owner", "password": PASSWORD})
    assert response["Location"].startswith("/account/factor/code/")
    assert other.get("/me/").status_code == 302
    wrong = page(other.post("/account/factor/code/", {"code": "no code"}))
    assert "This code is not right" in wrong.one("main").text
    assert "This code is not right" in page(other.post("/account/factor/code/", {"code": code(secret, 9)})).text
    assert other.post("/account/factor/code/", {"code": codes(client)[0]})["Location"] == "/desk/"
    assert other.get("/me/").status_code == 200
    assert len(codes(client)) == 9


def test_the_picture_of_the_key_stands_on_white(client):
    sign_in(client, make_user("owner"))
    (shown,) = page(client.get("/account/factor/set-up/")).all("img")
    drawn = b64decode(shown.attrs["src"].partition("base64,")[2]).decode()
    assert 'fill="white"' in drawn
    assert drawn.endswith("</svg>")


def test_a_recovery_code_serves_once(client):
    set_up(sign_in(client, make_user("owner")))
    first = codes(client)[0]
    answers = []
    for _ in range(2):
        other = type(client)()
        other.post("/sign-in/", {"login": "owner", "password": PASSWORD})
        answers.append(other.post("/account/factor/code/", {"code": first}).status_code)
    assert answers == [302, 200]


def test_guessing_codes_comes_to_an_end(client):
    set_up(sign_in(client, make_user("owner")))
    other = type(client)()
    other.post("/sign-in/", {"login": "owner", "password": PASSWORD})
    texts = [page(other.post("/account/factor/code/", {"code": f"{n:06}"})).one("main").text for n in range(11)]
    assert "Too many attempts" in texts[-1]


def test_the_codes_come_as_a_file_and_can_be_made_anew(client):
    set_up(sign_in(client, make_user("owner")))
    before = codes(client)
    assert client.get("/account/factor/codes/file/").content.decode().split() == before
    client.post("/account/factor/codes/new/")
    assert not set(before) & set(codes(client))


def test_it_can_be_turned_off(client):
    set_up(sign_in(client, make_user("owner")))
    assert "On" in page(client.get("/account/factor/")).one("main").text
    assert client.post("/account/factor/end/")["Location"] == "/account/factor/"
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("address", STAFF_PAGES)
def test_staff_without_it_are_sent_to_set_it_up(client, production, address):
    sign_in(client, referee())
    response = client.get(address)
    assert response["Location"] == "/account/factor/set-up/"
    told = page(client.get("/account/factor/set-up/")).text
    assert "Whoever holds a staff role signs in with a second factor" in told
    assert client.post(address, {})["Location"] == "/account/factor/set-up/"


def test_once_it_is_set_up_they_go_on(client, production):
    user = referee()
    set_up(sign_in(client, user))
    assert client.get("/desk/").status_code == 200
    client.post("/account/factor/end/")
    assert client.get("/desk/").status_code == 302


def test_the_api_says_so_as_a_problem(client, production):
    sign_in(client, referee())
    response = client.get("/api/v1/leagues/")
    assert (response.status_code, response["Content-Type"]) == (403, "application/problem+json")
    assert response.json()["title"] == "Second factor missing"


def test_who_has_no_office_or_had_one_goes_on_without(client, production):
    now = timezone.now()
    assert sign_in(client, make_user("nobody")).get("/desk/").status_code == 200
    past = referee(ends_at=now)
    assert sign_in(type(client)(), past).get("/desk/").status_code == 200


def test_it_is_demanded_the_second_an_office_begins(client, production):
    user = make_user("new")
    sign_in(client, user)
    assert client.get("/desk/").status_code == 200
    StaffRole.objects.create(user=user, role=Role.REFEREE, starts_at=timezone.now())
    assert client.get("/desk/").status_code == 302


@pytest.mark.parametrize("right", ("is_staff", "is_superuser"))
def test_who_looks_after_the_site_needs_it_too(client, production, right):
    sign_in(client, make_user("root", **{right: True}))
    assert client.get("/admin/")["Location"] == "/account/factor/set-up/"


def test_who_is_not_signed_in_reads_on(client, production):
    assert client.get("/").status_code == 200
    client.cookies["sessionid"] = "rubbish"
    assert client.get("/").status_code == 200


def test_here_staff_go_on_without_and_every_page_says_so(client):
    sign_in(client, referee())
    for address in ("/", "/desk/", "/me/"):
        banner = page(client.get(address)).one("aside")
        assert "staff sign in without a second factor" in banner.text
    assert not page(type(client)().get("/")).all("aside")


def test_in_production_no_page_says_so(client, production):
    sign_in(client, make_user("nobody"))
    assert not page(client.get("/desk/")).all("aside")
