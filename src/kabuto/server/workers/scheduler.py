"""Who gets the next free worker: fair to people, then to each person's tables, and quick for short turns.

A program's turn belongs to the person who set the table, a hint or a review to the address that asked for it.
No processes, no clock but the one it is given: ``workers`` does what is decided here.
"""

from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from time import monotonic
from typing import Literal

from kabuto.host.backend import Job
from kabuto.server.storage.job_queue import Length

SHORT = 0.25
"""Jobs expected to need fewer seconds of processor time than this are short."""
UNKNOWN = 1.0
"""Seconds expected of a kind of job that has not been measured yet."""
SLOW = ("review", "puzzles")
"""Jobs that may take minutes: however many there are, a worker is left for everything else."""
QUICK = ("greedy", "random")
"""Programs that are known to be short before anything is measured."""

Lane = Literal["main", "spare"]
"""The main workers are for all jobs, the spare one for short jobs: they never have to wait for long ones."""
LANES: dict[Lane, tuple[Length, ...]] = {"main": ("long", "slow", "short"), "spare": ("short",)}
"""What the workers of a lane do, the first choice first: short jobs have the spare worker too."""


class Ticket:
    """A job that waits for a worker, or has one."""

    def __init__(self, job: Job, granted: Callable[[], None]) -> None:
        self.job, self.granted = job, granted
        self.lane: Lane | None = None
        """Where its worker is; None while it waits."""
        self.began = 0.0


class Scheduler:
    """Gives out places of workers."""

    def __init__(
        self, workers: int, clock: Callable[[], float] = monotonic, on_one_core: bool = False
    ) -> None:
        """``on_one_core`` the spare one works beside slow jobs alone: it takes memory, and saves no time."""
        self._clock, self._on_one_core = clock, on_one_core
        self._free: dict[Lane, int] = {"main": workers, "spare": 1}
        self._most_of_person = self._most_slow = max(1, workers - 1)  # one is left for others
        self._slow = 0
        """Main workers in use for slow jobs."""
        self._waiting: dict[Length, _FairQueue] = {length: _FairQueue() for length in LANES["main"]}
        self._running: Counter[str] = Counter()
        """Person → main workers in use."""
        self._jobs: Counter[str] = Counter()
        """Person → jobs that wait or run."""
        self._due: dict[str, float] = {}
        """Person → when it's their turn again: the more time they used, the later."""
        self._expected: dict[tuple[str, str], float] = {}

    def request(self, job: Job, granted: Callable[[], None]) -> Ticket:
        """Ask for a worker; ``granted`` is called when there is one, perhaps at once."""
        ticket = Ticket(job, granted)
        if not self._jobs[job.person]:
            self._forget_old_debts()
            self._due[job.person] = max(self._due.get(job.person, 0), self._clock())
        self._jobs[job.person] += 1
        self._waiting[self.length(job.kind)].add(ticket)
        self._dispatch()
        return ticket

    def release(self, ticket: Ticket) -> None:
        """Give a worker back, or stop waiting for one."""
        person, now = ticket.job.person, self._clock()
        if ticket.lane is None:
            for queue in self._waiting.values():
                queue.remove(ticket)
        else:
            self._free[ticket.lane] += 1
            self._running[person] -= ticket.lane == "main"
            self._slow -= ticket.job.kind[1] in SLOW
            used = now - ticket.began
            self._due[person] = max(self._due[person], now + used)
        self._jobs[person] -= 1
        self._jobs, self._running = +self._jobs, +self._running
        self._dispatch()

    def learn(self, kind: tuple[str, str], seconds: float) -> None:
        """Take into account how much processor time a job needed."""
        known = self._expected.get(kind, seconds)
        self._expected[kind] = max(seconds, (known + seconds) / 2)  # rises at once, falls slowly

    def expected(self, kind: tuple[str, str]) -> float:
        """How many seconds of processor time a job of this kind is likely to need."""
        return self._expected.get(kind, 0 if kind[1] in QUICK else UNKNOWN)

    def is_short(self, kind: tuple[str, str]) -> bool:
        """Whether a job of this kind is expected to be short."""
        return self.expected(kind) < SHORT

    def jobs_of(self, person: str) -> int:
        """How many jobs of a person wait or run."""
        return self._jobs[person]

    @property
    def jobs(self) -> dict[str, int]:
        """Person → how many jobs wait or run."""
        return dict(self._jobs)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a worker."""
        return sum(map(len, self._waiting.values()))

    def length(self, kind: tuple[str, str]) -> Length:
        """How long a job of this kind is likely to take."""
        if kind[1] in SLOW:
            return "slow"
        return "short" if self.is_short(kind) else "long"

    def _may_begin(self, lane: Lane, length: Length) -> bool:
        """Whether one more job of this length may run in a lane that has a free worker."""
        if lane == "spare" and self._on_one_core and not self._slow:
            return False
        return length != "slow" or self._slow < self._most_slow

    def _dispatch(self) -> None:
        """Fill free workers."""
        for lane, length in ((lane, length) for lane, lengths in LANES.items() for length in lengths):
            while self._free[lane] and self._may_begin(lane, length):
                ticket = self._waiting[length].pop(self._first_for(lane))
                if ticket is None:
                    break
                self._free[lane] -= 1
                self._slow += length == "slow"
                self._running[ticket.job.person] += lane == "main"
                ticket.lane, ticket.began = lane, self._clock()
                ticket.granted()

    def _first_for(self, lane: Lane) -> Callable[[list[str]], str | None]:
        def first(persons: list[str]) -> str | None:
            if lane == "main":
                persons = [each for each in persons if self._running[each] < self._most_of_person]
            return min(persons, key=lambda each: (self._running[each], self._due[each]), default=None)

        return first

    def _forget_old_debts(self) -> None:
        now = self._clock()
        self._due = {each: due for each, due in self._due.items() if due > now or self._jobs[each]}


class _FairQueue:
    """Waiting jobs by person, and each person's by table: tables take turns."""

    def __init__(self) -> None:
        self._persons: dict[str, OrderedDict[str, deque[Ticket]]] = {}

    def __len__(self) -> int:
        return sum(len(tickets) for tables in self._persons.values() for tickets in tables.values())

    def add(self, ticket: Ticket) -> None:
        tables = self._persons.setdefault(ticket.job.person, OrderedDict())
        tables.setdefault(ticket.job.table, deque()).append(ticket)

    def pop(self, choose: Callable[[list[str]], str | None]) -> Ticket | None:
        """The next job of the person who is chosen among those who wait."""
        person = choose(list(self._persons))
        if person is None:
            return None
        table, tickets = next(iter(self._persons[person].items()))
        ticket = tickets[0]
        self._persons[person].move_to_end(table)
        self.remove(ticket)
        return ticket

    def remove(self, ticket: Ticket) -> None:
        person, table = ticket.job.person, ticket.job.table
        tables = self._persons.get(person)
        if tables is None or ticket not in tables.get(table, ()):
            return
        tables[table].remove(ticket)
        if not tables[table]:
            del tables[table]
        if not tables:
            del self._persons[person]
