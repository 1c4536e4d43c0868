"""Telling deeds and rules in templates."""

from __future__ import annotations

from django import template

from league import audit
from league.models import AuditEntry
from league.rules.titles import title

register = template.Library()


@register.simple_tag
def sentence(entry: AuditEntry, zone: str) -> str:
    """Return what was done as a sentence, its times on the clock of ``zone``."""
    return audit.sentence(entry, zone)


@register.filter
def rule_title(rule: str) -> str:
    """Return what a rule of the book is about, by its number."""
    return title(rule)
