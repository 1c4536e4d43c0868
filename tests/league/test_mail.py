"""The outbox: what is written for whom, and that a worker hands it to the mail server, at least once, as one mail."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core import mail as django_mail
from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from league.models import Job, OutgoingMail
from league.models.mail import MailKind
from league.services import clockwork, mail
from tests.cast import NOW, make_user
from tests.smtp import mail_server

pytestmark = pytest.mark.django_db
ODD = "=1+1 <b> \N{BEAR FACE} Straße"


@pytest.fixture
def server(settings):
    """A mail server that the site is told of."""
    with mail_server() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.server_address[1]
        settings.DEFAULT_FROM_EMAIL = "RSHL <league@example.org>"
        yield server


def write(to="somebody@example.org", key="test:1", **fields):
    given = {"kind": MailKind.CLAIM, "subject": "Subject", "body": "Text.", "clock": lambda: NOW}
    return mail.send(to=to, key=key, **{**given, **fields})


def sweep(at=NOW):
    return clockwork.sweep(clock=lambda: at)


def test_a_mail_is_a_row_and_a_job():
    user = make_user()
    made = write(user, subject=f" {ODD}\nand more ", body="First.\n\nLast.")
    assert (made.user, made.address, made.kind) == (user, user.email, "claim")
    assert (made.subject, made.body, made.created_at) == (f"{ODD} and more", "First.\n\nLast.", NOW)
    job = Job.objects.get()
    assert (job.kind, job.key, job.payload) == ("mail", f"mail:{made.pk}", {"mail": made.pk})


def test_the_same_key_is_the_same_mail():
    assert write() == write(body="Another.")
    assert OutgoingMail.objects.get().body == "Text."
    assert Job.objects.count() == 1


def test_a_long_subject_is_cut():
    assert len(write(subject="x" * 500).subject) == 200


def test_who_does_not_want_it_cannot_get_it_or_is_gone_gets_none():
    assert write(make_user("no address", email="")) is None
    assert write(make_user("closed", is_active=False)) is None
    assert write(make_user("quiet", muted_mail=["claim"])) is None
    assert not Job.objects.exists()


def test_mail_about_ones_login_cannot_be_left_out():
    assert write(make_user("quiet", muted_mail=["claim", "login"]), kind=MailKind.LOGIN) is not None


def test_what_is_rolled_back_was_never_written():
    with transaction.atomic():
        write()
        transaction.set_rollback(True)
    assert not OutgoingMail.objects.exists()
    assert not Job.objects.exists()


def test_without_a_server_the_job_is_done_and_nothing_is_sent():
    write()
    assert sweep() == 1
    assert OutgoingMail.objects.get().sent_at is None


def test_a_worker_hands_it_to_the_server_and_notes_when(server):
    made = write(make_user(), subject=ODD, body=f"{ODD}\n.\n{'long ' * 400}")
    assert server.got == []
    assert sweep() == 1
    made.refresh_from_db()
    assert made.sent_at == NOW
    (got,) = server.got
    assert (got["Subject"], got["To"], got["From"]) == (ODD, made.address, "RSHL <league@example.org>")
    assert got["Message-ID"] == mail.message_id(made)
    assert got["Auto-Submitted"] == "auto-generated"
    assert got.get_content().splitlines()[:2] == [ODD, "."]


def test_the_message_id_follows_from_the_key_alone(settings):
    settings.DEFAULT_FROM_EMAIL = "RSHL <league@example.org>"
    ids = [mail.message_id(OutgoingMail(key=key, address="a@b.c")) for key in ("one", "one", "two", "\N{BEAR FACE}\n")]
    assert ids[0] == ids[1]
    assert len(set(ids)) == 3
    assert all(each.endswith("@example.org>") and each.isascii() and "\n" not in each for each in ids)


def test_what_was_sent_is_not_sent_again(server):
    made = write()
    sweep()
    Job.objects.update(done_at=None)
    sweep()
    assert len(server.got) == 1
    made.refresh_from_db()
    assert made.sent_at == NOW


def test_a_server_that_says_no_is_asked_again_later(server, caplog):
    made = write()
    server.refusing = True
    assert sweep() == 0
    assert Job.objects.get().due_at == NOW + timedelta(seconds=5)
    server.refusing = False
    assert sweep(NOW + timedelta(seconds=5)) == 1
    assert [got["Message-ID"] for got in server.got] == [mail.message_id(made)]


def test_two_workers_do_not_send_it_both(server):
    """One has taken it up and not answered yet: the other leaves it alone, without counting an attempt."""
    made = write()
    OutgoingMail.objects.update(tried_at=mail.timezone.now())
    assert sweep() == 0
    assert server.got == []
    job = Job.objects.get()
    assert (job.attempts, job.last_error) == (0, "")
    assert job.due_at > NOW
    OutgoingMail.objects.update(tried_at=mail.timezone.now() - mail.LEASE)
    assert sweep(job.due_at) == 1
    assert [got["Message-ID"] for got in server.got] == [mail.message_id(made)]


def test_a_mail_that_went_with_its_reader_is_no_failure(server):
    write()
    OutgoingMail.objects.all().delete()
    assert sweep() == 1
    assert server.got == []


@pytest.fixture
def outbox(settings):
    """The way that Django's mail goes where the site runs; the test runner puts another in its place."""
    settings.EMAIL_BACKEND = "league.outbox.OutboxBackend"


def test_what_django_sends_goes_into_the_outbox_as_well(outbox):
    user = make_user()
    message = EmailMultiAlternatives("New password", "Open it.", to=[user.email], cc=["x@example.org"])
    assert message.send() == 1
    first, second = OutgoingMail.objects.order_by("pk")
    assert (first.user, first.kind, first.body) == (user, "login", "Open it.")
    assert (second.user, second.address) == (None, "x@example.org")
    assert first.key != second.key
    assert django_mail.outbox == []


def test_it_is_rolled_back_with_what_it_tells_of(outbox):
    with transaction.atomic():
        django_mail.send_mail("Subject", "Text.", None, ["x@example.org"])
        transaction.set_rollback(True)
    assert not OutgoingMail.objects.exists()


def test_the_page_shows_what_was_written_and_no_address(client):
    write(make_user("Reader"), subject="<b>One</b>", body="http://localhost:8000/x/ <i>")
    write("secret@example.org", key="test:2")
    page = client.get("/mail/").content.decode()
    assert "&lt;b&gt;One&lt;/b&gt;" in page
    assert "Reader" in page
    assert '<a href="http://localhost:8000/x/"' in page
    assert "@example.org" not in page


def test_a_site_that_sends_its_mail_has_no_such_page(client, settings):
    settings.MAIL_ON_PAGE = False
    assert client.get("/mail/").status_code == 404
