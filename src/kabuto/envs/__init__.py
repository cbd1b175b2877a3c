"""Games under the interfaces that people who study games use (``pip install kabuto[envs]``).

- ``pettingzoo``: seats that take turns, ``samurai_v0`` and so on
- ``openspiel``: a game tree with explicit chance
- ``gymnasium``: one seat among chosen opponents
- ``export``: games as tables for data analysis

A game may offer more here under names of its own: Samurai its vector environment ``SamuraiVector``, and
``samurai_spaces``, which says what observations and action ids mean.
"""

from typing import Any

from kabuto.table import Catalogue, faces
from kabuto.table.numbers import listed, missing, returns

__all__ = ["WORDS", "listed", "missing", "returns"]

WORDS = Catalogue("kabuto.envs")


def __getattr__(name: str) -> Any:
    """Import what a game offers here on first use: a vector environment needs the compiled engine."""
    if not name.startswith("_"):
        for game in faces.working():
            if name in faces.faces(game).offers:
                return faces.find(faces.faces(game).offers[name])
    raise AttributeError(f"module 'kabuto.envs' has no attribute {name!r}")
