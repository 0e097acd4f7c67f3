"""Whatever the description allows or forbids, the server answers as described, without an error."""

import contextlib
from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from estoril.server.openapi import document
from tests.server.running import Running, running

pytestmark = [pytest.mark.xdist_group("server-description")]

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)


@pytest.fixture(scope="module")
def described(
    lasting_database: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Running, str, str]]:
    """A server with a game, the id of its table and the host's token."""
    folder = tmp_path_factory.mktemp("described")
    with running(lasting_database, folder, webhooks=True) as server:
        table, _ = server.started(2)
        yield server, table["table"], table["token"]


DESCRIPTION = schemathesis.openapi.from_dict(document())
OPERATIONS = {op.label: op for op in (found.ok() for found in DESCRIPTION.get_all_operations())}


@pytest.mark.parametrize("label", OPERATIONS)
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode), ids=lambda mode: mode.value)
def test_every_endpoint_answers_as_described(
    described: tuple[Running, str, str], label: str, mode: schemathesis.GenerationMode
) -> None:
    server, table, token = described
    tried = 0

    @settings(
        max_examples=20, deadline=None, derandomize=True, suppress_health_check=[*HealthCheck]
    )
    @given(OPERATIONS[label].as_strategy(generation_mode=mode), st.booleans())
    def ask(case: schemathesis.Case, here: bool) -> None:
        nonlocal tried
        tried += 1
        if here and "table" in (case.path_parameters or {}):
            # a random table is never there, and a random token never good
            case.path_parameters["table"] = table
            case.headers["authorization"] = f"Bearer {token}"
        case.call_and_validate(base_url=server.address, checks=list(CHECKS))

    with contextlib.suppress(Unsatisfiable):  # what takes nothing cannot be given anything wrong
        ask()
    assert tried or mode is schemathesis.GenerationMode.NEGATIVE
