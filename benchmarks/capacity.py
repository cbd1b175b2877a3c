"""What breaks first at 10,000, 100,000 and a million players at once, what to do then, and what that costs.

``python benchmarks/capacity.py`` reads what ``load.py`` has measured (``results/load.json``: processor of
servers and database for a turn, commits, bytes and memory of a socket), measures what it costs a server to
hear of a turn at a table that it does not have, and works out how far each shape of a site goes. How long
people wait is simulated: turns arrive at random and queue for cores. ``--json`` takes other measurements.

What is assumed stands in ``People``, ``Prices`` and ``Shape``; everything else was measured.
"""

import argparse
import asyncio
import heapq
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, NamedTuple

import psycopg

sys.path.insert(0, str(Path(__file__).parents[1]))
from deploy.database import postgres

RESULTS = Path(__file__).parent / "results" / "load.json"
PLAYERS = (10_000, 100_000, 1_000_000)
TARGET = 0.06
"""Seconds within which 99 of 100 turns have to reach the others."""
HEARD = 5000
"""How many notifications are heard to measure that."""
TELLING = """
import sys, psycopg
with psycopg.connect(sys.argv[1], autocommit=True) as connection:
    connection.execute("SET synchronous_commit = off")
    for _ in range(int(sys.argv[3])):
        connection.execute("SELECT pg_notify('kabuto', %s)", (sys.argv[2],))
"""


@dataclass(frozen=True)
class People:
    """What people do."""

    a_table: int = 3
    turn_every: float = 20.0
    """Seconds between two turns of a table; people think longer than ``load.py``."""
    start_pages: float = 1 / 300
    """How often a second a player looks at the start page."""


@dataclass(frozen=True)
class Prices:
    """What a hoster asks for, in euros a month."""

    core: float = 15.0
    gigabyte: float = 3.0
    """Of memory."""
    traffic: float = 0.01
    """For a gigabyte sent."""


@dataclass(frozen=True)
class Costs:
    """What was measured, in seconds and bytes."""

    turn: float
    """Processor of one server on SQLite, for a turn."""
    shared_turn: float
    """Processor of all servers on PostgreSQL together, for a turn."""
    database_turn: float
    commits: float
    """Transactions for a turn, without those in which servers hear of it: they write nothing."""
    hearing: float
    """Processor of a server that hears of a turn which does not concern it."""
    sent: float
    """Bytes to one socket, for a turn."""
    memory: float
    """Of a socket with its part of the table."""
    reads: float = 5.0
    """Queries that a start page makes."""

    @classmethod
    def read(cls, reports: Sequence[dict[str, Any]], hearing: float) -> "Costs":
        """What ``load.py`` has written."""
        alone = next(each for each in reports if each["server"].endswith(" tables"))
        shared = next(each for each in reports if "PostgreSQL" in each["server"])
        sockets = next(when for when in shared["memory_mb"] if "in play" in when)
        grown = shared["memory_mb"][sockets] - shared["memory_mb"]["empty"]
        number = int(sockets.split()[0])
        return cls(
            turn=alone["processor_ms_a_turn"] / 1000,
            shared_turn=shared["processor_ms_a_turn"] / 1000,
            database_turn=shared["database_ms_a_turn"] / 1000,
            commits=shared["commits_a_second"] / shared["turns_a_second"],
            hearing=hearing,
            sent=shared["bytes_a_socket_and_second"] * number / 3 / shared["turns_a_second"],
            memory=grown * 2**20 / number,
        )


class Limit(NamedTuple):
    """A resource that a shape has, and how much of it so many turns a second need."""

    what: str
    need: float
    there_is: float

    @property
    def share(self) -> float:
        """How much of it is needed; more than 1 breaks."""
        return self.need / self.there_is


@dataclass(frozen=True)
class Shape:
    """A way to run the site."""

    name: str
    servers: int
    """Processes, each with a core of its own."""
    databases: int
    """0: SQLite."""
    cores: int = 16
    """Of each database."""
    commits: float = 10_000.0
    """Transactions a second that a database takes: it writes many to disk at once. This is assumed."""
    is_routed: bool = False
    """Whether the sockets of a table come to the same server, so that others need not hear of it."""
    has_replicas: bool = False
    """Whether start pages are read elsewhere."""

    def limits(self, players: int, people: People, costs: Costs) -> list[Limit]:
        """What so many players need of everything that there is."""
        turns = players / people.a_table / people.turn_every
        usable = busiest(1, costs.shared_turn if self.databases else costs.turn)
        if not self.databases:
            return [Limit("the one process", turns * costs.turn, usable)]
        heard = 0.0 if self.is_routed else turns * costs.hearing
        page_reads = 0.0 if self.has_replicas else players * people.start_pages * costs.reads
        own = turns * (costs.turn if self.is_routed else costs.shared_turn)
        return [
            Limit("cores of the servers", own + heard * self.servers, self.servers * usable),
            Limit("hearing of all turns", heard, usable / 2),
            Limit(
                "cores of the database",
                (turns * costs.database_turn + page_reads * costs.database_turn / 4) / self.databases,
                self.cores * busiest(self.cores, costs.database_turn),
            ),
            Limit("transactions of the database", turns * costs.commits / self.databases, self.commits * 0.7),
        ]

    def cost(self, players: int, people: People, costs: Costs, prices: Prices) -> float:
        """Euros a month for a thousand players that are there at once all the time."""
        cores = self.servers + self.databases * self.cores * (2 if self.has_replicas else 1)
        memory = players * costs.memory / 2**30 + 4 * self.databases + 0.06 * self.servers
        turns = players / people.a_table / people.turn_every
        sent = turns * people.a_table * costs.sent * 30 * 24 * 3600 / 1e9
        return (cores * prices.core + memory * prices.gigabyte + sent * prices.traffic) / players * 1000


SHAPES = (
    Shape("one server, SQLite", 1, 0),
    Shape("3 servers, one PostgreSQL", 3, 1),
    Shape("12 servers, one PostgreSQL", 12, 1),
    Shape("24 servers, sockets routed by table, lists from a replica", 24, 1, 32, 20_000, True, True),
    Shape("240 servers, 8 databases by table, routed, replicas", 240, 8, 16, 20_000, True, True),
)
STEPS = {
    "the one process": "several servers on PostgreSQL",
    "cores of the servers": "more servers",
    "hearing of all turns": "route the sockets of a table to the same server",
    "cores of the database": "read lists from a replica, then divide tables over several databases",
    "transactions of the database": "divide tables over several databases",
}


@lru_cache
def busiest(cores: int, service: float) -> float:
    """How busy cores may be on average so that 99 of 100 turns are done in time."""
    low, high = 0.05, 0.98
    while high - low > 0.01:
        middle = (low + high) / 2
        low, high = (middle, high) if waited(cores, service, middle) < TARGET else (low, middle)
    return low


def waited(cores: int, service: float, load: float, number: int = 20_000) -> float:
    """Seconds within which 99 of 100 turns are done that come at random and take a random time."""
    rng, now, free, times = Random(1), 0.0, [0.0] * cores, []
    for _ in range(number):
        now += rng.expovariate(load * cores / service)
        start = max(now, heapq.heappop(free))
        end = start + rng.expovariate(1 / service)
        heapq.heappush(free, end)
        times.append(end - now)
    return sorted(times)[int(0.99 * number)]


def hearing() -> float:
    """Seconds of processor to take a notification about a table that nobody has open here."""
    from kabuto.server.servers import _DECODER, _ENCODER, news_of

    body = b'{"type":"moved","seat":1,"notation":"S3n13","id":"a81f","at":1794920000000}'
    payload = f"[{_ENCODER.encode(news_of('Pn-d4KVkUEhsKLf_FedDmw', [body] * 2, 0, False)).decode()}]"
    rooms: dict[str, object] = {}

    async def listen(address: str) -> float:
        async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
            await connection.execute("LISTEN kabuto")
            command = [sys.executable, "-c", TELLING, address, payload, str(HEARD)]
            telling = await asyncio.create_subprocess_exec(*command)
            began, number = process_time(), 0
            async for notification in connection.notifies():
                for news in _DECODER.decode(notification.payload):
                    rooms.get(news.table)
                number += 1
                if number == HEARD:
                    break
            await telling.wait()
            return (process_time() - began) / HEARD

    with postgres() as server:
        return asyncio.run(listen(server.address))


def table(people: People, costs: Costs, prices: Prices) -> Iterator[str]:
    """What becomes of every shape with ever more players."""
    yield "| players at once | shape | breaks first | share of it in use | next step | € a month for 1,000 |"
    yield "|---|---|---|---|---|---|"
    for players in PLAYERS:
        for shape in SHAPES:
            tightest = max(shape.limits(players, people, costs), key=lambda limit: limit.share)
            is_enough = tightest.share <= 1
            cost = f"{shape.cost(players, people, costs, prices):.2f}" if is_enough else "–"
            step = "enough" if is_enough else STEPS[tightest.what]
            share = f"{tightest.share:.0%}".replace("%", " %")
            yield f"| {players:,} | {shape.name} | {tightest.what} | {share} | {step} | {cost} |"
            if is_enough:
                break


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--json", type=Path, default=RESULTS, help="what load.py --json has written")
    parser.add_argument("--hearing", type=float, help="microseconds to hear of a turn (default: measured)")
    args = parser.parse_args()
    heard = hearing() if args.hearing is None else args.hearing / 1e6
    costs = Costs.read(json.loads(args.json.read_text()), heard)
    print(f"hearing of a turn: {heard * 1e6:.1f} µs\n")
    print("\n".join(table(People(), costs, Prices())))


if __name__ == "__main__":
    main()
