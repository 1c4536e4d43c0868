"""The kinds of endings a game can have, and what each leaves open."""

from __future__ import annotations

from dataclasses import replace

import pytest

from league.rules.clinching import MOST_SCENARIOS
from league.rules.reach import splits
from league.rules.ruleset import RSHL
from league.rules.scenarios import endings
from league.rules.spans import ENDLESS
from tests.rules.samples import THREE_TWO_ONE


def test_kinds_of_endings():
    assert len(endings(RSHL)) == 4
    assert len(endings(THREE_TWO_ONE)) == 6
    assert len(endings(replace(RSHL, tiebreakers=("regulation_wins",)))) == 6
    assert [(kind.points, kind.wins, kind.overtime) for kind in endings(THREE_TWO_ONE)] == [
        ((3, 0), (1, 0), False),
        ((0, 3), (0, 1), False),
        ((1, 1), (0, 0), False),
        ((0, 0), (0, 0), False),
        ((2, 1), (1, 0), True),
        ((1, 2), (0, 1), True),
    ]
    assert splits(RSHL.points) == {(2, 0), (0, 2), (1, 1), (0, 0)}
    assert 4**6 < MOST_SCENARIOS < 4**7


@pytest.mark.rule("S10")
def test_what_each_kind_of_ending_leaves_open_about_goals():
    """Wins by any margin, also after regulation; ties level: own goals, those against, difference, visitor's."""
    any_number, some = (0, ENDLESS), (1, ENDLESS)
    home, away, tie, both, late, _ = endings(THREE_TWO_ONE)
    assert home.home == {"gf": some, "ga": any_number, "gd": some, "away_gf": (0, 0)}
    assert home.away == {"gf": any_number, "ga": some, "gd": (-ENDLESS, -1), "away_gf": any_number}
    assert home.apart == {"gf": some, "ga": (-ENDLESS, -1), "gd": (2, 2 * ENDLESS), "away_gf": (-ENDLESS, 0)}
    assert (away.home["gd"], away.away["gd"], away.away["away_gf"]) == ((-ENDLESS, -1), some, some)
    assert away.apart == {"gf": (-ENDLESS, -1), "ga": some, "gd": (-2 * ENDLESS, -2), "away_gf": (-ENDLESS, -1)}
    assert (late.home, late.away, late.apart) == (home.home, home.away, home.apart)
    assert tie.home == {"gf": any_number, "ga": any_number, "gd": (0, 0), "away_gf": (0, 0)}
    assert tie.away["away_gf"] == any_number
    assert tie.apart == {"gf": (0, 0), "ga": (0, 0), "gd": (0, 0), "away_gf": (-ENDLESS, 0)}
    assert set(both.home.values()) | set(both.away.values()) | set(both.apart.values()) == {(0, 0)}
    assert ENDLESS > 10**20
