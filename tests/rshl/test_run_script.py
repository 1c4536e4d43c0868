"""``./run`` and ``./test`` up to the point where the site takes over: finding a Python, making what is missing."""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from rshl import bootstrap
from tests.site import ROOT

LINE = "Python 3.11 or newer is needed and was not found; install it with: sudo apt-get install python3 python3-venv"


class Machine:
    """A folder with the project's scripts, blanks in its name, and a path that holds only what is put there."""

    def __init__(self, folder: Path) -> None:
        self.project = folder / "a league of ours"
        self.bin = folder / "bin"
        self.bin.mkdir(parents=True)
        (self.project / "rshl").mkdir(parents=True)
        for name in ("run", "test", "rshl/python.sh"):
            shutil.copy(ROOT / name, self.project / name)
        # What the scripts find instead of the real thing says how it was called.
        (self.project / "rshl" / "__init__.py").touch()
        (self.project / "rshl" / "bootstrap.py").write_text("import sys; print('boot', *sys.argv[1:])")
        for name in ("sh", "dirname", "setsid", "sleep", "kill", "env"):
            if found := shutil.which(name):
                (self.bin / name).symlink_to(found)

    def put(self, name: str, script: str) -> None:
        """Put a command on the path."""
        (self.bin / name).write_text(f"#!/bin/sh\n{script}\n")
        (self.bin / name).chmod(0o755)

    def python(self, name: str) -> None:
        """Put the real Python on the path."""
        self.put(name, f'exec "{sys.executable}" "$@"')

    def run(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run one of the two scripts from elsewhere, with nothing in the environment."""
        return subprocess.run(
            [str(self.project / script), *arguments],
            cwd="/",
            env={"PATH": str(self.bin)},
            check=False,
            capture_output=True,
            text=True,
        )


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


@pytest.mark.parametrize("name", ["python3", "python3.11", "python3.14"])
def test_a_python_is_found_under_each_of_its_names(machine, name):
    machine.python(name)
    done = machine.run("run", "--port", "80 80")
    assert (done.returncode, done.stdout, done.stderr) == (0, "boot run --port 80 80\n", "")


def test_an_older_python_is_passed_over(machine):
    machine.put("python3", "exit 1")
    machine.python("python3.12")
    assert machine.run("test", "-k", "x").stdout == "boot test -k x\n"


def test_without_rights_the_command_is_told_in_one_line(machine):
    machine.put("apt-get", "exit 0")
    machine.put("id", "echo 1000")
    done = machine.run("run")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{LINE}\n")


def test_without_apt_the_need_is_told_in_one_line(machine):
    done = machine.run("run")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "Python 3.11 or newer is needed" in done.stderr


def test_root_gets_a_python_installed(machine):
    machine.put("id", "echo 0")
    machine.put("dpkg", "exit 0")
    ready = machine.bin / "python3"
    machine.put("later", f'exec "{sys.executable}" "$@"')
    machine.put("apt-get", f'case "$*" in *install*) /bin/mv "{machine.bin}/later" "{ready}";; esac')
    done = machine.run("run")
    assert (done.returncode, done.stdout) == (0, "boot run\n")


def test_a_system_whose_python_is_too_old_is_told_so(machine):
    machine.put("id", "echo 0")
    machine.put("dpkg", "exit 0")
    machine.put("apt-get", "exit 0")
    done = machine.run("run")
    assert done.returncode == 1
    assert "this system's python3 is older" in done.stderr


def test_a_taken_port_is_told_before_anything_is_installed(monkeypatch, capsys):
    monkeypatch.setattr(bootstrap, "install", lambda _lock: pytest.fail("installed"))
    monkeypatch.setattr(bootstrap, "leave_at_signals", lambda: None)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert bootstrap.main(["run", "--port", str(port)]) == 1
    assert capsys.readouterr().err == f"Port {port} is taken; choose another one: ./run --port {port % 65535 + 1}\n"


@pytest.mark.parametrize("port", ["0", "70000", "-1"])
def test_a_number_that_is_no_port_is_refused(monkeypatch, capsys, port):
    monkeypatch.setattr(bootstrap, "leave_at_signals", lambda: None)
    assert bootstrap.main(["run", f"--port={port}"]) == 1
    assert capsys.readouterr().err == f"--port {port}: a port is a number from 1 to 65535.\n"


@pytest.fixture
def calls(monkeypatch, tmp_path):
    """A project without an environment, in which the commands of an installation are noted down instead of run."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "VENV", venv)
    monkeypatch.setattr(bootstrap, "PYTHON", venv / "bin" / "python")
    monkeypatch.setattr(bootstrap, "UNFINISHED", venv / "unfinished")
    for lock in (*bootstrap.LOCKS.values(), bootstrap.INSTALLER):
        (tmp_path / lock).write_text(f"{lock}==1\n")
    noted: list[list[str]] = []

    def run(command):
        noted.append([part.removeprefix(f"{tmp_path}/") for part in command])
        if command[1:3] == ["-m", "venv"]:
            (venv / "bin").mkdir()
            (venv / "pyvenv.cfg").touch()
            os.symlink(sys.executable, venv / "bin" / "python")
        return 0

    monkeypatch.setattr(bootstrap, "run", run)
    return noted


def test_an_installation_is_made_once(calls, tmp_path):
    bootstrap.install("requirements.lock")
    assert [command[1:4] for command in calls] == [
        ["-m", "venv", "--without-pip"],
        [calls[1][1], "install", "-q"],
        ["pip", "install", "--quiet"],
    ]
    assert calls[1][1].endswith(".whl/pip")
    assert all("--require-hashes" in command for command in calls[1:])
    assert "--compile-bytecode" in calls[2]
    calls.clear()
    bootstrap.install("requirements.lock")
    assert calls == []


def test_a_changed_lock_is_installed_into_the_same_environment(calls, tmp_path):
    bootstrap.install("requirements.lock")
    calls.clear()
    (tmp_path / "requirements.lock").write_text("another==2\n")
    bootstrap.install("requirements.lock")
    assert [command[1:3] for command in calls if "venv" in command[2:3]] == []
    assert calls[-1][-2:] == ["-r", "requirements.lock"]


@pytest.mark.parametrize("damage", ["unfinished", "no python", "a file"])
def test_an_environment_that_was_not_finished_is_made_again(calls, tmp_path, damage):
    bootstrap.install("requirements.lock")
    calls.clear()
    (tmp_path / ".venv" / "left over").touch()
    if damage == "unfinished":
        (tmp_path / ".venv" / "unfinished").touch()
    elif damage == "no python":
        (tmp_path / ".venv" / "bin" / "python").unlink()
    else:
        shutil.rmtree(tmp_path / ".venv")
        (tmp_path / ".venv").touch()
    bootstrap.install("requirements.lock")
    assert calls[0][1:3] == ["-m", "venv"]
    assert not (tmp_path / ".venv" / "left over").exists()
    assert not (tmp_path / ".venv" / "unfinished").exists()


def test_an_installation_that_fails_counts_as_unfinished(calls, tmp_path, monkeypatch):
    real = bootstrap.run
    monkeypatch.setattr(bootstrap, "run", lambda command: real(command) or int("requirements.lock" in command[-1]))
    with pytest.raises(bootstrap.RefusalError, match=r"then try \./run again"):
        bootstrap.install("requirements.lock")
    assert (tmp_path / ".venv" / "unfinished").exists()


def test_uv_trusts_what_the_machine_trusts(monkeypatch):
    monkeypatch.setenv("UV_SYSTEM_CERTS", "0")
    monkeypatch.setenv("VIRTUAL_ENV", "/elsewhere")
    handed = []
    monkeypatch.setattr(bootstrap.processes, "run", lambda _command, env: handed.append(env) or 0)
    assert bootstrap.run(["true"]) == 0
    assert handed[0]["UV_SYSTEM_CERTS"] == "1"
    assert "VIRTUAL_ENV" not in handed[0]


def test_pip_serves_where_uv_does_not(calls, monkeypatch, capsys):
    real = bootstrap.run
    monkeypatch.setattr(bootstrap, "run", lambda command: real(command) or int(command[0].endswith("/uv")))
    bootstrap.install("requirements.lock")
    assert calls[-1][1].endswith(".whl/pip")
    assert calls[-1][2:] == ["install", "-q", "--require-hashes", "-r", "requirements.lock"]
    assert "trying with pip" in capsys.readouterr().err


@pytest.fixture
def bare(monkeypatch, calls):
    """A Python with venv alone, without ensurepip and pip, and somebody without rights."""
    real = bootstrap.importlib.util.find_spec
    lacking = {"ensurepip", "pip"}

    def find_spec(name):
        # Whether this test's own Python has a pip says nothing: environments are made without one.
        return None if name in lacking else real("venv" if name == "pip" else name)

    monkeypatch.setattr(bootstrap.importlib.util, "find_spec", find_spec)
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(bootstrap.shutil, "which", lambda name: f"/usr/bin/{name}")
    return lacking


def test_without_ensurepip_the_command_is_told(bare):
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    with pytest.raises(bootstrap.RefusalError, match=f"sudo apt-get install -y python{version}-venv$"):
        bootstrap.install("requirements.lock")


def test_without_ensurepip_this_pythons_pip_serves(bare, calls):
    bare.remove("pip")
    bootstrap.install("requirements.lock")
    assert calls[1][:5] == [sys.executable, "-m", "pip", "--python", ".venv/bin/python"]


def test_without_ensurepip_root_installs_it(bare, calls, monkeypatch):
    monkeypatch.setattr(bootstrap.os, "geteuid", lambda: 0)
    real = bootstrap.run

    def run(command):
        if command[0] == "sh":
            bare.clear()
        return real(command)

    monkeypatch.setattr(bootstrap, "run", run)
    bootstrap.install("requirements.lock")
    assert "apt-get install -y python3." in calls[0][-1]
    assert calls[2][1].endswith(".whl/pip")


def test_a_signal_ends_what_is_being_run(tmp_path):
    """The command and what it started in turn are gone before the script itself is."""
    code = (
        "import subprocess, sys; from rshl import bootstrap; bootstrap.leave_at_signals();"
        " bootstrap.run(['sh', '-c', 'sleep 61.5 & echo begun; wait'])"
    )
    child = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    with child:
        assert child.stdout.readline() == "begun\n"
        child.terminate()
        assert child.wait(3) == 128 + 15
    commands = subprocess.run(["ps", "-eo", "args"], check=True, capture_output=True, text=True).stdout
    assert "sleep 61.5" not in commands.splitlines()


def test_a_signal_that_comes_while_a_command_is_started_ends_it_as_well():
    """It is held back until the child is known, and then ends the child with all that it started."""
    code = (
        "import os, signal; from rshl import bootstrap, processes\n"
        "bootstrap.leave_at_signals(); real = processes.start\n"
        "def start(*args, **how):\n"
        "    child = real(*args, **how)\n"
        "    os.kill(os.getpid(), signal.SIGTERM)\n"
        "    return child\n"
        "processes.start = start\n"
        "bootstrap.run(['sh', '-c', 'sleep 62.5 & echo begun; wait'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.DEVNULL, timeout=20, check=False)
    assert done.returncode == 128 + 15
    commands = subprocess.run(["ps", "-eo", "args"], check=True, capture_output=True, text=True).stdout
    assert "sleep 62.5" not in commands.splitlines()
