"""What goes wrong: every kind of fault, for how long, and how it ends."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .simulation import Simulation

Fault = Callable[["Simulation", Random], Awaitable[str]]


async def crash(world: "Simulation", rng: Random) -> str:
    """A server is killed, and started again a while later."""
    server = rng.choice(world.servers)
    server.kill()
    await asyncio.sleep(rng.uniform(0.1, 8))
    server.start()
    return server.name


async def stop(world: "Simulation", rng: Random) -> str:
    """A server is stopped in order, and started again."""
    server = rng.choice(world.servers)
    if not server.machine.is_frozen:
        await server.stop()
        await asyncio.sleep(rng.uniform(0.1, 2))
        server.start()
    return server.name


async def freeze(world: "Simulation", rng: Random) -> str:
    """A server stands still, often for longer than its lease, and goes on."""
    server = rng.choice(world.servers)
    server.freeze()
    await asyncio.sleep(rng.uniform(0.1, 9))
    server.thaw()
    return server.name


async def cut_off(world: "Simulation", rng: Random) -> str:
    """A server cannot reach the database."""
    server = rng.choice(world.servers)
    server.cut_off()
    await asyncio.sleep(rng.uniform(0.1, 8))
    server.road.is_open = True
    return server.name


async def lose_connections(world: "Simulation", rng: Random) -> str:
    """Connections to the database break, before or after what they were for."""
    server = rng.choice(world.servers)
    server.road.loss = rng.uniform(0.05, 0.6)
    await asyncio.sleep(rng.uniform(0.1, 3))
    server.road.loss = 0.0
    return server.name


async def restart_database(world: "Simulation", rng: Random) -> str:
    """The database crashes and comes back: what was committed is there."""
    for server in world.servers:
        server.cut_off()
    world.database.restart()
    await asyncio.sleep(rng.uniform(0.1, 4))
    for server in world.servers:
        server.road.is_open = True
    return ""


async def fill_disk(world: "Simulation", rng: Random) -> str:
    """Nothing can be written for a while."""
    world.database.is_full = True
    await asyncio.sleep(rng.uniform(0.1, 3))
    world.database.is_full = False
    return ""


async def slow_disk(world: "Simulation", rng: Random) -> str:
    """The disk takes its time."""
    world.database.disk.slowness = rng.uniform(20, 400)
    await asyncio.sleep(rng.uniform(0.5, 4))
    world.database.disk.slowness = 1.0
    return ""


async def slow_road(world: "Simulation", rng: Random) -> str:
    """The way from a server to the database is slow."""
    server = rng.choice(world.servers)
    server.road.slowness = rng.uniform(20, 300)
    await asyncio.sleep(rng.uniform(0.5, 4))
    server.road.slowness = 1.0
    return server.name


async def cut_client(world: "Simulation", rng: Random) -> str:
    """The connection of a client breaks; what is under way is lost."""
    talking = [person for person in world.people if person.connection]
    if not talking:
        return ""
    person = rng.choice(talking)
    assert person.connection
    person.connection.cut()
    return person.name


async def slow_client(world: "Simulation", rng: Random) -> str:
    """A client has a bad network."""
    if not world.people:
        return ""
    person = rng.choice(world.people)
    person.road.slowness, person.road.loss = rng.uniform(5, 60), rng.uniform(0, 0.3)
    await asyncio.sleep(rng.uniform(0.5, 5))
    person.road.slowness, person.road.loss = 1.0, 0.0
    return person.name


async def set_clock(world: "Simulation", rng: Random) -> str:
    """Somebody sets the clock of a server, forth or back."""
    server = rng.choice(world.servers)
    server.offset += rng.choice((-7200, -60, -5, 5, 60, 7200))
    return server.name


async def set_database_clock(world: "Simulation", rng: Random) -> str:
    """Somebody sets the clock of the database, forth or back."""
    world.database_offset += rng.choice((-3600, -30, -4, 4, 30, 3600))
    return ""


async def kill_programs(world: "Simulation", rng: Random) -> str:
    """Programs die while they think."""
    server = rng.choice(world.servers)
    server.worker_loss = rng.uniform(0.2, 1)
    await asyncio.sleep(rng.uniform(0.5, 5))
    server.worker_loss = 0.0
    return server.name


FAULTS: dict[Fault, float] = {
    crash: 3,
    stop: 1,
    freeze: 3,
    cut_off: 2,
    lose_connections: 4,
    restart_database: 0.5,
    fill_disk: 0.7,
    slow_disk: 1,
    slow_road: 1.5,
    cut_client: 5,
    slow_client: 2,
    set_clock: 1,
    set_database_clock: 0.5,
    kill_programs: 1,
}
"""Fault → how often it happens, compared with the others."""


async def trouble(world: "Simulation", rng: Random, pause: float, until: float) -> None:
    """Let faults happen every so many seconds on average, several at a time, until a moment; then none."""
    loop, going = asyncio.get_running_loop(), []
    kinds, weights = list(FAULTS), list(FAULTS.values())
    while loop.time() < until:
        await asyncio.sleep(rng.expovariate(1 / pause))
        (kind,) = rng.choices(kinds, weights)
        world.faults[kind.__name__] += 1
        going.append(asyncio.create_task(_happen(world, kind, rng)))
    await asyncio.gather(*going)


async def _happen(world: "Simulation", kind: Fault, rng: Random) -> None:
    world.note("fault", kind.__name__)
    where = await kind(world, rng)
    world.note("ended", f"{kind.__name__} {where}")
