"""Addresses of the record of decisions."""

from django.urls import path

from league.views import record

app_name = "record"
urlpatterns = [
    path("", record.record, name="list"),
    path("feed.atom", record.feed, name="feed"),
]
