"""Games under the interfaces that people who study games use (``pip install kabuto[envs]``, or less).

- ``samurai_v0``, ``yedo_v0``, ``pettingzoo``: seats that take turns, for every game ``NAME_v0``
- ``openspiel``: a game tree with explicit chance
- ``gymnasium``: one seat among chosen opponents
- ``export``: games as tables for data analysis

A game may offer more here under names of its own: its vector environment ``SamuraiVector`` or ``YedoVector``,
``SamuraiSingle``, one game that is stepped quickly, and ``samurai_spaces`` or ``yedo_spaces``, which say what
observations and action ids mean.
"""

from typing import TYPE_CHECKING, Any

from kabuto.envs.wording import WORDS, missing
from kabuto.table import manifests
from kabuto.table.numbers import listed, returns

if TYPE_CHECKING:
    from kabuto.samurai.numbers.single import SamuraiSingle as SamuraiSingle
    from kabuto.samurai.numbers.vector import SamuraiVector as SamuraiVector
    from kabuto.yedo.numbers.vector import YedoVector as YedoVector

__all__ = ["WORDS", "listed", "missing", "returns"]


def __getattr__(name: str) -> Any:
    """Import what a game offers here on first use: a vector environment needs the compiled engine."""
    if name.endswith("_v0") and manifests.is_game(name.removesuffix("_v0")):
        from kabuto.envs.pettingzoo import version_0

        return version_0(name.removesuffix("_v0"))
    if not name.startswith("_"):
        for game in manifests.working():
            if name in manifests.manifest(game).offers:
                return manifests.find(manifests.manifest(game).offers[name])
    raise AttributeError(f"module 'kabuto.envs' has no attribute {name!r}")
