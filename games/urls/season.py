"""Addresses of a league season."""

from django.urls import include, path

from games.views import calendars, dated, decisions, evening, feeds, pictures, rules, schedule, standings
from teams.views import teams

app_name = "season"
urlpatterns = [
    path("", standings.standings, name="standings"),
    path("race/", standings.race, name="race"),
    path("race.svg", pictures.race, name="race_svg"),
    path("rules/", rules.rules, name="rules"),
    path("schedule/", schedule.schedule, name="schedule"),
    path("schedule/<month:month>/", schedule.month, name="schedule_month"),
    path("teams/", teams.season_teams, name="teams"),
    path("calendar/", dated.dates, name="dates"),
    path("calendar.ics", calendars.season_calendar, name="calendar"),
    path("feed.atom", feeds.season_feed, name="feed"),
    path("evening/<day:day>/", evening.evening, name="evening"),
    path("manage/points/", decisions.points, name="points"),
    path("manage/shootouts/", decisions.shootouts, name="shootouts"),
    path("manage/", include("league.urls.manage")),
    path("", include("games.urls.imports")),
]
