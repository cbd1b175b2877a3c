"""Counts for Prometheus, written by hand: a few lines of text are all its format is."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable

SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0)
"""Upper ends of the steps of a histogram."""


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
        for name in dict.fromkeys(name for name, _ in sorted(self._counts)):
            lines.append(f"# TYPE kabuto_{name}_total counter")
            for (other, label), number in sorted(self._counts.items()):
                if other == name:
                    lines.append(f"kabuto_{name}_total{f'{{{label}}}' if label else ''} {number}")
        for name, steps in sorted(self._steps.items()):
            lines.append(f"# TYPE kabuto_{name}_seconds histogram")
            total = 0
            for most, number in zip((*SECONDS, "+Inf"), steps, strict=True):
                total += number
                lines.append(f'kabuto_{name}_seconds_bucket{{le="{most}"}} {total}')
            lines.append(f"kabuto_{name}_seconds_sum {self._sums[name]:.6f}")
            lines.append(f"kabuto_{name}_seconds_count {total}")
        for name, read in sorted(self.gauges.items()):
            lines += [f"# TYPE kabuto_{name} gauge", f"kabuto_{name} {read():g}"]
        return "\n".join(lines) + "\n"
