"""Addresses of games."""

from django.urls import path

from games.views import games

app_name = "games"
urlpatterns = [path("<numbered:game>/", games.detail, name="detail")]
