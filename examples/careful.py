"""A player for Kabuto: it plays any legal move. ``python:examples.careful:Careful`` names it."""

from random import Random
from typing import Any

from kabuto import View


class Careful:
    """A player of your own."""

    def __init__(self, rng: Random) -> None:
        """``rng`` is seeded anew for every game: the same game again for the same seed."""
        self.rng = rng

    def choose(self, view: View) -> Any:
        """A legal move; ``view`` is what your seat may know."""
        return self.rng.choice(view.legal_moves())

    def end(self, outcome: dict[str, Any] | None) -> None:
        """How the game ended, if you want to know; None if it was given up."""
