"""Positions for the tests of players that think, and games played at random."""

import random
from collections.abc import Iterator

from kabuto.samurai import Samurai
from tests.samurai.helpers import EDO, SETTINGS, at, new

FAR = {EDO: "HBR", (2, 0): "H", (2, -2): "B", (-2, 0): "R"}
"""Figures far from the north, so that a capture there does not end the game."""
N1, N2 = at((0, -5)), at((1, -6))
"""The land of the village in the north; N1 lies beside Akita too, N2 beside the village in the east."""
IDLE = at((-6, 5))
"""A land space far from all these figures."""


def random_games() -> Iterator[Samurai]:
    """One game of every edition, player count and set-up, each at some of its positions."""
    rng = random.Random(1)
    for number, setting in enumerate(SETTINGS):
        game = new(seed=number, **setting)
        while game.to_move is not None:
            if rng.random() < 0.3:
                yield game
            game.play(rng.choice(game.legal_moves()))
