"""Kabuto: a table for board games set in old Japan.

>>> import kabuto
>>> game = kabuto.new("samurai", players=3, edition="rgg", seed=7)
>>> game.to_move
0
"""

from kabuto.table import (
    BadOption,
    BadRecord,
    Event,
    Game,
    IllegalMove,
    Outcome,
    View,
    games,
    load,
    new,
    register,
)
from kabuto.version import __version__

__all__ = [
    "BadOption",
    "BadRecord",
    "Event",
    "Game",
    "IllegalMove",
    "Outcome",
    "View",
    "__version__",
    "games",
    "load",
    "new",
    "register",
]


def __getattr__(name: str) -> object:
    """Import a game of this package on first use: ``kabuto.samurai`` works after ``import kabuto``."""
    from kabuto.table.faces import BUILT_IN

    if name in BUILT_IN:
        from importlib import import_module

        return import_module(f"kabuto.{name}")
    raise AttributeError(f"module 'kabuto' has no attribute {name!r}")
