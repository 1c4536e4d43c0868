"""A finished season of another league: the NHL of 1996-97, played for the points that the RSHL plays for."""

from __future__ import annotations

from datetime import date, datetime

from league.models import League, LeagueSeason, Season, User
from league.models.seasons import Phase
from league.services.seasons import close_season
from rshl.demo.fixtures import DATA, ZONE
from rshl.demo.stage import bring_in, clock_at
from teams.models import Team

FILE = "nhl_1996-97_games.csv"
SLUG, SEASON = "nhl", "1996-97"
DESCRIPTION = (
    "A season of long ago, played for two points a win and one a tie, as ours are. The line is drawn below the best"
    " sixteen of all; in 1997 the best eight of each conference went on."
)
RULES = {
    "base": "rshl",
    "games_per_team": 82,
    "period_seconds": 1200,
    "overtime_seconds": 300,
    "break_seconds": 900,
    "overtime_players_on_ice": 6,
    "playoff_teams": 16,
    "byes": 0,
    "best_of": [7, 7, 7, 7],
    "reseed": False,
}
# Division, team, short name, colours.
TEAMS = (
    ("Atlantic", "New Jersey Devils", "NJD", "#c8303c", "#e8e8e8"),
    ("Atlantic", "Philadelphia Flyers", "PHI", "#d96a1d", "#f4f4f4"),
    ("Atlantic", "Florida Panthers", "FLA", "#b8383f", "#e6c16a"),
    ("Atlantic", "New York Rangers", "NYR", "#3f6fc6", "#f0b9b9"),
    ("Atlantic", "Washington Capitals", "WSH", "#3179a8", "#d8b06a"),
    ("Atlantic", "Tampa Bay Lightning", "TBL", "#5478b8", "#dfe6f2"),
    ("Atlantic", "New York Islanders", "NYI", "#2f7fb8", "#f3b27a"),
    ("Northeast", "Buffalo Sabres", "BUF", "#6f7480", "#e2b7b7"),
    ("Northeast", "Pittsburgh Penguins", "PIT", "#a8841c", "#f1e3ae"),
    ("Northeast", "Ottawa Senators", "OTT", "#c93a44", "#e6d3a0"),
    ("Northeast", "Montreal Canadiens", "MTL", "#bf3545", "#b9cdf0"),
    ("Northeast", "Carolina Hurricanes", "CAR", "#d2404a", "#d9d9d9"),
    ("Northeast", "Boston Bruins", "BOS", "#9c7f1f", "#efe2b0"),
    ("Central", "Dallas Stars", "DAL", "#2b8a63", "#e0d3a8"),
    ("Central", "Detroit Red Wings", "DET", "#d0363f", "#f5f5f5"),
    ("Central", "Arizona Coyotes", "ARI", "#a04a55", "#e2d0b4"),
    ("Central", "St. Louis Blues", "STL", "#3a76c4", "#f2d98a"),
    ("Central", "Chicago Blackhawks", "CHI", "#c53b3b", "#e3e3e3"),
    ("Central", "Toronto Maple Leafs", "TOR", "#3c6cc0", "#eaf0fb"),
    ("Pacific", "Colorado Avalanche", "COL", "#9a5a74", "#bcd4ea"),
    ("Pacific", "Anaheim Ducks", "ANA", "#5a7f70", "#d5c3e6"),
    ("Pacific", "Edmonton Oilers", "EDM", "#cc6422", "#bccbe8"),
    ("Pacific", "Vancouver Canucks", "VAN", "#2d7a9c", "#bfe0cc"),
    ("Pacific", "Calgary Flames", "CGY", "#cf4a2e", "#f2d27e"),
    ("Pacific", "Los Angeles Kings", "LAK", "#75699a", "#dcdce6"),
    ("Pacific", "San Jose Sharks", "SJS", "#17858c", "#cfe9e6"),
)


def load(league: League, by: User, at: datetime) -> LeagueSeason:
    """Bring the games in through the importer, which enters the teams, and close the season; return it."""
    season = Season.objects.create(name=SEASON, slug=SEASON, starts_on=date(1996, 10, 4))
    league_season = LeagueSeason.objects.create(
        league=league, season=season, phase=Phase.REGULAR, ruleset=RULES, time_zone=ZONE
    )
    bring_in(league_season, FILE, (DATA / FILE).read_bytes(), by, at)
    _dress(league_season)
    return close_season(league_season=league_season, by=by, clock=clock_at(at))


def _dress(league_season: LeagueSeason) -> None:
    """Give the teams that the file named their divisions, short names and colours."""
    known = {name: looks for _, name, *looks in TEAMS}
    divisions = {name: division for division, name, *_ in TEAMS}
    teams = list(Team.objects.filter(league_season=league_season))
    for team in teams:
        team.division = divisions[team.name]
        team.short_name, team.color_primary, team.color_secondary = known[team.name]
    Team.objects.bulk_update(teams, ["division", "short_name", "color_primary", "color_secondary"])
