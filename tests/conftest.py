"""What all tests share: how long hypothesis looks for faults, where files lie, Ctrl-C, and the registry."""

import gc
import os
import shutil
import signal
import sys
from collections.abc import Generator
from inspect import iscoroutinefunction
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from kabuto.parallel.processes import processors
from kabuto.table import manifests
from tests.support import counting
from tests.support.loops import run
from tests.support.ray import Ray

UNTIMED: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
"""Whether a test passes may not hang on how busy the machine is."""

settings.register_profile("default", max_examples=50, **UNTIMED)
settings.register_profile("long", max_examples=5000, **UNTIMED)
settings.load_profile("default")  # --hypothesis-profile=long comes later and wins


if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell that runs the tests in the background makes them deaf to it, and so what they start.
    signal.signal(signal.SIGINT, signal.default_int_handler)


MEMORY = "/dev/shm"
ROOM = 2**31
"""Bytes that must be free there: containers often have less."""
if os.path.isdir(MEMORY) and shutil.disk_usage(MEMORY).free > ROOM:
    # Servers wait for the disk at every event; in memory that takes no time. Only failed tests leave files.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", MEMORY)


def pytest_xdist_auto_num_workers() -> int:
    """Two processes more than processors: tests of servers and browsers wait for programs of their own."""
    return processors() + 2


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Look for garbage neither while thousands of tests are gathered nor, later, among them."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Choose the tests that are counted for coverage."""
    counting.choose(items)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Count the lines of the chosen ones alone."""
    with counting.paused(item):
        return (yield)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not iscoroutinefunction(pyfuncitem.obj):
        return None
    names = pyfuncitem._fixtureinfo.argnames
    run(pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games registered in this test are known in this test alone."""
    monkeypatch.setattr(manifests, "_GAMES", dict(manifests._GAMES))


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Ray:
    """A cluster that can be reached, played by this process."""
    ray = Ray()
    monkeypatch.setitem(sys.modules, "ray", ray)
    return ray
