"""The PostgreSQL and Redis that the tests run against: named by the environment, running here, or started here."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import redis

from rshl import processes

# With a database of its own for each run of the checks, two runs at once do not meet.
DATABASE = f"checks_{os.getpid()}"
PORTS = range(15_000, 32_000)
LOCAL_POSTGRES = "postgresql://postgres@127.0.0.1:5432"
LOCAL_REDIS = "redis://127.0.0.1:6379"


def free_port() -> int:
    """A port nobody listens at, below those that the system hands out to connections by itself.

    What is started there binds it later; until then no connection of a busy machine can get it, and whoever else asks
    here at the same time gets another.
    """
    for port in secrets.SystemRandom().sample(PORTS, 100):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise RuntimeError("Of a hundred ports none is free.")


def program(name: str) -> str | None:
    """Where a server's program is; Debian keeps PostgreSQL's out of the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)
    return str(found[0]) if found else shutil.which(name)


@contextlib.contextmanager
def postgres() -> Iterator[str | None]:
    """The address of a PostgreSQL server with the name of a database to come, or None when there is none."""
    if named := os.environ.get("DATABASE_URL"):
        yield named
    elif postgres_answers(f"{LOCAL_POSTGRES}/postgres"):
        yield f"{LOCAL_POSTGRES}/{DATABASE}"
    elif program("initdb") and program("postgres"):
        with own_postgres() as address:
            yield f"{address}/{DATABASE}"
    else:
        yield None


def postgres_answers(address: str) -> bool:
    """Whether a server can be logged in to."""
    try:
        psycopg.connect(address, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True


@contextlib.contextmanager
def own_postgres() -> Iterator[str]:
    """A PostgreSQL server of these checks, fast because nothing in it needs to survive."""
    user = "nobody" if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="rshl-postgres-", ignore_cleanup_errors=True) as folder:
        if user:
            shutil.chown(folder, user)
        port, data = free_port(), f"{folder}/data"
        init = [program("initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"]
        subprocess.run(init, user=user, cwd=folder, check=True, capture_output=True)
        options = {"port": port, "listen_addresses": "127.0.0.1", "unix_socket_directories": folder, "fsync": "off"}
        settings = [part for name, value in options.items() for part in ("-c", f"{name}={value}")]
        address = f"postgresql://postgres@127.0.0.1:{port}"
        with _running([program("postgres"), "-D", data, *settings], user):
            _until(lambda: postgres_answers(f"{address}/postgres"), "PostgreSQL")
            yield address


@contextlib.contextmanager
def redis_server() -> Iterator[str | None]:
    """The address of a Redis database that nobody uses, or None when there is none."""
    if named := os.environ.get("REDIS_URL"):
        yield named
    elif local := _empty_redis():
        yield local
    elif program("redis-server"):
        port = free_port()
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        with (
            tempfile.TemporaryDirectory(prefix="rshl-redis-") as folder,
            _running([program("redis-server"), "--dir", folder, *options], None),
        ):
            _until(lambda: redis_answers(f"redis://127.0.0.1:{port}"), "Redis")
            yield f"redis://127.0.0.1:{port}/0"
    else:
        yield None


def redis_answers(address: str) -> bool:
    """Whether a server answers."""
    with redis.Redis.from_url(address, socket_connect_timeout=2) as client:
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False


def _empty_redis() -> str | None:
    for number in range(15, 4, -1):
        with redis.Redis.from_url(f"{LOCAL_REDIS}/{number}", socket_connect_timeout=2) as client:
            try:
                if client.dbsize() == 0:
                    return f"{LOCAL_REDIS}/{number}"
            except redis.ConnectionError:
                return None
            except redis.RedisError:
                continue
    return None


@contextlib.contextmanager
def _running(command: list[str | None], user: str | None) -> Iterator[None]:
    child = None
    try:
        with processes.held_signals():
            child = processes.start([str(part) for part in command], output=subprocess.DEVNULL, user=user)
        yield
    finally:
        if child is not None:
            with processes.held_signals():
                processes.end([child.pid])
            child.returncode = 0


def _until(answers, what: str) -> None:
    deadline = time.monotonic() + 20
    while not answers():
        if time.monotonic() > deadline:
            raise RuntimeError(f"{what} was started and does not answer.")
        time.sleep(0.05)
