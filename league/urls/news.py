"""Addresses of the news."""

from django.urls import path

from league.views import news

app_name = "news"
urlpatterns = [
    path("", news.news_list, name="list"),
    path("feed.atom", news.feed, name="feed"),
    path("<numbered:item>/", news.detail, name="detail"),
]
