"""Addresses of the API. Its first version stays as it is; what is added breaks nobody."""

from django.urls import path

from games.api import games, results, season
from league.api import schema, views

app_name = "api"
urlpatterns = [
    path("", views.root, name="root"),
    path("schema/", schema.schema, name="schema"),
    path("now/", games.now, name="now"),
    path("leagues/", views.leagues, name="leagues"),
    path("leagues/<slug:league>/", views.league, name="league"),
    path("seasons/", views.seasons, name="seasons"),
    path("seasons/<slug:league>/<slug:season>/", season.season, name="season"),
    path("seasons/<slug:league>/<slug:season>/standings/", season.standings, name="standings"),
    path("seasons/<slug:league>/<slug:season>/race/", season.race, name="race"),
    path("seasons/<slug:league>/<slug:season>/schedule/", season.schedule, name="schedule"),
    path("seasons/<slug:league>/<slug:season>/calendar/", season.calendar, name="calendar"),
    path("seasons/<slug:league>/<slug:season>/teams/", season.season_teams, name="season_teams"),
    path("seasons/<slug:league>/<slug:season>/rules/", season.rules, name="rules"),
    path("teams/<id:number>/", games.team, name="team"),
    path("players/<id:number>/", games.player, name="player"),
    path("games/<id:number>/", games.game, name="game"),
    path("games/<id:number>/result/", results.result, name="result"),
    path("news/", views.news, name="news"),
    path("news/<id:number>/", views.news_item, name="news_item"),
    path("record/", views.record, name="record"),
    path("staff/", views.staff, name="staff"),
    path("search/", views.search, name="search"),
]
