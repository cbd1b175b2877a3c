"""Waiting for the engine: on first use it is compiled, and whoever waits is told so."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from kabuto.cli.screen import Screen, to_ascii
from kabuto.cli.speech import sentence
from kabuto.players import Player, is_compiled
from kabuto.table import Refused


def prepare_for(players: Iterable[str], game: str, screen: Screen) -> None:
    """Have the engine ready if one of these players needs it."""
    if any(is_compiled(name, game) for name in players):
        prepare(screen)


def prepare(screen: Screen) -> None:
    """Have the engine and the search of Samurai ready; say so while they are compiled first."""
    from kabuto.samurai.kernel import warm

    stages = _stages()
    with compiling(screen) as report:
        warm(report, stages)


def prepare_in_background() -> None:
    """Begin to compile while nobody waits for it; ``prepare`` waits for what is still missing then."""
    from kabuto.samurai.kernel import warm_in_background

    warm_in_background(_stages())


def _stages() -> list[Any]:
    try:
        from kabuto.samurai.players.search.warming import search_stages

        return list(search_stages())
    except ModuleNotFoundError as error:
        if error.name not in ("numba", "numpy"):
            raise
        raise Refused(sentence("needs_engine")) from None


class Prepared:
    """A player that needs the engine: it is ready before the player is asked the first time."""

    def __init__(self, player: Player, screen: Screen) -> None:
        self.player, self.screen = player, screen
        self._is_ready = False

    def choose(self, view: Any) -> Any:
        """The player's move."""
        if not self._is_ready:
            prepare(self.screen)
            self._is_ready = True
        return self.player.choose(view)


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
