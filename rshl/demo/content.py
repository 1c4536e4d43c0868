"""Who and what the demo shows: leagues, teams and their colours, logins and news. No name here is a person's."""

from __future__ import annotations

from dataclasses import dataclass

from league.models.people import Role

SEED = 24
SEASON = ("Season 24", "season-24")
PASSWORD = "demo-blue-line"  # noqa: S105 - no secret: it is printed, and production refuses the demo


@dataclass(frozen=True, slots=True)
class DemoTeam:
    """A team with its mark's two colours; ``strength`` is how well it plays, 1.0 being the middle."""

    name: str
    short_name: str
    primary: str
    secondary: str
    strength: float
    players: int


@dataclass(frozen=True, slots=True)
class DemoLeague:
    """A league of the running season.

    ``script`` names the games that end in an unusual way, by number from 0. ``luck`` is mixed into the seed; with the
    seed as shipped it makes a table with something to explain: three level teams, a place for a shoot-out to decide.
    """

    name: str
    short_name: str
    slug: str
    description: str
    ruleset: str
    cup_name: str
    luck: int
    teams: tuple[DemoTeam, ...]
    script: dict[int, str]


BIG = DemoLeague(
    name="Realistic Subspace Hockey League",
    short_name="RSHL",
    slug="rshl",
    description="Eight teams, every pair twice, six of them in the playoffs.",
    ruleset="rshl",
    cup_name="Blackie Cup",
    luck=651,
    teams=(
        DemoTeam("Lightsabers", "Sabers", "#2f7fd6", "#bfe3ff", 1.55, 15),
        DemoTeam("Sour Dumplings", "Dumplings", "#a8820f", "#ffe9a3", 1.3, 14),
        DemoTeam("Viop's Speed Demins", "Demins", "#d8403a", "#ffd3c9", 1.05, 14),
        DemoTeam("Cya", "Cya", "#12908f", "#c4f3ee", 1.15, 13),
        DemoTeam("Cherrypick", "Cherrypick", "#cc4580", "#ffd6e6", 1.0, 16),
        DemoTeam("Flying Spaghetti Monster", "Spaghetti", "#cf6a16", "#ffe1bd", 0.9, 14),
        DemoTeam("Yung Money", "Money", "#3f9142", "#f3e08a", 0.8, 12),
        DemoTeam("The Top Rope", "Top Rope", "#8660d0", "#e6dbff", 0.6, 13),
    ),
    script={8: "mercy", 19: "walk_off", 30: "no_show"},
)
SMALL = DemoLeague(
    name="Minor Subspace Hockey League",
    short_name="MSHL",
    slug="mshl",
    description="Six teams on their way up, four of them in the playoffs.",
    ruleset="mshl",
    cup_name="Live-Wire Cup",
    luck=7003,
    teams=(
        DemoTeam("Polar Static", "Polar", "#4a78d0", "#dce8ff", 1.25, 14),
        DemoTeam("Harbor Lights", "Harbor", "#1a8f9c", "#ffe08a", 1.1, 13),
        DemoTeam("Kettle of Hawks", "Hawks", "#b0722a", "#ffe6c7", 1.0, 15),
        DemoTeam("Tin Can Bandits", "Bandits", "#747d8c", "#f2c14e", 1.0, 14),
        DemoTeam("Café au Laser", "Café", "#c4508f", "#f6dcc0", 0.9, 12),
        DemoTeam("Night Zambonis", "Zambonis", "#7b63c8", "#c9f2d0", 0.7, 13),
    ),
    script={6: "double_forfeit", 12: "no_show"},
)
SMALL_PLAYED, SMALL_HIDDEN = 22, 3
PENALISED = ("Tin Can Bandits", -2, "goalie in two games was on no roster; the results stand")
MOVE_REASONS = ("Cya asked: four regulars away that evening", "Both captains agreed on the new date")

ZONE_LEADER, BIG_LC, SMALL_LC, REFEREE = "zone-leader", "rshl-lc", "mshl-lc", "referee"
# Login, office, and of which league. Commissioners draw up their league's schedule as well.
OFFICES: tuple[tuple[str, Role, str], ...] = (
    (ZONE_LEADER, Role.ZONE_LEADER, ""),
    (BIG_LC, Role.COMMISSIONER, "rshl"),
    (BIG_LC, Role.SCHEDULER, "rshl"),
    (SMALL_LC, Role.COMMISSIONER, "mshl"),
    (SMALL_LC, Role.SCHEDULER, "mshl"),
    ("board", Role.BOARD, "rshl"),
    ("scheduler", Role.SCHEDULER, "rshl"),
    ("head-referee", Role.HEAD_REFEREE, ""),
    (REFEREE, Role.REFEREE, ""),
    ("sysop", Role.ZONE_SYSOP, ""),
    ("appeals", Role.APPEALS, ""),
)
# Login, team, and the place on its roster: the captain is the first, his assistants follow.
PLAYERS = (("captain", "Sour Dumplings", 0), ("assistant", "Sour Dumplings", 1), ("player", "Cherrypick", -1))
# One login for each role, and what is printed beside it.
LOGINS = (
    (ZONE_LEADER, "Zone Leader, runs every league"),
    (BIG_LC, "commissioner of the RSHL"),
    (SMALL_LC, "commissioner of the MSHL"),
    ("board", "Board of Directors of the RSHL"),
    ("scheduler", "scheduler of the RSHL"),
    ("head-referee", "Head Referee"),
    (REFEREE, "referee"),
    ("sysop", "Zone Sysop"),
    ("appeals", "Appeals Coordinator"),
    *((login, f"{login} of {team}") for login, team, _ in PLAYERS),
)


@dataclass(frozen=True, slots=True)
class News:
    """An announcement of a league (its slug; empty: the zone); ``when`` names a moment of the demo, None: a draft."""

    league: str
    when: str | None
    title: str
    body: str


NEWS = (
    News(
        "", "archive", "The 1996-97 NHL season is in the archive",
        "All 1,066 games with their results, and the table of every division.\n\n"
        "It was played for the same points as ours. Ottawa and Montreal finished level on points and wins; open the "
        "row to see what separated them. The table of the whole league draws its line below the best sixteen; in 1997 "
        "eight of each conference went on.",
    ),
    News(
        "rshl", "rshl_start", "Season 24 begins",
        "Eight teams, 56 games, every pair once at each home. Six teams reach the playoffs, the best two with "
        "a bye.\n\n"
        "The schedule comes out two weeks at a time. Subscribe to your team's calendar and moved games move with it.",
    ),
    News(
        "mshl", "mshl_start", "Six teams for the Live-Wire Cup",
        "Every pair meets twice, on Tuesdays, Thursdays and Saturdays. The first four reach the playoffs.",
    ),
    News(
        "rshl", "moved", "Cya at Yung Money has a new date",
        "The game was postponed at Cya's request, in time, and costs Cya one of three postponements. "
        "Both captains agreed on a Sunday at eleven.",
    ),
    News(
        "mshl", "penalised", "Two points off for Tin Can Bandits",
        "Their goalie in two games was on no roster. The results stand and the team loses two points. "
        "Captains: check your roster before the faceoff, not after it.",
    ),
    News(
        "rshl", "week_off", "A week off before the last thirteen games",
        "No games until Sunday, when Cherrypick visit Sour Dumplings at eleven. "
        "Rosters stay locked to the end of the season.",
    ),
    News(
        "", "planned", "Referees wanted for the playoffs",
        "Quarterfinals are three evenings a week. Whoever has refereed five games this season can sign up.",
    ),
    News(
        "rshl", None, "Season awards: the ballot",
        "Draft. Best goalie, best defender, rookie of the season, the Top Rope award for the best single play.",
    ),
    News(
        "mshl", None, "Playoff evenings",
        "Draft. Semifinals best of three, the final best of five. Waiting for the availability of two teams.",
    ),
)
