"""A Yedo player that plans its missions, bids by worth and keeps out of the patrol's way."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Protocol

from kabuto.yedo.moves import Move
from kabuto.yedo.players.move_values import judge
from kabuto.yedo.players.weights import GREEDY, Weights
from kabuto.yedo.rules import legal_moves
from kabuto.yedo.state.state import State
from kabuto.yedo.views.view import YedoView


class Greedy:
    """Plays the move that looks best; the generator decides between equal ones."""

    def __init__(self, rng: Random, weights: Weights = GREEDY) -> None:
        self.rng, self.weights = rng, weights

    def choose(self, view: YedoView) -> Move:
        """The move that looks best now."""
        return weigh(view.state, self.rng, self.weights)


class Ties(Protocol):
    """What decides between equal moves."""

    def random(self) -> float:
        """A random number."""
        ...


def weigh(s: State, rng: Ties, weights: Weights = GREEDY) -> Move:
    """The move that looks best to the seat to move; of the state only what that seat may know is used."""
    moves = legal_moves(s)
    if len(moves) == 1:
        return moves[0]
    return best(moves, judge(s, s.tasks[-1].seat, weights), rng)


def best(moves: Iterable[Move], value: Callable[[Move], float], rng: Ties) -> Move:
    """The move that is worth most; the generator decides between equal ones."""
    return max(moves, key=lambda move: (value(move), rng.random()))
