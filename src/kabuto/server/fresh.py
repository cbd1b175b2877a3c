"""A table that is set: its first events, before they are stored."""

from collections.abc import Sequence

from msgspec.structs import replace

from kabuto.server import dealing
from kabuto.server.events import Committed, Created, Event, Sat, encode
from kabuto.server.room import Room
from kabuto.server.store import Batch
from kabuto.server.table import Table
from kabuto.server.world import World


class Fresh:
    """A new table: the server commits to its part of the deal; the game begins if nobody is waited for."""

    def __init__(self, name: str, created: Created, sat: Sequence[Sat], at: int, world: World) -> None:
        events: list[Event] = [created, *sat]
        if not created.is_record:
            events.insert(1, Committed(secret=world.part()))
        events = [replace(event, at=at) for event in events]
        self.table = Table(name, events)
        for event in dealing.settled(self.table, world):
            events.append(replace(event, at=at))
            self.table.apply(events[-1], is_new=True)
        bodies = [encode(event) for event in events]
        self.batch = Batch(name, 0, bodies, Room.row(self.table), self.table.secret)
