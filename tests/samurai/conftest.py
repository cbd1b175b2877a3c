"""What tests of searching players share."""

from typing import Any

import pytest

from tests.support.clock import Clock


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A machine that always needs a millisecond for a game, so that budgets of seconds can be tested."""
    # Imported here, because they bring Numba, and the tests of the rules do without.
    from kabuto.samurai.analysis import thought
    from kabuto.samurai.players.learned.player import Thought
    from kabuto.samurai.players.search import search, textbook
    from kabuto.samurai.players.search.tree import Tree

    clock = Clock()
    grow = Tree.grow

    def timed(compare: Any) -> Any:
        def compared(self: Any, root: Any, field: Any, alive: Any, seat: int, deals: int, how: Any) -> Any:
            clock.now += deals * int(alive.sum()) / 1000
            return compare(self, root, field, alive, seat, deals, how)

        return compared

    def grown(self: Any, root: Any, seat: int, number: int) -> Any:
        clock.now += number / 1000
        return grow(self, root, seat, number)

    for workspace in (search.Workspace, Thought):
        monkeypatch.setattr(workspace, "compare", timed(workspace.compare))
    monkeypatch.setattr(Tree, "grow", grown)
    for module in (search, textbook, thought):
        monkeypatch.setattr(module, "perf_counter", clock)
    return clock
