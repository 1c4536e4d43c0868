"""The product's settings for a whole site run by a test: everything as shipped, and the tests' own kinds of jobs."""

from rshl.settings import *  # noqa: F403

JOB_HANDLERS = {
    **JOB_HANDLERS,  # noqa: F405
    "note": "tests.handlers.note",
    "slow": "tests.handlers.slow_note",
    "refuse": "tests.handlers.refuse",
}
