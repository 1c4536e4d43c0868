"""What holds on every page of the site, by the page register, so that a new page is checked from its first day."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import urlencode, urljoin, urlsplit

import icalendar
import pytest
import time_machine
from defusedxml import ElementTree
from django.contrib.staticfiles import finders
from django.db import transaction
from django.test import Client
from django.urls import reverse

from league.models import User
from rshl.pagecache import LONGEST_ADDRESS
from tests.entries import Entry, Kind
from tests.pages import Html
from tests.register import BY_NAME, REGISTER, resolver_names
from tests.sessions import sign_in
from tests.world import MAIL, MARKER, NOW, ODD_NAMES, OWN, ROLES, World, build

pytestmark = pytest.mark.django_db
ENTRIES = [pytest.param(entry, id=entry.name) for entry in REGISTER]
PAGES = [pytest.param(entry, id=entry.name) for entry in REGISTER if entry.kind is Kind.PAGE]
# What must never stand in a page as it was typed: names, reasons and news that look like markup.
RAW = ("<script>alert", "<b>The captain", "<u>late", "<i>second", "<news>", "<b>excuses", "<img src=x", "<b>closed",
       '">"><b>')


@pytest.fixture(scope="module", autouse=True)
def _at_now() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker) -> Iterator[World]:
    """The zone, built once for all tests here, none of which keeps what it changes."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


FULL_ROLES = ("anonymous", "owner", "captain")


@dataclass(frozen=True)
class Answer:
    """What one role got at one address."""

    status: int
    headers: dict[str, str]
    cookies: bool
    body: str

    @cached_property
    def page(self) -> Html:
        return Html(self.body)


class Site:
    """The site as each role sees it; every address is asked once and the answer kept for all tests.

    The roles sign in when the site is made, so that their sessions outlive the test that needs them first.
    """

    def __init__(self, world: World) -> None:
        self.world = world
        self._answers: dict[tuple[str, str], Answer] = {}
        self._clients = {role: self.client(role) for role in ROLES}

    def client(self, role: str, **options: bool) -> Client:
        client = Client(**options)
        if role != "anonymous":
            sign_in(client, self.world.users[role])
        return client

    def get(self, role: str, address: str) -> Answer:
        if (role, address) not in self._answers:
            response = self._clients[role].get(address)
            body = b"".join(response.streaming_content) if response.streaming else response.content
            self._answers[role, address] = Answer(
                response.status_code, dict(response.headers), bool(response.cookies), body.decode(errors="replace")
            )
        return self._answers[role, address]

    def addresses(self, role: str, entry: Entry) -> list[str]:
        """The examples of an entry to ask for: all for the roles that differ most, the first few for the others."""
        plain, asked = entry.addresses(self.world), entry.asked
        return plain if role in FULL_ROLES else plain[: len(asked) * 3 : len(asked)]

    def shown(self, role: str, entry: Entry) -> Iterator[tuple[str, Answer]]:
        """The examples of an entry that the role may see."""
        for address in self.addresses(role, entry):
            answer = self.get(role, address)
            if answer.status == 200:
                yield address, answer


@pytest.fixture(scope="module")
def site(world: World) -> Site:
    return Site(world)


def test_the_register_has_every_named_address_and_no_other():
    names = list(resolver_names())
    assert sorted(names) == sorted(BY_NAME), "tests/register.py and the resolver differ"
    assert len(REGISTER) == len(BY_NAME), "an address is registered twice"


@pytest.mark.parametrize("entry", ENTRIES)
def test_each_role_gets_its_status(site: Site, entry: Entry):
    for role in ROLES:
        got = {address: site.get(role, address).status for address in site.addresses(role, entry)}
        assert got == dict.fromkeys(got, entry.get[role]), role


@pytest.mark.parametrize("entry", ENTRIES)
def test_each_role_gets_its_status_for_an_empty_form(site: Site, entry: Entry):
    address = entry.first(site.world)
    got = {role: site.client(role).post(address, {}).status_code for role in ROLES}
    assert got == dict(entry.post)


@pytest.mark.parametrize("entry", ENTRIES)
def test_a_form_from_elsewhere_is_refused(site: Site, entry: Entry):
    """Without the token nothing is done, whoever is signed in."""
    response = site.client("leader", enforce_csrf_checks=True).post(entry.first(site.world), {})
    assert response.status_code == 403


@pytest.mark.parametrize("entry", ENTRIES)
def test_what_there_is_not_is_not_found(site: Site, entry: Entry):
    for kwargs in entry.unknown(site.world):
        address = reverse(entry.name, kwargs=kwargs)
        # Who has to sign in first is told no more than that.
        for role in ("anonymous", "owner") if entry.public else ("owner",):
            assert site.get(role, address).status == 404, f"{address} as {role}"


@pytest.mark.parametrize("entry", ENTRIES)
def test_other_ways_of_writing_lead_to_the_canonical_address(site: Site, entry: Entry):
    for kwargs in entry.moved(site.world):
        moved = site.get("anonymous", reverse(entry.name, kwargs=kwargs) + "?kept=1")
        assert moved.status == 301
        assert moved.headers["Location"].endswith("/?kept=1")
        assert site.get("anonymous", moved.headers["Location"]).status == 200


@pytest.mark.parametrize("entry", [pytest.param(entry, id=entry.name) for entry in REGISTER if entry.public])
def test_public_pages_can_be_kept_and_set_no_cookie(site: Site, entry: Entry):
    for address, answer in site.shown("anonymous", entry):
        assert not answer.cookies, address
        if len(address) > LONGEST_ADDRESS:
            continue
        assert "no-cache" in answer.headers["Cache-Control"], address
        again = site.client("anonymous").get(address, headers={"if-none-match": answer.headers["ETag"]})
        assert (again.status_code, again.content) == (304, b""), address


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_answer_carries_the_policies(site: Site, entry: Entry):
    for role in ("anonymous", "owner"):
        answer = site.get(role, entry.addresses(site.world)[0])
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "same-origin"
        if answer.status == 200:
            assert answer.headers["Content-Type"].startswith(entry.kind.value)


@pytest.mark.parametrize("entry", PAGES)
def test_each_page_says_what_it_is(site: Site, entry: Entry):
    for role in ("anonymous", "owner"):
        for address, answer in site.shown(role, entry):
            page = answer.page
            path = urlsplit(address).path
            assert page.one("html").attrs["lang"] == "en"
            assert page.title.endswith("RSHL"), address
            assert page.one("h1").text, address
            assert page.one("main").attrs["id"] == "main"
            assert page.one("link", rel="canonical").attrs["href"] == f"http://testserver{path}"
            assert page.one("meta", property="og:title").attrs["content"]
            # Nobody sends a link to a search or to a page of his own.
            if entry.public and entry.name != "search":
                assert page.one("meta", property="og:description").attrs["content"], address


@pytest.mark.parametrize("entry", PAGES)
def test_titles_tell_pages_apart(site: Site, entry: Entry):
    role = next((role for role in ROLES if entry.get[role] == 200), "")
    paths = {reverse(entry.name, kwargs=kwargs) for kwargs in entry.examples(site.world) if role}
    titles = [site.get(role, path).page.title for path in sorted(paths)]
    assert sorted(titles) == sorted(set(titles))


@pytest.mark.parametrize("entry", PAGES)
def test_nothing_runs_or_is_styled_inline(site: Site, entry: Entry):
    for role in ("anonymous", "owner"):
        for address, answer in site.shown(role, entry):
            typed = [raw for raw in RAW if raw in answer.body]
            assert not typed, f"{address} has {typed} as it was typed"
            page = answer.page
            assert all(script.attrs.get("src", "").startswith("/static/") for script in page.all("script")), address
            assert not page.all("style"), address
            inline = [e.tag for e in page.elements if any(name == "style" or name[:2] == "on" for name in e.attrs)]
            assert not inline, address


@pytest.mark.parametrize("role", ROLES)
def test_nobody_sees_what_is_hidden(site: Site, role: str):
    """Drafts, unreleased games, planned news, reasons that are not public, and addresses of people."""
    secret = [MARKER, MAIL, *site.world.hidden_instants, *([] if role in ("owner", "leader") else [OWN])]
    own = "" if role == "anonymous" else site.world.users[role].email
    for address in [address for entry in REGISTER for address in site.addresses(role, entry)]:
        # His own address is shown to nobody but himself.
        body = site.get(role, address).body.replace(own, "")
        shown = [text for text in secret if text in body]
        assert not shown, f"{address} shows {shown}"


def test_the_public_is_told_how_many_games_are_not_released(site: Site):
    """One draft, one planned and one never planned are three; the one that a replay replaced is none."""
    address = BY_NAME["season:schedule"].first(site.world)
    assert "3 more games" in site.get("anonymous", address).page.text


@pytest.mark.parametrize("role", ("anonymous", "owner", "captain"))
def test_every_address_on_any_page_answers(site: Site, role: str):
    found: dict[str, str] = {}
    for entry in REGISTER:
        for address, answer in site.shown(role, entry) if entry.kind is Kind.PAGE else ():
            for link in answer.page.links():
                found.setdefault(urljoin(f"http://testserver{address}", link), address)
    assert len(found) > 100
    broken = {link: page for link, page in found.items() if not answers(site, role, link)}
    assert not broken


def answers(site: Site, role: str, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme == "data":
        return parts.path.startswith("image/")
    if parts.netloc != "testserver" or parts.scheme == "webcal":
        return parts.scheme in ("webcal", "https")
    if parts.path.startswith("/static/"):
        return finders.find(parts.path.removeprefix("/static/")) is not None
    # An address that only takes a form answers 405 to a visit.
    return site.get(role, link.removeprefix("http://testserver").partition("#")[0]).status in (200, 301, 302, 405)


@pytest.mark.parametrize("name", ("season:standings", "season:teams", "season:schedule", "season:race"))
def test_odd_names_come_out_right_on_pages(site: Site, name: str):
    text = site.get("anonymous", BY_NAME[name].first(site.world)).page.text
    assert not [odd for odd in ODD_NAMES if odd not in text]


def test_odd_names_come_out_right_in_calendars_and_feeds(site: Site):
    calendar = icalendar.Calendar.from_ical(site.get("anonymous", BY_NAME["season:calendar"].first(site.world)).body)
    told = " ".join(str(event["SUMMARY"]) for event in calendar.walk("VEVENT"))
    assert not [odd for odd in ODD_NAMES if odd not in told]
    feed = ElementTree.fromstring(site.get("anonymous", BY_NAME["season:feed"].first(site.world)).body)
    told = " ".join(feed.itertext())
    assert not [odd for odd in ODD_NAMES if odd not in told]


@pytest.mark.parametrize("name", ("season:standings_csv", "season:schedule_csv", "season:results_csv"))
def test_odd_names_come_out_right_in_files(site: Site, name: str):
    """What a spreadsheet would take for a formula has one apostrophe before it."""
    rows = csv.reader(io.StringIO(site.get("anonymous", BY_NAME[name].first(site.world)).body))
    cells = {cell for row in rows for cell in row}
    assert {odd for odd in ODD_NAMES if odd not in cells} == {"=1+1"}
    assert "'=1+1" in cells


def test_a_search_finds_each_odd_name(site: Site):
    for odd in ODD_NAMES:
        page = site.get("anonymous", f"{reverse('search')}?{urlencode({'q': odd})}").page
        assert site.world.teams[odd].get_absolute_url() in page.links(), odd


def test_names_that_a_careless_comparison_makes_one_are_two(site: Site):
    pages = [site.get("anonymous", site.world.teams[name].get_absolute_url()).page for name in ("Straße", "Strasse")]
    assert [page.one("h1").text for page in pages] == ["Straße", "Strasse"]


NONE_SUCH = ("/nowhere/", "/rshl/nowhere/", "/games/0/", "/games/x/", "/teams/-1/", f"/players/{10**40}/",
             "/news/1%00/", "/rshl/season-24/schedule/2026-13/",
             "/rshl/season-24/schedule/0000-01/", "/rshl/season-24/%F0%9F%90%BB/",
             "/%2e%2e/", "/static-not/", "/rshl/season-24/schedule/2026-1/")  # fmt: skip


@pytest.mark.parametrize("address", NONE_SUCH)
def test_an_address_that_is_none_gets_a_page_that_helps(site: Site, address: str):
    answer = site.get("anonymous", address)
    assert answer.status == 404
    assert answer.page.one("h1").text
    assert answer.page.all("form", role="search")
    assert reverse("home") in answer.page.links()


def test_the_support_pages_are_for_superusers(site: Site):
    for role in ROLES:
        assert site.get(role, reverse("admin:index")).status == 302, role
    User.objects.filter(pk=site.world.users["stranger"].pk).update(is_staff=True, is_superuser=True)
    assert site.client("stranger").get(reverse("admin:index")).status_code == 200
