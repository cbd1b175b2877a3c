"""The sockets that are open: whose they are, so that they can be closed when that person has to go."""

from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

SIGNED_OUT, REFUSED = 4001, 1008
"""Why the socket of a device that was signed out is closed, and any other that is refused."""


class Visitor(NamedTuple):
    """Whose socket it is."""

    device: str
    person: str
    address: str
    table: str
    close: Callable[[int], Coroutine[Any, Any, None]]
    """Closes it, for a reason."""
