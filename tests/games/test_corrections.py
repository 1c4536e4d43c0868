"""A preview says what will happen, whatever the season; a correction undone leaves no trace in the table."""

from __future__ import annotations

import itertools
from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from games.models import Decided, Game, PointAdjustment, Result, Seed, Series, ShootoutOrder
from games.selectors.counted import read_season
from games.selectors.standings import season_table
from games.services.corrections import OvertakenError, carry_out, foresee
from games.services.outlook import outlook
from games.services.results import Score, judge, record_result, withdraw_result
from games.services.table import adjust_points, record_shootout, withdraw_adjustment, withdraw_shootout
from league.models import AuditEntry, Job, LeagueSeason
from league.rules import standings
from league.rules.errors import RulesError
from league.services.changes import table_changed
from league.services.clockwork import sweep
from rshl.pagecache import store
from tests.cast import NOW, make_game, make_league_season, make_result, make_team
from tests.pages import Html

NAMES = ("Ants", "Bees", "<b>", "Straße", "\N{BEAR FACE}")


def clock():
    return NOW


def correct(game, home, away, decided="", **more):
    return partial(
        record_result, game=game, home_goals=home, away_goals=away, decided=decided, reason="Seen anew",
        clock=clock, **more,
    )  # fmt: skip


def engine(season):
    """The engine's own answer for a season's rows."""
    rows = read_season(LeagueSeason.objects.get(pk=season.pk))
    games = [game.value for game in rows.games]
    return standings.table(rows.rules, [team.pk for team in rows.teams], games, rows.shootouts(), [])


def rendered(season):
    """The table as its page shows it, certain places worked out."""
    sweep(clock=timezone.now)
    store.clear()
    page = Client().get(season.get_absolute_url()).content.decode()
    return page[page.index("<table") : page.rindex("</table>")]


# --- what a preview says


@pytest.fixture
def three(season):
    """Ants beat Bees and Cows, Bees beat Cows."""
    ants, bees, cows = (make_team(season, name) for name in ("Ants", "Bees", "Cows"))
    return season, make_result(ants, bees, 3, 1), make_result(ants, cows, 2, 0), make_result(bees, cows, 4, 1)


@pytest.mark.rule("S12")
def test_which_teams_move_with_places_and_points(three):
    season, first, *_ = three
    shown = foresee(season, correct(first, 1, 3), {})
    moves = shown.moves
    told = [(each.name, each.place_before, each.place, each.points_before, each.points, each.tag) for each in moves]
    assert told == [("Bees", "2", "1", 2, 4, "up"), ("Ants", "1", "2", 4, 2, "down")]
    assert not shown.nothing
    assert Result.objects.count() == 3
    assert not AuditEntry.objects.exists()
    assert not Job.objects.exists()


@pytest.mark.rule("S12")
def test_a_correction_of_a_game_outside_the_table_moves_nobody(season, teams):
    game = make_result(*teams, 3, 1)
    Game.objects.update(kind="preseason")
    game.refresh_from_db()
    assert foresee(season, correct(game, 1, 3), {}).nothing


@pytest.mark.rule("S10")
def test_which_certain_places_are_lost_and_gained(db):
    season = make_league_season(ruleset={"base": "rshl", "playoff_teams": 1, "byes": 0, "best_of": [5]})
    ants, bees = (make_team(season, name) for name in ("Ants", "Bees"))
    make_result(ants, bees, 3, 1)
    second = make_result(bees, ants, 1, 2)
    shown = foresee(season, correct(second, 9, 2), {})
    assert shown.marks == [
        "Bees lose the mark e: eliminated from the playoffs.",
        "Ants lose the mark z: clinched first place.",
        "Bees get the mark z: clinched first place.",
        "Ants get the mark e: eliminated from the playoffs.",
    ]


@pytest.mark.rule("S6")
def test_which_ties_open_and_close(season):
    ants, bees, cows = (make_team(season, name) for name in ("Ants", "Bees", "Cows"))
    make_result(ants, cows, 2, 0)
    game = make_result(bees, cows, 2, 1)
    (opened,) = foresee(season, correct(game, 2, 0), {}).ties
    assert opened.startswith("Open from then on: Nothing separates Ants and Bees")
    correct(game, 2, 0)()
    (settled,) = foresee(season, correct(game, 3, 0), {}).ties
    assert settled.startswith("No longer open: Nothing separates Ants and Bees")


@pytest.mark.rule("S12")
def test_frozen_seeds_stay_and_the_commissioner_is_told_which_would_differ(three):
    season, first, *_ = three
    for number, name in enumerate(("Ants", "Bees", "Cows"), 1):
        team = season.teams.get(name=name)
        Seed.objects.create(league_season=season, team=team, number=number, frozen_at=NOW)
    deed = correct(first, 1, 3)
    assert foresee(season, deed, {}).seeds == [
        "Seed 1 stays Ants; by the table it would be Bees.",
        "Seed 2 stays Bees; by the table it would be Ants.",
    ]
    deed()
    assert list(Seed.objects.values_list("number", "team__name")) == [(1, "Ants"), (2, "Bees"), (3, "Cows")]


@pytest.mark.rule("S12")
def test_which_series_stand_otherwise(season):
    ants, bees, cows = (make_team(season, name) for name in ("Ants", "Bees", "Cows"))
    series = Series.objects.create(league_season=season, round=1, better=ants, worse=bees, best_of=1)
    Series.objects.create(league_season=season, round=2, better=ants, worse=cows, best_of=3)
    game = make_game(ants, bees, NOW - timedelta(hours=5), kind="series", series=series)
    record_result(game=game, home_goals=3, away_goals=2, decided="overtime", clock=clock)
    shown = foresee(season, correct(game, 2, 3, "overtime"), {})
    assert shown.series == [
        "Round 1, Ants against Bees: 0–1 instead of 1–0.",
        "Bees through instead of Ants.",
        "Round 2, Ants against Cows is drawn up already and stays as it is (O6).",
    ]
    assert shown.moves == []


# --- confirming


@pytest.mark.rule("S12")
def test_what_was_promised_is_done(three):
    season, first, *_ = three
    deed = correct(first, 1, 3)
    shown = foresee(season, deed, {"home": 1})
    done = carry_out(season, deed, {"home": 1}, promised=shown.digest)
    assert (done.revision, outlook(season.pk)) == (2, shown.after)


@pytest.mark.rule("S12")
def test_what_is_no_longer_what_was_promised_is_not_done_but_shown_anew(three):
    season, first, second, _ = three
    deed = correct(first, 1, 3)
    shown = foresee(season, deed, {})
    correct(second, 0, 1)()
    with pytest.raises(OvertakenError) as caught:
        carry_out(season, deed, {}, promised=shown.digest)
    assert caught.value.foresight.before == outlook(season.pk)
    assert Result.objects.get(game=first).revision == 1
    assert carry_out(season, deed, {}, promised=caught.value.foresight.digest).revision == 2


def test_a_promise_is_for_one_deed_and_no_other(three):
    season, first, *_ = three
    Game.objects.filter(pk=first.pk).update(kind="all_star")
    shown = foresee(season, correct(first, 1, 3), {"home": 1})
    with pytest.raises(OvertakenError):
        carry_out(season, correct(first, 1, 3), {"home": 2}, promised=shown.digest)


def test_a_refusal_comes_through_the_preview(three):
    season, first, *_ = three
    with pytest.raises(ValidationError, match="differ by one"):
        foresee(season, correct(first, 5, 1, "overtime"), {})


# --- any season


def fits(score):
    try:
        return bool(judge("regular", score))
    except RulesError:
        return False


EVERY = itertools.product(range(5), range(5), ["", *Decided.values], ["", "home", "away", "both"], [False, True])
RESULTS = st.sampled_from([score for score in itertools.starmap(Score, EVERY) if fits(score)])
PLAYED = st.lists(
    st.tuples(st.permutations(range(len(NAMES))), RESULTS), min_size=1, max_size=12,
)  # fmt: skip


def fields(score):
    return {name: getattr(score, name) for name in Score.__slots__}


class AnySeason(TestCase):
    """Whatever was played and whatever is changed: what is shown is what comes, and undone it is as before."""

    def build(self, played):
        season = make_league_season(season="any")
        teams = [make_team(season, name) for name in NAMES]
        games = []
        for (home, away, *_), score in played:
            games.append(make_game(teams[home], teams[away], NOW - timedelta(days=len(games), hours=1)))
            record_result(game=games[-1], clock=clock, **fields(score))
        return season, teams, games

    @given(PLAYED, st.data())
    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    def test_a_preview_is_what_happens_and_undone_it_is_as_before(self, played, data):
        season, teams, games = self.build(played)
        before = outlook(season.pk), season_table(season).rows, engine(season), rendered(season)
        deed, undo = data.draw(self.changes(season, teams, games, played))
        shown = foresee(season, deed, {})
        assert shown.before == before[0]
        done = carry_out(season, deed, {}, promised=shown.digest)
        assert outlook(season.pk) == shown.after
        assert [(row.team.pk, row.place, row.pts) for row in season_table(season).rows] == [
            (each.team, each.place, each.points) for each in shown.after.standings
        ]
        undo(done)
        after = outlook(season.pk), season_table(season).rows, engine(season), rendered(season)
        if isinstance(done, PointAdjustment):  # both decisions stay in the rows, for all to read
            assert (after[0], after[2]) == (before[0], before[2])
        else:
            assert after == before

    @staticmethod
    @st.composite
    def changes(draw, season, teams, games, played):
        """A correction, a withdrawal, points, or a shoot-out order where one is waited for; and what undoes it."""
        number = draw(st.integers(0, len(games) - 1))
        game, score = games[number], played[number][1]
        again = partial(record_result, game=game, reason="As it was", clock=clock, **fields(score))
        waiting = [tie.teams for tie in season_table(season).ties if tie.waits]
        kinds = ["correct", "correct", "withdraw", "points", *(["shootout"] if waiting else [])]
        kind = draw(st.sampled_from(kinds))
        if kind == "correct":
            new = draw(RESULTS)
            deed = partial(record_result, game=game, reason="Seen anew", clock=clock, **fields(new))
            return deed, lambda _: again()
        if kind == "withdraw":
            return partial(withdraw_result, game=game, reason="Wrong game", clock=clock), lambda _: again()
        if kind == "points":
            points = draw(st.sampled_from([-3, -1, 2, 9]))
            deed = partial(adjust_points, team=draw(st.sampled_from(teams)), points=points, reason="Late", clock=clock)
            return deed, lambda done: withdraw_adjustment(adjustment=done, reason="In time", clock=clock)
        order = draw(st.permutations(draw(st.sampled_from(waiting))))
        deed = partial(record_shootout, league_season=season, order=order, reason="Shot", clock=clock)
        return deed, lambda done: withdraw_shootout(shootout=done, reason="Anew", clock=clock)


@pytest.mark.rule("S12")
@pytest.mark.usefixtures("at_now")
def test_a_correction_is_like_a_fresh_table(three):
    """The table after a correction is that of a season in which the game had ended so from the first."""
    season, first, *_ = three
    correct(first, 1, 3)()
    other = make_league_season(season="fresh")
    ants, bees, cows = (make_team(other, name) for name in ("Ants", "Bees", "Cows"))
    for home, away, goals in ((ants, bees, (1, 3)), (ants, cows, (2, 0)), (bees, cows, (4, 1))):
        make_result(home, away, *goals)
    table_changed(other, NOW)
    tables = [season_table(one).rows for one in (season, other)]
    told = [[(row.team.name, row.place, row.pts, row.gd, row.why, row.trail) for row in rows] for rows in tables]
    assert told[0] == told[1]
    assert Html(rendered(season)).one("table").text.split() == Html(rendered(other)).one("table").text.split()
    assert ShootoutOrder.objects.count() == 0
