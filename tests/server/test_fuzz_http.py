"""HTTP answers as the OpenAPI document says, whatever is asked."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import positive_data_acceptance
from schemathesis.config import GenerationConfig, ProjectConfig, ProjectsConfig

from .persons import Server

MORE_TO_IT = {
    "new_table",
    "next_person",
    "upload",
    "study",
    "line",
    "study_hint",
    "new_study",
    "sign_out_everywhere",
}
"""What these take is a matter of the rules, or of the calendar: a schema cannot tell good from bad."""
TEXT = GenerationConfig(allow_x00=False)
"""No text holds characters of code 0: ``test_texts`` sends them."""


@pytest.fixture(scope="session")
def api(server: Server) -> schemathesis.BaseSchema:
    projects = ProjectsConfig(default=ProjectConfig(generation=TEXT))
    config = schemathesis.Config(projects=projects)
    return schemathesis.openapi.from_url(f"{server.address}/api/openapi.json", config=config)


schema = schemathesis.pytest.from_fixture("api")


@pytest.mark.uncounted
@schema.parametrize()
@settings(max_examples=3, suppress_health_check=list(HealthCheck))
def test_http(case: schemathesis.Case[Any]) -> None:
    check(case)


@pytest.mark.prove
@schema.parametrize()
@settings(max_examples=100, suppress_health_check=list(HealthCheck))
def test_http_at_length(case: schemathesis.Case[Any]) -> None:
    check(case)


def check(case: schemathesis.Case[Any]) -> None:
    """Ask, and compare the answer with the document."""
    name = case.operation.definition.raw["operationId"]
    case.call_and_validate(excluded_checks=[positive_data_acceptance] if name in MORE_TO_IT else [])
