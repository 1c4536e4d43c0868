"""The whole site from one command: what it starts, how it ends, and that nothing is left of it."""

import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from rshl.healthcheck import host_of
from tests.site import ROOT, Site, processes_of, until


def test_start_serves_with_worker_and_clock_and_term_ends_all_within_three_seconds(site):
    site.start().ready()
    assert site.get("/healthz") == 200
    assert f"http://127.0.0.1:{site.port}/" in site.said()
    until(lambda: site.children("celery"), what="worker and clock")
    until(lambda: len(site.children("granian")) == 3, what="two web processes and their parent")

    code, seconds = site.stop()

    assert code == 0
    assert seconds < 3


def test_interrupt_ends_all_as_well(site):
    site.start().ready()
    code, seconds = site.stop(signal.SIGINT)
    assert code == 0
    assert seconds < 3


def test_nothing_outlives_a_supervisor_that_was_killed(site):
    site.start().ready()
    until(lambda: len(site.children("celery")) == 2, what="worker and clock")
    _, seconds = site.stop(signal.SIGKILL)
    assert seconds < 3


def test_what_dies_is_started_again(site):
    site.start().ready()
    until(lambda: len(site.children("celery")) == 2, what="worker and clock")
    before = site.children("granian") | site.children("celery")

    for pid in before:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            continue  # went down with its parent

    until(lambda: len((site.children("granian") | site.children("celery")) - before) == 5, what="a new set of programs")
    until(lambda: site.get("/healthz") == 200, what="an answer")
    assert "ended (signal 9)" in site.said()


def test_a_web_process_that_dies_is_replaced_while_the_other_answers(site):
    site.start().ready()
    until(lambda: len(site.children("granian")) == 3)
    youngest = max(site.children("granian"))
    os.kill(youngest, signal.SIGKILL)
    until(lambda: len(site.children("granian") - {youngest}) == 3, what="a new web process")
    assert site.get("/healthz") == 200


@pytest.mark.parametrize("moment", [0.05, 0.3, 0.6, 1.0, 1.5, 2.2, 3.0, 4.0])
def test_a_signal_while_starting_ends_all_within_three_seconds(tmp_path, moment):
    """The database is empty, so the moments fall into preparing it and into the start of each program."""
    site = Site(tmp_path).start()
    until(lambda: processes_of(site.state) or site.process.poll() is not None)
    with pytest.raises(subprocess.TimeoutExpired):
        site.process.wait(moment)
    _, seconds = site.stop()
    assert seconds < 3


def test_a_start_after_a_signal_while_preparing_is_whole(tmp_path):
    site = Site(tmp_path).start()
    until(lambda: "Preparing the database" in site.said(), what="the preparation")
    site.kill_everything()
    site.start().ready()
    assert site.get("/") == 200
    site.kill_everything()


def test_everything_killed_and_started_again_does_a_due_job_once_within_five_seconds(site):
    site.start().ready()
    until(lambda: len(site.children("celery")) == 2, what="worker and clock")
    site.kill_everything()
    for number in range(20):
        site.ask("note", f"note:{number}", json.dumps({"text": f"note {number}"}))
    site.log.write_text("")
    site.start().ready()

    until(lambda: len(site.notes()) == 20, 5, "every job")

    assert sorted(site.notes()) == sorted(f"note {number}" for number in range(20))
    assert site.query("SELECT count(*) FROM league_job WHERE done_at IS NULL") == [(0,)]


def test_a_worker_killed_in_the_middle_of_a_job_does_it_once_after_all(site, tmp_path):
    site.ask("slow", "slow:1", json.dumps({"text": "slow", "folder": str(tmp_path)}))
    site.start().ready()
    begun = tmp_path / "begun"
    until(lambda: begun.exists() and begun.read_text(), what="the job's beginning")
    worker = int(begun.read_text())
    begun.unlink()
    os.kill(worker, signal.SIGKILL)

    until(lambda: begun.exists() and begun.read_text(), what="the job's second beginning")
    assert site.notes() == []
    (tmp_path / "go").touch()

    until(site.notes, what="the effect")
    site.stop()
    assert site.notes() == ["slow"]


def test_two_sites_on_the_same_files_have_one_clock(site):
    site.start().ready()
    until(lambda: len(site.children(" beat ")) == 1, what="the clock")
    second = Site(site.state)
    second.log = site.state / "second.log"
    second.start().ready()
    until(lambda: len(site.children(" worker ")) == 2, what="a second worker")
    assert len(site.children(" beat ")) == 1
    site.process.kill()
    site.process.wait(10)
    until(lambda: len(second.children(" beat ")) == 1, 20, "the clock of the second site")
    second.kill_everything()


def test_of_two_starts_at_once_on_one_port_the_second_ends(site):
    """The first one holds the port while it is still preparing, and the web server shares it only with that one."""
    site.start()
    until((site.state / "prepare.lock").exists, what="the first start")
    second = Site(site.state)
    second.port, second.log = site.port, site.state / "second.log"
    assert second.start().process.wait(60) == 1
    assert second.said().startswith(f"CommandError: Port {site.port} is taken")
    site.ready()
    assert site.get() == 200


def test_a_taken_port_is_one_line(site):
    with socket.socket() as other:
        other.bind(("127.0.0.1", site.port))
        other.listen()
        site.start()
        assert site.process.wait(30) == 1
    assert len(site.said().strip().splitlines()) == 1
    assert f"Port {site.port} is taken" in site.said()


def test_a_bad_environment_is_told_without_a_traceback(site):
    site.env["RSHL_LOG_LEVEL"] = "loud"
    site.env["RSHL_BACKUPS_KEPT"] = "0"
    site.start()
    assert site.process.wait(30) == 1
    assert "Traceback" not in site.said()
    assert "RSHL_LOG_LEVEL is 'loud'" in site.said()
    assert "RSHL_BACKUPS_KEPT is '0'" in site.said()


def test_a_database_that_does_not_answer_is_one_line(site):
    site.env["DATABASE_URL"] = "postgresql://nobody@127.0.0.1:1/none"
    site.start()
    assert site.process.wait(30) == 1
    assert site.said().startswith("CommandError: The database cannot be used: ")
    assert "Traceback" not in site.said()


def test_messages_nobody_took_are_deleted(site):
    old, new = site.state / "broker" / "1_old.celery.msg", site.state / "broker" / "2_new.celery.msg"
    old.parent.mkdir(exist_ok=True)
    old.write_text("{}")
    os.utime(old, (1, 1))
    site.start().ready()
    until(lambda: not old.exists(), what="the deletion")
    new.unlink(missing_ok=True)


def supervised(tmp_path, web: str, other: str = "import time; time.sleep(60)") -> subprocess.CompletedProcess[str]:
    """Run a supervisor over stand-ins for the site's programs."""
    code = f"""
import os, sys
from rshl.supervisor import Program, Supervisor
programs = [Program(name, [sys.executable, "-c", code]) for name, code in (("web", {web!r}), ("other", {other!r}))]
sys.exit(Supervisor(web=programs[0], others=programs[1:], address=("127.0.0.1", 1), env=os.environ,
                    on_ready=lambda: None, housekeeping=lambda: None).run())
"""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True, timeout=30)


def test_a_web_server_that_cannot_start_ends_the_start(tmp_path):
    done = supervised(tmp_path, "import sys; sys.exit('no such application')")
    assert done.returncode == 1
    assert done.stdout.splitlines() == [
        "web    | no such application", "The web server could not be started, see above."
    ]


def test_lines_without_text_are_not_passed_on(tmp_path):
    done = supervised(tmp_path, "import sys; print('one\\n\\n  \\ntwo\\n'); sys.exit(1)")
    assert done.stdout.splitlines()[:2] == ["web    | one", "web    | two"]


def test_a_site_that_answers_to_its_own_name_alone_starts_without_a_complaint(site):
    site.env |= {"ALLOWED_HOSTS": ".league.example.org,other.example.org"}
    site.start().ready()
    assert "DisallowedHost" not in site.said()
    site.kill_everything()


@pytest.mark.parametrize(
    ("allowed", "host"),
    [("", "localhost"), ("*", "localhost"), (".league.example", "league.example"), (" a.example , b", "a.example")],
)
def test_a_name_that_the_site_answers_to(allowed, host):
    assert host_of({"ALLOWED_HOSTS": allowed}) == host
    assert host_of({}) == "localhost"


def test_a_program_that_does_not_listen_is_killed(tmp_path):
    stubborn = (
        "import os, signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); os.kill(os.getppid(), signal.SIGTERM);"
        " time.sleep(60)"
    )
    done = supervised(tmp_path, stubborn)
    assert done.returncode == 0
