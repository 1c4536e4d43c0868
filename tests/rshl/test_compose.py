"""The Compose file: right by its schema, and every service's command, environment and health check run for real.

There is no container engine here: names of services in addresses become this machine, and ports become free ones. The
rest of each command, environment and check is taken from the file as it stands.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import jsonschema
import psycopg
import pytest
import yaml

from tests.conftest import DATA
from tests.servers import free_port, redis_answers

ROOT = Path(__file__).resolve().parent.parent.parent
GIVEN = {
    "SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP",
    "ALLOWED_HOSTS": "league.example.org",
    "POSTGRES_PASSWORD": "geheim",
}
VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
SERVICES = {"web", "worker", "beat", "migrate", "db", "redis"}


def compose(given: dict[str, str]) -> dict[str, Any]:
    """The file with its variables put in, as Compose does it; a required one that is missing raises."""

    def value(match: re.Match[str]) -> str:
        name, kind, text = match.groups()
        if given.get(name):
            return given[name]
        if kind == "?":
            raise KeyError(text)
        return text or ""

    def filled(part: Any) -> Any:
        if isinstance(part, dict):
            return {key: filled(each) for key, each in part.items()}
        if isinstance(part, list):
            return [filled(each) for each in part]
        return VARIABLE.sub(value, part) if isinstance(part, str) else part

    return filled(yaml.safe_load((ROOT / "docker-compose.yml").read_text()))


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    return compose(GIVEN)["services"]


def test_the_file_is_right_by_the_schema_of_compose_files():
    schema = json.loads((DATA / "compose-spec.json").read_text())
    validator = jsonschema.Draft201909Validator(schema)
    validator.validate(compose(GIVEN))
    with pytest.raises(jsonschema.ValidationError):
        validator.validate({"services": {"web": {"comand": "typo"}}})


@pytest.mark.parametrize("missing", GIVEN)
def test_what_must_be_given_is_demanded_by_name(missing: str):
    with pytest.raises(KeyError, match=missing):
        compose({name: value for name, value in GIVEN.items() if name != missing})
    assert f"{missing}=" in (ROOT / ".env.example").read_text()


def test_each_service_is_watched_and_starts_after_what_it_needs(services):
    assert set(services) == SERVICES
    assert {name for name, service in services.items() if "healthcheck" in service} == SERVICES - {"migrate"}
    for name in ("web", "worker", "beat"):
        assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert services["migrate"]["depends_on"]["db"] == {"condition": "service_healthy"}
    assert services["migrate"]["restart"] == "no"


def test_what_must_survive_lies_on_volumes(services):
    volumes = compose(GIVEN)["volumes"]
    for name in ("web", "db", "redis"):
        assert {mount.split(":")[0] for mount in services[name]["volumes"]} <= set(volumes)
    assert "--appendonly yes" in services["redis"]["command"]
    assert "--maxmemory-policy noeviction" in services["redis"]["command"]


def test_the_image_runs_as_nobody_special():
    lines = (ROOT / "Dockerfile").read_text().splitlines()
    user = next(line.split()[1] for line in reversed(lines) if line.startswith("USER "))
    assert user not in {"root", "0"}
    assert any(line.startswith("RUN useradd") and line.endswith(f" {user}") for line in lines)


def test_the_image_runs_what_the_web_service_runs(services):
    last = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if line.startswith("CMD ")][-1]
    assert json.loads(last.removeprefix("CMD ")) == shlex.split(services["web"]["command"])


# From here on everything is run.

served = [pytest.mark.postgres, pytest.mark.redis, pytest.mark.slow]


def until(done: Callable[[], bool], what: str, seconds: float = 150) -> None:
    """Wait for something, as long as a machine may take that runs all other tests as well."""
    deadline = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < deadline, f"{what} did not come within {seconds} s"
        time.sleep(0.1)


class Machine:
    """This machine in the place of the containers: a database of its own, the file's Redis, free ports."""

    def __init__(self, services: dict[str, Any], folder: Path) -> None:
        self.services = services
        self.folder = folder
        self.web_port, self.redis_port = free_port(), free_port()
        base, _, name = os.environ["DATABASE_URL"].rpartition("/")
        # Tests of this file run side by side in several processes, each with a database of its own.
        self.database = f"{name}_compose_{os.getpid()}"
        self.admin, self.address = f"{base}/postgres", f"{base}/{self.database}"

    def execute(self, *statements: str) -> None:
        with psycopg.connect(self.admin, autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def environment(self, name: str) -> dict[str, str]:
        """The environment of a service, with addresses that lead here and the image's own settings."""
        own = {key: str(value) for key, value in self.services[name].get("environment", {}).items()}
        if "DATABASE_URL" in own:
            assert own["DATABASE_URL"] == "postgresql://rshl:geheim@db:5432/rshl"
            assert own["REDIS_URL"] == "redis://redis:6379/0"
            own |= {"DATABASE_URL": self.address, "REDIS_URL": f"redis://127.0.0.1:{self.redis_port}/0"}
            own |= {"RSHL_STATE_DIR": str(self.folder), "RSHL_STATIC_ROOT": str(self.folder / "static")}
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        return {"PATH": path, "HOME": str(self.folder), "PORT": str(self.web_port), **own}

    def run(self, name: str, command: list[str]) -> subprocess.CompletedProcess[str]:
        env = self.environment(name)
        found = shutil.which(command[0], path=env["PATH"]) or command[0]
        words = [found, *command[1:]]
        return subprocess.run(words, env=env, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)

    @contextmanager
    def started(self, name: str, *more: str, **instead: str) -> Iterator[Callable[[], bool]]:
        """A service running by the file's command, ``instead`` naming words of it that differ here.

        Gives what says whether it is well; one that has ended fails the test with what it wrote.
        """
        words = [instead.get(word, word) for word in shlex.split(self.services[name]["command"])]
        env = self.environment(name)
        log = (self.folder / f"{name}.log").open("wb")
        process = subprocess.Popen(
            [shutil.which(words[0], path=env["PATH"]), *words[1:], *more], env=env, cwd=ROOT, stdout=log, stderr=log
        )

        def runs() -> bool:
            assert process.poll() is None, f"{name} has ended: {(self.folder / f'{name}.log').read_text()}"
            return True

        try:
            yield lambda: runs() and self.healthy(name)
            assert runs()
        finally:
            process.terminate()
            try:
                process.wait(timeout=30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            log.close()

    def healthy(self, name: str) -> bool:
        kind, *test = self.services[name]["healthcheck"]["test"]
        command = ["sh", "-c", *test] if kind == "CMD-SHELL" else test
        return self.run(name, command).returncode == 0


@pytest.fixture
def machine(services, tmp_path: Path) -> Iterator[Machine]:
    here = Machine(services, tmp_path)
    here.execute(f'DROP DATABASE IF EXISTS "{here.database}" WITH (FORCE)', f'CREATE DATABASE "{here.database}"')
    try:
        with here.started("redis", "--port", str(here.redis_port), "--dir", str(tmp_path), "--save", ""):
            until(lambda: redis_answers(f"redis://127.0.0.1:{here.redis_port}"), "Redis")
            yield here
    finally:
        here.execute(f'DROP DATABASE IF EXISTS "{here.database}" WITH (FORCE)')


class TestServed:
    pytestmark = served

    @pytest.mark.timeout(900)
    def test_every_service_runs_and_is_found_well(self, machine: Machine):
        done = machine.run("migrate", shlex.split(machine.services["migrate"]["command"]))
        assert done.returncode == 0, done.stderr
        static = machine.run("web", ["python", "manage.py", "collectstatic", "--noinput", "-v0"])
        assert static.returncode == 0, static.stderr
        assert not machine.healthy("web")
        assert not machine.healthy("worker")
        assert not machine.healthy("beat")
        with (
            machine.started("web", **{"8000": str(machine.web_port)}) as web,
            machine.started("worker") as worker,
            machine.started("beat") as beat,
        ):
            for name, well in {"web": web, "worker": worker, "beat": beat}.items():
                until(well, f"a healthy {name}")

    def test_what_is_stored_in_redis_is_found_in_its_append_only_file(self, machine: Machine):
        set_it = ["redis-cli", "-p", str(machine.redis_port), "set", "kept", "yes"]
        assert machine.run("redis", set_it).stdout.strip() == "OK"
        until(lambda: any(b"kept" in file.read_bytes() for file in machine.folder.rglob("*.aof")), "an entry")

    def test_the_checks_of_database_and_redis_tell_whether_there_is_one(self, machine: Machine):
        """``pg_isready`` and ``redis-cli`` as the file calls them, pointed here by their own environment."""
        server = machine.admin.rpartition("@")[2].split("/")[0]
        host, _, port = server.partition(":")
        kind, check = machine.services["db"]["healthcheck"]["test"]
        assert kind == "CMD-SHELL"
        for number, expected in ((port or "5432", 0), (str(free_port()), 2)):
            env = {**machine.environment("db"), "PGHOST": host, "PGPORT": number}
            assert subprocess.run(["sh", "-c", check], env=env, capture_output=True, check=False).returncode == expected
        kind, check = machine.services["redis"]["healthcheck"]["test"]
        assert kind == "CMD-SHELL"
        for number, expected in ((machine.redis_port, 0), (free_port(), 1)):
            pointed = check.replace("redis-cli", f"redis-cli -p {number}")
            assert subprocess.run(["sh", "-c", pointed], capture_output=True, check=False).returncode == expected
