"""A clock that a test moves by hand."""


class Clock:
    """Stands in for ``monotonic`` and ``perf_counter``: time passes only when a test says so."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now
