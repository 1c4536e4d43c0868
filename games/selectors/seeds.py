"""The seeds as the table gives them, and what keeps them from being given (S6, S12)."""

from __future__ import annotations

from dataclasses import dataclass

from games.selectors.counted import SeasonGames
from games.selectors.standings import table_of
from teams.models import Team


@dataclass(frozen=True, slots=True)
class Seeding:
    """The teams in the order of their seeds, and in sentences what is open about them: then there are no seeds."""

    teams: tuple[Team, ...]
    open: tuple[str, ...]


def seeding(season: SeasonGames) -> Seeding:
    """Return the seeds of a season by its table as it stands; a tie that decides none of them keeps nobody back."""
    table = table_of(season)
    wanted = season.rules.playoff_teams
    ranked = [row for row in table.rows if not row.removed]
    if len(ranked) < wanted:
        have = f"{len(ranked)} team{'' if len(ranked) == 1 else 's'}"
        return Seeding((), (f"The playoffs are for {wanted} teams, and the table has {have} (O1).",))
    seeded = {row.team.pk for row in ranked[:wanted]}
    ties = [tie.text for tie in table.ties if seeded.intersection(team.pk for team in tie.teams)]
    if not table.games_counted:
        ties.append("No game has counted yet, so nothing separates the teams (S6).")
    return Seeding(() if ties else tuple(row.team for row in ranked[:wanted]), tuple(ties))
