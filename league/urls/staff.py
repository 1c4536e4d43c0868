"""Addresses of the staff."""

from django.urls import path

from league.views import staff

app_name = "staff"
urlpatterns = [
    path("", staff.staff_list, name="list"),
    path("appoint/", staff.appoint, name="appoint"),
    path("handover/", staff.handover, name="handover"),
    path("<int:number>/", staff.office, name="office"),
]
