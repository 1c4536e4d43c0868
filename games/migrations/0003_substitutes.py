from django.db import migrations, models

from league.triggers import refuse

BEFORE = (
    "game_id", "revision", "home_goals", "away_goals", "home_counted", "away_counted", "decided", "forfeited_by",
    "in_overtime", "source", "reason", "recorded_by_id", "recorded_at",
)
# SQLite makes the table anew for a column, without its trigger, so that is taken off before and put on afterwards.
FORWARDS, BACKWARDS = refuse("games_result", "update", BEFORE)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_append_only")]

    operations = [
        migrations.RunPython(BACKWARDS, FORWARDS),
        migrations.AddField(
            model_name="result",
            name="as_substitute",
            field=models.BooleanField(
                default=False, help_text="By a referee who was not the game's own (G16)."
            ),
        ),
        migrations.RunPython(*refuse("games_result", "update", (*BEFORE, "as_substitute"))),
    ]
