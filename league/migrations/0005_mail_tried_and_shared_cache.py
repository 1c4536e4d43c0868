from django.core.management import call_command
from django.db import migrations, models

# What all processes count together, such as failed sign-ins, where there is no Redis. The table is Django's own.
TABLE = "league_cache"


def make(_apps, editor):
    call_command("createcachetable", TABLE, database=editor.connection.alias, verbosity=0)


def drop(_apps, editor):
    editor.execute(f"DROP TABLE {TABLE}")


class Migration(migrations.Migration):
    dependencies = [("league", "0004_name_keys")]

    operations = [
        migrations.AddField(
            model_name="outgoingmail", name="tried_at", field=models.DateTimeField(blank=True, null=True)
        ),
        migrations.RunPython(make, drop),
    ]
