"""What a host stands on, handed in by its caller: a server, a page, a simulator or a test."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

from kabuto.host.clock import Chance, Clock
from kabuto.host.peers import Alone, Peers
from kabuto.host.rate_limits import Limits
from kabuto.host.store import Store, Studies
from kabuto.protocol.errors import Refusal
from kabuto.table import Game, Refused, View


class Job(NamedTuple):
    """Something to think about."""

    person: str
    table: str
    kind: tuple[str, str]
    """The game, and the program or what else is asked for: the same kind takes about the same time."""
    charge: Callable[[float], object] = lambda seconds: None
    """Told how many seconds of processor time it has needed."""


class Unwell(Exception):
    """A worker has ended, or did not answer in time."""


class NotInstalled(Refused):
    """What was asked for needs a library that is missing here."""


class Workers(Protocol):
    """Who thinks for programs and computes what takes time. ``Refused`` or ``Unwell`` if no worker can."""

    async def turn(self, job: Job, game: Game[Any, Any], seat: int) -> list[str]:
        """The turn of a program at a person's table: its moves, or any legal ones, whatever it does."""

    async def compute(self, job: Job, work: Callable[..., Any], *values: Any) -> Any:
        """What a function of a module finds out about some values."""

    async def analyse(self, job: Job, game: str, view: View, language: str) -> dict[str, Any]:
        """What the analysis of a game finds in a position."""

    async def advise(self, job: Job, game: str, program: str, view: View, language: str) -> dict[str, Any]:
        """What a program would play in a position, and why."""

    async def review(self, job: Job, record: dict[str, Any], language: str) -> dict[str, Any]:
        """What the analysis finds in a whole game."""

    async def look_back(
        self, job: Job, record: dict[str, Any], turns: list[int], language: str
    ) -> dict[str, Any]:
        """What the analysis finds in some turns of a game; without turns, how its chances went."""

    async def puzzles(self, job: Job, record: dict[str, Any], plies: range) -> list[dict[str, Any]]:
        """The puzzles in a part of a game."""

    async def jobs_of(self, person: str) -> int:
        """How many jobs of a person wait or run."""

    def expected(self, kind: tuple[str, str]) -> float:
        """How many seconds of processor time a job of this kind is likely to need."""

    def progress(self, game: str) -> float | None:
        """How much of a game's engine is compiled, from 0 to 1; None if there is nothing to wait for."""


class Metrics(Protocol):
    """Counts what happens, for operators."""

    def count(self, name: str, **labels: object) -> None:
        """One more of something."""

    def time(self, name: str, seconds: float) -> None:
        """Something took so long."""


class Uncounted:
    """Counts nothing."""

    def count(self, name: str, **labels: object) -> None:
        """Does nothing."""

    def time(self, name: str, seconds: float) -> None:
        """Does nothing."""


Aside = Callable[..., Awaitable[Any]]
"""Finds out what a function does about some values while others go on, where there is a person to do it."""


async def at_once(work: Callable[..., Any], *values: Any) -> Any:
    """Does it here and now: a page's worker has no threads."""
    return work(*values)


AskGuest = Callable[..., str]
"""Writes a question down for the page that calls: a call, what is asked, a game and values; or nothing."""


def ask_no_guest(*_: Any) -> str:
    """No page thinks: the host does."""
    return ""


class Answer(NamedTuple):
    """The body of an answer, encoded."""

    body: bytes
    is_zipped: bool


class Answers(Protocol):
    """Answers that were made before."""

    async def get(self, name: str, zips: bool, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """An answer that was made before, or is made now; ``zips``: whether it may be compressed."""


class Unkept:
    """Answers are made each time."""

    async def get(self, name: str, zips: bool, make: Callable[[], Awaitable[Answer]]) -> Answer:
        """An answer that is made now."""
        return await make()


class Archive(Protocol):
    """Where games go that are removed from the store."""

    async def keep(self, table: str, record: dict[str, Any], proof: dict[str, Any] | None) -> None:
        """Keep the record of a game, and the proof of its deal if there is one; ``OSError`` if that fails."""

    def has(self, table: str) -> bool:
        """Whether a table was removed; the name may be any text."""


class NoArchive:
    """Nothing can be kept, so nothing is removed."""

    async def keep(self, table: str, record: dict[str, Any], proof: dict[str, Any] | None) -> None:
        """There is no room."""
        raise OSError("there is no archive")

    def has(self, table: str) -> bool:
        """None was removed."""
        return False


@dataclass(frozen=True, kw_only=True)
class Backend:
    """All of it. Who holds tables alone needs a store, studies, workers, a clock and chance."""

    store: Store
    studies: Studies
    workers: Workers
    clock: Clock
    chance: Chance
    limits: Limits = field(default_factory=Limits)
    peers: Peers = field(default_factory=Alone)
    metrics: Metrics = field(default_factory=Uncounted)
    aside: Aside = at_once
    archive: Archive = field(default_factory=NoArchive)
    answers: Answers = field(default_factory=Unkept)
    ask_guest: AskGuest = ask_no_guest
    """Leaves hints and reviews to pages that can think."""
    key: bytes = b""
    """Hides in the store whose processor time it is."""
    why_closed: Callable[[str], Refusal | None] = lambda table: None
    """Why no one may see a table; None: it is open."""
    notify_turn: Callable[[str, str, str], None] = lambda person, table, game: None
    """Tells a person who is away that it is their turn at a table of a game."""
