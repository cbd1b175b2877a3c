"""One server for all tests that do not harm it, and persons at it."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.support.postgres import Databases
from tests.support.postgres import running as postgres

from .persons import Connection, Person, Server, running


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server without limits."""
    with running(tmp_path_factory.mktemp("server") / "data") as server:
        yield server


@pytest.fixture
def person(server: Server) -> Iterator[Callable[..., Person]]:
    """Somebody new; closed after the test."""
    made: list[Person] = []

    def make(**settings: Any) -> Person:
        made.append(Person(server, **settings))
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture
def opened() -> Iterator[Callable[..., Connection]]:
    """A table opened by somebody, its first message read; closed after the test."""
    made: list[Connection] = []

    def make(person: Person, table: str, query: str = "", **headers: str) -> Connection:
        made.append(person.open(table, query, **headers))
        made[-1].receive()
        return made[-1]

    yield make
    for each in made:
        each.close()


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """A PostgreSQL server of the tests' own."""
    with postgres() as databases:
        yield databases
