import django.contrib.auth.models
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
import league.models.seasons
import league.names
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='League',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=64, validators=[league.names.validate_name])),
                ('short_name', models.CharField(max_length=16, validators=[league.names.validate_name])),
                ('slug', models.CharField(max_length=32, unique=True, validators=[django.core.validators.RegexValidator('\\A[a-z0-9]+(?:-[a-z0-9]+)*\\Z', 'An address part is made of small letters a-z, digits and single hyphens.'), league.models.seasons.validate_league_slug])),
                ('cup_name', models.CharField(blank=True, max_length=64)),
                ('description', models.TextField(blank=True)),
                ('position', models.PositiveSmallIntegerField(default=0, help_text='Order among the leagues, smallest first.')),
            ],
            options={
                'ordering': ['position', 'name'],
            },
        ),
        migrations.CreateModel(
            name='Season',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=64, validators=[league.names.validate_name])),
                ('slug', models.CharField(max_length=32, unique=True, validators=[django.core.validators.RegexValidator('\\A[a-z0-9]+(?:-[a-z0-9]+)*\\Z', 'An address part is made of small letters a-z, digits and single hyphens.')])),
                ('starts_on', models.DateField(help_text='Orders the seasons; the day the first league begins.')),
            ],
            options={
                'ordering': ['-starts_on', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(error_messages={'unique': 'Somebody has this name already.'}, max_length=64, unique=True, validators=[league.names.validate_name])),
                ('time_zone', models.CharField(blank=True, help_text="IANA name; empty: the browser's zone.", max_length=64)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=32)),
                ('key', models.CharField(max_length=120)),
                ('payload', models.JSONField(default=dict)),
                ('due_at', models.DateTimeField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('done_at', models.DateTimeField(blank=True, null=True)),
                ('attempts', models.PositiveSmallIntegerField(default=0)),
                ('failed_at', models.DateTimeField(blank=True, help_text='Given up after the last attempt.', null=True)),
                ('last_error', models.TextField(blank=True)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('done_at__isnull', True), ('failed_at__isnull', True)), fields=['due_at'], name='job_open_by_due')],
                'constraints': [models.UniqueConstraint(condition=models.Q(('done_at__isnull', True), ('failed_at__isnull', True)), fields=('key',), name='job_one_open'), models.CheckConstraint(condition=models.Q(models.Q(('key', ''), _negated=True), models.Q(('kind', ''), _negated=True)), name='job_named')],
            },
        ),
        migrations.CreateModel(
            name='LeagueSeason',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('phase', models.CharField(choices=[('offseason', 'Offseason'), ('preseason', 'Preseason'), ('regular', 'Regular season'), ('postseason', 'Postseason')], default='offseason', max_length=10)),
                ('ruleset', models.JSONField(validators=[league.models.seasons.validate_ruleset])),
                ('ruleset_schema', models.PositiveSmallIntegerField(default=1)),
                ('time_zone', models.CharField(max_length=64, validators=[league.models.seasons.validate_zone])),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('roster_lock_at', models.DateTimeField(blank=True, null=True)),
                ('version', models.PositiveBigIntegerField(default=1)),
                ('league', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seasons', to='league.league')),
                ('season', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='leagues', to='league.season')),
            ],
            options={
                'ordering': ['-season__starts_on', 'league__position', 'pk'],
                'constraints': [models.UniqueConstraint(fields=('league', 'season'), name='leagueseason_once'), models.CheckConstraint(condition=models.Q(('phase__in', ['offseason', 'preseason', 'regular', 'postseason'])), name='leagueseason_phase')],
            },
        ),
        migrations.CreateModel(
            name='ClinchMarks',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveBigIntegerField()),
                ('marks', models.JSONField(help_text='Team number (as text) to its marks for playoffs, bye and first.')),
                ('made_at', models.DateTimeField()),
                ('league_season', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='clinch_marks', to='league.leagueseason')),
            ],
        ),
        migrations.CreateModel(
            name='StaffRole',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('zone_leader', 'Zone Leader'), ('zone_sysop', 'Zone Sysop'), ('commissioner', 'Commissioner'), ('board', 'Board of Directors'), ('scheduler', 'Scheduler'), ('head_referee', 'Head Referee'), ('referee', 'Referee'), ('appeals', 'Appeals Coordinator')], max_length=16)),
                ('starts_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ends_at', models.DateTimeField(blank=True, null=True)),
                ('appointed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='appointments', to=settings.AUTH_USER_MODEL)),
                ('league', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='staff', to='league.league')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='roles', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('league__isnull', False), ('role__in', ('commissioner', 'board', 'scheduler'))), models.Q(models.Q(('role__in', ('commissioner', 'board', 'scheduler')), _negated=True), ('league__isnull', True)), _connector='OR'), name='staffrole_scope'), models.CheckConstraint(condition=models.Q(('ends_at__isnull', True), ('ends_at__gte', models.F('starts_at')), _connector='OR'), name='staffrole_dates'), models.CheckConstraint(condition=models.Q(('role__in', ['zone_leader', 'zone_sysop', 'commissioner', 'board', 'scheduler', 'head_referee', 'referee', 'appeals'])), name='staffrole_role'), models.UniqueConstraint(condition=models.Q(('ends_at__isnull', True), ('league__isnull', False)), fields=('user', 'role', 'league'), name='staffrole_one_open_league'), models.UniqueConstraint(condition=models.Q(('ends_at__isnull', True), ('league__isnull', True)), fields=('user', 'role'), name='staffrole_one_open_zone')],
            },
        ),
        migrations.CreateModel(
            name='Zone',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('version', models.PositiveBigIntegerField(default=1)),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('pk', 1)), name='zone_one_row')],
            },
        ),
        migrations.CreateModel(
            name='AuditEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('verb', models.CharField(max_length=48)),
                ('params', models.JSONField(default=dict)),
                ('actor_name', models.CharField(help_text="The actor's name at that time.", max_length=64)),
                ('reason', models.TextField(blank=True)),
                ('rule', models.CharField(blank=True, help_text='The rule set aside, for an override.', max_length=16)),
                ('public', models.BooleanField(default=True)),
                ('actor', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='deeds', to=settings.AUTH_USER_MODEL)),
                ('league_season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='audit', to='league.leagueseason')),
            ],
            options={
                'ordering': ['-at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('verb', ''), _negated=True), name='auditentry_verb')],
            },
        ),
        migrations.CreateModel(
            name='Announcement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=120)),
                ('body', models.TextField()),
                ('published_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('author', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='announcements', to=settings.AUTH_USER_MODEL)),
                ('league_season', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='announcements', to='league.leagueseason')),
            ],
            options={
                'ordering': ['-published_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('title', ''), _negated=True), name='announcement_title')],
            },
        ),
    ]
