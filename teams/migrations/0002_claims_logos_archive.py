
import django.db.models.deletion
import league.names
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('teams', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='franchise',
            name='archived_at',
            field=models.DateTimeField(blank=True, help_text='Since when it is no longer offered.', null=True),
        ),
        migrations.AddField(
            model_name='player',
            name='archived_at',
            field=models.DateTimeField(blank=True, help_text='Since when he is no longer offered.', null=True),
        ),
        migrations.AddField(
            model_name='team',
            name='logo',
            field=models.CharField(blank=True, help_text="The logo's file, named by a hash of its content.", max_length=64),
        ),
        migrations.CreateModel(
            name='AccountClaim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('account_name', models.CharField(max_length=64, validators=[league.names.validate_name])),
                ('name_key', models.CharField(editable=False, max_length=256)),
                ('state', models.CharField(choices=[('waiting', 'Waiting'), ('confirmed', 'Confirmed'), ('refused', 'Refused'), ('withdrawn', 'Withdrawn')], default='waiting', max_length=9)),
                ('asked_at', models.DateTimeField()),
                ('decided_at', models.DateTimeField(blank=True, null=True)),
                ('reason', models.TextField(blank=True)),
                ('decided_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['asked_at', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state', 'waiting')), fields=('user', 'name_key'), name='accountclaim_one_waiting'), models.CheckConstraint(condition=models.Q(('state__in', ['waiting', 'confirmed', 'refused', 'withdrawn'])), name='accountclaim_state')],
            },
        ),
    ]
