"""What a small machine can carry: memory, moves of people and turns of programs, on one core.

``python benchmarks/small.py`` starts ``kabuto serve`` on loopback, bound to one core, once with 40 tables
of three persons, and once with 40 tables at which a person plays a program of Samurai, levels 1 to 8 in turn.
The players are on another core, if there is one. The engines are compiled before: that takes more memory,
once. The resident memory of the server and of all that it has started is added up every second (what
processes share counts for each of them); the most is told, beside what is allowed. A person's move takes from
sending the end of a turn until it reaches another player, a program's turn until the person can move again.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import cast

from load_seats import PORT, KabutoSeat, Seat, sit_to_play

TABLES, LEVELS = 40, 8
ALLOWED = {"people": (350, 0.1), "programs": (512, 10.0)}
"""Row → megabytes, and seconds that 19 of 20 turns may take."""
SERVER = "import sys; from kabuto.cli import main; sys.exit(main())"
WARM = """
from kabuto.table import manifests
for game in manifests.having("warm"):
    manifests.component(game, "warm")(print)
"""


@dataclass
class Measured:
    """What came out."""

    row: str
    times: list[float] = field(default_factory=list)
    most: float = 0.0
    """Megabytes."""
    processes: int = 0

    def report(self) -> dict[str, object]:
        """The figures beside what is allowed."""
        megabytes, seconds = ALLOWED[self.row]
        return {
            "row": self.row,
            "turns": len(self.times),
            "memory_mb": round(self.most),
            "allowed_mb": megabytes,
            "processes": self.processes,
            "p50_s": round(quantiles(self.times, n=100)[49], 3),
            "p95_s": round(quantiles(self.times, n=100)[94], 3),
            "allowed_s": seconds,
        }


Play = Callable[[int, argparse.Namespace, Measured, float], Awaitable[None]]


async def of_people(number: int, args: argparse.Namespace, measured: Measured, end: float) -> None:
    """A table of three persons."""
    rng, sent, mover, seats = Random(number), 0.0, 0, cast("list[Seat]", [])

    def heard(seat: int) -> None:
        if seat != mover and sent:
            measured.times.append(perf_counter() - sent)

    while perf_counter() < end:
        if not seats:
            sent, mover = 0.0, 0
            seats = await sit_to_play("samurai", number, heard)
        await asyncio.sleep(args.every * (0.5 + rng.random()))
        if await seats[mover].lay():
            sent = perf_counter()
            await seats[mover].end()
            await asyncio.sleep(0.5)  # until everybody has heard it
            sent, mover = 0.0, (mover + 1) % len(seats)
        else:
            leave(seats)


async def of_a_program(number: int, args: argparse.Namespace, measured: Measured, end: float) -> None:
    """A table at which a person plays a program."""
    rng, seats = Random(number), cast("list[Seat]", [])
    while perf_counter() < end:
        if not seats:
            seats = await sit_to_play("samurai", number, lambda seat: None, f"level{number % LEVELS + 1}")
        await asyncio.sleep(args.every * (0.5 + rng.random()))
        person = cast("KabutoSeat", seats[0])
        if await person.lay():
            sent = perf_counter()
            await person.end()
            person.newest = b""
            await person.until(partial(is_back, person))
            measured.times.append(perf_counter() - sent)
        else:
            leave(seats)


def is_back(person: KabutoSeat) -> bool:
    """Whether the program has had its turn."""
    return person.can_move or person.is_over


def leave(seats: list[Seat]) -> None:
    """End a table, so that a new one begins."""
    for seat in seats:
        seat.leave()
    seats.clear()


async def measure(row: str, play: Play, args: argparse.Namespace, server: int) -> Measured:
    """Let all tables play, and look at the memory."""
    measured, end = Measured(row), perf_counter() + args.seconds

    async def watch() -> None:
        while True:
            family = [*processes_of(server)]
            measured.most = max(measured.most, sum(map(memory_of, family)))
            measured.processes = max(measured.processes, len(family))
            await asyncio.sleep(1)

    watching = asyncio.create_task(watch())
    await asyncio.gather(*(play(number, args, measured, end) for number in range(args.tables)))
    watching.cancel()
    return measured


def processes_of(process: int) -> Iterator[int]:
    """A process and all that it has started."""
    yield process
    try:
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        threads = [each.name for each in Path(f"/proc/{process}/task").iterdir() if each.name != str(process)]
        for thread in threads:
            children += Path(f"/proc/{process}/task/{thread}/children").read_text().split()
    except OSError:  # it has ended
        return
    for child in children:
        yield from processes_of(int(child))


def memory_of(process: int) -> float:
    """Megabytes that a process holds; 0 if it has ended."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)


@contextmanager
def serving(core: int) -> Iterator[int]:
    """A server on one core."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVER, "serve", "--port", str(PORT), "--data", f"{folder}/data"]
        with subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        ) as server:
            assert server.stdout is not None
            assert server.stdout.readline(), "the server did not start"
            try:
                yield server.pid
            finally:
                server.terminate()


def main() -> int:
    """Measure both rows; 1 if anything takes more than is allowed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", nargs="+", choices=ALLOWED, default=[*ALLOWED])
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--every", type=float, default=20.0, help="seconds that a person takes for a turn")
    parser.add_argument("--seconds", type=float, default=180.0)
    args = parser.parse_args()
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, set(cores[1:] or cores))
    plays: dict[str, Play] = {"people": of_people, "programs": of_a_program}
    subprocess.run([sys.executable, "-c", WARM], check=True, stdout=subprocess.DEVNULL)
    is_too_much = False
    for row in args.rows:
        with serving(cores[0]) as server:
            found = asyncio.run(measure(row, plays[row], args, server)).report()
        print(json.dumps(found), flush=True)
        is_too_much |= found["memory_mb"] > found["allowed_mb"] or found["p95_s"] > found["allowed_s"]  # type: ignore[operator]
    return int(is_too_much)


if __name__ == "__main__":
    sys.exit(main())
