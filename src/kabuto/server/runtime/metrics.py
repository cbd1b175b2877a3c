"""What a server counts, for Prometheus."""

from collections.abc import Callable, Iterator
from functools import cache

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

disable_created_metrics()  # type: ignore[no-untyped-call]  # when each was made interests no one

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Upper ends of the steps of a histogram."""
COUNTERS = {
    "connections_cut": "Connections cut off because of a limit, by limit",
    "events": "What happened at tables, by kind; a turn counts when it ends",
    "jobs": "What this worker has done, by result",
    "program_failures": "Turns of a program that ended in an error",
    "refused": "Messages and requests that were refused, by reason",
    "requests": "HTTP requests, by status",
    "tables_set": "New tables",
    "worker_answers": "Jobs that workers have done for this server",
    "worker_failures": "Jobs that this server did itself because no worker had",
    "workers_replaced": "Worker processes that ended or did not answer",
}
"""Name → what it counts. All are served from the start: an alert on one that is missing never fires."""
LABELS = {
    "connections_cut": "why",
    "events": "kind",
    "jobs": "result",
    "refused": "error",
    "requests": "status",
}
"""Counters that are split up by a label: until the first one is counted there is nothing to show."""
TIMERS = {
    "collection": "Garbage collections",
    "event": "From a message to its answer, on disk",
    "job": "What this worker has done, from the claim to the answer",
    "program_turn": "Turns of programs, with the wait for a worker",
    "request": "HTTP requests",
}
GAUGES = {
    "connections": "Open connections",
    "jobs_apart": "Jobs that wait for workers, or run there",
    "jobs_running": "Jobs that this worker has claimed",
    "jobs_waiting": "Turns, hints and reviews that wait for a worker",
    "servers": "Servers that share the store, this one included",
    "sockets": "Tables that somebody has open here",
    "tables": "Tables in memory",
    "workers": "Workers that are there",
}


class Metrics(Collector):
    """What a server counted since it started."""

    def __init__(self) -> None:
        registry = self._registry = CollectorRegistry()
        counters = {
            name: Counter(
                f"kabuto_{name}", meaning, (LABELS[name],) if name in LABELS else (), registry=registry
            )
            for name, meaning in COUNTERS.items()
        }
        self._timers = {
            name: Histogram(f"kabuto_{name}_seconds", meaning, buckets=SECONDS, registry=registry)
            for name, meaning in TIMERS.items()
        }
        self.gauges: dict[str, Callable[[], float]] = {}
        """Name → how it is read when a person asks."""
        registry.register(self)

        @cache
        def counter(name: str, **labels: object) -> Callable[[], None]:
            return (counters[name].labels(**labels) if labels else counters[name]).inc

        self._counter = counter

    def count(self, name: str, **labels: object) -> None:
        """One more of something."""
        self._counter(name, **labels)()

    def time(self, name: str, seconds: float) -> None:
        """Something took so long."""
        self._timers[name].observe(seconds)

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Read the gauges."""
        for name, read in sorted(self.gauges.items()):
            yield GaugeMetricFamily(f"kabuto_{name}", GAUGES[name], read())

    def text(self) -> str:
        """Everything in the text format of Prometheus."""
        return generate_latest(self._registry).decode()
