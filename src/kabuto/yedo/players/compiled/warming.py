"""Gets the compiled player ready, and says whether it is: no one at a table waits for the compiler."""

from importlib.util import find_spec

from kabuto.compiling import machines
from kabuto.compiling.warming import Report, Stage, is_warm, warm
from kabuto.table.options import resolve
from kabuto.yedo.cards import CardSet
from kabuto.yedo.kernel.tables import beyond
from kabuto.yedo.options import OPTIONS, Setting

_LOADED: set[str] = set()
"""What this process has compiled or loaded."""


def stages() -> list[Stage]:
    """What is compiled, called with the types that Python passes."""
    from kabuto.yedo.players.compiled import room, think

    setting = Setting.of(resolve(OPTIONS, {}))
    return [Stage("Yedo's players", 30, think.__file__, lambda: room.Room(setting).nothing())]


def warm_all(report: Report | None = None) -> None:
    """Get the compiled player ready; ``report`` is called if it has to be compiled first.

    Without NumPy and Numba there is nothing to do: the readable player plays.
    """
    if can_compile():
        warm(stages(), report)
        _LOADED.add("player")


def can_compile() -> bool:
    """Whether what compiles is installed."""
    return all(find_spec(name) for name in ("numpy", "numba"))


def can_play(cards: CardSet) -> bool:
    """Whether the compiled player is ready here, and its records have room for these cards."""
    return (machines.current() is not None or is_ready()) and beyond(cards) is None


def is_ready() -> bool:
    """Whether the compiled player can be used at once: it is in the cache, compiled from these sources."""
    if not _LOADED and can_compile() and is_warm(stages()):
        _LOADED.add("player")
    return bool(_LOADED)
