import league.models.people
from django.db import migrations

from league.names import NAME_LENGTH, name_key


def fill(apps, _editor):
    """Give every login its key; of two whose names count as the same, the later one is renamed."""
    users = apps.get_model("league", "User")
    taken = set()
    for user in users.objects.order_by("pk"):
        name = user.username
        while name_key(name) in taken:
            name = f"{user.username[: NAME_LENGTH - 20]} {user.pk}" if name == user.username else f"{name}."
        taken.add(name_key(name))
        users.objects.filter(pk=user.pk).update(username=name, username_key=name_key(name))


class Migration(migrations.Migration):
    dependencies = [("league", "0003_mail_dates_subjects")]

    operations = [
        migrations.AlterModelManagers(name="user", managers=[]),
        migrations.AddField(
            model_name="user",
            name="username_key",
            field=league.models.people.KeyField(
                editable=False, max_length=4 * NAME_LENGTH, null=True, of="username"
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="user",
            name="username_key",
            field=league.models.people.KeyField(
                editable=False, max_length=4 * NAME_LENGTH, of="username", unique=True
            ),
        ),
    ]
