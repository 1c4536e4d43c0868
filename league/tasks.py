"""Celery's doors into the services of the zone."""

from celery import shared_task
from django.utils import timezone

from league.services import backups, clockwork


@shared_task(name="league.tasks.sweep")
def sweep() -> int:
    """Run every job that is due; returns how many were done."""
    return clockwork.sweep()


@shared_task(name="league.tasks.plan_backup")
def plan_backup() -> None:
    """Ask for today's backup, unless it has been made."""
    backups.plan(now=timezone.now())
