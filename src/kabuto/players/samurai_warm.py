"""The search of Samurai as something to be compiled beforehand."""

from random import Random

from kabuto.samurai import SamuraiView
from kabuto.samurai.kernel import Stage
from kabuto.table import new


def search_stages() -> list[Stage]:
    """What ``kabuto.samurai.kernel.warm`` compiles besides the engine for players that search."""
    from kabuto.players import samurai_tree_search
    from kabuto.players.samurai_search import Search

    search, view = Search(Random(0), iterations=1, capacity=16), new("samurai", seed=0).view(0)
    assert isinstance(view, SamuraiView)
    return [Stage("search", 14, samurai_tree_search.__file__, lambda: search.think(view))]
