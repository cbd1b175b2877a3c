"""Bots play on several servers while processes are killed or frozen and connections are cut or held up.

``python -m tests.server.faults --faults 500`` does so for a while and prints what came of it. Afterwards all
servers are started again, so that everything they know comes from the database, and every bot's memory is
compared with it.
"""

import argparse
import asyncio
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from random import Random

import psycopg

from deploy.database import Postgres, postgres
from deploy.proxy import Link, Proxy
from kabuto.host.store import Damaged
from kabuto.server.storage import checksums, peers
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import Moved, decode

from .bots import Bot, Counts, History
from .persons import Server

SERVERS, WORKERS, LANES = 3, 2, 3
"""How many servers and workers there are, and how many faults happen at the same time at most."""
FROZEN = peers.LEASE + 1.5
"""Seconds that a server is frozen: longer than its lease."""
PATIENCE = 120.0
"""Seconds after which somebody has to be able to play again."""
QUICK_START = """
from kabuto.server.workers.warm_up import Preparation
Preparation.start = lambda self: None
"""
"""No compiled engine is needed here, and each start would load it."""


class Cluster:
    """Servers on one database behind a proxy, all of which can be harmed."""

    def __init__(self, folder: Path, database: Postgres) -> None:
        self._folder, self._database = folder, database
        self.store = database.address
        self.proxy = Proxy()
        self._servers: list[Server | None] = [None] * SERVERS
        self._locks = [asyncio.Lock() for _ in range(SERVERS)]
        self._workers: list[asyncio.subprocess.Process | None] = [None] * WORKERS
        self._worker_locks = [asyncio.Lock() for _ in range(WORKERS)]
        self._database_lock = asyncio.Lock()

    async def open(self) -> str:
        """Start the servers; the address of the proxy."""
        await asyncio.gather(*map(self._start, range(SERVERS)))
        await asyncio.gather(*map(self._start_worker, range(WORKERS)))
        host, port = await self.proxy.open()
        return f"{host}:{port}"

    async def close(self) -> None:
        """Stop everything."""
        await self.proxy.close()
        for number in range(WORKERS):
            await self._end_worker(number)
        left = [each for each in self._servers if each is not None and each.process.poll() is None]
        await asyncio.gather(*(asyncio.to_thread(server.stop) for server in left))

    async def restart(self) -> None:
        """Stop all servers and start them again: what they knew is gone."""
        for server in self._servers:
            assert server is not None
            server.kill()
        await asyncio.gather(*map(self._start, range(SERVERS)))

    async def _start(self, number: int) -> None:
        folder = self._folder / f"server{number}"
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(AssertionError):  # the database is down: whoever runs it tries again
                    server = await asyncio.to_thread(Server, folder, before=QUICK_START, store=self.store)
                    break
        self._servers[number] = server
        self._route()

    async def _start_worker(self, number: int) -> None:
        with (self._folder / f"worker{number}.log").open("ab") as log:
            self._workers[number] = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "kabuto", "worker", "--store", self.store, "--workers", "1"),
                stdout=log,
                stderr=log,
            )

    def _route(self) -> None:
        """Tell the proxy where the servers are that were not found dead."""
        addresses = [server.address for server in self._servers if server is not None]
        parts = [address.removeprefix("http://").rpartition(":") for address in addresses]
        self.proxy.servers = [(host, int(port)) for host, _, port in parts]

    # Faults.

    async def kill_server(self, rng: Random) -> None:
        """Kill a server and start it again."""
        number = rng.randrange(SERVERS)
        async with self._locks[number]:
            server = self._servers[number]
            assert server is not None
            await asyncio.to_thread(server.kill)
            await asyncio.sleep(rng.random())
            await self._start(number)

    async def kill_worker(self, rng: Random) -> None:
        """Kill a worker and start it again; one that has ended, because the database was down, too."""
        number = rng.randrange(WORKERS)
        async with self._worker_locks[number]:
            await self._end_worker(number)
            await self._start_worker(number)

    async def _end_worker(self, number: int) -> None:
        worker = self._workers[number]
        assert worker is not None
        with suppress(ProcessLookupError):
            worker.kill()
        await worker.wait()

    async def freeze_server(self, rng: Random) -> None:
        """Freeze a server until the others have taken its games over."""
        number = rng.randrange(SERVERS)
        async with self._locks[number]:
            server = self._servers[number]
            assert server is not None
            server.process.send_signal(signal.SIGSTOP)
            await asyncio.sleep(FROZEN)
            server.process.send_signal(signal.SIGCONT)

    async def kill_database(self, rng: Random) -> None:
        """Kill every process of PostgreSQL at once, and start it again."""
        async with self._database_lock:
            await asyncio.to_thread(self._database.kill)
            await asyncio.sleep(rng.random())
            await asyncio.to_thread(self._database.start)

    async def cut(self, rng: Random) -> None:
        """Cut some connections."""
        for link in self._some_links(rng):
            link.cut()

    async def delay(self, rng: Random) -> None:
        """Hold some connections up."""
        await self.proxy.hold(self._some_links(rng), 0.5 + 3 * rng.random())

    def _some_links(self, rng: Random) -> list[Link]:
        links = sorted(self.proxy.links, key=id)
        return [link for link in links if rng.random() < 0.5] or links[:1]


Fault = Callable[[Cluster, Random], Awaitable[None]]
FAULTS: dict[str, tuple[Fault, int]] = {
    "server killed (−9)": (Cluster.kill_server, 5),
    "server frozen past its lease": (Cluster.freeze_server, 2),
    "worker killed (−9)": (Cluster.kill_worker, 2),
    "PostgreSQL killed (−9)": (Cluster.kill_database, 3),
    "connections cut": (Cluster.cut, 5),
    "connections held up": (Cluster.delay, 5),
}
"""What can happen, and how often in proportion."""


def plan(number: int, rng: Random) -> list[str]:
    """As many faults, of each kind by its share and at least one, in any order."""
    total = sum(weight for _, weight in FAULTS.values())
    names = [name for name, (_, weight) in FAULTS.items() for _ in range(max(1, number * weight // total))]
    names += rng.choices(list(FAULTS), k=max(0, number - len(names)))
    rng.shuffle(names)
    return names


class Group:
    """Two persons who play one game after the other, some of them with a program."""

    def __init__(self, address: str, counts: Counts, number: int) -> None:
        self._bots = [Bot(address, counts, 100 * number + seat) for seat in range(2)]
        self._counts, self._has_program = counts, number % 2 == 1
        self.histories: list[tuple[Bot, History]] = []

    async def run(self) -> None:
        """Play until the run is over."""
        for bot in self._bots:
            await bot.ask("GET", "/api/me")
        while not self._counts.is_ending:
            if table := await self._set_table():
                played = await asyncio.gather(*(bot.play(table, n) for n, bot in enumerate(self._bots)))
                self.histories += zip(self._bots, played, strict=True)
                self._counts.games += 1

    async def _set_table(self) -> str | None:
        host, guest = self._bots
        seats = [{"who": "me"}, {"who": "open"}]
        if self._has_program:
            seats.append({"who": "program", "program": "greedy"})
        table = await host.ask("POST", "/api/tables", {"seats": seats})
        if not table:
            return None
        path, invite = f"/api/tables/{table['id']}", table["invites"][0]["token"]
        await guest.ask("POST", f"{path}/join", {"invite": invite})  # refused if it has worked already
        found = await host.ask("GET", path)
        return str(table["id"]) if found and found["status"] == "playing" else None


class Findings:
    """What the bots remember, beside what the database holds."""

    def __init__(self) -> None:
        self.moves = self.accepted = self.hands = self.tables = 0
        self.lost: list[str] = []
        self.twice: list[str] = []
        self.wrong: list[str] = []
        """Anything else: gaps, different logs, changed hands, moves that were refused and stored."""

    def check(self, store: str, histories: list[History]) -> None:
        """Look at every table."""
        for table in sorted({history.table for history in histories}):
            self._check_table(store, table, [each for each in histories if each.table == table])

    def _check_table(self, store: str, table: str, histories: list[History]) -> None:
        with psycopg.connect(store) as connection:
            query = "SELECT seq, body, mark FROM events WHERE tab = %s ORDER BY seq"
            rows = connection.execute(query, (table,)).fetchall()
            (head,) = connection.execute("SELECT length, mark FROM tables WHERE id = %s", (table,)).fetchall()
        try:
            events = [decode(body) for body in checksums.checked(table, rows, *head)]  # numbers without gaps
        except Damaged as damage:
            self.wrong.append(f"{table}: {damage}")
            return
        stored = [event for event in events if isinstance(event, Moved)]
        try:
            game = Table(table, events).game
        except Exception as error:
            self.wrong.append(f"{table}: what is stored makes no game: {error}")
        else:
            if game is None or game.ply != len(stored):
                self.wrong.append(f"{table}: not every stored move was played")
        self.tables += 1
        self.moves += len(stored)
        moves = [event.notation for event in stored]
        for history in histories:
            self._check_seat(history, stored, moves)

    def _check_seat(self, history: History, stored: list[Moved], moves: list[str]) -> None:
        place = f"{history.table} seat {history.seat}"
        own = [event for event in stored if event.seat == history.seat and not event.program]
        times = Counter(event.id for event in own)
        self.accepted += len(history.accepted)
        self.hands += history.compared
        self.lost += [f"{place}: {name}" for name in history.accepted if not times[name]]
        self.twice += [f"{place}: {name}" for name, number in times.items() if number > 1]
        self.wrong += [f"{place}: {fault}" for fault in history.faults]
        self.wrong += [f"{place}: {name} is stored though refused" for name in history.refused & times.keys()]
        if [(each.id, each.notation) for each in own if each.id in history.accepted] != [
            *history.accepted.items()
        ]:
            self.wrong.append(f"{place}: its moves are stored in another order, or changed")
        assert history.final is not None
        seen = [entry["move"] for entry in history.final.log]
        turn = [entry["move"] for entry in (history.final.own or {"turn": []})["turn"]]
        if (seen + turn if turn else seen) != moves[: len(seen) + len(turn)]:
            self.wrong.append(f"{place}: its log is another one")


class Report:
    """What a run brought."""

    def __init__(self, faults: "Counter[str]", counts: Counts, findings: Findings, seconds: float) -> None:
        self.faults, self.counts, self.findings, self.seconds = faults, counts, findings, seconds

    def __str__(self) -> str:
        found, counts = self.findings, self.counts
        rows = [
            *((name, self.faults[name]) for name in FAULTS),
            ("**all faults**", self.faults.total()),
            ("games", found.tables),
            ("moves stored", found.moves),
            ("moves of people accepted", found.accepted),
            ("sent again because the answer was lost", counts.resent),
            ("sent late or twice on purpose", counts.repeated),
            ("connections opened", counts.connections),
            ("hands compared", found.hands),
            ("**accepted and lost**", len(found.lost)),
            ("**played twice**", len(found.twice)),
            ("gaps, different logs, changed hands, refused but stored", len(found.wrong)),
        ]
        lines = [f"| {name} | {value} |" for name, value in rows]
        return "\n".join([f"| in {self.seconds / 60:.0f} minutes | |", "|---|---|", *lines])


async def run(
    folder: Path, database: Postgres, number: int, groups: int, seed: int, minutes: float = 60.0
) -> Report:
    """Let bots play while as many faults happen, and compare what they remember with what is stored.

    After so many minutes there are no more faults, however many were planned.
    """
    rng, counts, done, began = Random(seed), Counts(), Counter[str](), time.monotonic()
    waiting = plan(number, rng)
    async with AsyncExitStack() as open_:
        cluster = Cluster(folder, database)
        open_.push_async_callback(cluster.close)
        address = await cluster.open()
        tables = [Group(address, counts, each) for each in range(groups)]
        playing = [asyncio.create_task(group.run()) for group in tables]

        async def harm(lane: int) -> None:
            chance = Random(seed * 1000 + lane)
            while waiting and time.monotonic() < began + minutes * 60:
                name = waiting.pop()
                await FAULTS[name][0](cluster, chance)
                done[name] += 1
                await accepted(counts.accepted + 1)  # then somebody can play again

        async def accepted(moves: int) -> None:
            async with asyncio.timeout(PATIENCE):
                while counts.accepted < moves:
                    await asyncio.sleep(0.02)

        async def look() -> None:
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*(bot.look(history) for bot, history in histories))

        await accepted(groups)
        await asyncio.gather(*(harm(lane) for lane in range(LANES)))
        await accepted(done.total())  # one move may have shown for several faults that somebody can play
        counts.is_ending = True
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*playing)
        histories = [each for group in tables for each in group.histories]
        await look()
        await cluster.restart()
        await look()  # every hand is the same as before
    findings = Findings()
    findings.check(cluster.store, [history for _, history in histories])
    return Report(done, counts, findings, time.monotonic() - began)


def main() -> int:
    """Do it, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=500)
    parser.add_argument("--groups", type=int, default=6, help="how many tables are played at the same time")
    parser.add_argument("--minutes", type=float, default=60.0, help="after which there are no more faults")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="kabuto-faults-"))
    with postgres() as database:
        database.set(fsync="off")  # processes die here, not the machine
        report = asyncio.run(run(folder, database, args.faults, args.groups, args.seed, args.minutes))
    print(report)
    wrong = [*report.findings.lost, *report.findings.twice, *report.findings.wrong]
    print("\n".join(wrong[:50]), file=sys.stderr)
    if not wrong:
        shutil.rmtree(folder)
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
