"""Addresses of the news."""

from django.urls import path

from league.views import news, newsroom

app_name = "news"
urlpatterns = [
    path("", news.news_list, name="list"),
    path("feed.atom", news.feed, name="feed"),
    path("write/", newsroom.write, name="write"),
    path("drafts/", newsroom.drafts, name="drafts"),
    path("<int:number>/edit/", newsroom.edit, name="edit"),
    path("<numbered:item>/", news.detail, name="detail"),
]
