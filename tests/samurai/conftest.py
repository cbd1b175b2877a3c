"""What tests of searching players share."""

from typing import Any

import pytest

from tests.support.clock import Clock


@pytest.fixture
def steady(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A machine that always needs a millisecond for a game, so that budgets of seconds can be tested."""
    # Imported here, because they bring Numba, and the tests of the rules do without.
    from kabuto.samurai.analysis import thought
    from kabuto.samurai.players.search import search, textbook
    from kabuto.samurai.players.search.tree import Tree

    clock = Clock()
    grow = Tree.grow

    play, compare = search.Workspace.play, search.Workspace.compare

    def played(self: Any, root: Any, deals: int, how: Any) -> Any:
        clock.now += deals * self.left / 1000
        return play(self, root, deals, how)

    def compared(self: Any, root: Any, turns: Any, seat: int, deals: int, how: Any) -> Any:
        clock.now += deals * len(turns) / 1000
        return compare(self, root, turns, seat, deals, how)

    def grown(self: Any, root: Any, seat: int, number: int) -> Any:
        clock.now += number / 1000
        return grow(self, root, seat, number)

    monkeypatch.setattr(search.Workspace, "play", played)
    monkeypatch.setattr(search.Workspace, "compare", compared)
    monkeypatch.setattr(Tree, "grow", grown)
    for module in (search, textbook, thought):
        monkeypatch.setattr(module, "perf_counter", clock)
    return clock
