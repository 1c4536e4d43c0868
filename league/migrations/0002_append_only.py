from django.db import migrations

from league.triggers import refuse


class Migration(migrations.Migration):
    dependencies = [("league", "0001_initial")]

    operations = [
        migrations.RunPython(*refuse("league_auditentry", "update")),
        migrations.RunPython(*refuse("league_auditentry", "delete")),
    ]
