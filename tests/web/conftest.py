"""A real server, a real browser, and people who sit at tables."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest
from playwright.sync_api import Browser, sync_playwright

from . import chromium
from .people import Devices, Person, Server, running

STATIC = Path(__file__).parents[2] / "src" / "kabuto" / "static" / "index.html"


SKIPPED = "BROWSER TESTS SKIPPED"


def _missing(what: str) -> NoReturn:
    if os.environ.get("CI"):
        pytest.fail(f"{what}: the browser tests have to run here")
    pytest.skip(f"{SKIPPED}: {what}")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say loudly that something was left out; the line of dots would not."""
    reasons = {report.longrepr[2] for report in terminalreporter.stats.get("skipped", [])}
    for reason in sorted(reasons):
        if SKIPPED in reason:
            terminalreporter.write_line(reason, red=True, bold=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once."""
    place = chromium.find()
    if not place:
        _missing("there is no Chromium (python tests/web/chromium.py fetches one)")
    if not STATIC.exists():
        _missing("the browser table is not built (make web)")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=place, args=[*chromium.flags(), chromium.SHORT_LIVED, chromium.ONE_PROCESS]
        )
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that the tests share."""
    with running(tmp_path_factory.mktemp("web") / "data") as server:
        yield server


@pytest.fixture(scope="session")
def devices(browser: Browser, server: Server) -> Devices:
    """The browsers that people at the shared server hand on."""
    return Devices(browser, server.address)


@pytest.fixture
def person(devices: Devices, server: Server) -> Iterator[Callable[..., Person]]:
    """Somebody with a browser of their own; after the test it must have had nothing to complain about."""
    made: list[Person] = []

    def make(name: str = "", **settings: Any) -> Person:
        made.append(Person(devices, settings.pop("server", server), name, **settings))
        return made[-1]

    yield make
    complaints = [line for each in made for line in each.complaints]
    for each in made:
        each.leave()
    assert complaints == [], (
        "the console has to stay empty: no errors, nothing the content security policy stopped"
    )
