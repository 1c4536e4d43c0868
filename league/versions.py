"""The version of everything a season's pages show. Whoever changes something moves it in the same transaction."""

from django.db import connection
from django.db.models import F

from league.models import LeagueSeason, Zone


def bump(league_season_id: int) -> None:
    """Move the version of one league season; call it inside the transaction of the change."""
    LeagueSeason.objects.filter(pk=league_season_id).update(version=F("version") + 1)


def bump_zone() -> None:
    """Move the version of the whole site, for changes that are shown on its own pages but on no season's."""
    if not Zone.objects.filter(pk=1).update(version=F("version") + 1):
        Zone.objects.create(pk=1, version=2)


def bump_everything() -> None:
    """Move every version, for changes that all pages show, such as a new league in the navigation."""
    LeagueSeason.objects.update(version=F("version") + 1)
    bump_zone()


SEASON_VERSION = "SELECT version FROM league_leagueseason WHERE id = %s"
SITE_VERSION = (
    "SELECT COALESCE((SELECT version FROM league_zone WHERE id = 1), 1) + COALESCE(SUM(version), 0)"
    " FROM league_leagueseason"
)


def read(league_season_id: int | None) -> int | None:
    """Return the version of a league season, or of the whole site for None; None when there is no such season.

    One plain query, because every request for a public page asks it. The site's version moves with any season's.
    """
    with connection.cursor() as cursor:
        if league_season_id is None:
            cursor.execute(SITE_VERSION)
        else:
            cursor.execute(SEASON_VERSION, (league_season_id,))
        row = cursor.fetchone()
    return None if row is None or row[0] is None else int(row[0])
