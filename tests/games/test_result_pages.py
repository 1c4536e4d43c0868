"""Entering a result on its page: shown as it counts, then saved; corrections with what follows; taken back."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, Result
from games.services.results import record_result, withdraw_result
from league.models import AuditEntry, StaffRole
from league.models.people import Role
from tests.cast import NOW, make_commissioner, make_game, make_result, make_team, make_user
from tests.pages import Html

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
HOUR = timedelta(hours=1)


@pytest.fixture
def game(teams):
    return make_game(*teams, NOW - HOUR)


@pytest.fixture
def referee(client):
    user = make_user("Whistler")
    StaffRole.objects.create(user=user, role=Role.REFEREE, starts_at=NOW - 300 * HOUR)
    client.force_login(user)
    return user


def address(game):
    return f"{game.get_absolute_url()}result/"


def look(client, game, status=200):
    response = client.get(address(game))
    assert response.status_code == status
    return Html(response.content.decode())


def hidden(page, name):
    return next(each.attrs["value"] for each in page.all("input", type="hidden", name=name))


class Form:
    """The form of a game's result in front of somebody: what it carries is kept from page to page."""

    def __init__(self, client, game):
        self.client, self.game = client, game
        self.page = look(client, game)
        self.seen, self.checked = hidden(self.page, "seen"), ""

    def send(self, do, status=200, **typed):
        form = {"do": do, "ending": "regulation", "seen": self.seen, "checked": self.checked, **typed}
        response = self.client.post(address(self.game), form)
        assert response.status_code == status, Html(response.content.decode()).text
        if response.status_code == 302:
            return response.headers["Location"]
        self.page = Html(response.content.decode())
        checked = self.page.all("input", name="checked")
        self.checked = checked[0].attrs["value"] if checked else ""
        return self.page.one("main").text


def test_who_is_not_signed_in_is_asked_to(client, game):
    response = client.get(address(game))
    assert (response.status_code, response.headers["Location"]) == (302, f"/sign-in/?next={address(game)}")


def test_other_ways_of_writing_the_address_lead_to_the_right_one(client, game, commissioner):
    for text in ("", "-other"):
        response = client.get(f"/games/{game.pk}{text}/result/?kept=1")
        assert (response.status_code, response.headers["Location"]) == (301, f"{address(game)}?kept=1")


def test_who_may_not_is_told_who_may(client, game):
    client.force_login(make_user())
    assert "Results are recorded by the game's referee" in look(client, game, 403).text
    assert client.post(address(game), {"do": "save"}).status_code == 403


@pytest.mark.rule("G5")
def test_a_first_result_is_shown_as_it_counts_and_saved_in_one_more_tap(client, game, referee):
    form = Form(client, game)
    assert "you are recorded as a substitute (G16)" in form.page.text
    told = form.send("look", away_goals="3", home_goals="5", ending="forfeit_home")
    assert "Bees 6, Ants 5 (forfeit by Ants, 3–5 on the ice)" in told
    assert "Ants forfeited without being behind, so Bees win by one goal." in told
    assert not Result.objects.exists()
    assert form.send("save", 302, away_goals="3", home_goals="5", ending="forfeit_home") == game.get_absolute_url()
    row = Result.objects.get()
    assert (row.home_goals, row.away_goals, row.home_counted, row.away_counted) == (5, 3, 5, 6)
    assert (row.forfeited_by, row.recorded_by, row.as_substitute) == ("home", referee, True)
    assert "Recorded: Bees 6, Ants 5" in client.get(game.get_absolute_url()).content.decode()


def test_nothing_is_saved_that_was_not_shown(client, game, referee):
    form = Form(client, game)
    form.send("look", away_goals="3", home_goals="5")
    assert "Bees 4, Ants 5" in form.send("save", away_goals="4", home_goals="5")
    assert not Result.objects.exists()
    form.send("save", 302, away_goals="4", home_goals="5")
    assert Result.objects.get().away_goals == 4


def test_a_form_sent_twice_records_once(client, game, referee):
    form = Form(client, game)
    form.send("look", away_goals="3", home_goals="5")
    for _ in range(2):
        form.send("save", 302, away_goals="3", home_goals="5")
    assert (Result.objects.count(), AuditEntry.objects.count()) == (1, 1)


@pytest.mark.rule("G4")
def test_a_mercy_is_offered_where_the_score_says_so(client, game, referee):
    form = Form(client, game)
    assert "mercy (G4)" not in form.send("look", away_goals="0", home_goals="9")
    assert "10 goals behind is a mercy (G4)." in form.send("look", away_goals="1", home_goals="11")
    assert "Bees 1, Ants 11 (mercy)" in form.send("mercy", away_goals="1", home_goals="11")
    assert form.page.one("input", type="radio", value="mercy").attrs.get("checked") is not None
    form.send("save", 302, away_goals="1", home_goals="11", ending="mercy")
    assert Result.objects.get().decided == "mercy"


def test_level_after_regulation_is_a_tie(client, game, referee):
    form = Form(client, game)
    assert "Bees 2, Ants 2 (tie)" in form.send("look", away_goals="2", home_goals="2")


@pytest.mark.rule("G1")
def test_a_playoff_game_has_no_tie(client, game, referee):
    Game.objects.update(kind="challenge")
    form = Form(client, game)
    assert not form.page.all("input", type="radio", value="tie")
    assert not form.page.all("input", type="radio", value="forfeit_both")
    assert "a postseason game has a winner" in form.send("look", 422, away_goals="2", home_goals="2")


def test_who_did_not_show_up_scored_no_goals(client, game, referee):
    form = Form(client, game)
    told = form.send("look", away_goals="", home_goals="", ending="forfeit_away")
    assert "Bees 0, Ants 1 (forfeit by Bees, 0–0 on the ice)" in told
    assert "Bees 0, Ants 0 (double forfeit)" in form.send("look", ending="forfeit_both")


@pytest.mark.parametrize(
    "typed, words",
    [
        ({"away_goals": "3", "home_goals": ""}, "How many goals did Ants score?"),
        ({"away_goals": "x", "home_goals": "1"}, "Enter a whole number"),
        ({"away_goals": "-1", "home_goals": "1"}, "greater than or equal to 0"),
        ({"away_goals": "1000", "home_goals": "1"}, "less than or equal to 999"),
        ({"away_goals": "5", "home_goals": "1", "ending": "overtime"}, "overtime ends with the first goal"),
        ({"away_goals": "5", "home_goals": "1", "ending": "tie"}, "a tie is level"),
        ({"away_goals": "5", "home_goals": "1", "ending": "rubbish"}, "rubbish"),
        ({"away_goals": "5", "home_goals": "1", "in_overtime": "on"}, "only a mercy or a forfeit carries it"),
    ],
)
def test_what_is_refused_is_said_beside_the_field_and_what_was_typed_stays(client, game, referee, typed, words):
    form = Form(client, game)
    assert words in form.send("save", 422, **typed)
    assert form.page.one("input", name="away_goals").attrs["value"] == typed["away_goals"]
    assert not Result.objects.exists()


def test_a_game_that_has_not_started_has_no_result(client, teams, referee):
    form = Form(client, make_game(*teams, NOW + HOUR))
    assert "has not started yet" in form.send("look", 422, away_goals="1", home_goals="2")


# --- somebody was faster


def test_who_was_slower_is_shown_the_difference(client, game, season, commissioner):
    form = Form(client, game)
    form.send("look", away_goals="3", home_goals="5")
    other = make_commissioner(season.league, "Fast")
    record_result(game=game, home_goals=4, away_goals=3, by=other)
    told = form.send("save", 409, away_goals="3", home_goals="5")
    assert "Somebody was faster" in told
    assert "by Fast" in told
    cells = [each.text for each in form.page.all("td")]
    assert cells[-2:] == ["Bees 3, Ants 4", "Bees 3, Ants 5"]
    assert form.page.one("input", name="home_goals").attrs["value"] == "5"
    assert form.page.all("textarea", name="reason"), "from here on it is a correction"
    assert Result.objects.get().home_goals == 4


def test_a_slower_referee_is_shown_the_difference_and_who_may_correct_it(client, game, season, referee):
    form = Form(client, game)
    record_result(game=game, home_goals=4, away_goals=3, by=make_commissioner(season.league, "Fast"))
    told = form.send("look", 409, away_goals="3", home_goals="5")
    assert "Fast recorded this result; a referee corrects his own" in told
    assert not form.page.all("input", name="home_goals")


def test_the_same_result_from_two_people_is_no_quarrel(client, game, season, referee):
    form = Form(client, game)
    form.send("look", away_goals="3", home_goals="5")
    record_result(game=game, home_goals=5, away_goals=3, by=make_commissioner(season.league, "Fast"))
    form.send("save", 302, away_goals="3", home_goals="5")
    assert Result.objects.count() == 1


def test_a_right_that_ends_between_looking_and_saving_is_gone(client, game, referee):
    form = Form(client, game)
    form.send("look", away_goals="3", home_goals="5")
    StaffRole.objects.update(ends_at=NOW)
    response = client.post(address(game), {"do": "save", "away_goals": "3", "home_goals": "5"})
    assert response.status_code == 403
    assert not Result.objects.exists()


# --- corrections


@pytest.fixture
def played(season, teams):
    """A game that the commissioner can correct, in a table of three."""
    cows = make_team(season, "Cows")
    make_result(teams[1], cows, 2, 0)
    return make_result(*teams, 3, 1)


@pytest.mark.rule("S12")
def test_a_correction_needs_a_reason(client, played, commissioner):
    form = Form(client, played)
    assert "On record: Bees 1, Ants 3." in form.page.text
    assert form.page.one("input", name="home_goals").attrs["value"] == "3"
    assert "This field is required." in form.send("look", 422, away_goals="4", home_goals="3")


@pytest.mark.rule("S12")
def test_a_correction_shows_what_moves_and_is_done_as_shown(client, played, commissioner):
    form = Form(client, played)
    typed = {"away_goals": "4", "home_goals": "3", "reason": "Seen on the <b>tape</b>"}
    told = form.send("look", **typed)
    rows = [" ".join(each.text.split()) for each in form.page.all("tr")][1:]
    assert [row.split()[0] for row in rows] == ["Bees", "Cows", "Ants"], "Ants have let in more goals than Cows"
    assert "Up" in told
    assert Result.objects.filter(game=played).count() == 1
    form.send("save", 302, **typed)
    form.send("save", 302, **typed)
    row = Result.objects.get(game=played, is_current=True)
    assert (row.revision, row.home_goals, row.away_goals, row.reason) == (2, 3, 4, "Seen on the <b>tape</b>")
    page = client.get(played.get_absolute_url()).content.decode()
    assert "corrected it from Bees 1, Ants 3 to Bees 4, Ants 3" in Html(page).text
    assert "Seen on the &lt;b&gt;tape" in page


@pytest.mark.rule("S12")
def test_what_changed_meanwhile_is_shown_anew_before_anything_is_done(client, played, teams, commissioner):
    form = Form(client, played)
    typed = {"away_goals": "4", "home_goals": "3", "reason": "Seen on the tape"}
    form.send("look", **typed)
    make_result(teams[0], teams[1], 7, 0)
    told = form.send("save", 409, **typed)
    assert "The season has changed since you looked." in told
    assert Result.objects.filter(game=played).count() == 1
    form.send("save", 302, **typed)
    assert Result.objects.filter(game=played).count() == 2


@pytest.mark.rule("S12")
def test_a_correction_on_top_of_another_shows_the_difference(client, played, season, commissioner):
    form = Form(client, played)
    typed = {"away_goals": "4", "home_goals": "3", "reason": "Seen on the tape"}
    form.send("look", **typed)
    fast = make_commissioner(season.league, "Fast")
    record_result(game=played, home_goals=9, away_goals=1, reason="No", by=fast)
    told = form.send("save", 409, **typed)
    assert "by Fast, because: No" in told
    assert "Bees 1, Ants 9" in told
    assert Result.objects.get(game=played, is_current=True).revision == 2


def test_a_closed_season_is_a_record(client, played, season, commissioner):
    form = Form(client, played)
    season.closed_at = NOW
    season.save()
    told = form.send("look", 422, away_goals="4", home_goals="3", reason="Seen on the tape")
    assert "is closed" in told
    assert not look(client, played).all("input", name="home_goals")


# --- the wrong game


@pytest.mark.rule("S12")
def test_a_result_of_the_wrong_game_is_taken_back_after_a_look(client, played, commissioner):
    form = Form(client, played)
    told = form.send("back", reason="It was the second game")
    assert "Take the result back" in told
    assert Result.objects.filter(game=played).count() == 1
    for _ in range(2):
        assert form.send("back-now", 302, reason="It was the second game") == played.get_absolute_url()
    assert not Result.objects.filter(game=played, is_current=True).exists()
    text = client.get(played.get_absolute_url()).content.decode()
    assert "commissioner took the result back." in text
    assert "Enter result" in text


def test_taking_back_needs_a_reason_and_minds_what_changed(client, played, season, teams, commissioner):
    form = Form(client, played)
    assert "This field is required." in form.send("back", 422, reason="")
    form.send("back", reason="Wrong game")
    make_result(teams[0], teams[1], 7, 0)
    assert "has changed since you looked" in form.send("back-now", 409, reason="Wrong game")
    record_result(game=played, home_goals=9, away_goals=1, reason="No", by=make_commissioner(season.league, "Fast"))
    assert "Somebody was faster" in form.send("back-now", 409, reason="Wrong game")
    assert Result.objects.filter(game=played, is_current=True).exists()


# --- links and history


def words(client, game):
    page = Html(client.get(game.get_absolute_url()).content.decode())
    return [each.text for each in page.all("a") if each.attrs["href"] == address(game)]


def test_the_games_page_leads_those_who_may_to_the_form(client, game, played, season, teams):
    ahead = make_game(*teams, NOW + HOUR)
    assert (words(client, game), words(client, played)) == ([], [])
    client.force_login(make_user())
    assert (words(client, game), words(client, played)) == ([], [])
    client.force_login(make_commissioner(season.league))
    assert (words(client, game), words(client, played), words(client, ahead)) == (["Enter result"], ["Correct"], [])
    season.closed_at = NOW
    season.save()
    assert (words(client, game), words(client, played)) == ([], [])


def test_a_referee_is_led_to_his_own_result_alone(client, game, played, referee):
    assert (words(client, game), words(client, played)) == (["Enter result"], [])
    record_result(game=game, home_goals=1, away_goals=0, by=referee)
    assert words(client, game) == ["Correct"]


def test_the_history_of_a_result_is_told_in_sentences(client, game, season, referee):
    record_result(game=game, home_goals=1, away_goals=0, by=referee, clock=lambda: NOW - HOUR / 2)
    record_result(game=game, home_goals=2, away_goals=0, by=referee, reason="One more", clock=lambda: NOW)
    withdraw_result(game=game, reason="Wrong game", by=referee, clock=lambda: NOW)
    record_result(game=game, home_goals=0, away_goals=0, decided="tie", source="import", clock=lambda: NOW)
    page = Html(client.get(game.get_absolute_url()).content.decode())
    lines = [each.text for each in page.all("li") if "Mon, Mar 2" in each.text and "EST" in each.text]
    assert lines == [
        "Mon, Mar 2, 13:00 ESTThe site brought in Bees 0, Ants 0 (tie) from a file.",
        "Mon, Mar 2, 13:00 ESTWhistler took the result back. Reason: Wrong game",
        "Mon, Mar 2, 13:00 ESTWhistler corrected it from Bees 0, Ants 1 to Bees 0, Ants 2. Reason: One more",
        "Mon, Mar 2, 12:30 ESTWhistler recorded Bees 0, Ants 1 as a substitute for the referee.",
    ]


def test_the_schedule_leads_to_the_games_and_evenings_that_wait(client, game, season, teams):
    make_game(*teams, NOW + HOUR)
    schedule = f"{season.get_absolute_url()}schedule/"
    evening = f"{season.get_absolute_url()}evening/2026-03-02/"
    assert evening not in Html(client.get(schedule).content.decode()).links()
    client.force_login(make_commissioner(season.league))
    links = Html(client.get(schedule).content.decode()).links()
    assert (links.count(address(game)), links.count(evening)) == (1, 1)
    assert len([link for link in links if link.endswith("/result/")]) == 1
