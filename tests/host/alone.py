"""A whole game at a host that has no server around it: ``python -m tests.host.alone GAME``.

It runs as in a page's worker. What a page lacks cannot be imported, no thread can be started and no socket
opened: asyncio itself imports ``socket`` and ``threading``, so these may be loaded but not used. Our own
modules may not even name them. What was stored and what everybody heard is printed as JSON.
"""

import _thread
import builtins
import json
import socket
import sys
from collections.abc import Sequence
from random import Random
from types import ModuleType
from typing import Any

MISSING = {
    *("starlette", "uvicorn", "websockets", "h11", "uvloop", "itsdangerous", "fido2", "cryptography"),
    *("psycopg", "psycopg_pool", "sqlite3", "_sqlite3", "ssl", "_ssl", "multiprocessing", "_multiprocessing"),
    *("prometheus_client", "jwt"),
}
"""What is not in a page."""
UNUSED = {
    "threading",
    "concurrent",
    "socket",
    "subprocess",
    "secrets",
    "pathlib",
    "os",
    "signal",
    "selectors",
}
"""What the standard library loads, and our modules have no use for."""
OURS = ("kabuto.host", "kabuto.tabletop")


class Page:
    """Finds nothing that is missing in a page."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> None:
        """Refuse it."""
        if name.partition(".")[0] in MISSING or name.startswith("kabuto.server"):
            raise ModuleNotFoundError(f"there is no {name} in a page", name=name)


def shut() -> None:
    """Be a page from now on."""
    sys.meta_path.insert(0, Page())
    load = builtins.__import__

    def checked(name: str, names: Any = None, *rest: Any, **others: Any) -> ModuleType:
        asks = str((names or {}).get("__name__", ""))
        if asks.startswith(OURS) and name.partition(".")[0] in UNUSED:
            raise ImportError(f"{asks} imports {name}")
        return load(name, names, *rest, **others)

    def refuse(*_: Any, **__: Any) -> Any:
        raise RuntimeError("there is no such thing in a page")

    builtins.__import__ = checked  # type: ignore[assignment]
    _thread.start_new_thread = _thread.start_new = refuse
    socket.socket = socket.socketpair = refuse  # type: ignore[misc, assignment]


async def play(game: str) -> dict[str, Any]:
    """Two people and a program play, somebody looks on, and talk; what was stored and heard."""
    import asyncio

    from kabuto.host.backend import Backend
    from kabuto.host.call import Call
    from kabuto.host.clock import Chance, Clock
    from kabuto.host.handlers import HANDLERS
    from kabuto.host.host import Host
    from kabuto.host.rooms.clients import Client
    from kabuto.players import names
    from kabuto.protocol.http import Friend, Join, Myself, NewTable, Program
    from kabuto.protocol.socket import Move, Say, Undo
    from tests.support.memory import MemoryStore, MemoryStudies, WorkersHere

    rng, loop, store = Random(5), asyncio.get_running_loop(), MemoryStore()
    host = Host(
        Backend(
            store=store,
            studies=MemoryStudies(),
            workers=WorkersHere(),
            clock=Clock(time=lambda: 1.7e9 + loop.time(), monotonic=loop.time),
            chance=Chance(
                secret=lambda: f"{rng.getrandbits(96):024x}",
                seed=lambda: rng.getrandbits(64),
                part=lambda: f"{rng.getrandbits(256):064x}",
                delay=lambda: rng.uniform(0.6, 1.8),
            ),
        )
    )
    host.open()

    async def ask(endpoint: str, person: str, *body: Any, **asked: Any) -> Any:
        return await HANDLERS[endpoint](host, Call(person=person, **asked), *body)

    assert game in [each.name for each in (await ask("catalogue", "anna")).games]
    fewest = next(each for each in (await ask("catalogue", "anna")).games if each.name == game).players[0]
    programs = [Program(names(game)[0])] * max(1, fewest - 2)
    made = await ask(
        "new_table", "anna", NewTable(game=game, seats=[Myself(), Friend(), *programs], hints=True)
    )
    await ask("join", "bert", Join(invite=made.invites[0].token), table=made.id)
    heard: dict[str, list[bytes]] = {"anna": [], "bert": [], "carl": []}
    async with host.tables.visit(made.id) as room:
        clients = {
            person: Client(
                person, person.title(), "de" if person == "bert" else "en", heard[person].append, wires=game
            )
            for person in heard
        }
        for client in clients.values():
            await room.enter(client, None)
        number = 0
        while room.table.status == "playing":
            seat = room.table.to_move[0]
            person = room.table.seats[seat].person
            is_forced = len(room.table.sees(seat).legal_moves()) == 1
            if not person or (room.table.game and room.table.game.secret_pass is not None and is_forced):
                await asyncio.sleep(0.1)  # the program thinks, or the seat passes by itself
                continue
            name, number = f"message {number}", number + 1
            view, ply = room.table.sees(seat), room.table.ply_of(seat)
            if seat in room.table.unseen and rng.random() < 0.1:
                await room.hear(clients[person], Undo(made.id, seat, ply, name))
            else:
                move = str(rng.choice(list(view.legal_moves())))
                await room.hear(clients[person], Move(made.id, seat, ply, name, move))
            if number % 20 == 0:
                await room.hear(clients["carl"], Say(f"word {number}", "Well played!"))
            await asyncio.sleep(0.01 if room.table.ply_of(seat) != ply else 2)  # a pass may be held back
        proof = await ask("deal", "anna", table=made.id)
        record = await ask("record", "bert", table=made.id)
    replay = await ask("replay", "carl", table=made.id)
    lobby = await ask("lobby", "anna")
    assert [table.id for table in lobby.finished] == [made.id]
    await host.close()
    return {
        "table": made.id,
        "events": [body.decode() for body in store.bodies[made.id]],
        "heard": {person: [body.decode() for body in some] for person, some in heard.items()},
        "proof": proof,
        "record": record,
        "frames": len(json.loads(replay.body)["frames"]),
    }


def main(game: str) -> None:
    """Play it, and print what came of it."""
    shut()
    from tests.simulation.loop import VirtualLoop

    if game == "kites":
        from kabuto.table import manifests
        from tests.support.tiny import Kites

        manifests.add(Kites)
    found = VirtualLoop(Random(1)).run(play(game), 1e6)
    assert not (MISSING & {name.partition(".")[0] for name in sys.modules})
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1])
