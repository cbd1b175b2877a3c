"""What a room needs of the host."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from kabuto.host.backend import Aside, Metrics, Workers
from kabuto.host.budget import Budget
from kabuto.host.clock import Chance, Clock
from kabuto.host.peers import Peers
from kabuto.host.rate_limits import Guard
from kabuto.host.rooms.new_table import NewTableEvents
from kabuto.host.store import Store
from kabuto.tabletop.state import Table


@dataclass(frozen=True, kw_only=True)
class RoomContext:
    """What all rooms share."""

    clock: Clock
    chance: Chance
    store: Store
    peers: Peers
    workers: Workers
    guard: Guard
    budget: Budget
    metrics: Metrics
    aside: Aside
    notify_turn: Callable[[str, str, str], None]
    """Tells a person who is away that it is their turn at a table of a game."""
    read: Callable[[str], Awaitable[tuple[Table, list[bytes]]]]
    """A table from the store, and its events."""
    opened: Callable[[NewTableEvents], None]
    """Takes a new table that was stored."""
