"""Which tests are counted for coverage.

Counting lines makes Python three times slower, and the two hundredth case of a test runs the lines of the
first ones. So only some cases of a test are counted, always the same ones, and of those marked ``uncounted``
none; nor those of the browser, whose server is a process of its own. What is counted is enough for the
thresholds of ``tests/thresholds.py``.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pkgutil import iter_modules

import pytest
from coverage import Coverage

from kabuto import cli

CASES = 5
"""How many cases of a test are counted, unless it is marked ``counted``: then all are."""
BROWSER = "tests/web/"
_UNCOUNTED = pytest.StashKey[bool]()


def choose(items: Iterable[pytest.Item]) -> None:
    """Say of every test whether it is counted, whatever their order."""
    if Coverage.current():  # commands are imported when they run, which may be in a test that is not counted
        for module in iter_modules(cli.__path__, f"{cli.__name__}."):
            import_module(module.name)
    cases: Counter[str] = Counter()
    for item in sorted(items, key=lambda item: item.nodeid):
        name = item.nodeid.partition("[")[0]
        cases[name] += 1
        is_late = cases[name] > CASES and not item.get_closest_marker("counted")
        is_marked = item.get_closest_marker("uncounted") is not None
        item.stash[_UNCOUNTED] = is_late or is_marked or name.startswith(BROWSER)


@contextmanager
def paused(item: pytest.Item) -> Iterator[None]:
    """Count nothing meanwhile, if this test is not counted."""
    stopped: list[Coverage] = []
    while item.stash.get(_UNCOUNTED, False) and (counter := Coverage.current()):
        counter.stop()
        stopped.append(counter)
    try:
        yield
    finally:
        for counter in reversed(stopped):
            counter.start()
