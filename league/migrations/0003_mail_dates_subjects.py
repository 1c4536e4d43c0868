
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0002_append_only'),
    ]

    operations = [
        migrations.CreateModel(
            name='AuditSubject',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('team', 'Team'), ('game', 'Game'), ('player', 'Player'), ('user', 'User')], max_length=8)),
                ('number', models.PositiveBigIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name='OutgoingMail',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120, unique=True)),
                ('address', models.EmailField(max_length=254)),
                ('kind', models.CharField(help_text='What it is about; a user may not want some kinds.', max_length=24)),
                ('subject', models.CharField(max_length=200)),
                ('body', models.TextField()),
                ('created_at', models.DateTimeField()),
                ('sent_at', models.DateTimeField(blank=True, null=True)),
            ],
            options={
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='SeasonDate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('applications', 'Applications of teams'), ('preseason', 'Preseason'), ('regular', 'Regular season'), ('postseason', 'Postseason'), ('break', 'Break'), ('event', 'Event')], max_length=12)),
                ('name', models.CharField(blank=True, max_length=64)),
                ('starts_on', models.DateField()),
                ('ends_on', models.DateField()),
            ],
            options={
                'ordering': ['starts_on', 'ends_on', 'pk'],
            },
        ),
        migrations.AddField(
            model_name='announcement',
            name='draft_key',
            field=models.CharField(blank=True, max_length=120),
        ),
        migrations.AddField(
            model_name='user',
            name='deleted_at',
            field=models.DateTimeField(blank=True, help_text='When he had his data deleted; the row stays, without anything of his.', null=True),
        ),
        migrations.AddField(
            model_name='user',
            name='muted_mail',
            field=models.JSONField(blank=True, default=list, help_text='Kinds of mail that he does not want.'),
        ),
        migrations.AddConstraint(
            model_name='announcement',
            constraint=models.UniqueConstraint(condition=models.Q(('draft_key', ''), _negated=True), fields=('draft_key',), name='announcement_drafted_once'),
        ),
        migrations.AddField(
            model_name='auditsubject',
            name='entry',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='subjects', to='league.auditentry'),
        ),
        migrations.AddField(
            model_name='outgoingmail',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='mail', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='seasondate',
            name='league_season',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='dates', to='league.leagueseason'),
        ),
        migrations.AddIndex(
            model_name='auditsubject',
            index=models.Index(fields=['kind', 'number'], name='auditsubject_of'),
        ),
        migrations.AddConstraint(
            model_name='auditsubject',
            constraint=models.UniqueConstraint(fields=('entry', 'kind', 'number'), name='auditsubject_once'),
        ),
        migrations.AddConstraint(
            model_name='auditsubject',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['team', 'game', 'player', 'user'])), name='auditsubject_kind'),
        ),
        migrations.AddConstraint(
            model_name='outgoingmail',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('key', ''), _negated=True), models.Q(('address', ''), _negated=True), models.Q(('kind', ''), _negated=True)), name='outgoingmail_named'),
        ),
        migrations.AddConstraint(
            model_name='seasondate',
            constraint=models.CheckConstraint(condition=models.Q(('kind__in', ['applications', 'preseason', 'regular', 'postseason', 'break', 'event'])), name='seasondate_kind'),
        ),
        migrations.AddConstraint(
            model_name='seasondate',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on__gte', models.F('starts_on'))), name='seasondate_days'),
        ),
        migrations.AddConstraint(
            model_name='seasondate',
            constraint=models.UniqueConstraint(condition=models.Q(('kind__in', ('break', 'event')), _negated=True), fields=('league_season', 'kind'), name='seasondate_once'),
        ),
    ]
