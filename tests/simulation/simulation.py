"""One world: some servers on one database, people at some tables, and faults, all from one seed."""

import asyncio
import logging
import sys
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from random import Random
from traceback import format_exc
from typing import Any, TextIO
from zlib import crc32

from kabuto.players import names
from kabuto.table import BadOption, game_class, manifests
from kabuto.table.options import resolve

from . import checks
from .database import Database, Event
from .faults import trouble
from .loop import MACHINE, Stuck, VirtualLoop
from .people import Manner, Person
from .roads import Road
from .server import EPOCH, Server

EXAMPLES = {"kaiawase": Path(__file__).parents[2] / "examples" / "kaiawase"}
TABLES = 8
"""How many games are played in one world."""
DISK = (0.0005, 0.004)
"""Seconds that a commit takes."""
DRIFT = 0.02
"""How much the clock of the database may be too fast or too slow."""
QUIET = (10.0, 30.0)
"""When faults end, in seconds."""
PATIENCE = 300.0
"""Seconds after the faults within which something has to happen at every moment, until all games are over."""
PAUSE = (0.15, 1.5)
"""Seconds between two faults."""
LOGGER = logging.getLogger("kabuto.server")
NAPS, LONG = 2.0, 200
"""How often some people fall asleep in a game, and how many moves it has if nobody knows."""
USUAL = {"storing_failed", "storing_again", "thinking_failed", "program_failed"}
"""What a server may warn of while there are faults."""


@dataclass
class Report:
    """What came of a world."""

    seed: int
    games: int = 0
    accepted: int = 0
    """Moves, and whatever else was carried out."""
    commits: int = 0
    messages: int = 0
    """Messages that clients got, each compared with what the store holds."""
    seconds: float = 0.0
    """Virtual time."""
    faults: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    """What must not be."""
    trace: str = ""
    """A checksum of everything that happened."""

    def __iadd__(self, other: "Report") -> "Report":
        for name in ("games", "accepted", "commits", "messages", "seconds"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.faults += other.faults
        self.wrong += [f"seed {other.seed}: {each}" for each in other.wrong]
        return self


class Simulation:
    """A world while it goes on."""

    def __init__(self, seed: int, game: str, tables: int = TABLES, log: TextIO | None = None) -> None:
        self._rng = Random(f"{seed} {game}")
        self._game, self._tables, self._log = game, tables, log
        self._trace = blake2b(digest_size=8)
        self.loop = VirtualLoop(self._stream("threads"))
        self.database_offset = 0.0
        rate = 1 + self._rng.uniform(-DRIFT, DRIFT)
        self.database = Database(lambda: EPOCH + self.loop.time() * rate + self.database_offset)
        self.database.disk = Road(self._stream("disk"), DISK)
        self.database.committed = self._committed
        self.stored: list[tuple[float, Event]] = []
        """Every event in the order in which they were committed, and when that was."""
        number = self._rng.choice((1, 2, 3, 3))
        self.servers = [
            Server(f"server {n}", self.loop, self.database, self._stream(f"server {n}"))
            for n in range(number)
        ]
        self.people: list[Person] = []
        self.faults: Counter[str] = Counter()
        self.warnings: list[str] = []
        self.report = Report(seed)

    def _stream(self, name: str) -> Random:
        return Random(f"{self._rng.getrandbits(64)} {name}")

    def run(self) -> Report:
        """Let everything happen, and check it."""
        watcher = _Watcher(self)
        LOGGER.addHandler(watcher)
        before, LOGGER.propagate, LOGGER.level = (LOGGER.propagate, LOGGER.level), False, logging.WARNING
        LOGGER.setLevel(logging.WARNING)
        quiet = self._rng.uniform(*QUIET)
        try:
            self.loop.run(self._main(quiet), quiet + PATIENCE)
        except Stuck as stuck:
            self.report.wrong.append(f"not all games end: {stuck}")
        except Exception as error:  # a client did not understand what it was sent
            self.report.wrong.append(f"{type(error).__name__}: {error}")
            if self._log:
                self._log.write(format_exc())
        finally:
            LOGGER.removeHandler(watcher)
            LOGGER.propagate = before[0]
            LOGGER.setLevel(before[1])
        return self._reported()

    def _reported(self) -> Report:
        report = self.report
        report.games, report.seconds, report.faults = self._tables, self.loop.time(), self.faults
        report.messages = sum(len(person.heard) for person in self.people)
        report.wrong += self.loop.problems + self.warnings
        if not report.wrong:
            report.accepted, wrong = checks.check(self.database, self.stored, self.people)
            report.wrong += wrong
        report.trace = self._trace.hexdigest()
        return report

    async def _main(self, quiet: float) -> None:
        for server in self.servers:
            server.start()
        pause = self._rng.uniform(*PAUSE)
        troubles = asyncio.create_task(trouble(self, self._stream("faults"), pause, quiet))
        await asyncio.gather(*(self._play(number) for number in range(self._tables)))
        troubles.cancel()

    async def _play(self, number: int) -> None:
        """One table from the first seat to the last move."""
        rng = self._stream(f"table {number}")
        await asyncio.sleep(rng.uniform(0, 2))
        options = _options(self._game, rng)
        players = options.pop("players")
        persons = rng.randint(1, players)
        own = 2 if persons > 1 and rng.random() < 0.2 else 1  # one device goes around
        persons -= own - 1
        program = [{"who": "program", "program": rng.choice(("random", names(self._game)[0]))}]
        seats: list[Any] = [{"who": "me"}] * own + [{"who": "open"}] * (persons - 1)
        seats += program * (players - len(seats))
        rng.shuffle(seats)
        clock = rng.choice((None, None, {"per": "move", "seconds": 20}, {"per": "game", "seconds": 30}))
        rematch = rng.random() < 0.2
        people = [self._person(f"{number}{each}", rng, clock, rematch) for each in "abcdefgh"[:persons]]
        await people[0].arrive()
        wish = {"game": self._game, "options": options, "seats": seats, "clock": clock}
        info = await people[0].set_table(wish)
        self.note("table", info["id"])
        for person, invite in zip(people[1:], info["invites"], strict=True):
            await person.arrive()
            await person.join(info["id"], invite["token"])
        if rng.random() < 0.3:
            people.append(self._person(f"{number}x", rng, None))
            await people[-1].arrive()
            people[-1].watch(info["id"])
        if rng.random() < 0.2:
            people.append(self._person(f"{number}y", rng, None))
            await people[-1].arrive(people[0])
            people[-1].watch(info["id"])
        await asyncio.gather(*(person.play() for person in people))
        await asyncio.gather(*(person.look() for person in people))  # nobody says anything any more

    def _person(self, name: str, rng: Random, clock: Any, rematch: bool = False) -> Person:
        manner = Manner(
            language=rng.choice(("en", "de")),
            wire=self._game,
            undoes=rng.choice((0, 0.3)),
            talks=rng.choice((0, 0.1)),
            doubles=rng.choice((0, 0.2)),
            repeats=rng.choice((0, 0.2)),
            leaves=rng.choice((0, 0.1)),
            resigns=rng.choice((0, 0, 0, 0.01)),
            renames=rng.choice((0, 0, 0, 0.05)),
            rematch=rematch,
            naps=rng.choice((0, NAPS / min(game_class(self._game).most_plies or LONG, LONG))) if clock else 0,
        )
        person = Person(name, len(self.people) + 1, self.servers, self._stream(name), manner)
        person.takes_note = lambda what, detail: self.note(f"{name} {what}", detail)
        self.people.append(person)
        return person

    def _committed(self, events: list[Event]) -> None:
        self.report.commits += 1
        now = self.loop.time()
        if events and not self.warnings:
            self.loop.limit = max(self.loop.limit, now + PATIENCE)
        for event in events:
            self.stored.append((now, event))
            self.note("stores", f"{event.table} {event.seq} {crc32(event.body):08x}")

    def note(self, what: str, detail: object) -> None:
        """Add something to the trace."""
        line = f"{self.loop.time():11.6f} {what} {detail}\n"
        self._trace.update(line.encode())
        if self._log:
            self._log.write(line)


def _options(game: str, rng: Random) -> dict[str, Any]:
    """Options of a game, chosen by chance."""
    table = game_class(game).option_table
    while True:
        with suppress(BadOption):  # not everything goes together
            return resolve(table, {option.name: rng.choice(option.values) for option in table})


class _Watcher(logging.Handler):
    """Notes what servers warn of."""

    def __init__(self, world: Simulation) -> None:
        super().__init__()
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Note a warning; one that faults do not explain is wrong."""
        machine, event = MACHINE.get(), record.getMessage()
        told = f"{event} {getattr(record, 'fields', '')}"
        if record.exc_info and record.exc_info[1]:
            told += f" {record.exc_info[1]!r}"
        self._world.note(f"{machine.name if machine else 'somebody'} warns", told)
        if event not in USUAL:
            self._world.warnings.append(f"a server warns: {told}")
            self._world.loop.limit = self._world.loop.time()  # nothing better will come


def prepare(game: str) -> None:
    """Have a game at hand: an example of this repository is installed as if by its entry point."""
    if not manifests.is_game(game) and game in EXAMPLES:
        sys.path.insert(0, str(EXAMPLES[game]))
        module = __import__(game)
        manifests.add(getattr(module, game.capitalize()))


def simulate(seed: int, game: str, tables: int = TABLES, log: TextIO | None = None) -> Report:
    """A world of a seed, played to its end."""
    prepare(game)
    return Simulation(seed, game, tables, log).run()
