from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("league", "0005_mail_tried_and_shared_cache")]

    operations = [
        migrations.AddField(
            model_name="announcement",
            name="changed_at",
            field=models.DateTimeField(
                blank=True, help_text="When its text was last changed after it came out.", null=True
            ),
        ),
        migrations.AddField(
            model_name="announcement",
            name="withdrawn_at",
            field=models.DateTimeField(
                blank=True, help_text="Since when nobody is to see it; it can come out again.", null=True
            ),
        ),
    ]
