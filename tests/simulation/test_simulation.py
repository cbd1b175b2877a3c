"""The simulator: it repeats itself, notices broken servers, and finds nothing wrong with the real one."""

import asyncio
import json
import os
import subprocess
import sys
from contextvars import copy_context
from io import StringIO
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest

from .broken import BROKEN
from .loop import MACHINE, Machine, Stuck, VirtualLoop
from .network import Serving
from .people import Manner, Person
from .server import Server
from .simulation import Report, simulate

REPOSITORY = Path(__file__).parents[2]
PLAYING = {"mine": [0], "status": "playing", "unready": [], "next": None}
OVER = {**PLAYING, "status": "over"}
STATE: dict[str, Any] = {"type": "state", "number": 1, "offers": [], "deal": None, "table": PLAYING}
STATE |= {"own": {"legal": ["1"], "seat": 0, "ply": 0, "can_undo": False}, "result": None}
"""What a server tells somebody whose turn it is."""
SEEDS = range(2, 32)
"""The worlds in one of which a broken server has to show; the first is a long one."""


def run(*arguments: str, **environment: str) -> str:
    """What the command prints."""
    command = [sys.executable, "-m", "tests.simulation", *arguments]
    done = subprocess.run(
        command, cwd=REPOSITORY, env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(autouse=True)
def _own_games(own_registry: None) -> None:
    """What the simulator adds to the games is forgotten again."""


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", range(1, 4))
def test_nothing_goes_wrong_on_small_tables(seed: int) -> None:
    report = simulate(seed, "kaiawase")
    assert report.wrong == []
    assert report.accepted > 40
    assert report.faults.total() > 4


def test_a_seed_repeats_to_the_event() -> None:
    told = run("--seed", "5", "--trace", PYTHONHASHSEED="5")
    assert told.count(" stores ") > 50
    log = StringIO()
    again = simulate(5, "kaiawase", log=log)
    assert told.startswith(log.getvalue())
    assert again.trace in told
    assert again.trace != simulate(6, "kaiawase").trace


@pytest.mark.uncounted
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_server_is_noticed(name: str) -> None:
    with BROKEN[name]():
        assert any(simulate(seed, "kaiawase", tables=4).wrong for seed in SEEDS)


@pytest.mark.prove
@pytest.mark.parametrize(("game", "games"), [("kaiawase", 10_000), ("samurai", 200), ("yedo", 200)])
def test_nothing_goes_wrong_in_many_games(game: str, games: int) -> None:
    print(run("--game", game, "--games", str(games), "--jobs", "2"))


# The people.


def test_whoever_has_said_something_stays_until_it_is_answered() -> None:
    """Else it could be stored after everybody has looked at the table for the last time."""

    async def app(scope: Any, receive: Any, send: Any) -> None:
        is_first, over = not person.sent, {"table": OVER, "number": 2, "result": {"ranking": [0]}}

        async def tell(**message: Any) -> None:
            await send({"type": "websocket.send", "text": json.dumps(message)})

        await receive()
        await send({"type": "websocket.accept"})
        await tell(**(STATE if is_first else STATE | over))
        if said := (await receive()).get("text"):
            if is_first:
                await tell(type="played", number=2, own=None, result=over["result"])
            else:
                await tell(type="accepted", id=json.loads(said)["id"])
            await receive()

    server = cast("Server", SimpleNamespace(is_up=True, serving=Serving(app, copy_context())))
    person = Person("a", 1, [server], Random(1), Manner(talks=1.0))
    person.is_seated = True
    VirtualLoop(Random(1)).run(person.play(), 100)
    assert [sent.answers for sent in person.sent.values()] == [["accepted"]]


# The loop.


def test_time_passes_when_nothing_else_happens() -> None:
    loop, seen = VirtualLoop(Random(1)), []

    async def wait(seconds: float) -> None:
        await asyncio.sleep(seconds)
        seen.append(loop.time())

    async def main() -> str:
        await asyncio.gather(wait(86400), wait(1), wait(60))
        return await asyncio.to_thread(str, 7)

    assert loop.run(main(), 100_000) == "7"
    assert seen == [1, 60, 86400]


def test_a_dead_machine_does_nothing_more_and_a_frozen_one_goes_on_later() -> None:
    loop, done = VirtualLoop(Random(1)), []

    async def work(machine: Machine) -> None:
        try:
            await asyncio.sleep(1)
            done.append((machine.name, loop.time()))
        finally:
            done.append((f"{machine.name} ends", loop.time()))

    async def main() -> list[tuple[str, float]]:
        machines = [Machine("dead"), Machine("frozen")]
        for machine in machines:
            MACHINE.set(machine)
            asyncio.create_task(work(machine))  # noqa: RUF006 - the loop keeps it
        MACHINE.set(None)
        await asyncio.sleep(0.5)
        machines[0].is_dead = machines[1].is_frozen = True
        await asyncio.sleep(2)
        loop.thaw(machines[1])
        await asyncio.sleep(1)
        return list(done)

    assert loop.run(main(), 10) == [("frozen", 2.5), ("frozen ends", 2.5)]


def test_what_never_ends_is_stuck() -> None:
    async def forever() -> None:
        await asyncio.get_running_loop().create_future()

    async def on_and_on() -> None:
        while True:
            await asyncio.sleep(1)

    for main in (forever, on_and_on):
        with pytest.raises(Stuck):
            VirtualLoop(Random(1)).run(main(), 10)


def test_reports_add_up() -> None:
    total = Report(1, games=2, accepted=3)
    total += Report(9, games=1, wrong=["lost"])
    assert (total.games, total.accepted, total.wrong) == (3, 3, ["seed 9: lost"])
