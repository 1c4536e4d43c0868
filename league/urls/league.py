"""Addresses of a league as a whole."""

from django.urls import path

from league.views import leagues, news

app_name = "league"
urlpatterns = [
    path("", leagues.detail, name="detail"),
    path("feed.atom", news.league_feed, name="feed"),
]
