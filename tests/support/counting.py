"""Which tests are counted for coverage, and ``python -m tests.support.counting [PATHS]``, which finds them.

Counting lines makes Python three times slower, and most tests run lines that others have run. So one run
notes which test runs which lines, and only those count that together run all of them, the quick ones first:
``counted.json`` names them. A test that is newer than the list, or that has lost a counted case, counts too:
a few of its cases, unless it is marked ``uncounted``. Tests of the browser never count, for its server is a
process of its own.
"""

import json
import os
import sqlite3
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from hashlib import sha256
from heapq import heapify, heappop, heappush
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import NamedTuple

import pytest
from coverage import Coverage

import kabuto

CASES = 5
"""How many cases of a new test are counted, unless it is marked ``counted``: then all are."""
BROWSER = "tests/web/"
LIST = Path(__file__).with_name("counted.json")
RENEWING = "KABUTO_RENEW_COUNTED"
"""Set in the environment of a run that notes everything anew."""
_UNCOUNTED = pytest.StashKey[bool]()


class Known(NamedTuple):
    """What is known of a file of tests: its functions, each as a short hash, and the tests that count."""

    functions: str
    counted: list[str]

    def new(self, tests: Collection[str]) -> set[str]:
        """The tests of which it says nothing: of a function that is new, or that has lost a counted case."""
        functions = {*self.functions.split()}
        lost = {_function(name) for name in self.counted if name not in tests}
        return {name for name in tests if _function(name) in lost or _hash(_function(name)) not in functions}


def _known() -> dict[str, Known]:
    if RENEWING in os.environ or not LIST.exists():
        return {}
    return {file: Known(*entry) for file, entry in json.loads(LIST.read_text(encoding="utf-8")).items()}


def _function(test: str) -> str:
    return test.partition("[")[0]


def _hash(function: str) -> str:
    return sha256(function.encode()).hexdigest()[:4]


def choose(items: list[pytest.Item]) -> None:
    """Say of every test whether it is counted; a run that renews the list leaves the others out."""
    if not Coverage.current():
        return
    for module in walk_packages(kabuto.__path__, "kabuto."):  # else a test that is not counted may import it
        if "cuda" not in module.name and not module.name.endswith("__main__"):
            with suppress(ImportError):
                import_module(module.name)
    files = defaultdict[str, dict[str, pytest.Item]](dict)
    for item in items:
        file, _, name = item.nodeid.partition("::")
        files[file][name] = item
    known = _known()
    for file, tests in files.items():
        entry = known.get(file, Known("", []))
        counted = {*entry.counted, *_if_new(file, {name: tests[name] for name in entry.new(tests)})}
        for name, item in tests.items():
            item.stash[_UNCOUNTED] = name not in counted
    if RENEWING in os.environ:
        items[:] = [item for item in items if not item.stash[_UNCOUNTED]]


def _if_new(file: str, tests: dict[str, pytest.Item]) -> set[str]:
    """Those tests of a file that are counted while nobody knows what they add."""
    cases, counted = Counter[str](), set[str]()
    for name, item in sorted(tests.items()):
        cases[_function(name)] += 1
        is_early = cases[_function(name)] <= CASES or item.get_closest_marker("counted")
        if is_early and not item.get_closest_marker("uncounted") and not file.startswith(BROWSER):
            counted.add(name)
    return counted


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


# The list.


class _Watch:
    """Notes the names of all tests and how long each takes."""

    def __init__(self) -> None:
        self.seconds = defaultdict[str, float](float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add what a part of a test took."""
        self.seconds[report.nodeid] += report.duration


def _ran(database: Path) -> dict[str, set[tuple[int, int, int]]]:
    """Test → the steps from line to line that it runs and that are not run before any."""
    found = defaultdict[str, set[tuple[int, int, int]]](set)
    with sqlite3.connect(database) as rows:
        for context, *step in rows.execute(
            "select context.context, file_id, fromno, tono from arc join context on context.id = context_id"
        ):
            found[context.rpartition("|")[0]].add((step[0], step[1], step[2]))
    before = found.pop("", set())
    return {test: steps - before for test, steps in found.items()}


def cover(ran: dict[str, set[tuple[int, int, int]]], seconds: Mapping[str, float]) -> set[str]:
    """Tests that together run everything; each time the one that adds most for its time."""
    left, chosen = set[tuple[int, int, int]]().union(*ran.values()), set[str]()

    def worth(test: str) -> float:
        return -len(ran[test] & left) / (0.05 + seconds.get(test, 0))

    heap = [(worth(test), test) for test in ran]
    heapify(heap)
    while left:
        _, test = heappop(heap)
        if heap and worth(test) > heap[0][0]:
            heappush(heap, (worth(test), test))
            continue
        chosen.add(test)
        left -= ran[test]
    return chosen


def main(paths: list[str]) -> int:
    """Renew the list, or what it says of these files and folders."""
    os.environ[RENEWING] = "1"
    database, watch = Path(".coverage"), _Watch()
    run = ["-n", "auto", "--dist", "worksteal", "--cov", "--cov-context=test", "--cov-report="]
    code = pytest.main([*run, *paths], plugins=[watch])
    if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return int(code)
    ran = _ran(database)
    chosen = cover(ran, watch.seconds)
    del os.environ[RENEWING]
    names = defaultdict[str, list[str]](list)

    class Names:
        """Notes every test, those for `make prove` too."""

        @pytest.hookimpl(tryfirst=True)
        def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
            """As ``choose`` sees them."""
            for item in items:
                file, _, name = item.nodeid.partition("::")
                names[file].append(name)

    pytest.main(["--collect-only", "-qqq", *paths], plugins=[Names()])
    known = _known() | {
        file: Known(
            " ".join(sorted({_hash(_function(name)) for name in each})),
            sorted(name for name in each if f"{file}::{name}" in chosen),
        )
        for file, each in names.items()
    }
    there = {file: entry for file, entry in sorted(known.items()) if Path(file).exists()}
    LIST.write_text(json.dumps(there, indent=0, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
