"""HTTP answers as the OpenAPI document says, whatever is asked."""

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from .persons import Server


@pytest.fixture(scope="session")
def api(server: Server) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{server.address}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("api")


@schema.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_http(case: schemathesis.Case) -> None:
    case.call_and_validate()
