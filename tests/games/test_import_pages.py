"""The pages of imports: who sees them, what they take, what they say, and that they work without a script."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import CsvImport, Game
from league.models import Job, LeagueSeason
from league.services.clockwork import sweep
from tests.cast import PASSWORD, make_commissioner, make_league_season, make_team, make_user, make_zone_leader

TEXT = "date,time,home,away,home_goals,away_goals\n2020-03-10,22:00,Cya,<script>,3,1\n2020-03-11,22:00,=1+1,Cya,,\n"


@pytest.fixture
def season(db):
    season = make_league_season()
    make_team(season, "Cya")
    return season


@pytest.fixture
def lc(season, client):
    client.force_login(make_commissioner(season.league))
    return client


@pytest.fixture
def url(season):
    return reverse("season:imports", args=["rshl", "season-24"])


def send(client, url, text=TEXT, name="games.csv", **more):
    from django.core.files.uploadedfile import SimpleUploadedFile

    data = text if isinstance(text, bytes) else text.encode()
    form = {"file": SimpleUploadedFile(name, data), "time_zone": "America/New_York", "kind": "regular", **more}
    return client.post(url, form, follow=True)


def confirm(client, page, **more):
    """Press the page's own button, with the boxes as they are ticked in it."""
    address = page.redirect_chain[-1][0] if page.redirect_chain else page.request["PATH_INFO"]
    teams = [each["team"].name for each in page.context["teams"] if each["chosen"]]
    fields = {"seen": page.context["seen"], "team": teams, **more}
    if page.context["large"]:
        fields["large"] = str(len(page.context["teams"]))
    return client.post(address, fields, follow=True)


def test_from_the_file_to_the_games(lc, url):
    page = send(lc, url)
    text = page.content.decode()
    assert "&lt;script&gt;" in text
    assert "<script>," not in text
    assert page.context["counts"]["created"] == 2
    assert Game.objects.count() == 0
    page = confirm(lc, page)
    assert "has been applied" in page.content.decode()
    assert Game.objects.count() == 2
    assert CsvImport.objects.get().uploaded_by.username == "commissioner"
    assert "games.csv" in lc.get(url).content.decode()


def test_who_may(season, url, client):
    csv_import = None
    leader = Client()
    leader.force_login(make_zone_leader())
    send(leader, url)
    csv_import = reverse("season:import", args=["rshl", "season-24", CsvImport.objects.get().pk])
    other = make_commissioner(make_league_season("mshl").league, "other")
    for address in (url, csv_import):
        assert leader.get(address).status_code == 200
        for method in ("get", "post"):
            answer = getattr(Client(), method)(address)
            assert (answer.status_code, answer["Location"]) == (302, f"/sign-in/?next={address}")
            for user in (other, make_user(f"{method} {address}"[:60])):
                client.force_login(user)
                assert getattr(client, method)(address).status_code == 404
    assert leader.get(url)["Cache-Control"].startswith("max-age=0, no-cache, no-store")


def test_an_import_of_another_season_is_not_here(lc, url, season):
    send(lc, url)
    make_league_season("rshl", "season-25")
    number = CsvImport.objects.get().pk
    assert lc.get(reverse("season:import", args=["rshl", "season-25", number])).status_code == 404
    assert lc.get(reverse("season:import", args=["rshl", "season-24", number + 1])).status_code == 404


def test_forged_requests_are_refused(season, url):
    strict = Client(enforce_csrf_checks=True)
    make_commissioner(season.league)
    assert strict.login(username="commissioner", password=PASSWORD)
    assert send(strict, url).status_code == 403
    assert not CsvImport.objects.exists()
    token = strict.get(url).context["csrf_token"]
    page = send(strict, url, csrfmiddlewaretoken=str(token))
    assert page.status_code == 200
    address = page.redirect_chain[-1][0]
    assert strict.post(address, {"seen": page.context["seen"]}).status_code == 403


@pytest.mark.parametrize(
    "text, status, message",
    [
        (b"home,away\nStra\xdfe", 422, "not UTF-8: byte 15, in line 2"),
        (b"home\0", 422, "NUL byte"),
        ("home,away,data\n", 200, "did you mean date?"),
        ("date,home,away,home_goals,away_goals\n2020-01-01,Cya,Cya,-1,2\n", 200, "never negative"),
        ("date,home,away\n2020-01-01,Cya,Cya\n", 200, "cannot play itself"),
        ("", 422, "empty"),
    ],
)
def test_bad_files(lc, url, text, status, message):
    page = send(lc, url, text)
    assert (page.status_code, message in page.content.decode()) == (status, True)
    assert 'type="submit">Apply' not in page.content.decode()


def test_a_file_that_is_too_big_is_turned_away_unread(lc, url, season):
    """Fifty megabytes are not held in memory: the form is never read, only its length."""
    page = send(lc, url, b"x" * (50 * 1024 * 1024))
    assert page.status_code == 413
    assert "50.0 MB; 5 MB are the most" in page.content.decode()
    page = send(lc, url, b"x" * (5 * 1024 * 1024 + 1))
    assert page.status_code == 422
    assert "5 MB are the most" in page.content.decode()
    assert not CsvImport.objects.exists()


def test_the_form_keeps_what_was_chosen(lc, url):
    page = send(lc, url, b"\xff", time_zone="Europe/Berlin", kind="preseason")
    assert '<option value="Europe/Berlin" selected>' in page.content.decode()
    assert '<option value="preseason" selected>' in page.content.decode()
    page = send(lc, url, time_zone="Mars/Base")
    assert "Select a valid choice" in page.content.decode()


def test_teams_that_are_not_ticked(lc, url):
    page = send(lc, url)
    page = confirm(lc, page, team=["=1+1"])
    assert page.status_code == 422
    assert "The season has no team called &lt;script&gt;." in page.content.decode()
    assert 'value="=1+1" checked' in page.content.decode()
    assert 'value="&lt;script&gt;" checked' not in page.content.decode()
    assert not Game.objects.exists()


def test_a_misspelt_team_is_not_ticked_by_itself(lc, url, season):
    make_team(season, "Lightsabers")
    page = send(lc, url, "date,home,away\n2020-01-01,Cya,Lightsabres\n")
    assert [each["chosen"] for each in page.context["teams"]] == [False]
    assert "like Lightsabers" in page.content.decode()


def test_a_season_that_has_changed_shows_the_new_preview(lc, url, season):
    page = send(lc, url)
    make_team(season, "=1+1")
    again = confirm(lc, page)
    assert again.status_code == 409
    assert "has changed since you looked" in again.content.decode()
    assert not Game.objects.exists()
    confirm(lc, again)
    assert Game.objects.count() == 2


def test_pressing_twice(lc, url):
    page = send(lc, url)
    confirm(lc, page)
    assert confirm(lc, page).status_code == 200
    assert Game.objects.count() == 2


def test_a_file_that_changes_nothing_has_no_button(lc, url):
    confirm(lc, send(lc, url))
    page = send(lc, url)
    assert "changes nothing" in page.content.decode()
    assert "Apply the file" not in page.content.decode()


LARGE = "date,home,away,meeting\n" + "".join(
    f"20{year}-03-10,Cya,Lightsabers,{year - 9}\n20{year}-03-12,Lightsabers,Cya,{year - 9}\n" for year in range(10, 99)
)


def test_a_large_file_waits_and_the_page_looks_again_by_itself(lc, url):
    page = confirm(lc, send(lc, url, LARGE))
    assert (page["Refresh"], "is being applied" in page.content.decode()) == ("2", True)
    address = page.redirect_chain[-1][0]
    Job.objects.filter(kind="import").update(failed_at="2020-01-01T00:00Z")
    page = lc.get(address)
    assert "Refresh" not in page
    assert "Try again" in page.content.decode()
    page = lc.post(address, {"seen": page.context["seen"], "team": page.context["file"].new_teams}, follow=True)
    assert "is being applied" in page.content.decode()
    sweep()
    assert "has been applied" in lc.get(address).content.decode()
    assert Game.objects.count() == 178


def test_a_large_file_comes_back_when_the_worker_finds_another_plan(lc, url, season):
    page = confirm(lc, send(lc, url, LARGE), seen="something else")
    assert "is being applied" in page.content.decode()
    sweep()
    page = lc.get(page.redirect_chain[-1][0])
    assert "has changed since you looked" in page.content.decode()
    assert not Game.objects.exists()


def test_a_large_file_without_its_teams_is_refused_at_once(lc, url):
    page = confirm(lc, send(lc, url, LARGE), team=[])
    assert (page.status_code, "no team called Lightsabers" in page.content.decode()) == (422, True)


def test_a_form_that_says_otherwise_creates_no_team_nobody_chose(lc, url):
    confirm(lc, send(lc, url, LARGE), team=["Elsewhere"])
    sweep()
    assert CsvImport.objects.get().state == "preview"
    assert not Game.objects.exists()


@pytest.mark.parametrize("seen", ["", "\0", "0" * 32])
def test_a_form_that_nobody_can_have_seen_confirms_nothing(lc, url, seen):
    page = send(lc, url, LARGE)
    address, teams = page.redirect_chain[-1][0], [each["team"].name for each in page.context["teams"]]
    answer = lc.post(address, {"seen": seen, "team": [*teams, "A\0B"], "large": str(len(teams))})
    assert answer.status_code == 302
    sweep()
    assert CsvImport.objects.get().state == "preview"
    assert not Game.objects.exists()


def test_a_closed_season(lc, url, season):
    page = send(lc, url)
    LeagueSeason.objects.update(closed_at="2020-01-01T00:00Z")
    again = confirm(lc, page)
    assert (again.status_code, "is closed" in again.content.decode()) == (422, True)
    assert "is closed" in send(lc, url).content.decode()


@pytest.mark.parametrize("rows", [1, 12])
def test_the_preview_asks_the_same_for_one_row_and_for_twelve(lc, url, rows, django_assert_num_queries):
    lines = "".join(f"2020-03-{day:02},Cya,Team {day}\n" for day in range(1, rows + 1))
    page = send(lc, url, "date,home,away\n" + lines)
    address = page.redirect_chain[-1][0]
    with django_assert_num_queries(10):
        lc.get(address)


@pytest.mark.parametrize("files", [1, 12])
def test_so_does_the_list(lc, url, files, django_assert_num_queries):
    for _ in range(files):
        send(lc, url)
    with django_assert_num_queries(6):
        lc.get(url)
