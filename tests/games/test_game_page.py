"""The page of a game: score and how it came about, its dates, the meetings, and what nobody may see yet."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import Game, GameStatus, GameTime, Precision
from games.selectors.meetings import meetings
from league import versions
from teams.models import Team
from tests.cast import NOW, make_game, make_league_season, make_result, make_team, make_user
from tests.pages import Html

HOUR = timedelta(hours=1)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]


def page(client, game, **extra):
    response = client.get(Game.objects.get(pk=game.pk).get_absolute_url(), **extra)
    assert response.status_code == 200
    return Html(response.content.decode())


def main(client, game):
    return page(client, game).one("main").text


@pytest.mark.parametrize(
    "goals,decided,words",
    [
        ((3, 2), "regulation", "Decided in regulation."),
        ((3, 2), "overtime", "Decided in overtime."),
        ((2, 2), "tie", "Level after overtime: a tie."),
        ((11, 1), "mercy", "Ended by the mercy rule."),
    ],
)
def test_how_a_game_was_decided_in_words(client, teams, goals, decided, words):
    text = main(client, make_result(*teams, *goals, decided=decided))

    assert words in text
    assert f"{goals[1]}– to {goals[0]}" in text


def test_a_mercy_in_overtime_says_so(client, teams):
    assert "That was in overtime." in main(client, make_result(*teams, 3, 1, decided="mercy", in_overtime=True))


@pytest.mark.rule("G5")
def test_a_forfeit_shows_the_score_that_counts_and_the_one_on_the_ice(client, teams):
    game = make_result(*teams, 5, 3, decided="forfeit", forfeited_by="home", home_counted=5, away_counted=6)

    shown = page(client, game)
    text = shown.one("main").text

    assert shown.one("h1").text == "Bees 6, Ants 5"
    assert "Ants forfeited without being behind" in text
    assert "On the ice: Bees 3, Ants 5." in text


@pytest.mark.rule("S8")
def test_a_double_forfeit(client, teams):
    game = make_result(*teams, 2, 1, decided="double_forfeit", forfeited_by="both", home_counted=0, away_counted=0)

    text = main(client, game)

    assert "both forfeited" in text
    assert "On the ice: Bees 1, Ants 2." in text


def test_a_game_to_come(client, teams):
    game = make_game(*teams, NOW + 30 * HOUR)

    shown = page(client, game)
    text = shown.one("main").text

    assert shown.one("h1").text == "Bees at Ants"
    assert "Tue, Mar 3, 19:00 EST" in text
    assert "have not met in any other game" in text
    assert "The game" not in text
    with time_machine.travel(NOW + 30 * HOUR, tick=False):
        assert "Result to come" in main(client, game)


def test_its_dates_are_told_with_reasons(client, teams):
    game = make_game(*teams, NOW + 30 * HOUR)
    GameTime.objects.update(valid_to=NOW - 5 * HOUR)
    GameTime.objects.create(
        game=game, starts_at=None, valid_from=NOW - 5 * HOUR, valid_to=NOW - HOUR, reason="Two players are away",
        charged_team=teams[0],
    )
    GameTime.objects.create(game=game, starts_at=NOW + 99 * HOUR, valid_from=NOW - HOUR)

    text = main(client, game)

    assert "Its dates" in text
    assert "Postponed, without a new date" in text
    assert "Two players are away. Charged to Ants." in text
    assert "Fri, Mar 6, 16:00 EST" in text


def test_one_date_needs_no_history(client, teams):
    assert "Its dates" not in main(client, make_game(*teams))


def test_a_day_without_a_time(client, teams):
    game = make_game(*teams, datetime(2026, 3, 10, 4, tzinfo=UTC), precision=Precision.DAY)

    shown = page(client, game)

    assert "Tue, Mar 10" in shown.one("main").text
    assert "00:00" not in shown.one("main").text
    assert "Tuesday, March 10, 2026." in preview(shown)["og:description"]


def test_referee_note_reason_and_corrections(client, teams):
    game = make_result(*teams, 3, 2, reason="The log was wrong")
    Game.objects.update(referee=make_user("Whistler"), note="Reschedule")
    game.results.update(is_current=False)
    game.results.create(
        revision=2, home_goals=3, away_goals=1, home_counted=3, away_counted=1, decided="regulation", source="entry",
        reason="The log was wrong", recorded_at=NOW,
    )

    text = main(client, game)

    for words in ("Whistler", "Reschedule", "Reason: The log was wrong", "from Bees 2, Ants 3 to Bees 1, Ants 3"):
        assert words in text


def preview(shown):
    tags = [each.attrs for each in shown.all("meta")]
    return {tag.get("property") or tag.get("name"): tag.get("content") for tag in tags}


def test_the_preview_of_a_link_has_the_score(client, teams):
    played = preview(page(client, make_result(*teams, 3, 2, decided="overtime")))
    coming = preview(page(client, make_game(*teams, NOW + 30 * HOUR)))

    assert played["og:title"] == "Bees 2, Ants 3"
    assert played["og:description"] == played["description"] == "Final, overtime. RSHL Season 24."
    assert coming["og:title"] == "Bees at Ants"
    assert coming["og:description"] == "RSHL Season 24, Tuesday, March 3, 2026, 19:00 EST."


def test_meetings_are_those_of_the_franchises_in_all_seasons(client, teams):
    ants, bees = teams
    old = make_league_season(season="season-23")
    old_ants = Team.objects.create(
        franchise=ants.franchise, league_season=old, name="Old Ants", name_key="old ants", short_name="OA"
    )
    old_bees = Team.objects.create(
        franchise=bees.franchise, league_season=old, name="Old Bees", name_key="old bees", short_name="OB"
    )
    make_result(old_bees, old_ants, 1, 4)
    make_result(ants, bees, 2, 2)
    make_result(bees, ants, 0, 0, decided="double_forfeit", forfeited_by="both")
    make_game(bees, ants)
    game = make_result(bees, ants, 5, 3)

    found = meetings(game, NOW)

    assert (found.balance.games, found.balance.wins, found.balance.losses, found.balance.ties) == (3, 0, 2, 1)
    assert (found.balance.goals_for, found.balance.goals_against) == (3, 6)
    text = main(client, game)
    assert "Old Ants 4, Old Bees 1" in text


def test_games_that_count_nowhere_are_no_meetings(teams):
    make_result(*teams, 3, 1)
    Game.objects.update(kind="challenge")

    assert meetings(make_game(*teams), NOW).balance.games == 0


def test_a_result_of_another_season_renews_the_page(client, season, teams):
    game = make_game(*teams)
    assert "have not met" in main(client, game)
    make_result(*teams, 3, 1)
    versions.bump(season.pk)

    assert "Bees 1, Ants 3" in main(client, game)


def test_what_they_play_next(client, season, teams):
    cats = make_team(season, "Cats")
    game = make_game(*teams, NOW + HOUR)
    make_game(cats, teams[1], NOW + 48 * HOUR)
    make_game(cats, teams[0], NOW + 40 * HOUR, status=GameStatus.CANCELLED)

    text = main(client, game)

    assert "What they play next" in text
    assert text.count("Cats") == 1


@pytest.mark.rule("G6")
def test_the_address_of_a_void_game_leads_to_its_replay(client, season):
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    void = make_game(ants, bees, status=GameStatus.VOID)
    replay = make_game(ants, bees, replaces=void)
    answer = client.get(f"/games/{void.pk}/")
    assert (answer.status_code, answer["Location"]) == (302, replay.get_absolute_url())


@pytest.mark.parametrize("fields", [{"released_at": None}, {"released_at": NOW + HOUR}, {"status": GameStatus.DRAFT}])
def test_a_replay_that_nobody_may_know_of_is_not_told(client, season, fields):
    ants, bees = make_team(season, "Ants"), make_team(season, "Bees")
    void = make_game(ants, bees, status=GameStatus.VOID)
    make_game(ants, bees, replaces=void, **fields)
    assert client.get(f"/games/{void.pk}/").status_code == 404


@pytest.mark.rule("P1")
@pytest.mark.parametrize(
    "fields", [{"status": GameStatus.DRAFT}, {"released_at": None}, {"released_at": NOW + HOUR}, {"status": "void"}]
)
def test_what_nobody_may_know_of_is_not_found(client, teams, fields):
    game = make_game(*teams, **fields)

    response = client.get(game.get_absolute_url())

    assert response.status_code == 404
    assert b"Ants" not in response.content


@pytest.mark.parametrize("text", ["", "-x", "-bees-at-ants-", "-BEES-at-ants"])
def test_other_texts_lead_to_the_right_address(client, teams, text):
    game = make_game(*teams)

    response = client.get(f"/games/{game.pk}{text}/?from=mail&x=%20")

    assert response.status_code == 301
    assert response.headers["Location"] == f"/games/{game.pk}-bees-at-ants/?from=mail&x=%20"


@pytest.mark.parametrize("number", ["999999999999999999", "9999999999999999999999", "0", "-1", "01"])
def test_numbers_that_are_no_games(client, season, number):
    assert client.get(f"/games/{number}/").status_code == 404


@pytest.mark.parametrize("name", ["=1+1", "<script>alert(1)</script>", "🐻", "Straße"])
def test_odd_names_are_text(client, season, teams, name):
    game = make_result(make_team(season, name), teams[0], 2, 1)

    shown = page(client, game)

    assert shown.one("h1").text == f"Ants 1, {name} 2"
    assert preview(shown)["og:title"] == f"Ants 1, {name} 2"
    assert not [each for each in shown.all("script") if "src" not in each.attrs]


@pytest.mark.parametrize("count", [1, 12])
def test_the_same_questions_whatever_the_number_of_meetings(client, teams, count, django_assert_num_queries):
    game = make_game(*teams)
    for number in range(count):
        make_result(*teams, 3, 2)
        make_game(*teams, NOW + (48 + number) * HOUR)
        start = NOW - (20 + number) * HOUR
        GameTime.objects.create(game=game, starts_at=NOW, valid_from=start, valid_to=start, charged_team=teams[0])

    address = game.get_absolute_url()
    with django_assert_num_queries(8):
        assert client.get(address).status_code == 200
