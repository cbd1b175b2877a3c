"""Compiles Samurai's search ahead of time."""

from random import Random

from kabuto.compiling.warming import Report
from kabuto.samurai import SamuraiView
from kabuto.samurai.kernel import Stage, warm
from kabuto.table import new


def warm_all(report: Report | None = None) -> None:
    """Get the engine and the search ready; ``report`` is called if they have to be compiled first."""
    warm(report, search_stages())


def search_stages() -> list[Stage]:
    """What ``kabuto.samurai.kernel.warm`` compiles in addition to the engine for players that search."""
    from kabuto.samurai.players.learned import think as learned_think
    from kabuto.samurai.players.learned.player import Learned
    from kabuto.samurai.players.search import search, textbook, tree_search
    from kabuto.samurai.players.search import think as plain_think

    view = new("samurai", seed=0).view(0)
    assert isinstance(view, SamuraiView)
    player = search.Search(Random(0), iterations=1)
    learned = Learned(Random(0), iterations=1)
    plain = textbook.Textbook(Random(0), iterations=1, capacity=10)
    return [
        Stage("search", 20, plain_think.__file__, lambda: player.weigh(view)),
        Stage("learned evaluation", 12, learned_think.__file__, lambda: learned.weigh(view)),
        Stage("plain search", 2, tree_search.__file__, lambda: plain.think(view)),
    ]
