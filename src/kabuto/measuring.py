"""Measuring speed on a machine that is never quite quiet: rounds, interleaved, and their median."""

import os
import platform
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from statistics import median
from time import thread_time
from typing import Any

from kabuto.parallel.processes import processors


@dataclass
class Measure:
    """One figure: how to measure it once, and what it was each time."""

    name: str
    unit: str
    run: Callable[[], float]
    players: int | None = None
    threads: int | None = None
    target: float | None = None
    """What is promised on one core of a small cloud machine."""
    most: int = sys.maxsize
    """How often it is measured at most."""
    is_slow: bool = False
    """Whether it takes much longer than the others."""
    values: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The figure."""
        return median(self.values)

    def to_json(self) -> dict[str, Any]:
        """The figure with its spread."""
        return {
            "name": self.name,
            "players": self.players,
            "threads": self.threads,
            "unit": self.unit,
            "median": self.median,
            "least": min(self.values),
            "most": max(self.values),
            "rounds": len(self.values),
            "target": self.target,
        }


def measure(
    measures: Sequence[Measure],
    rounds: int,
    advance: Callable[[int], object],
    show: Callable[[Measure], object] = lambda measured: None,
) -> None:
    """Measure everything once in every round, so that a busy moment hits all of them alike.

    What was measured for the first time is shown at once.
    """
    for number in range(rounds):
        for each in measures:
            if number < each.most:
                each.values.append(each.run())
            if number == 0:
                show(each)
            advance(1)


def rate(work: Callable[[], int], clock: Callable[[], float] = thread_time, seconds: float = 0.25) -> float:
    """How much a piece of work gets done in a second; it is repeated for so long and says what it did.

    The time of the thread's own processor is measured: others on the machine shall not count.
    """
    work()
    done, start = 0, clock()
    while (elapsed := clock() - start) < seconds:
        done += work()
    return done / elapsed


def machine(packages: Iterable[str]) -> dict[str, Any]:
    """What the figures depend on: processor, load, versions."""
    found = {"python": platform.python_version()}
    for package in packages:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return {
        "processor": _processor(),
        "cores": processors(),
        "load": os.getloadavg()[0] if hasattr(os, "getloadavg") else None,
        "system": f"{platform.system()} {platform.machine()}",
        "versions": found,
    }


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.partition(":")[2].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor()
