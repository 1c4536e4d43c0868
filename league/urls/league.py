"""Addresses of a league as a whole."""

from django.urls import path

from league.views import leagues

app_name = "league"
urlpatterns = [path("", leagues.detail, name="detail")]
