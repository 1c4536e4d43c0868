"""Results: what the rules accept, revisions, and what follows from them."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.models import Game, GameStatus, Result
from games.services.results import Score, judge, record_result, seen_now, spoken, withdraw_result
from league import audit
from league.models import AuditEntry, Job, LeagueSeason
from league.rules.errors import RulesError
from league.stale import StaleError
from tests.cast import NOW, make_commissioner, make_game, make_league_season, make_team

YESTERDAY = NOW - timedelta(days=1)


def clock():
    return NOW


@pytest.fixture
def season(db):
    return make_league_season()


@pytest.fixture
def game(season):
    return make_game(make_team(season, "Lightsabers"), make_team(season, "Cya"), YESTERDAY)


def record(game, home, away, decided="", **more):
    return record_result(game=game, home_goals=home, away_goals=away, decided=decided, clock=clock, **more)


def version(season):
    return LeagueSeason.objects.get(pk=season.pk).version


@pytest.mark.parametrize(
    "score, decided, counted",
    [
        (Score(3, 1), "regulation", (3, 1)),
        (Score(2, 2), "tie", (2, 2)),
        (Score(3, 2, "overtime"), "overtime", (3, 2)),
        (Score(10, 0, "mercy"), "mercy", (10, 0)),
        (Score(0, 0, "forfeit", "away"), "forfeit", (1, 0)),
        (Score(5, 3, "", "home"), "forfeit", (5, 6)),
        (Score(1, 4, "forfeit", "home"), "forfeit", (1, 4)),
        (Score(4, 2, "", "both"), "double_forfeit", (0, 0)),
        (Score(2, 2, "forfeit", "away", in_overtime=True), "forfeit", (3, 2)),
    ],
)
@pytest.mark.rule("G5")
@pytest.mark.rule("S8")
def test_counts_what_the_rules_count(score, decided, counted):
    judged = judge("regular", score)
    assert (judged.score.decided, judged.home_counted, judged.away_counted) == (decided, *counted)
    assert (judged.score.home_goals, judged.score.away_goals) == (score.home_goals, score.away_goals)


@pytest.mark.parametrize(
    "kind, score, field",
    [
        ("regular", Score(-1, 2), "home_goals"),
        ("regular", Score(0, 1000), "away_goals"),
        ("regular", Score(4, 2, "overtime"), "decided"),
        ("regular", Score(2, 2, "overtime"), "decided"),
        ("regular", Score(3, 2, "tie"), "decided"),
        ("regular", Score(2, 2, "regulation"), "decided"),
        ("regular", Score(2, 2, "mercy"), "decided"),
        ("regular", Score(3, 2, "forfeit"), "forfeited_by"),
        ("regular", Score(3, 2, "regulation", "home"), "forfeited_by"),
        ("regular", Score(3, 2, "double_forfeit", "home"), "forfeited_by"),
        ("regular", Score(3, 2, "", "referee"), "forfeited_by"),
        ("regular", Score(3, 2, "shootout"), "decided"),
        ("regular", Score(3, 2, "regulation", in_overtime=True), "in_overtime"),
        ("series", Score(2, 2), "away_goals"),
        ("series", Score(2, 2, "", "both"), "forfeited_by"),
        ("challenge", Score(2, 2, "tie"), "away_goals"),
    ],
)
@pytest.mark.rule("S1")
@pytest.mark.rule("G1")
def test_refuses_what_cannot_have_happened(kind, score, field):
    with pytest.raises(RulesError) as refused:
        judge(kind, score)
    assert refused.value.field == field


def test_a_first_result_makes_the_game_final(game, season):
    by = make_commissioner(season.league)
    result = record(game, 3, 1, by=by)
    assert (result.revision, result.is_current, result.decided, result.recorded_at) == (1, True, "regulation", NOW)
    assert Game.objects.get().status == GameStatus.FINAL == game.status
    assert version(season) == 2
    entry = AuditEntry.objects.get()
    assert str(entry) == "commissioner: result.recorded"
    assert Job.objects.get().kind == "clinch"


@pytest.mark.rule("S12")
def test_a_correction_adds_a_revision_and_keeps_the_old_one(game, season):
    record(game, 3, 1)
    record(game, 1, 3, reason="The referee had the sides the wrong way round.")
    old, new = Result.objects.order_by("revision")
    assert (old.home_goals, old.is_current, new.home_goals, new.revision, new.is_current) == (3, False, 1, 2, True)
    told = AuditEntry.objects.get(verb="result.corrected")
    assert (told.params["before"], told.params["score"]) == ("1–3", "3–1")
    assert version(season) == 3


@pytest.mark.rule("S12")
def test_a_correction_needs_a_reason(game):
    record(game, 3, 1)
    with pytest.raises(ValidationError, match="reason"):
        record(game, 4, 1)
    assert Result.objects.get().home_goals == 3


def test_the_same_result_again_changes_nothing(game, season):
    first = record(game, 3, 2, "overtime")
    assert record(game, 3, 2, "overtime") == first
    assert (Result.objects.count(), AuditEntry.objects.count(), version(season)) == (1, 1, 2)


@pytest.mark.parametrize("status", ["draft", "postponed", "cancelled", "void"])
def test_a_game_that_is_not_to_be_played_has_no_result(game, status):
    Game.objects.update(status=status)
    with pytest.raises(ValidationError):
        record(game, 3, 2)
    assert not Result.objects.exists()


def test_a_game_has_no_result_before_its_start(game):
    Game.objects.update(starts_at=NOW + timedelta(minutes=1))
    with pytest.raises(ValidationError, match="not started"):
        record(game, 3, 2)
    Game.objects.update(starts_at=NOW)
    assert record(game, 3, 2).revision == 1


def test_an_impossible_result_is_refused_with_the_engines_sentence(game):
    with pytest.raises(ValidationError, match="overtime ends with the first goal"):
        record(game, 5, 2, "overtime")


def test_a_no_show_stays_one_while_it_is_a_forfeit(game):
    Game.objects.update(status="no_show")
    record(game, 0, 0, forfeited_by="away")
    assert Game.objects.get().status == "no_show"
    record(game, 4, 2, reason="They had played after all.")
    assert Game.objects.get().status == "final"


def test_a_closed_season_takes_no_result(game, season):
    LeagueSeason.objects.update(closed_at=NOW)
    with pytest.raises(ValidationError, match="closed"):
        record(game, 3, 2)


def test_the_database_keeps_what_was_written(game):
    record(game, 3, 1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.update(home_goals=9)


def test_how_a_result_is_told(game):
    record(game, 2, 2, "forfeit", forfeited_by="away", in_overtime=True)
    assert AuditEntry.objects.get().params["score"] == "2–3 (forfeit in overtime)"


@pytest.mark.rule("S12")
def test_a_result_entered_for_the_wrong_game_is_taken_back(game, season):
    by = make_commissioner(season.league)
    record(game, 3, 1, by=by)
    taken = withdraw_result(game=game, reason=" It was the other game ", by=by, clock=clock)
    assert (taken.revision, taken.is_current, taken.decided) == (2, False, "withdrawn")
    assert taken.reason == "It was the other game"
    assert (Game.objects.get().status, game.status) == ("scheduled", "scheduled")
    assert not Result.objects.filter(is_current=True).exists()
    entry = AuditEntry.objects.get(verb="result.withdrawn")
    assert audit.sentence(entry) == "commissioner took back the result of Cya at Lightsabers, 1–3."
    assert (entry.reason, version(season)) == ("It was the other game", 3)
    assert withdraw_result(game=game, reason="Again", by=by, clock=clock) is None
    assert record(game, 0, 2, by=by).revision == 3
    assert (Result.objects.count(), Game.objects.get().status) == (3, "final")


def test_taking_back_needs_a_reason(game):
    record(game, 3, 1)
    with pytest.raises(ValidationError, match="needs a reason"):
        withdraw_result(game=game, reason=" ", clock=clock)
    assert Result.objects.get().is_current


def test_a_game_without_a_date_waits_for_one_again(game):
    record(game, 3, 1)
    Game.objects.update(starts_at=None)
    withdraw_result(game=game, reason="Never played", clock=clock)
    assert Game.objects.get().status == "postponed"


def test_the_database_lets_no_withdrawal_be_the_current_result(game):
    record(game, 3, 1)
    withdraw_result(game=game, reason="Wrong game", clock=clock)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.filter(revision=2).update(is_current=True)


def test_somebody_else_was_faster(game, season):
    first, second = make_commissioner(season.league, "First"), make_commissioner(season.league, "Second")
    seen = seen_now(game, None)
    record(game, 3, 1, by=first, seen=seen)
    with pytest.raises(StaleError) as caught:
        record(game, 2, 1, by=second, seen=seen)
    (difference,) = caught.value.differences
    told = (difference.label, difference.typed, difference.now)
    assert told == ("Result", "Cya 1, Lightsabers 2", "Cya 1, Lightsabers 3")
    assert caught.value.entry.actor == first
    assert record(game, 3, 1, by=second, seen=seen).recorded_by == first, "the same is no difference"
    assert Result.objects.count() == 1
    with pytest.raises(StaleError):
        withdraw_result(game=game, reason="Wrong game", by=second, seen=seen, clock=clock)


@pytest.mark.parametrize(
    "score, words",
    [
        (Score(3, 1), "Cya 1, Lightsabers 3"),
        (Score(2, 2), "Cya 2, Lightsabers 2 (tie)"),
        (Score(2, 3, "overtime"), "Cya 3, Lightsabers 2 (overtime)"),
        (Score(5, 3, "", "home"), "Cya 6, Lightsabers 5 (forfeit by Lightsabers, 3–5 on the ice)"),
        (Score(2, 4, "mercy", "", in_overtime=True), "Cya 4, Lightsabers 2 (mercy, in overtime)"),
        (Score(1, 1, "", "both"), "Cya 0, Lightsabers 0 (double forfeit, 1–1 on the ice)"),
    ],
)
def test_a_result_in_full(game, score, words):
    assert spoken(game.home, game.away, judge("regular", score)) == words
