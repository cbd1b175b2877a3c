"""A search tree: the arrays that the search works on, and what can be read off them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kabuto.players.samurai_tree_search import NODE, PARAMETERS, search
from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import ACTIONS, MAX_LEGAL

DEEPEST = 400
"""No game has more actions left than this."""

STRONG = {
    "exploration": 0.2,
    "widening": 1.0,
    "power": 0.4,
    "bias": 0.0,
    "ordered": 1,
    "trust": 1.0,
    "candidates": 5,
    "patience": 24,
}
"""The parameters of the search as it is used."""
TEXTBOOK = {
    "exploration": 0.7,
    "widening": 0.0,
    "power": 0.0,
    "bias": 0.0,
    "ordered": 0,
    "trust": 0.0,
    "candidates": 1,
    "patience": 0,
}
"""Plain information-set search: every action tried once first, random playouts."""


@dataclass(frozen=True)
class Branch:
    """An action in the tree."""

    node: int
    action: int
    visits: int
    results: tuple[float, ...]
    """Seat → mean result."""


class Tree:
    """What one thread has found out about a position."""

    def __init__(self, capacity: int, parameters: dict[str, float]) -> None:
        self.nodes = np.zeros(capacity, NODE)
        self.parameters = np.zeros(1, PARAMETERS)
        for name, value in parameters.items():
            self.parameters[name] = value
        self._work = states(1)
        self._scratch = (
            np.zeros(MAX_LEGAL, np.int64),
            np.zeros(ACTIONS + 1, np.int64),
            np.zeros(DEEPEST, np.int64),
            np.zeros(4),
            np.zeros(4),
            np.zeros((4, 3, 4)),
            np.zeros((4, 3, 3)),
            np.zeros((4, 12)),
            np.zeros((4, 3)),
            np.zeros(3),
            np.zeros((4, 3)),
            np.zeros(4),
        )
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.nodes[0] = np.zeros(1, NODE)[0]
        self.nodes[0]["child"] = self.nodes[0]["sibling"] = -1
        self.size, self.top = 1, 0

    def grow(self, root: Any, seat: int, hold: Any, iterations: int) -> None:
        """Search on for some iterations; ``root`` is an array of one game, as the seat knows it."""
        self.size = search(
            root,
            self._work,
            self.nodes,
            self.size,
            self.top,
            seat,
            iterations,
            self.parameters,
            hold,
            *self._scratch,
        )

    def follow(self, action: int) -> bool:
        """Make the branch of an action the top of the tree; False if it is not there or room is short."""
        for branch in self.branches():
            if branch.action == action and self.size < len(self.nodes) // 2:
                self.top = branch.node
                return True
        return False

    def branches(self, node: int | None = None) -> Iterator[Branch]:
        """What was tried at a node, or at the top."""
        child = int(self.nodes[self.top if node is None else node]["child"])
        while child >= 0:
            entry = self.nodes[child]
            visits = int(entry["visits"])
            results = tuple(float(total) / max(1, visits) for total in entry["reward"])
            yield Branch(child, int(entry["action"]), visits, results)
            child = int(entry["sibling"])
