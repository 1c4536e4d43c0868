import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import league.names
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('league', '0001_initial'),
        ('league', '__first__'),
    ]

    operations = [
        migrations.CreateModel(
            name='Franchise',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=64, validators=[league.names.validate_name])),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name='Player',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=64, validators=[league.names.validate_name])),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('merged_into', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='merged', to='teams.player')),
                ('user', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='player', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='Team',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=64, validators=[league.names.validate_name])),
                ('name_key', models.CharField(editable=False, max_length=256)),
                ('short_name', models.CharField(max_length=16, validators=[league.names.validate_name])),
                ('color_primary', models.CharField(default='#0b3d91', max_length=7, validators=[django.core.validators.RegexValidator('\\A#[0-9a-fA-F]{6}\\Z', 'A colour is written as # and six hexadecimal digits.')])),
                ('color_secondary', models.CharField(default='#ffffff', max_length=7, validators=[django.core.validators.RegexValidator('\\A#[0-9a-fA-F]{6}\\Z', 'A colour is written as # and six hexadecimal digits.')])),
                ('status', models.CharField(choices=[('applied', 'Applied'), ('candidate', 'Candidate'), ('in', 'In the league'), ('cut', 'Cut'), ('removed_forfeit', 'Removed, games left forfeited'), ('removed_expunged', 'Removed, games expunged')], default='in', max_length=16)),
                ('division', models.CharField(blank=True, max_length=32)),
                ('franchise', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='teams.franchise')),
                ('league_season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='teams', to='league.leagueseason')),
            ],
            options={
                'ordering': ['name_key', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('league_season', 'name_key'), name='team_name_once'), models.UniqueConstraint(fields=('league_season', 'franchise'), name='team_franchise_once'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('name_key', ''), _negated=True)), name='team_named'), models.CheckConstraint(condition=models.Q(('status__in', ['applied', 'candidate', 'in', 'cut', 'removed_forfeit', 'removed_expunged'])), name='team_status')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('ending', models.CharField(blank=True, choices=[('left', 'Left'), ('dropped', 'Dropped'), ('removed', 'Team removed'), ('season_end', 'End of the season'), ('merge', 'Merged with another record')], max_length=10)),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='league.season')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='teams.player')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='memberships', to='teams.team')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('ends_at__isnull', True)), fields=('season', 'player'), name='membership_one_open'), models.CheckConstraint(condition=models.Q(models.Q(('ending', ''), ('ends_at__isnull', True)), models.Q(('ends_at__gte', models.F('starts_at')), ('ends_at__isnull', False), models.Q(('ending', ''), _negated=True)), _connector='OR'), name='membership_ending')],
            },
        ),
        migrations.CreateModel(
            name='Captaincy',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('captain', 'Captain'), ('assistant', 'Assistant')], max_length=9)),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='captaincies', to='teams.player')),
                ('team', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='captaincies', to='teams.team')),
            ],
            options={
                'verbose_name_plural': 'captaincies',
                'constraints': [models.UniqueConstraint(condition=models.Q(('ends_at__isnull', True), ('kind', 'captain')), fields=('team',), name='captaincy_one_captain'), models.UniqueConstraint(condition=models.Q(('ends_at__isnull', True)), fields=('team', 'player'), name='captaincy_once'), models.CheckConstraint(condition=models.Q(('kind__in', ['captain', 'assistant'])), name='captaincy_kind'), models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('ends_at__gte', models.F('starts_at')), _connector='OR'), name='captaincy_dates')],
            },
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=64, validators=[league.names.validate_name])),
                ('name_key', models.CharField(editable=False, max_length=256)),
                ('starts_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to='teams.player')),
            ],
            options={
                'constraints': [models.UniqueConstraint(condition=models.Q(('ends_at__isnull', True)), fields=('name_key',), name='account_name_once_living'), models.CheckConstraint(condition=models.Q(models.Q(('name', ''), _negated=True), models.Q(('name_key', ''), _negated=True)), name='account_named')],
            },
        ),
    ]
