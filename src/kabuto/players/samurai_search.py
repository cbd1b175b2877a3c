"""A player of Samurai that searches: it thinks about what may be behind the screens, never the truth."""

import random
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter
from typing import Any

import numpy as np

from kabuto.players.samurai_tree import STRONG, Tree
from kabuto.players.samurai_turn import HOLDS
from kabuto.samurai.kernel.actions import from_ids, to_ids
from kabuto.samurai.kernel.convert import from_view
from kabuto.samurai.kernel.tables import END, FIGURE
from kabuto.samurai.moves import Move, Verb
from kabuto.samurai.view import SamuraiView
from kabuto.table import BadOption

CHUNK = 250
"""Iterations between two looks at the clock."""
SHARE = 0.6
"""The part of the budget left that goes into the next move of the turn."""


def entrant(rng: random.Random, told: str) -> "Search":
    """A player from its name: ``search:2000`` for iterations in a turn, ``search:0.5s`` for seconds."""
    try:
        if told.endswith("s"):
            return Search(rng, seconds=float(told[:-1]))
        return Search(rng, iterations=int(told))
    except ValueError:
        raise BadOption(f"search:2000 or search:0.5s, not search:{told[:20]}", "player") from None


def hold_of(view: SamuraiView) -> Any:
    """Token → what it is worth in the hand, falling to nothing at the end of a game."""
    left = sum(mask.bit_count() for mask in view.state.figures)
    return np.array(HOLDS) * left / (3 * view.state.setting.board.figures)


class Search:
    """Information-set Monte-Carlo tree search with a budget for each turn."""

    def __init__(
        self,
        rng: random.Random,
        *,
        seconds: float | None = None,
        iterations: int | None = None,
        threads: int = 1,
        capacity: int = 400_000,
        parameters: dict[str, float] = STRONG,
    ) -> None:
        """Think so many seconds, or so many iterations, in a turn (1 second by default).

        A number of iterations on one thread plays the same game again for the same seed.
        """
        if seconds is None and iterations is None:
            seconds = 1.0
        if (seconds is not None and not seconds > 0) or (iterations is not None and iterations < 1):
            raise BadOption("a search needs a budget above zero", "budget")
        if threads < 1:
            raise BadOption("a search needs one thread at least", "threads")
        self.rng, self.seconds, self.iterations = rng, seconds, iterations
        self.trees = [Tree(capacity, parameters) for _ in range(threads)]
        self._left = 1.0
        self._seen: tuple[SamuraiView, Move] | None = None

    def choose(self, view: SamuraiView) -> Move:
        """The move that was looked at most."""
        legal = view.legal_moves()
        if not self._goes_on(view):
            self._left = 1.0
            for tree in self.trees:
                tree.clear()
        move = legal[0]
        if len(legal) > 1:
            self.think(view, self._left * SHARE)
            self._left *= 1 - SHARE
            move = self._most_visited(view)
        self._seen = (view, move)
        return move

    def think(self, view: SamuraiView, share: float = 1.0) -> None:
        """Search on with a share of the turn's budget."""
        seat = view.seat
        assert seat is not None
        hold = hold_of(view)
        roots = [from_view(view, self.rng.getrandbits(60)) for _ in self.trees]
        deadline = perf_counter() + share * (self.seconds or 1e9)
        left = max(1, round(share * self.iterations)) if self.iterations is not None else 10**12

        def grow(tree: Tree, root: object) -> None:
            todo = left
            while todo > 0 and perf_counter() < deadline:
                tree.grow(root, seat, hold, min(CHUNK, todo))
                todo -= CHUNK

        if len(self.trees) == 1:
            grow(self.trees[0], roots[0])
        else:
            with ThreadPoolExecutor(len(self.trees)) as pool:
                list(pool.map(grow, self.trees, roots))

    def _goes_on(self, view: SamuraiView) -> bool:
        """Whether the trees can be used further: nothing was revealed since the last move of this turn."""
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
        return same_turn and all(self._follow(tree, to_ids(move)) for tree in self.trees)

    @staticmethod
    def _follow(tree: Tree, ids: Sequence[int]) -> bool:
        return all(tree.follow(action) for action in ids)

    def _most_visited(self, view: SamuraiView) -> Move:
        ids = [self._best_action([tree.top for tree in self.trees])]
        if FIGURE <= ids[0] < END:
            nodes = [
                next((branch.node for branch in tree.branches() if branch.action == ids[0]), -1)
                for tree in self.trees
            ]
            second = self._best_action(nodes)
            if second < 0:  # never looked at: any second half will do
                return next(move for move in view.legal_moves() if to_ids(move)[0] == ids[0])
            ids.append(second)
        return from_ids(ids)

    def _best_action(self, nodes: Sequence[int]) -> int:
        visits: Counter[int] = Counter()
        for tree, node in zip(self.trees, nodes, strict=True):
            if node >= 0:
                visits.update({branch.action: branch.visits for branch in tree.branches(node)})
        return max(visits, key=lambda action: (visits[action], -action), default=-1)
