"""What a page keeps: names and bytes, written all or none. A browser's database, or a dictionary."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Change(NamedTuple):
    """One thing that is written."""

    name: str
    value: bytes | None
    """None: it is removed."""
    is_new: bool = False
    """Whether there must be no such thing yet: else nothing at all is written."""


class Taken(Exception):
    """Something that should have been new is there already: somebody else writes here, too."""


class NotKept(Exception):
    """Nothing was written; says why."""


class Keeper(Protocol):
    """Keeps things by their names, in the order of these. What was written stays, whatever happens then."""

    async def read(self, start: str) -> list[tuple[str, bytes]]:
        """Everything whose name starts so, in order; ``NotKept`` if it cannot be read."""

    async def write(self, changes: Sequence[Change]) -> None:
        """Write all of this or nothing; returns when it would outlive a crash."""


class Shelf:
    """Keeps things for as long as this process lives."""

    def __init__(self) -> None:
        self.things: dict[str, bytes] = {}

    async def read(self, start: str) -> list[tuple[str, bytes]]:
        """Everything whose name starts so, in order."""
        return sorted((name, value) for name, value in self.things.items() if name.startswith(start))

    async def write(self, changes: Sequence[Change]) -> None:
        """Write all of this or nothing."""
        if any(change.is_new and change.name in self.things for change in changes):
            raise Taken
        for name, value, _ in changes:
            if value is None:
                self.things.pop(name, None)
            else:
                self.things[name] = value
