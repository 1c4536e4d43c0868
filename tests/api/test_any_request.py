"""Requests made up from the API's own description: whatever is asked, the answer is one that it describes."""

from __future__ import annotations

import pytest
import schemathesis
import time_machine
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from league.api.schema import described
from rshl.pagecache import store
from tests.world import NOW, build

pytestmark = pytest.mark.django_db
CHECKS = [not_a_server_error, content_type_conformance, response_schema_conformance, status_code_conformance]
schema = schemathesis.openapi.from_dict(described())


@pytest.fixture(scope="module")
def zone(django_db_setup, django_db_blocker):
    """A zone with everything in it, as it is at ``NOW``."""
    with django_db_blocker.unblock(), time_machine.travel(NOW, tick=False), transaction.atomic():
        yield build()
        transaction.set_rollback(True)


@pytest.fixture(scope="module", autouse=True)
def _connection_stays():
    """A web server closes the database's connection after a request; the zone lives in the one of the test."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    yield
    for signal in signals:
        signal.connect(close_old_connections)


@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_any_request_gets_an_answer_that_is_described(zone, case):
    store.clear()
    plain = {"Accept-Encoding": "identity"}
    response = case.call(app=get_wsgi_application(), base_url="http://localhost", headers=plain)
    case.validate_response(response, checks=CHECKS)
