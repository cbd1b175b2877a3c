"""Waiting for the engine: on first use it is compiled, and whoever waits is told so."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kabuto.cli.screen import Screen, to_ascii
from kabuto.cli.speech import sentence
from kabuto.table import Refused


def prepare(screen: Screen) -> None:
    """Have the engine and the search of Samurai ready; say so while they are compiled first."""
    try:
        from kabuto.players.samurai_warm import search_stages
        from kabuto.samurai.kernel import warm

        stages = search_stages()
    except ModuleNotFoundError as error:
        if error.name not in ("numba", "numpy"):
            raise
        raise Refused(sentence("needs_engine")) from None
    with compiling(screen) as report:
        warm(report, stages)


@contextmanager
def compiling(screen: Screen) -> Iterator[Callable[[int, int, str], object]]:
    """What to call with progress: a bar on a terminal, a line in a log; nothing before the first call."""
    text = screen.text("compiling")
    text = to_ascii(text) if screen.ascii else text
    if not sys.stderr.isatty():
        yield lambda done, total, name: done or print(text, file=sys.stderr, flush=True)
        return

    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    bar = Progress(
        SpinnerColumn("line"),
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(text, total=None)

    def report(done: int, total: int, name: str) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)

    try:
        yield report
    finally:
        bar.stop()
