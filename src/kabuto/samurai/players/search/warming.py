"""Compiles Samurai's search ahead of time."""

from random import Random

from kabuto.samurai import SamuraiView
from kabuto.samurai.kernel import Stage, warm
from kabuto.samurai.kernel.warming import Report
from kabuto.table import new


def warm_all(report: Report | None = None) -> None:
    """Get the engine and the search ready; ``report`` is called if they have to be compiled first."""
    warm(report, search_stages())


def search_stages() -> list[Stage]:
    """What ``kabuto.samurai.kernel.warm`` compiles in addition to the engine for players that search."""
    from kabuto.samurai.players.learned import choosing
    from kabuto.samurai.players.learned.player import Learned
    from kabuto.samurai.players.search import search, textbook, tree_search, trials

    view = new("samurai", seed=0).view(0)
    assert isinstance(view, SamuraiView)
    player = search.Search(Random(0), iterations=1)
    learned = Learned(Random(0), iterations=1)
    plain = textbook.Textbook(Random(0), iterations=1, capacity=10)
    return [
        Stage(
            "turns",
            13,
            trials.__file__,
            lambda: player.workspaces[0].find(player.root(view), player.settings),
        ),
        Stage("search", 4, trials.__file__, lambda: player.weigh(view)),
        Stage("learned evaluation", 7, choosing.__file__, lambda: learned.weigh(view)),
        Stage("plain search", 2, tree_search.__file__, lambda: plain.think(view)),
    ]
