import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

from league.triggers import refuse

WRITTEN_ONCE = (
    "game_id", "revision", "home_goals", "away_goals", "home_counted", "away_counted", "decided", "forfeited_by",
    "in_overtime", "source", "reason", "recorded_by_id", "recorded_at", "as_substitute",
)
# SQLite makes the table anew for a constraint, without its trigger, so that is taken off before and put on afterwards.
FORWARDS, BACKWARDS = refuse("games_result", "update", WRITTEN_ONCE)
DECIDED = ["regulation", "overtime", "tie", "mercy", "forfeit", "double_forfeit"]


class Migration(migrations.Migration):
    dependencies = [("games", "0003_substitutes")]

    operations = [
        migrations.RunPython(BACKWARDS, FORWARDS),
        migrations.RemoveConstraint(model_name="result", name="result_decided"),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.CheckConstraint(
                condition=Q(decided__in=DECIDED) | Q(decided="withdrawn", is_current=False), name="result_decided"
            ),
        ),
        migrations.RunPython(FORWARDS, BACKWARDS),
        migrations.AddField(
            model_name="pointadjustment",
            name="undoes",
            field=models.OneToOneField(
                blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="undone_by",
                to="games.pointadjustment",
            ),
        ),
    ]
