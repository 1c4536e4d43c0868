"""Addresses of claims on account names."""

from django.urls import path

from teams.views import claims

urlpatterns = [
    path("me/claims/", claims.mine, name="claims"),
    path("claims/<id:number>/", claims.decide, name="claim"),
]
