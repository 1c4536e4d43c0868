"""The cells of a table's row. Django's templates take longer for a season's figures than the engine for its table.

All text is plain here: the standard library escapes it as Django does, without asking first what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

from django import template
from django.template.loader import render_to_string
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
def team_cell(row: TableRow) -> SafeString:
    """Return a row's team as a link, with its crest, its short name for narrow screens, and its mark if it has one."""
    team = row.team
    name = escape(team.name)
    if team.short_name != team.name:
        name = f'<span class="team-full">{name}</span><span class="team-short">{escape(team.short_name)}</span>'
    crest = crest_of(team.color_primary, team.color_secondary)
    link = f'<a class="team" href="{escape(row.url)}">{crest}<span class="team-name">{name}</span></a>'
    mark = row.mark
    sure = f' <abbr class="mark mark-{mark.letter}" title="{mark.text}">{mark.letter}</abbr>' if mark else ""
    return mark_safe(link + sure)  # noqa: S308  names are escaped


@register.simple_tag
def figures(row: TableRow) -> SafeString:
    """Return the cells of a row's figures, points first; there is nothing but numbers and letters in them."""
    counts = (row.gp, row.w, row.l, row.t, row.otw, row.otl, row.gf, row.ga, signed(row.gd))
    cells = "".join([f'<td class="num">{count}</td>' for count in counts])
    points = f'<td class="num pts">{row.pts}{"*" if row.adjustment else ""}</td>'.replace("-", "−")
    records = f'<td class="nowrap">{record(row.home)}</td><td class="nowrap">{record(row.away)}</td>'
    lately = f"<td>{form_letters(row.form)}</td><td>{row.streak}</td>"
    return mark_safe(points + cells + records + lately)  # noqa: S308  numbers and letters alone


def form_letters(games: Sequence[FormGame]) -> str:
    """Return a team's last results as letters, the latest last."""
    marks = "".join([f'<li class="fm fm-{game.letter.lower()}">{game.letter}</li>' for game in games])
    return f'<ol class="form-marks">{marks}</ol>' if marks else ""


@register.simple_tag
def why(row: TableRow) -> SafeString:
    """Return what a row opens to: why it stands there, what is certain, points given, its record and last games."""
    said = [row.why] if row.why else []
    steps = [f"<li>{escape(step)}</li>" for step in row.trail]
    more = [f"Certain: {row.mark.text}."] if row.mark else []
    more += [f"{signed(each.points)} points by the commissioner’s word: {each.reason}" for each in row.adjustments]
    run = f" On a run of {row.streak_text}." if row.streak else ""
    more.append(f"Home {record(row.home)}, away {record(row.away)} (wins, losses, ties).{run}")
    games = [f'<li><a href="{escape(game.url)}">{escape(game.text)}</a></li>' for game in row.form]
    return mark_safe(_lines(said) + _listed("ol", steps) + _lines(more) + _listed("ul", games))  # noqa: S308  all escaped


def _lines(sentences: Iterable[str]) -> str:
    return "".join([f"<p>{escape(sentence)}</p>" for sentence in sentences])


def _listed(element: str, items: Sequence[str]) -> str:
    return f"<{element}>{''.join(items)}</{element}>" if items else ""
