"""The product's own settings, with the files of an installation kept in a folder of the tests."""

import atexit
import os
import shutil
import tempfile

os.environ["RSHL_STATE_DIR"] = tempfile.mkdtemp(prefix="rshl-tests-")
atexit.register(shutil.rmtree, os.environ["RSHL_STATE_DIR"], ignore_errors=True)
os.environ["RSHL_HASHED_STATIC"] = "0"

from rshl.settings import *  # noqa: E402, F403

STATIC_ROOT.mkdir(parents=True, exist_ok=True)  # noqa: F405
# Each process for itself and emptied between tests; that limits hold across processes has tests of its own.
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):  # noqa: F405
    # A file, as an installation has it: in memory, readers and writers shut each other out as they never do there.
    DATABASES["default"]["TEST"] = {"NAME": os.environ["RSHL_STATE_DIR"] + "/test.sqlite3"}  # noqa: F405
