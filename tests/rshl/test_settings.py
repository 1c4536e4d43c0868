"""The settings as an installation sees them, each in a fresh process."""

import json
import os
import subprocess
import sys

import pytest

from tests.servers import free_port
from tests.site import ROOT, environment, manage

PRODUCTION = {
    "DJANGO_SETTINGS_MODULE": "rshl.settings",
    "RSHL_ENV": "production",
    "SECRET_KEY": "Zx8-kQ2vLw0rT5yN1bM7cF4dH9jS3pG6uE_aXiOzYqRtWnBv",
    "ALLOWED_HOSTS": "league.example.org",
    "DATABASE_URL": "postgresql://rshl@127.0.0.1/rshl",
}


@pytest.fixture
def env(tmp_path):
    return environment(tmp_path, **{**PRODUCTION, "SECRET_KEY": PRODUCTION["SECRET_KEY"] * 2})


def test_production_passes_the_deploy_check_with_nothing_to_say(env):
    done = manage(env, "check", "--deploy", "--fail-level", "WARNING", check=False)
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout
    assert done.stderr == ""


def test_the_default_passes_the_check(tmp_path):
    done = manage(environment(tmp_path, DJANGO_SETTINGS_MODULE="rshl.settings"), "check", "--fail-level", "WARNING")
    assert "no issues" in done.stdout


@pytest.mark.parametrize("command", ["check", "migrate", "serve", "backup"])
def test_a_bad_environment_stops_each_command_with_all_complaints_and_no_traceback(env, command):
    env |= {"SECRET_KEY": "not-long-enough", "ALLOWED_HOSTS": " , ", "RSHL_DEBUG": "1", "RSHL_TIME_ZONE": "Nowhere"}
    done = manage(env, command, check=False)
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "The environment is not right.",
        "SECRET_KEY is not right: it must be a random text of 50 characters or more",
        "ALLOWED_HOSTS is not set: it must be the host names the site answers to, with commas between",
        "RSHL_DEBUG is on: it must be off in production",
        "RSHL_TIME_ZONE is 'Nowhere': it must be an IANA time zone such as America/New_York",
    ]


def test_production_has_no_database_by_chance(env):
    del env["DATABASE_URL"]
    done = manage(env, "check", check=False)
    assert done.returncode == 1
    assert "DATABASE_URL is not set" in done.stderr


def test_a_local_secret_key_is_made_once_and_is_the_owners_alone(tmp_path):
    env = environment(tmp_path, DJANGO_SETTINGS_MODULE="rshl.settings")
    code = "from django.conf import settings; print(settings.SECRET_KEY)"
    keys = {
        subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, check=True, capture_output=True).stdout
        for _ in range(2)
    }
    assert len(keys) == 1
    assert len(keys.pop().strip()) >= 50
    assert os.stat(tmp_path / "secret-key").st_mode & 0o777 == 0o600


@pytest.mark.parametrize("command", ["check", "serve"])
def test_a_folder_that_cannot_be_made_is_told_without_a_traceback(tmp_path, command):
    (tmp_path / "taken").write_text("a file")
    done = manage(environment(tmp_path / "taken", DJANGO_SETTINGS_MODULE="rshl.settings"), command, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line == f"{tmp_path / 'taken'} cannot hold the site's files (File exists); set RSHL_STATE_DIR"


def test_a_file_that_cannot_be_made_is_told_without_a_traceback(tmp_path):
    (tmp_path / "prepare.lock").mkdir()
    done = manage(
        environment(tmp_path, DJANGO_SETTINGS_MODULE="rshl.settings"), "serve", "--port", str(free_port()), check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The site's files cannot be made: [Errno 21] Is a directory")


def test_a_backup_of_a_database_without_tables_says_what_to_do(tmp_path):
    done = manage(environment(tmp_path, DJANGO_SETTINGS_MODULE="rshl.settings"), "backup", check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("CommandError: The database cannot be read: no such table")
    assert "run manage.py migrate" in done.stderr
    assert not list((tmp_path / "backups").iterdir())


def settings_of(env, *names):
    """What some settings are in a fresh process."""
    code = f"import json; from django.conf import settings as s; print(json.dumps([getattr(s, n) for n in {names!r}]))"
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, check=True, capture_output=True)
    return json.loads(done.stdout)


def test_production_demands_a_second_factor_and_writes_links_with_its_own_name(env):
    assert settings_of(env, "SITE_ADDRESS", "DEFAULT_FROM_EMAIL") == [
        "https://league.example.org", "RSHL <noreply@league.example.org>",
    ]
    assert settings_of(env, "SECOND_FACTOR_REQUIRED", "MAIL_ON_PAGE", "ALLAUTH_TRUSTED_PROXY_COUNT") == [True, False, 1]


def test_a_mail_server_is_taken_over(env):
    env |= {"EMAIL_URL": "smtp://u:p@mail.example.org:2525?tls=1", "RSHL_MAIL_FROM": "league@example.org"}
    names = ("EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER", "EMAIL_USE_TLS", "EMAIL_USE_SSL", "DEFAULT_FROM_EMAIL")
    assert settings_of(env, *names) == ["mail.example.org", 2525, "u", True, False, "league@example.org"]


def test_locally_there_is_no_mail_server_and_a_page_in_its_place(tmp_path):
    env = environment(tmp_path, DJANGO_SETTINGS_MODULE="rshl.settings")
    assert settings_of(env, "MAIL_ON_PAGE", "SECOND_FACTOR_REQUIRED", "ALLAUTH_TRUSTED_PROXY_COUNT") == [True, False, 0]
    assert settings_of(env | {"EMAIL_URL": "smtp://127.0.0.1"}, "MAIL_ON_PAGE") == [False]


def test_half_of_what_discord_needs_is_refused(env):
    env["RSHL_DISCORD_CLIENT_ID"] = "17"
    done = manage(env, "check", check=False)
    assert done.stderr.splitlines()[1:] == [
        "RSHL_DISCORD_CLIENT_ID and RSHL_DISCORD_CLIENT_SECRET: set both, or neither"
    ]


def test_with_discord_the_way_there_is_open_and_otherwise_shut(env):
    code = (
        "import django; django.setup(); from django.urls import reverse; from django.conf import settings as s;"
        " print(reverse('discord_callback'), s.CONTENT_SECURITY_POLICY['DIRECTIVES']['form-action'][-1])"
    )
    ask = [sys.executable, "-c", code]
    env |= {"RSHL_DISCORD_CLIENT_ID": "17", "RSHL_DISCORD_CLIENT_SECRET": "s"}
    told = subprocess.run(ask, env=env, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert told.split() == ["/account/discord/back/", "https://discord.com"]
    del env["RSHL_DISCORD_CLIENT_ID"], env["RSHL_DISCORD_CLIENT_SECRET"]
    without = subprocess.run(ask, env=env, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "NoReverseMatch" in without.stderr
