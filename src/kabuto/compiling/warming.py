"""Gets compiled code ready, stage by stage: compiles it once, then loads it from the cache."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from kabuto.compiling.code_cache import LOST, cache_folder

Report = Callable[[int, int, str], object]
"""Called with how much is done, the total, and the name of the next stage."""


class Stage(NamedTuple):
    """A part that is compiled by calling it."""

    name: str
    seconds: int
    """About how long compiling takes on a small machine."""
    source: str
    """The file of the compiled functions."""
    call: Callable[[], object]


def warm(stages: Sequence[Stage], report: Report | None = None) -> None:
    """Compile these stages, or load what is in the cache, which takes about a second.

    ``report`` is called before each stage and at the end; whoever gives one wants them compiled and no more:
    what is in the cache stays there until it is used, and nothing is reported.
    """
    if report and is_warm(stages):
        return
    done, total = 0, sum(stage.seconds for stage in stages)
    tell = report or (lambda *_: None)
    for stage in stages:
        tell(done, total, stage.name)
        stage.call()
        if not LOST:
            _mark(stage)
        done += stage.seconds
    tell(total, total, "")


def is_warm(stages: Sequence[Stage]) -> bool:
    """Whether everything is in the cache, compiled from these sources."""
    marks = [_mark_of(stage) for stage in stages]
    return all(mark is not None and mark.exists() for mark in marks)


def _mark(stage: Stage) -> None:
    """Record that a stage is compiled."""
    mark = _mark_of(stage)
    if mark is not None:
        with suppress(OSError):
            mark.touch()


def _mark_of(stage: Stage) -> Path | None:
    """A marker file in the cache folder, which belongs to one version of the sources."""
    folder = cache_folder(stage.source)
    return folder and folder / f"{stage.name}.compiled"
