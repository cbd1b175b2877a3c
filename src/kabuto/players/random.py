"""A player that plays any legal move with the same chance."""

from random import Random as Generator
from typing import Any

from kabuto.table import View


class Random:
    """Every legal move is as likely as any other."""

    def __init__(self, rng: Generator) -> None:
        self.rng = rng

    def choose(self, view: View) -> Any:
        """Any legal move."""
        return self.rng.choice(view.legal_moves())
