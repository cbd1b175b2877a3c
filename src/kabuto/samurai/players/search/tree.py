"""A search tree: the arrays that textbook search works on, and how to read them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from kabuto.samurai.kernel.convert import states
from kabuto.samurai.kernel.tables import ACTIONS, MAX_LEGAL
from kabuto.samurai.players.search.tree_search import NODE, search

DEEPEST = 400
"""No game has more actions left than this."""


@dataclass(frozen=True)
class Branch:
    """An action in the tree."""

    node: int
    action: int
    visits: int


class Tree:
    """The search tree of a position."""

    def __init__(self, capacity: int) -> None:
        self.nodes = np.zeros(capacity, NODE)
        self._work = states(1)
        self._scratch = (
            np.zeros(MAX_LEGAL, np.int64),
            np.zeros(ACTIONS + 1, np.int64),
            np.zeros(DEEPEST, np.int64),
            np.zeros(4),
        )
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.nodes[0] = np.zeros(1, NODE)[0]
        self.nodes[0]["child"] = self.nodes[0]["sibling"] = -1
        self.size, self.top = 1, 0

    def grow(self, root: Any, seat: int, iterations: int) -> None:
        """Run more iterations; ``root`` is an array of one game, as the seat knows it."""
        self.size = search(
            root, self._work, self.nodes, self.size, self.top, seat, iterations, *self._scratch
        )

    def follow(self, action: int) -> bool:
        """Move the top of the tree down an action; False if it has no branch or the tree is too full."""
        for branch in self.branches():
            if branch.action == action and self.size < len(self.nodes) // 2:
                self.top = branch.node
                return True
        return False

    def branches(self, node: int | None = None) -> Iterator[Branch]:
        """The actions tried at a node, or at the top."""
        child = int(self.nodes[self.top if node is None else node]["child"])
        while child >= 0:
            entry = self.nodes[child]
            yield Branch(child, int(entry["action"]), int(entry["visits"]))
            child = int(entry["sibling"])
