"""What a host keeps, wherever that is: append-only events of tables, and what lists are made from."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from kabuto.protocol.errors import Refusal, sentence


class NotStored(Refusal):
    """The store refuses; nothing of it has happened."""

    def __init__(self) -> None:
        super().__init__("not_stored", sentence("not_stored"))


class Behind(NotStored):
    """The events are not the next ones of their table: another server has stored some meanwhile."""


class Damaged(Exception):
    """What was stored is not what was written; says what is wrong."""


class Row(NamedTuple):
    """A table as it stands in lists."""

    id: str
    status: str
    visibility: str
    awake: bool
    """Whether the host has to do something without being asked: a program to move, a clock."""
    updated: int
    summary: bytes
    persons: tuple[str, ...]
    """Who finds it among their own; those who were found there before can be left out."""
    speakers: tuple[str, ...] = ()
    """Who spoke there, as others know them at this table; those who are listed already can be left out."""


class Batch(NamedTuple):
    """Events of a table to be stored."""

    table: str
    seq: int
    """The number of the first one."""
    bodies: Sequence[bytes]
    row: Row | None
    """The table's new line in the lists, if that changes."""
    secret: str = ""
    """What the host commits to with these events: its part of the deal."""
    start: str = ""
    """The hash of how the game begins, if that is bound too: in the second version of deals."""


class Committed(NamedTuple):
    """A deal that the host committed to."""

    number: int
    table: str
    secret: str
    start: str
    """The hash of how the game begins; nothing in the first version of deals."""
    status: str
    """Of its table, now or when it was removed; nothing if that cannot be read."""
    is_gone: bool
    """Whether the table was removed."""


class Unfinished(NamedTuple):
    """A game that a person gave up, after its table was removed."""

    person: str
    table: str
    updated: int
    summary: bytes


class Listed(NamedTuple):
    """A table found in a list."""

    id: str
    summary: bytes | None
    """None: its line in the list is damaged."""


class Saved(NamedTuple):
    """A study in the lists."""

    id: str
    person: str
    title: str
    game: str
    moves: int
    version: int
    updated: int
    """Milliseconds since 1970."""


class Store(ABC):
    """The tables of a host. What a method says is on disk when it returns; else it raises ``NotStored``."""

    is_shared = False
    """Whether several servers can use it at once: then it lets them hear of each other."""

    @abstractmethod
    async def append(self, *batches: Batch) -> None:
        """Store events of one table or several, all of them or none; ``Behind`` if they don't follow."""

    @abstractmethod
    async def events_after(self, table: str, seq: int) -> list[bytes]:
        """The events of a table from a number on."""

    @abstractmethod
    async def events(self, table: str) -> list[bytes]:
        """Every event of a table; none if there is no such table; ``Damaged`` if they cannot be trusted."""

    @abstractmethod
    async def rewrite(self, table: str, old: Sequence[bytes], bodies: Sequence[bytes], row: Row) -> None:
        """Replace all events of a table by as many others; ``Behind`` if the old ones are no longer these."""

    @abstractmethod
    async def remove(
        self,
        tables: Sequence[str],
        status: str = "over",
        length: int | None = None,
        unfinished: Sequence[Unfinished] = (),
    ) -> None:
        """Forget tables and everything that belongs to them, but for what became of their deals.

        What is ``unfinished`` is kept. ``Behind`` if one of them has not as many events as expected.
        """

    # For servers that share it.

    def note(self, table: str, seq: int, bodies: Sequence[bytes]) -> None:
        """Note that another server has stored these events, the first of which has this number."""
        raise NotImplementedError

    async def lengths(self, tables: Sequence[str]) -> dict[str, int]:
        """How many events each of these tables has, at any server."""
        raise NotImplementedError

    async def spend(self, rows: Sequence[tuple[str, float, float]]) -> dict[str, float]:
        """Add up seconds that were used: who, how many, and how many of them a second forgives.

        Who → how many they are in all servers together.
        """
        raise NotImplementedError

    # Lists.

    @abstractmethod
    async def deals(self, before: int | None, most: int) -> list[Committed]:
        """The newest deals that the host committed to, of those with smaller numbers than this one."""

    @abstractmethod
    async def is_listed(self, row: Row) -> bool:
        """Whether a table stands in the lists as it should, for everyone who sits or spoke there."""

    @abstractmethod
    async def relist(self, row: Row) -> None:
        """Replace a table's line in the lists."""

    @abstractmethod
    async def next_table(self, after: str) -> str | None:
        """The table that follows another one, of all that anything is stored of."""

    @abstractmethod
    async def of_person(self, person: str) -> set[str]:
        """The tables where a person sits or sat."""

    @abstractmethod
    async def has_games(self, person: str) -> bool:
        """Whether a person sits or sat at a table whose game runs or is over."""

    @abstractmethod
    async def spoken_at(self, person: str) -> set[str]:
        """The tables where a person spoke, sitting there or not."""

    @abstractmethod
    async def summaries(self, person: str, statuses: Sequence[str], most: int) -> list[Listed]:
        """The newest tables of a person."""

    @abstractmethod
    async def unfinished(self, person: str, most: int) -> list[bytes]:
        """The newest games that a person gave up and whose tables are gone."""

    @abstractmethod
    async def public(self, statuses: Sequence[str], most: int) -> list[Listed]:
        """The newest public tables."""

    @abstractmethod
    async def awake(self) -> list[str]:
        """The tables that go on without being asked."""

    @abstractmethod
    async def older(self, status: str, moment: int, most: int) -> list[str]:
        """Tables that have not changed since a moment (milliseconds since 1970), the oldest first."""

    # Names.

    @abstractmethod
    async def name(self, person: str) -> str:
        """What a person is called; nothing if never said."""

    @abstractmethod
    async def rename(self, person: str, name: str) -> None:
        """Remember a name."""


class Studies(ABC):
    """The studies of a host: each is replaced as a whole, and only its author changes it."""

    @abstractmethod
    async def of(self, person: str) -> list[Saved]:
        """The studies of a person, the last saved first."""

    @abstractmethod
    async def bodies(self, person: str) -> dict[str, bytes]:
        """The studies of a person as they are stored, by their names."""

    @abstractmethod
    async def read(self, name: str) -> tuple[Saved, bytes]:
        """A study; refused if there is none."""

    @abstractmethod
    async def check_author(self, name: str, person: str) -> None:
        """Refuse a study of another person."""

    @abstractmethod
    async def add(self, person: str, row: tuple[str, str, int], body: bytes) -> Saved:
        """Store a new study: its title, game and number of moves."""

    @abstractmethod
    async def change(
        self, name: str, person: str, version: int, row: tuple[str, str, int], body: bytes
    ) -> Saved:
        """Replace a study; ``late`` if that version was replaced meanwhile."""

    @abstractmethod
    async def remove(self, name: str, person: str) -> None:
        """Delete a study for good."""
