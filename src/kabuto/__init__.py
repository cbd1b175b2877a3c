"""Kabuto: a table for board games set in old Japan.

>>> import kabuto
>>> game = kabuto.new("samurai", players=3, edition="rgg", seed=7)
>>> game.to_move
0
"""

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Unpack, overload

from kabuto.table import (
    BadOption,
    BadRecord,
    Event,
    Game,
    IllegalMove,
    Outcome,
    Value,
    View,
    games,
    manifests,
    register,
    registry,
)
from kabuto.table.registry import Record
from kabuto.version import __version__

if TYPE_CHECKING:
    from kabuto.samurai.editions import SamuraiOptions
    from kabuto.samurai.game import Samurai
    from kabuto.yedo.game import Yedo
    from kabuto.yedo.options import YedoOptions

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

BUILT_IN = {"samurai": "kabuto.samurai.manifest:MANIFEST", "yedo": "kabuto.yedo.manifest:MANIFEST"}
"""The games of this package; the first one is meant where nobody names one."""
manifests.build_in(BUILT_IN)


class AnyOptions(TypedDict, total=False):
    """What a type checker knows of the options of any game; more of them come as ``**mapping``.

    With ``**options: Any`` it would take every misspelt option of the games that it does know.
    """

    players: Value


@overload
def new(
    name: Literal["samurai"],
    /,
    *,
    seed: int | None = None,
    preset: str | None = None,
    **options: "Unpack[SamuraiOptions]",
) -> "Samurai": ...
@overload
def new(
    name: Literal["yedo"],
    /,
    *,
    seed: int | None = None,
    preset: str | None = None,
    **options: "Unpack[YedoOptions]",
) -> "Yedo": ...
@overload
def new(
    name: str, /, *, seed: int | None = None, preset: Value | None = None, **options: Unpack[AnyOptions]
) -> Game[Any, Any]: ...
def new(name: str, /, *, seed: int | None = None, preset: Any = None, **options: Any) -> Game[Any, Any]:
    """Start a game: ``new("samurai", players=3, edition="rgg", preset="as_printed", seed=7)``."""
    return registry.new(name, seed=seed, preset=preset, **options)


@overload
def load(record: Record, name: Literal["samurai"], /, *, seed: int | None = None) -> "Samurai": ...
@overload
def load(record: Record, name: Literal["yedo"], /, *, seed: int | None = None) -> "Yedo": ...
@overload
def load(record: Record, name: str | None = None, /, *, seed: int | None = None) -> Game[Any, Any]: ...
def load(record: Record, name: str | None = None, /, *, seed: int | None = None) -> Game[Any, Any]:
    """Replay a record through the rules; the seed decides chance that is still to come.

    With a name, the record of any other game is refused: ``load(record, "samurai")`` is a ``Samurai``.
    """
    return registry.load(record, name, seed=seed)


def __getattr__(name: str) -> object:
    """Import a game of this package on first use: ``kabuto.samurai`` works after ``import kabuto``."""
    if name in BUILT_IN:
        from importlib import import_module

        return import_module(f"kabuto.{name}")
    raise AttributeError(f"module 'kabuto' has no attribute {name!r}")
