"""Gets the engine ready: compiles it once, then loads it from the cache."""

from collections.abc import Callable, Sequence
from threading import Thread

from kabuto.compiling import warming
from kabuto.compiling.warming import Report, Stage


def warm(report: Report | None = None, extra: Sequence[Stage] = ()) -> None:
    """Compile the engine, and extra stages built on it, which takes half a minute, or load what is there.

    With ``report`` nothing is loaded that is compiled already (see ``kabuto.compiling.warming``).
    """
    warming.warm([*_engine(), *extra], report)


def is_warm(extra: Sequence[Stage] = ()) -> bool:
    """Whether everything is in the cache, compiled from these sources."""
    return warming.is_warm([*_engine(), *extra])


def warm_in_background(extra: Sequence[Stage] = ()) -> Thread:
    """Warm up in a background thread; join it before using the engine."""
    thread = Thread(target=warm, kwargs={"extra": extra}, name="warming the engine", daemon=True)
    thread.start()
    return thread


def _engine() -> list[Stage]:
    """The engine's entry points, each called with the types that Python passes."""
    import numpy as np

    from kabuto.samurai.kernel import calls
    from kabuto.samurai.kernel.convert import states
    from kabuto.samurai.kernel.tables import END, MAX_LEGAL, OVER

    game, other, out = states(1), states(1), np.zeros(MAX_LEGAL, np.int64)
    game["phase"], game["players"] = OVER, 2  # nothing is left to do, so every call returns at once

    def stage(name: str, seconds: int, call: Callable[[], object]) -> Stage:
        return Stage(name, seconds, calls.__file__, call)

    return [
        stage(
            "moves", 4, lambda: (calls.count(game, 0), calls.legal(game, 0, out), calls.select(game, 0, 0))
        ),
        stage("steps", 3, lambda: calls.step(other, 0, END, -1)),
        stage("scoring", 1, lambda: (calls.merit(game, 0, 0), calls.redeal(game, 0, 0))),
        stage("playouts", 2, lambda: calls.playouts(game, other, 1, -1, out)),
    ]
