"""The cells of a table's row. Django's templates take longer for a season's figures than the engine for its table."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from games.selectors.form import FormGame
from games.selectors.standings import TableRow
from league.rules.values import Record
from league.templatetags.rshl import signed

register = template.Library()


@register.filter
def record(games: Record) -> str:
    """Return a record as tables print it: wins, losses and ties."""
    return f"{games.w}–{games.l}–{games.t}"


@lru_cache(maxsize=2048)
def crest_of(primary: str, secondary: str) -> SafeString:
    """Return the small crest of two colours, kept: the same few stand on every page."""
    colors = {"color_primary": primary, "color_secondary": secondary}
    return render_to_string("includes/crest.html", {"team": colors})


@register.simple_tag
def team_link(row: TableRow) -> SafeString:
    """Return a row's team with its crest as a link, with its short name for narrow screens where it has one."""
    team = row.team
    name = format_html("{}", team.name)
    if team.short_name != team.name:
        name = format_html(
            '<span class="team-full">{}</span><span class="team-short">{}</span>', team.name, team.short_name
        )
    crest = crest_of(team.color_primary, team.color_secondary)
    return format_html('<a class="team" href="{}">{}<span class="team-name">{}</span></a>', row.url, crest, name)


@register.simple_tag
def figures(row: TableRow) -> SafeString:
    """Return the cells of a row's figures, points first; there is nothing but numbers in them."""
    counts = (row.gp, row.w, row.l, row.t, row.otw, row.otl, row.gf, row.ga, signed(row.gd))
    cells = "".join(f'<td class="num">{count}</td>' for count in counts)
    points = f'<td class="num pts">{row.pts}{"*" if row.adjustment else ""}</td>'.replace("-", "−")
    records = f'<td class="nowrap">{record(row.home)}</td><td class="nowrap">{record(row.away)}</td>'
    return mark_safe(points + cells + records)  # noqa: S308  numbers alone


@register.simple_tag
def form_letters(games: Sequence[FormGame]) -> SafeString:
    """Return a team's last results as letters, the latest last."""
    marks = "".join(f'<li class="fm fm-{game.letter.lower()}">{game.letter}</li>' for game in games)
    return mark_safe(f'<ol class="form-marks">{marks}</ol>' if marks else "")  # noqa: S308  one of three letters each


@register.simple_tag
def form_games(games: Sequence[FormGame]) -> SafeString:
    """Return a team's last games as a list of links."""
    if not games:
        return SafeString("")
    return format_html(
        "<ul>{}</ul>", format_html_join("", '<li><a href="{}">{}</a></li>', ((game.url, game.text) for game in games))
    )
