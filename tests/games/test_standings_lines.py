"""The lines drawn in the table and the marks beside its teams."""

from __future__ import annotations

import pytest

from games.selectors.standings import season_table
from league.models import ClinchMarks, LeagueSeason
from tests.cast import NOW, make_result
from tests.games.tables import make_teams

pytestmark = pytest.mark.django_db


@pytest.mark.rule("O1")
def test_the_lines_say_who_goes_on_and_whether_that_is_undecided(season):
    season.ruleset = {"base": "rshl", "playoff_teams": 3, "byes": 1, "best_of": [3, 5]}
    a, b, c, d = make_teams(season, 4)
    make_result(a, c, 2, 0)
    make_result(a, d, 2, 0)
    make_result(b, c, 2, 0)
    make_result(b, d, 2, 0)
    cuts = {number: row.cut for number, row in enumerate(season_table(season).rows, 1) if row.cut}
    assert {number: (cut.kind, cut.text) for number, cut in cuts.items()} == {
        1: ("bye", "The first waits through the first round; places 1 to 2 are undecided"),
        3: ("playoffs", "The first 3 reach the playoffs; places 3 to 4 are undecided"),
    }


def test_without_more_teams_than_places_there_is_no_line(season):
    make_teams(season, 4)
    assert not any(row.cut and row.cut.kind == "playoffs" for row in season_table(season).rows)


@pytest.mark.rule("S10")
def test_marks_are_shown_only_for_the_version_they_were_made_for(season):
    a, b = make_teams(season, 2)
    make_result(a, b, 1, 0)
    answers = {
        str(a.pk): {"playoffs": "clinched", "bye": "clinched", "first": "clinched"},
        str(b.pk): {"playoffs": "eliminated", "bye": "eliminated", "first": "eliminated"},
    }
    ClinchMarks.objects.create(league_season=season, version=season.version, marks=answers, made_at=NOW)
    table = season_table(season)
    assert [row.mark.letter for row in table.rows] == ["z", "e"]
    assert [mark.letter for mark in table.legend] == ["z", "e"]
    LeagueSeason.objects.update(version=season.version + 1)
    table = season_table(LeagueSeason.objects.get())
    assert ([row.mark for row in table.rows], table.legend) == ([None, None], ())


@pytest.mark.rule("S10")
@pytest.mark.parametrize(
    "answers, letter",
    [
        ({"playoffs": "clinched", "bye": "clinched", "first": "eliminated"}, "y"),
        ({"playoffs": "clinched", "bye": None, "first": None}, "x"),
        ({"playoffs": None, "bye": "eliminated", "first": "eliminated"}, None),
    ],
)
def test_the_most_telling_mark_is_shown(season, answers, letter):
    (a,) = make_teams(season, 1)
    ClinchMarks.objects.create(league_season=season, version=1, marks={str(a.pk): answers}, made_at=NOW)
    mark = season_table(season).rows[0].mark
    assert (mark.letter if mark else None) == letter
