"""Records of games that a view allows, for Python: one entry point, and a class around it."""

from typing import Any

from kabuto.compiling.cpu_tools import copy, entry
from kabuto.yedo.kernel import sampling
from kabuto.yedo.kernel.unseen import unseen
from kabuto.yedo.views.view import YedoView


@entry
def draw(puzzle, seen, games, number, quick):
    """Make of so many records games that a view allows; each keeps its own generator."""
    for n in range(number):
        rng = games[n].rng
        copy(games[n], seen[0])
        games[n].rng = rng
        if quick:
            sampling.redeal(puzzle[0], games[n])
        else:
            sampling.draw(puzzle[0], games[n])


@entry
def forget(games, number, t, seat, out):
    """Deal again what a seat does not see in so many games, as if it remembered nothing."""
    for n in range(number):
        sampling.forget(games[n], t[0], seat, out)


class Deals:
    """Games that a view allows, one after another: the compiled twin of ``views.sampling.Deals``.

    Compiled code draws by itself, from ``puzzle[0]`` into a copy of ``seen[0]``: ``sampling.draw`` or
    ``sampling.redeal``. Both work in the puzzle's own memory, so each thread needs a copy of it.
    """

    def __init__(self, view: YedoView, seed: int = 1) -> None:
        self.puzzle, self.seen = unseen(view, seed)

    def fill(self, games: Any, number: int, quick: bool = False) -> None:
        """Write so many games into the first records of an array; each keeps its own generator."""
        draw(self.puzzle, self.seen, games, number, int(quick))
