"""A whole evening on one form: what is right is recorded, what is not stays as it was typed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.core.exceptions import ValidationError

from games.models import Game, Result
from games.selectors.evening import evening_games
from games.services.evening import Entry, record_evening
from games.services.results import Score, record_result, seen_now
from league.models import LeagueSeason, StaffRole
from league.models.people import Role
from league.selectors.desk import waiting_for
from tests.cast import NOW, make_commissioner, make_game, make_result, make_team, make_user
from tests.pages import Html

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_now")]
HOUR = timedelta(hours=1)
EVENING = "evening/2026-03-01/"


@pytest.fixture
def three(season):
    """Three games of Sunday evening in New York, with which Monday has begun in London."""
    names = iter(("Ants", "Bees", "Cows", "Dogs", "Elks", "Foxes"))
    teams = [make_team(season, name) for name in names]
    start = datetime(2026, 3, 2, 2, tzinfo=UTC)
    return [make_game(teams[each], teams[each + 1], start + each * HOUR / 2) for each in (0, 2, 4)]


def address(season):
    return f"{season.get_absolute_url()}{EVENING}"


def look(client, season, status=200):
    response = client.get(address(season))
    assert response.status_code == status
    return Html(response.content.decode())


def fields(page, **typed):
    """What a browser would send: what the page carries, and what was typed into it."""
    carried = {each.attrs["name"]: each.attrs["value"] for each in page.all("input", type="hidden")}
    chosen = {each.attrs["name"]: "regulation" for each in page.all("select")}
    return {name: value for name, value in {**carried, **chosen, **typed}.items() if name != "csrfmiddlewaretoken"}


def score(game, away, home, ending="regulation"):
    return {f"g{game.pk}-away_goals": away, f"g{game.pk}-home_goals": home, f"g{game.pk}-ending": ending}


def send(client, season, form, status):
    response = client.post(address(season), form)
    assert response.status_code == status, Html(response.content.decode()).text
    return Html(response.content.decode()) if status != 302 else None


def goals():
    rows = Result.objects.filter(is_current=True).order_by("game__starts_at")
    return [(row.away_goals, row.home_goals) for row in rows]


def test_the_day_is_one_of_the_seasons_zone(season, three):
    """One that starts after midnight belongs to the day on which it starts."""
    midnight = make_game(three[0].home, three[1].home, datetime(2026, 3, 2, 5, tzinfo=UTC))
    last = make_game(three[0].home, three[1].away, datetime(2026, 3, 2, 4, 59, tzinfo=UTC))
    sunday, monday = (evening_games(season, datetime(2026, 3, day, tzinfo=UTC).date(), NOW) for day in (1, 2))
    assert ([game.pk for game in sunday], [game.pk for game in monday]) == (
        [*(game.pk for game in three), last.pk], [midnight.pk],
    )  # fmt: skip


def test_what_is_not_to_be_played_is_not_on_the_form(season, three):
    for game, status in zip(three, ("cancelled", "void", "draft"), strict=True):
        Game.objects.filter(pk=game.pk).update(status=status)
    assert evening_games(season, datetime(2026, 3, 1, tzinfo=UTC).date(), NOW) == []


def test_all_results_of_an_evening_in_one_go(client, season, three, commissioner):
    page = look(client, season)
    version = LeagueSeason.objects.get().version
    form = fields(page, **score(three[0], 1, 3), **score(three[1], 2, 2), **score(three[2], 4, 3, "overtime"))
    for _ in range(2):
        send(client, season, form, 302)
    assert goals() == [(1, 3), (2, 2), (4, 3)]
    assert [row.decided for row in Result.objects.order_by("game__starts_at")] == ["regulation", "tie", "overtime"]
    assert LeagueSeason.objects.get().version == version + 3
    text = look(client, season).text
    assert "Dogs 2, Cows 2 (tie)" in text
    assert "Every game of this day that you may record has its result." in text


def test_rows_left_empty_stay_as_they_are(client, season, three, commissioner):
    send(client, season, fields(look(client, season), **score(three[1], 0, 1)), 302)
    assert goals() == [(0, 1)]
    page = send(client, season, fields(look(client, season)), 422)
    assert "Type the score of at least one game." in page.text


def test_a_row_that_is_refused_holds_nothing_else_up_and_stays_as_it_was_typed(client, season, three, commissioner):
    form = fields(look(client, season), **score(three[0], 1, 3), **score(three[1], 5, 1, "overtime"),
                  **score(three[2], 2, ""))  # fmt: skip
    page = send(client, season, form, 422)
    assert goals() == [(1, 3)]
    assert "1 result on record. 2 rows below wait for you." in page.text
    assert "overtime ends with the first goal" in page.text
    assert "How many goals did Elks score?" in page.text
    kept = {each.attrs["name"]: each.attrs.get("value", "") for each in page.all("input", type="number")}
    assert [kept[f"g{three[1].pk}-{side}_goals"] for side in ("away", "home")] == ["5", "1"]
    assert kept[f"g{three[2].pk}-away_goals"] == "2"
    assert f"g{three[0].pk}-away_goals" not in kept
    send(client, season, fields(page, **score(three[1], 2, 1, "overtime"), **score(three[2], 2, 0)), 302)
    assert goals() == [(1, 3), (2, 1), (2, 0)]


def test_a_row_that_somebody_else_was_faster_with_shows_the_difference_and_the_rest_is_saved(
    client, season, three, commissioner
):
    form = fields(look(client, season), **score(three[0], 1, 3), **score(three[1], 5, 1))
    record_result(game=three[1], home_goals=0, away_goals=4, by=make_commissioner(season.league, "Fast"))
    page = send(client, season, form, 409)
    assert goals() == [(1, 3), (4, 0)]
    cells = [each.text for each in page.all("td")]
    assert cells[-2:] == ["Dogs 4, Cows 0", "Dogs 5, Cows 1"]
    (correct,) = [each.attrs["href"] for each in page.all("a") if each.text == "Correct it to yours"]
    prefilled = Html(client.get(correct).content.decode())
    assert prefilled.one("input", name="away_goals").attrs["value"] == "5"
    assert prefilled.one("input", name="home_goals").attrs["value"] == "1"


def test_the_same_result_from_two_people_is_no_quarrel(client, season, three, commissioner):
    form = fields(look(client, season), **score(three[0], 1, 3))
    record_result(game=three[0], home_goals=3, away_goals=1, by=make_commissioner(season.league, "Fast"))
    send(client, season, form, 302)
    assert Result.objects.count() == 1


@pytest.mark.rule("G5")
def test_a_score_that_counts_otherwise_is_shown_before_it_is_saved(client, season, three, commissioner):
    form = fields(look(client, season), **score(three[0], 1, 3), **score(three[1], 3, 2, "forfeit_away"))
    page = send(client, season, form, 200)
    assert goals() == [(1, 3)]
    assert "Dogs forfeited without being behind, so Cows win by one goal." in page.text
    changed = fields(page, **score(three[1], 4, 2, "forfeit_away"))
    page = send(client, season, changed, 200)
    assert goals() == [(1, 3)], "what was shown was another score"
    send(client, season, fields(page, **score(three[1], 4, 2, "forfeit_away")), 302)
    row = Result.objects.get(game=three[1])
    assert (row.home_counted, row.away_counted) == (5, 4)


def test_a_no_show_is_a_forfeit_without_goals(client, season, three, commissioner):
    page = send(client, season, fields(look(client, season), **score(three[0], "", "", "forfeit_both")), 302)
    assert page is None
    assert Result.objects.get().decided == "double_forfeit"


def test_a_referee_fills_in_what_is_not_his_own_teams(client, season, three):
    user = make_user("Whistler")
    StaffRole.objects.create(user=user, role=Role.REFEREE, starts_at=NOW - 300 * HOUR)
    from teams.models import Membership, Player

    player = Player.objects.create(name="Whistler", user=user)
    Membership.objects.create(season=season.season, player=player, team=three[0].home, starts_at=NOW - 300 * HOUR)
    client.force_login(user)
    page = look(client, season)
    assert "You are on the roster of Ants" in page.text
    assert f"g{three[0].pk}-away_goals" not in {each.attrs.get("name") for each in page.all("input")}
    form = fields(page, **score(three[0], 9, 9), **score(three[1], 1, 2))
    send(client, season, form, 302)
    assert goals() == [(1, 2)]
    assert Result.objects.get().as_substitute


def test_who_may_and_what_there_is(client, season, three, commissioner):
    assert client.get(f"{season.get_absolute_url()}evening/2026-02-27/").status_code == 404
    assert client.get(f"{season.get_absolute_url()}evening/2026-02-30/").status_code == 404
    assert client.get(f"{season.get_absolute_url()}evening/0001-01-01/").status_code == 404
    client.force_login(make_user())
    assert look(client, season, 403)
    client.logout()
    assert client.get(address(season)).status_code == 302


def test_a_right_that_ends_meanwhile_is_gone(client, season, three, commissioner):
    form = fields(look(client, season), **score(three[0], 1, 3))
    StaffRole.objects.update(ends_at=NOW)
    assert client.post(address(season), form).status_code == 403
    entry = Entry(three[0], Score(3, 1), seen_now(three[0], None))
    (outcome,) = record_evening(league_season=season, entries=[entry], by=commissioner)
    assert "Results are recorded by" in outcome.problem
    assert not Result.objects.exists()


def test_a_closed_season_takes_nothing(client, season, three, commissioner):
    form = fields(look(client, season), **score(three[0], 1, 3))
    LeagueSeason.objects.update(closed_at=NOW)
    assert "is closed" in send(client, season, form, 422).text
    with pytest.raises(ValidationError, match="closed"):
        record_evening(league_season=season, entries=[], by=commissioner)


def test_games_that_have_not_started_say_so(client, season, teams, commissioner):
    make_game(*teams, NOW + HOUR)
    page = Html(client.get(f"{season.get_absolute_url()}evening/2026-03-02/").content.decode())
    assert "Has not started yet." in page.text
    assert not page.all("input", type="number")


def test_a_result_that_stands_leads_to_its_correction(client, season, teams, commissioner):
    game = make_result(*teams, 3, 1, starts_at=datetime(2026, 3, 2, 2, tzinfo=UTC))
    page = look(client, season)
    assert f"/games/{game.pk}-bees-at-ants/result/" in page.links()
    assert "Bees 1, Ants 3" in page.text


# --- the desk


def waits(user):
    return [(each.title, each.url, each.due_at, each.detail) for each in waiting_for(user, NOW)]


def test_a_commissioner_has_an_evening_as_one_thing_due_when_the_first_game_is_over(season, three, commissioner):
    due = three[0].starts_at + timedelta(minutes=75)
    assert waits(commissioner) == [("Results of Sunday, March 1", address(season), due, "3 games")]
    record_result(game=three[0], home_goals=1, away_goals=0)
    record_result(game=three[1], home_goals=1, away_goals=0)
    due = three[2].starts_at + timedelta(minutes=75)
    assert waits(commissioner) == [("Result of Foxes at Elks", f"{three[2].get_absolute_url()}result/", due, "")]


@pytest.mark.rule("G16")
def test_a_referee_has_his_own_games_as_long_as_he_is_one(season, three):
    user = make_user("Whistler")
    Game.objects.filter(pk__in=[game.pk for game in three[:2]]).update(referee=user)
    assert waits(user) == []
    StaffRole.objects.create(user=user, role=Role.REFEREE, starts_at=NOW - HOUR)
    assert [title for title, *_ in waits(user)] == ["Result of Bees at Ants", "Result of Dogs at Cows"]
    StaffRole.objects.update(ends_at=NOW)
    assert waits(user) == []


def test_a_withdrawn_result_is_waited_for_again(season, three, commissioner):
    from games.services.results import withdraw_result

    record_result(game=three[0], home_goals=1, away_goals=0)
    assert waits(commissioner)[0][3] == "2 games"
    withdraw_result(game=three[0], reason="Wrong game")
    assert waits(commissioner)[0][3] == "3 games"
