"""Addresses of games."""

from django.urls import path

from games.views import games, results

app_name = "games"
urlpatterns = [
    path("<numbered:game>/", games.detail, name="detail"),
    path("<numbered:game>/result/", results.result, name="result"),
]
