"""Addresses of somebody's own pages, and of the page that shows mail where none is sent."""

from django.urls import path

from league.views import mail, profile

urlpatterns = [
    path("me/", profile.profile, name="profile"),
    path("me/data/", profile.data, name="profile_data"),
    path("me/delete/", profile.delete, name="profile_delete"),
    path("mail/", mail.outbox, name="mail"),
]
