"""A folder that is made once, a web server of files, and people who are alone there."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from filelock import FileLock
from playwright.sync_api import Browser

from kabuto.folder.making.build import make

from ..people import Devices
from .site import Alone, FileServer, Made, served

People = Callable[..., Alone]


@pytest.fixture(scope="session")
def made(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The folder, made once, whichever of several processes of the tests needs it first."""
    root = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        root = root.parent
    found = Made(root / "folder", root / "rehearsal.json")
    with FileLock(root / "folder.lock"):
        if not found.place.exists():
            make(*found)
    return found


@pytest.fixture
def files(made: Made, tmp_path: Path) -> Iterator[FileServer]:
    """The folder below a path of a web server."""
    with served(made.place, tmp_path / "www") as found:
        yield found


@pytest.fixture
def alone(browser: Browser, files: FileServer) -> Iterator[People]:
    """Somebody who plays there; after the test they must have had nothing to complain about."""
    people: list[Alone] = []

    def make(**settings: object) -> Alone:
        people.append(Alone(Devices(browser), files, **settings))
        return people[-1]

    yield make
    for each in people:
        each.leave()
    assert [line for each in people for line in each.complaints] == []
