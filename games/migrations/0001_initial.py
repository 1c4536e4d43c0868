import django.db.models.deletion
import django.utils.timezone
import league.models.seasons
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('league', '0002_append_only'),
        ('league', '__first__'),
        ('teams', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Series',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('round', models.PositiveSmallIntegerField()),
                ('best_of', models.PositiveSmallIntegerField()),
                ('better', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series_as_better', to='teams.team')),
                ('league_season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series', to='league.leagueseason')),
                ('worse', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='series_as_worse', to='teams.team')),
            ],
            options={
                'verbose_name_plural': 'series',
                'ordering': ['round', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('league_season', 'round', 'better'), name='series_better_once'), models.UniqueConstraint(fields=('league_season', 'round', 'worse'), name='series_worse_once'), models.CheckConstraint(condition=models.Q(('better', models.F('worse')), _negated=True), name='series_two_teams'), models.CheckConstraint(condition=models.Q(('best_of__gte', 1), ('round__gte', 1)), name='series_numbers')],
            },
        ),
        migrations.CreateModel(
            name='Game',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('preseason', 'Preseason'), ('regular', 'Regular season'), ('series', 'Playoff series'), ('challenge', 'Challenge'), ('all_star', 'All-Star')], default='regular', max_length=9)),
                ('status', models.CharField(choices=[('draft', 'Draft'), ('scheduled', 'Scheduled'), ('postponed', 'Postponed'), ('live', 'Live'), ('stopped', 'Stopped'), ('final', 'Final'), ('no_show', 'No-show'), ('cancelled', 'Cancelled'), ('void', 'Void')], default='scheduled', max_length=9)),
                ('meeting', models.PositiveSmallIntegerField(default=1)),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('precision', models.CharField(choices=[('minute', 'To the minute'), ('day', 'The day alone')], default='minute', max_length=6)),
                ('released_at', models.DateTimeField(blank=True, null=True)),
                ('began_at', models.DateTimeField(blank=True, null=True)),
                ('note', models.CharField(blank=True, help_text='A word for the public, such as Reschedule.', max_length=120)),
                ('uuid', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('sequence', models.PositiveIntegerField(default=0)),
                ('external_ref', models.CharField(blank=True, help_text="The game's own name in imported files.", max_length=64)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('changed_at', models.DateTimeField(default=django.utils.timezone.now, help_text='The last change that calendars must show.')),
                ('away', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='away_games', to='teams.team')),
                ('home', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='home_games', to='teams.team')),
                ('league_season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='games', to='league.leagueseason')),
                ('referee', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='refereed', to=settings.AUTH_USER_MODEL)),
                ('replaces', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replay', to='games.game')),
                ('series', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='games', to='games.series')),
            ],
            options={
                'ordering': [models.OrderBy(models.F('starts_at'), nulls_last=True), 'pk'],
                'indexes': [models.Index(fields=['league_season', 'starts_at'], name='game_season_start'), models.Index(fields=['status', 'starts_at'], name='game_status_start')],
                'constraints': [models.CheckConstraint(condition=models.Q(('home', models.F('away')), _negated=True), name='game_two_teams'), models.CheckConstraint(condition=models.Q(('kind__in', ['preseason', 'regular', 'series', 'challenge', 'all_star'])), name='game_kind'), models.CheckConstraint(condition=models.Q(('status__in', ['draft', 'scheduled', 'postponed', 'live', 'stopped', 'final', 'no_show', 'cancelled', 'void'])), name='game_status'), models.CheckConstraint(condition=models.Q(('precision__in', ['minute', 'day'])), name='game_precision'), models.CheckConstraint(condition=models.Q(('meeting__gte', 1)), name='game_meeting'), models.CheckConstraint(condition=models.Q(('starts_at__isnull', False), models.Q(('status__in', ('scheduled', 'live')), _negated=True), _connector='OR'), name='game_dated'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'series'), ('series__isnull', False)), models.Q(models.Q(('kind', 'series'), _negated=True), ('series__isnull', True)), _connector='OR'), name='game_series'), models.UniqueConstraint(condition=models.Q(('kind', 'regular'), models.Q(('status', 'void'), _negated=True)), fields=('league_season', 'home', 'away', 'meeting'), name='game_meeting_once'), models.UniqueConstraint(condition=models.Q(('external_ref', ''), _negated=True), fields=('league_season', 'external_ref'), name='game_external_ref_once')],
            },
        ),
        migrations.CreateModel(
            name='ShootoutOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('order', models.JSONField(help_text='Team numbers, best first.')),
                ('reason', models.TextField(blank=True)),
                ('made_at', models.DateTimeField()),
                ('withdrawn_at', models.DateTimeField(blank=True, null=True)),
                ('league_season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='shootouts', to='league.leagueseason')),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['made_at', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='CsvImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('filename', models.CharField(max_length=120)),
                ('text', models.TextField()),
                ('time_zone', models.CharField(max_length=64, validators=[league.models.seasons.validate_zone])),
                ('kind', models.CharField(default='regular', help_text='What the games are played for.', max_length=9)),
                ('new_teams', models.JSONField(default=list, help_text='Names of unknown teams that are to be created.')),
                ('state', models.CharField(choices=[('preview', 'Preview'), ('queued', 'Waiting to be applied'), ('applied', 'Applied'), ('refused', 'Refused')], default='preview', max_length=8)),
                ('uploaded_at', models.DateTimeField()),
                ('seen_version', models.PositiveBigIntegerField(help_text="The season's version that the preview was made for.")),
                ('finished_at', models.DateTimeField(blank=True, null=True)),
                ('outcome', models.JSONField(default=dict, help_text='Counts of what was done, or the errors.')),
                ('league_season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='imports', to='league.leagueseason')),
                ('uploaded_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='imports', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['-uploaded_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('state__in', ['preview', 'queued', 'applied', 'refused'])), name='csvimport_state')],
            },
        ),
        migrations.CreateModel(
            name='GameTime',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField(blank=True, null=True)),
                ('precision', models.CharField(choices=[('minute', 'To the minute'), ('day', 'The day alone')], default='minute', max_length=6)),
                ('valid_from', models.DateTimeField()),
                ('valid_to', models.DateTimeField(blank=True, null=True)),
                ('reason', models.TextField(blank=True)),
                ('charged_team', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='postponements_charged', to='teams.team')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='times', to='games.game')),
                ('set_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['valid_from', 'pk'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('valid_to__isnull', True)), fields=('game',), name='gametime_one_current'), models.CheckConstraint(condition=models.Q(('valid_to__isnull', True), ('valid_to__gte', models.F('valid_from')), _connector='OR'), name='gametime_validity')],
            },
        ),
        migrations.CreateModel(
            name='PointAdjustment',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('points', models.SmallIntegerField()),
                ('reason', models.TextField()),
                ('made_at', models.DateTimeField()),
                ('made_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='adjustments', to='teams.team')),
            ],
            options={
                'ordering': ['made_at', 'pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('points', 0), _negated=True), name='pointadjustment_points'), models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='pointadjustment_reason')],
            },
        ),
        migrations.CreateModel(
            name='Result',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('revision', models.PositiveSmallIntegerField()),
                ('is_current', models.BooleanField(default=True)),
                ('home_goals', models.PositiveSmallIntegerField()),
                ('away_goals', models.PositiveSmallIntegerField()),
                ('home_counted', models.PositiveSmallIntegerField()),
                ('away_counted', models.PositiveSmallIntegerField()),
                ('decided', models.CharField(choices=[('regulation', 'Regulation'), ('overtime', 'Overtime'), ('tie', 'Tie'), ('mercy', 'Mercy'), ('forfeit', 'Forfeit'), ('double_forfeit', 'Double forfeit')], max_length=14)),
                ('forfeited_by', models.CharField(blank=True, choices=[('', 'Nobody'), ('home', 'Home'), ('away', 'Away'), ('both', 'Both')], default='', max_length=4)),
                ('in_overtime', models.BooleanField(default=False)),
                ('source', models.CharField(help_text='Where it came from: import, entry, log, appeal.', max_length=32)),
                ('reason', models.TextField(blank=True)),
                ('recorded_at', models.DateTimeField()),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='results', to='games.game')),
                ('recorded_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='results', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['game', 'revision'],
                'constraints': [models.UniqueConstraint(fields=('game', 'revision'), name='result_revision_once'), models.UniqueConstraint(condition=models.Q(('is_current', True)), fields=('game',), name='result_one_current'), models.CheckConstraint(condition=models.Q(('decided__in', ['regulation', 'overtime', 'tie', 'mercy', 'forfeit', 'double_forfeit'])), name='result_decided'), models.CheckConstraint(condition=models.Q(models.Q(('decided', 'forfeit'), ('forfeited_by__in', ('home', 'away'))), models.Q(('decided', 'double_forfeit'), ('forfeited_by', 'both')), models.Q(models.Q(('decided__in', ('forfeit', 'double_forfeit')), _negated=True), ('forfeited_by', '')), _connector='OR'), name='result_forfeiter'), models.CheckConstraint(condition=models.Q(('revision__gte', 1)), name='result_revision'), models.CheckConstraint(condition=models.Q(('away_counted__gte', 0), ('away_goals__gte', 0), ('home_counted__gte', 0), ('home_goals__gte', 0)), name='result_goals')],
            },
        ),
        migrations.CreateModel(
            name='Seed',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('frozen_at', models.DateTimeField()),
                ('league_season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seeds', to='league.leagueseason')),
                ('team', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='seed', to='teams.team')),
            ],
            options={
                'ordering': ['number'],
                'constraints': [models.UniqueConstraint(fields=('league_season', 'number'), name='seed_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='seed_number')],
            },
        ),
    ]
