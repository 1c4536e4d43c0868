"""Results: what the rules accept, revisions, and what follows from them."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from games.models import Game, GameStatus, Result
from games.services.results import Score, judge, record_result
from league.models import AuditEntry, Job, LeagueSeason
from league.rules.errors import RulesError
from tests.cast import NOW, make_game, make_league_season, make_team, make_user

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
    by = make_user()
    result = record(game, 3, 1, by=by)
    assert (result.revision, result.is_current, result.decided, result.recorded_at) == (1, True, "regulation", NOW)
    assert Game.objects.get().status == GameStatus.FINAL == game.status
    assert version(season) == 2
    entry = AuditEntry.objects.get()
    assert str(entry) == "somebody: result.recorded"
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
