"""Compiles the engine on first use, and says so to the person who has to wait."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from kabuto.players import Player, is_compiled, is_quicker
from kabuto.table import Refused, manifests
from kabuto.text_ui.language import sentence
from kabuto.text_ui.screen import Screen, to_ascii


def prepare_for(players: Iterable[str], game: str, screen: Screen) -> None:
    """Have the engine ready if one of these players needs it, or is quicker with it."""
    if any(is_compiled(name, game) or is_quicker(name, game) for name in players):
        prepare(screen, game)


def prepare(screen: Screen, game: str) -> None:
    """Have the compiled engine of a game ready, if it has one; say so while it is compiled first."""
    if not manifests.manifest(game).warm:
        return
    try:
        with compiling(screen) as report:
            manifests.component(game, "warm")(report)
    except ModuleNotFoundError as error:
        if error.name not in ("numba", "numpy"):
            raise
        raise Refused(sentence("needs_engine")) from None


def prepare_in_background(game: str) -> None:
    """Begin to compile while nobody waits for it; ``prepare`` waits for what is still missing then."""
    Thread(target=manifests.component(game, "warm"), name="warming the engine", daemon=True).start()


class Prepared:
    """A player that needs the engine: it is ready before the player is asked the first time."""

    def __init__(self, player: Player, screen: Screen, game: str) -> None:
        self.player, self.screen, self.game = player, screen, game
        self._is_ready = False

    def choose(self, view: Any) -> Any:
        """The player's move."""
        if not self._is_ready:
            prepare(self.screen, self.game)
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
