"""Having the engine ready: compiled once, then loaded from where it is kept."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import NamedTuple

Report = Callable[[int, int, str], object]
"""Is told how much is done, of how much, and what comes next."""


class Stage(NamedTuple):
    """Something that is compiled by being called."""

    name: str
    seconds: int
    """About how long it takes on a small machine."""
    source: str
    """The file of the compiled functions."""
    call: Callable[[], object]


def warm(report: Report | None = None, extra: Sequence[Stage] = ()) -> None:
    """Compile the engine, and more that is built on it, or load what is compiled already.

    ``report`` is called before each stage and at the end if something has to be compiled, which takes half
    a minute; loading takes about a second, and nothing is reported.
    """
    stages = [*_engine(), *extra]
    done, total = 0, sum(stage.seconds for stage in stages)
    tell = report if report and not is_warm(extra) else lambda *_: None
    for stage in stages:
        tell(done, total, stage.name)
        stage.call()
        _mark(stage)
        done += stage.seconds
    tell(total, total, "")


def is_warm(extra: Sequence[Stage] = ()) -> bool:
    """Whether all of it was compiled before, from these very sources."""
    marks = [_mark_of(stage) for stage in (*_engine(), *extra)]
    return all(mark is not None and mark.exists() for mark in marks)


def warm_in_background(extra: Sequence[Stage] = ()) -> Thread:
    """The same in a thread, while nobody is waiting for it yet; who needs the engine may join the thread."""
    thread = Thread(target=warm, kwargs={"extra": extra}, name="warming the engine", daemon=True)
    thread.start()
    return thread


def _engine() -> list[Stage]:
    """The calls of the engine, each with the types that Python gives it."""
    import numpy as np

    from kabuto.samurai.kernel import calls
    from kabuto.samurai.kernel.convert import states
    from kabuto.samurai.kernel.tables import END, MAX_LEGAL, OVER

    game, other, out = states(1), states(1), np.zeros(MAX_LEGAL, np.int64)
    game["phase"], game["players"] = OVER, 2  # nothing is left to do: every call comes back at once

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


def _mark(stage: Stage) -> None:
    """Note down that a stage is compiled."""
    mark = _mark_of(stage)
    if mark is not None:
        with suppress(OSError):
            mark.touch()


def _mark_of(stage: Stage) -> Path | None:
    """A file beside the compiled code: that folder belongs to one state of its sources."""
    from kabuto.samurai.kernel.targets import cache_folder

    folder = cache_folder(stage.source)
    return folder and folder / f"{stage.name}.compiled"
