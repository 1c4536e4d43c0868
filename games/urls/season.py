"""Addresses of a league season."""

from django.urls import path

from games.views import calendars, feeds, schedule
from teams.views import teams

app_name = "season"
urlpatterns = [
    path("schedule/", schedule.schedule, name="schedule"),
    path("schedule/<month:month>/", schedule.month, name="schedule_month"),
    path("teams/", teams.season_teams, name="teams"),
    path("calendar.ics", calendars.season_calendar, name="calendar"),
    path("feed.atom", feeds.season_feed, name="feed"),
]
