"""Samurai and Yedo under the interfaces that people who study games use (``pip install kabuto[envs]``).

- ``SamuraiVector``: many games of Samurai at once, in flat arrays, on the CPU or a GPU
- ``pettingzoo``: ``samurai_v0``, ``yedo_v0``
- ``openspiel``: both games with explicit chance
- ``gymnasium``: one seat among chosen opponents
- ``samurai_spaces``, ``yedo_spaces``: what observations and action ids mean
"""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from kabuto.table import faces

if TYPE_CHECKING:
    from kabuto.envs.samurai_vector import SamuraiVector as SamuraiVector

__all__ = ["SamuraiVector", "listed", "missing", "returns"]


def missing(library: str, extra: str = "envs") -> ImportError:
    """The error of an environment whose library is not installed: it names the extra to install."""
    return ImportError(f"this needs {library}: pip install 'kabuto[{extra}]'", name=library)


def returns(ranking: Sequence[Sequence[int]]) -> list[float]:
    """What a finished game is worth to each seat: 1 to the winner, and the others share -1.

    A shared win is split. The sum is 0. With two players a win is 1, a loss -1 and a shared win 0.
    """
    players, winners = sum(map(len, ranking)), ranking[0]
    won = (players / len(winners) - 1) / (players - 1)
    return [won if seat in winners else -1 / (players - 1) for seat in range(players)]


def listed(legal: Sequence[int], name: Callable[[int], str], most: int = 8) -> str:
    """Some legal actions with their names, and how many there are besides: what an error ends with."""
    some = ", ".join(f"{action} ({name(action)})" for action in legal[:most])
    return f"{some} and {len(legal) - most} more" if len(legal) > most else some


def __getattr__(name: str) -> object:
    """Import what a game offers here on first use: a vector environment needs the compiled engine."""
    if not name.startswith("_"):
        for game in faces.working():
            if name in faces.faces(game).offers:
                return faces.find(faces.faces(game).offers[name])
    raise AttributeError(f"module 'kabuto.envs' has no attribute {name!r}")
