"""Counts for Prometheus, written by hand: a few lines of text are all its format is."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Upper ends of the steps of a histogram."""
COUNTERS = {
    "connections_cut": "Connections cut off because of a limit, by limit",
    "events": "What happened at tables, by kind; a turn counts when it ends",
    "jobs": "What this thinker has done, by result",
    "program_failures": "Turns of a program that ended in an error",
    "refused": "Messages and requests that were refused, by reason",
    "requests": "HTTP requests, by status",
    "tables_set": "New tables",
    "thinker_answers": "Jobs that thinkers have done for this server",
    "thinker_failures": "Jobs that this server did itself because no thinker had",
    "workers_replaced": "Worker processes that ended or did not answer",
}
"""Name → what it counts. All are served from the start: an alert on one that is missing never fires."""
LABELLED = ("connections_cut", "events", "jobs", "refused", "requests")
"""Counters that are split up by a label: until the first one is counted there is nothing to show."""
TIMERS = {
    "collection": "Garbage collections",
    "event": "From a message to its answer, on disk",
    "job": "What this thinker has done, from the claim to the answer",
    "program_turn": "Turns of programs, with the wait for a worker",
    "request": "HTTP requests",
}
GAUGES = {
    "connections": "Open connections",
    "jobs_apart": "Jobs that wait for thinkers, or run there",
    "jobs_running": "Jobs that this thinker has claimed",
    "jobs_waiting": "Turns, hints and reviews that wait for a worker",
    "servers": "Servers that share the store, this one included",
    "sockets": "Tables that somebody has open here",
    "tables": "Tables in memory",
    "thinkers": "Thinkers that are there",
}


class Metrics:
    """What a server counted since it started."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._steps: dict[str, list[int]] = {}
        self._sums: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {}
        """Name → how it is read when somebody asks."""

    def count(self, name: str, label: str = "") -> None:
        """One more of something; a label is such as ``status="200"``."""
        self._counts[name, label] += 1

    def time(self, name: str, seconds: float) -> None:
        """Something took so long."""
        self._steps.setdefault(name, [0] * (len(SECONDS) + 1))[bisect_left(SECONDS, seconds)] += 1
        self._sums[name] += seconds  # type: ignore[assignment]

    def text(self) -> str:
        """Everything in the text format of Prometheus."""
        lines: list[str] = []
        for name, meaning in COUNTERS.items():
            lines += _head(f"{name}_total", "counter", meaning)
            found = {label: number for (other, label), number in self._counts.items() if other == name}
            for label, number in sorted((found if name in LABELLED else {"": 0} | found).items()):
                lines.append(f"kabuto_{name}_total{f'{{{label}}}' if label else ''} {number}")
        for name, meaning in TIMERS.items():
            lines += _head(f"{name}_seconds", "histogram", meaning)
            steps, total = self._steps.get(name, [0] * (len(SECONDS) + 1)), 0
            for most, number in zip((*SECONDS, "+Inf"), steps, strict=True):
                total += number
                lines.append(f'kabuto_{name}_seconds_bucket{{le="{most}"}} {total}')
            lines.append(f"kabuto_{name}_seconds_sum {self._sums[name]:.6f}")
            lines.append(f"kabuto_{name}_seconds_count {total}")
        for name, read in sorted(self.gauges.items()):
            lines += [*_head(name, "gauge", GAUGES[name]), f"kabuto_{name} {read():g}"]
        return "\n".join(lines) + "\n"


def _head(name: str, kind: str, meaning: str) -> list[str]:
    return [f"# HELP kabuto_{name} {meaning}", f"# TYPE kabuto_{name} {kind}"]
