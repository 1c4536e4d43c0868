"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path, register_converter

from league.converters import DayConverter, IdConverter, MonthConverter, NumberedConverter

register_converter(IdConverter, "id")
register_converter(NumberedConverter, "numbered")
register_converter(MonthConverter, "month")
register_converter(DayConverter, "day")

# Converters are registered above, before the modules that use them are read.
from rshl import views  # noqa: E402

# Who looks after the site signs in where everybody does, with the same limits and the same second factor.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

handler404 = "rshl.views.not_found"
handler500 = "rshl.views.broken"
handler403 = "rshl.views.forbidden"
handler400 = "rshl.views.bad_request"
handler429 = "rshl.views.too_many"

urlpatterns = [
    path("", views.home, name="home"),
    path("healthz", views.health, name="health"),
    path("robots.txt", views.robots, name="robots"),
    path("search/", views.search, name="search"),
    path("", include("league.urls.accounts")),
    path("", include("league.urls.people")),
    path("", include("teams.urls.claims")),
    path("desk/", views.desk, name="desk"),
    path("admin/", admin.site.urls),
    path("api/v1/", include("league.urls.api")),
    path("news/", include("league.urls.news")),
    path("staff/", include("league.urls.staff")),
    path("record/", include("league.urls.record")),
    path("seasons/", include("league.urls.seasons")),
    path("archive/", views.archive, name="archive"),
    path("teams/", include("teams.urls.teams")),
    path("players/", include("teams.urls.players")),
    path("games/", include("games.urls.games")),
    path("<slug:league>/", include("league.urls.league")),
    path("<slug:league>/<slug:season>/", include("games.urls.season")),
]
