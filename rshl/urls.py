"""Every address of the site."""

from django.contrib import admin
from django.contrib.auth.views import LogoutView
from django.urls import include, path, register_converter

from league.converters import IdConverter, MonthConverter, NumberedConverter

register_converter(IdConverter, "id")
register_converter(NumberedConverter, "numbered")
register_converter(MonthConverter, "month")

# Converters are registered above, before the modules that use them are read.
from rshl import views  # noqa: E402

handler404 = "rshl.views.not_found"
handler500 = "rshl.views.broken"
handler403 = "rshl.views.forbidden"
handler400 = "rshl.views.bad_request"

urlpatterns = [
    path("", views.home, name="home"),
    path("healthz", views.health, name="health"),
    path("robots.txt", views.robots, name="robots"),
    path("search/", views.search, name="search"),
    path("sign-in/", views.SignIn.as_view(), name="login"),
    path("sign-out/", LogoutView.as_view(), name="logout"),
    path("desk/", views.desk, name="desk"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("league.urls.api")),
    path("news/", include("league.urls.news")),
    path("staff/", include("league.urls.staff")),
    path("record/", include("league.urls.record")),
    path("archive/", views.archive, name="archive"),
    path("teams/", include("teams.urls.teams")),
    path("players/", include("teams.urls.players")),
    path("games/", include("games.urls.games")),
    path("<slug:league>/", include("league.urls.league")),
    path("<slug:league>/<slug:season>/", include("games.urls.season")),
]
