"""Which wire a client gets: the game's own if the client knows it, or else the plain one."""

from functools import cache

from kabuto.host.log import warn
from kabuto.protocol.plain_wire import NAME, plain
from kabuto.table import manifests
from kabuto.table.wire import Wire


def wire_of(game: str, asked: str) -> Wire:
    """The first wire of a game among those that a client names; by default the plain one."""
    own = own_wire(game)
    for name in asked[:200].split(","):
        if name == NAME:
            break
        if own is not None and name == own.name:
            return own
    return plain(game)


def wires(game: str) -> list[str]:
    """The names of all wires of a game, its own first."""
    own = own_wire(game)
    return [*([own.name] if own else []), NAME]


@cache
def own_wire(game: str) -> Wire | None:
    """The wire that a game brings; None if it has none, or one that cannot be used."""
    try:
        found = manifests.component(game, "wire")
        if found is None:
            return None
        if not isinstance(found, Wire) or found.name != game:
            raise TypeError("a wire is a kabuto.table.wire.Wire that is called like its game")
    except Exception as error:  # whatever a module of another person may do
        warn("wire_unusable", game=game, reason=f"{type(error).__name__}: {error}"[:200])
        return None
    return found
