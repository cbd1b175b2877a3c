"""Search as textbooks describe it, one action at a time: a baseline for the stronger search."""

import random
from math import inf
from time import perf_counter

from kabuto.samurai.kernel.actions import from_ids, to_ids
from kabuto.samurai.kernel.convert import from_view
from kabuto.samurai.kernel.tables import END, FIGURE
from kabuto.samurai.moves import Move, Verb
from kabuto.samurai.players.search.search import budget, check_view, checked_budget
from kabuto.samurai.players.search.tree import Branch, Tree
from kabuto.samurai.view import SamuraiView

CHUNK = 2500
"""Iterations between checks of the clock."""
SHARE = 0.6
"""The share of the remaining budget that goes into the next move of the turn."""


def entrant(rng: random.Random, told: str) -> "Textbook":
    """A player by name: ``ismcts:2000`` for iterations per turn, ``ismcts:0.5s`` for seconds."""
    seconds, iterations = budget(told, "ismcts")
    return Textbook(rng, seconds=seconds, iterations=iterations)


class Textbook:
    """Information-set Monte Carlo tree search with a budget for each turn."""

    def __init__(
        self,
        rng: random.Random,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        capacity: int = 400_000,
    ) -> None:
        """Budget for a turn, in iterations or in seconds (1 second by default)."""
        self.seconds, self.iterations = checked_budget(seconds, iterations)
        self.rng = rng
        self.tree = Tree(capacity)
        self._left = 1.0
        self._seen: tuple[SamuraiView, Move] | None = None

    def choose(self, view: SamuraiView) -> Move:
        """The most visited move."""
        check_view(view)
        legal = view.legal_moves()
        if not self._goes_on(view):
            self._left = 1.0
            self.tree.clear()
        move = legal[0]
        if len(legal) > 1:
            self.think(view, self._left * SHARE)
            self._left *= 1 - SHARE
            move = self._most_visited(view)
        self._seen = (view, move)
        return move

    def think(self, view: SamuraiView, share: float = 1.0) -> None:
        """Search with a share of the turn's budget."""
        assert view.seat is not None
        root = from_view(view, self.rng.getrandbits(60))
        deadline, left = inf, 10**12
        if self.iterations is not None:
            left = max(1, round(share * self.iterations))
        elif self.seconds is not None:
            deadline = perf_counter() + share * self.seconds
        while left > 0:
            self.tree.grow(root, view.seat, min(CHUNK, left))
            left -= CHUNK
            if perf_counter() >= deadline:
                break

    def _goes_on(self, view: SamuraiView) -> bool:
        """Whether the tree is still valid: nothing was revealed since the last move of this turn."""
        if self._seen is None:
            return False
        before, move = self._seen
        same_turn = (
            view.seat == before.seat
            and view.log[:-1] == before.log
            and view.log[-1:] != ()
            and view.log[-1].move == move
            and move.verb is not Verb.END
            and view.options == before.options
        )
        return same_turn and all(self.tree.follow(action) for action in to_ids(move))

    def _most_visited(self, view: SamuraiView) -> Move:
        first = self._favourite(None)
        assert first is not None
        if not FIGURE <= first.action < END:
            return from_ids([first.action])
        second = self._favourite(first.node)
        if second is None:  # never visited: any second half will do
            return next(move for move in view.legal_moves() if to_ids(move)[0] == first.action)
        return from_ids([first.action, second.action])

    def _favourite(self, node: int | None) -> Branch | None:
        """The most visited action at a node, or at the top."""
        return max(self.tree.branches(node), key=lambda each: (each.visits, -each.action), default=None)
