from django.db import migrations

from league.triggers import refuse

# Everything but ``is_current``, which passes from one revision to the next.
WRITTEN_ONCE = (
    "game_id", "revision", "home_goals", "away_goals", "home_counted", "away_counted", "decided", "forfeited_by",
    "in_overtime", "source", "reason", "recorded_by_id", "recorded_at",
)


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.RunPython(*refuse("games_result", "update", WRITTEN_ONCE)),
    ]
