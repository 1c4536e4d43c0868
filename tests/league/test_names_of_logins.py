"""The name of a login is its own however it is written."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.db.migrations.executor import MigrationExecutor

from league.models import User
from tests.cast import make_user


@pytest.mark.django_db
@pytest.mark.parametrize("first, second", [("Élan", "éLAN"), ("Straße", "STRAßE"), ("ﬁn", "FIN"), ("🐻", "🐻")])
def test_two_names_that_count_as_the_same_are_refused_by_the_database(first, second):
    User.objects.create(username=first)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username=second)


@pytest.mark.django_db
def test_names_that_only_a_careless_comparison_makes_one_are_two():
    users = User.objects.bulk_create([User(username="Straße"), User(username="Strasse")])
    assert [user.username_key for user in users] == ["straße", "strasse"]


@pytest.mark.django_db
def test_a_login_is_found_however_its_name_is_written():
    user = make_user("Élan <b>")
    assert User.objects.get_by_natural_key(" éLAN <B> ") == user
    with pytest.raises(User.DoesNotExist):
        User.objects.get_by_natural_key("Elan <b>")


@pytest.mark.django_db(transaction=True)
def test_of_two_old_logins_with_one_name_the_later_is_renamed():
    """Before, capital letters made two names of one."""
    call_command("migrate", "league", "0003", verbosity=0)
    try:
        old = MigrationExecutor(connection).loader.project_state(("league", "0003_mail_dates_subjects")).apps
        users = old.get_model("league", "User")
        made = [users.objects.create(username=name).pk for name in ("Bär", "bär", "BÄR", "Other")]
    finally:
        call_command("migrate", verbosity=0)
    names = [User.objects.get(pk=pk).username for pk in made]
    assert names == ["Bär", f"bär {made[1]}", f"BÄR {made[2]}", "Other"]
