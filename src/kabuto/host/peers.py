"""Other servers that use the same store: what they tell each other. Most hosts are alone."""

from collections.abc import Collection, Sequence
from typing import Protocol

from msgspec import Raw, Struct

MOST_TOLD = 2000
"""Bytes of events that are sent along; longer ones are read by those who need them."""


class News(Struct, frozen=True, omit_defaults=True):
    """What one server tells the others."""

    by: str = ""
    table: str = ""
    seq: int = 0
    """How many events are stored of the table."""
    bodies: list[Raw] = []
    """The last of them, if they are not too long: then no one has to read them."""
    awake: bool = False
    """Whether a person has to take care of it."""
    here: list[str] | None = None
    """Which of those who sit at the table have it open there."""
    asks: bool = False
    """Whether the others should say who is there."""
    ended: list[str] = []
    """Devices that were signed out."""
    leaves: bool = False
    """Whether this server stops."""
    spent: tuple[str, str] | None = None
    """A limit, and the person or address that has used it."""
    busy: dict[str, int] | None = None
    """Person → how many of their jobs wait for this server's own workers, or run there."""
    rewritten: bool = False
    """Whether events of the table were replaced by others."""
    done: str = ""
    """A job that a worker has done."""


def news_of(table: str, bodies: Sequence[bytes], told: int, awake: bool) -> News:
    """The news that a table has these events, of which the others know some."""
    new = bodies[told:] if sum(map(len, bodies[told:])) <= MOST_TOLD else ()
    return News(table=table, seq=len(bodies), bodies=[Raw(body) for body in new], awake=awake)


class Peers(Protocol):
    """The others, as a host sees them."""

    @property
    def is_shared(self) -> bool:
        """Whether there can be others."""

    @property
    def names(self) -> Collection[str]:
        """The servers that are there."""

    def takes_care_of(self, table: str) -> bool:
        """Whether it is up to this host what happens at a table by itself."""

    def tell(self, news: News) -> None:
        """Tell the others, soon."""

    def busy_elsewhere(self, person: str) -> int:
        """How many jobs of a person wait or run at the workers of other servers."""


class Alone:
    """No others."""

    is_shared = False
    names: Collection[str] = ()

    def takes_care_of(self, table: str) -> bool:
        """Yes."""
        return True

    def tell(self, news: News) -> None:
        """Does nothing."""

    def busy_elsewhere(self, person: str) -> int:
        """None."""
        return 0
