"""A host without a server: whole games, stores that fail, and messages of pages that are older."""

import json
import subprocess
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import msgspec
import pytest

from kabuto.host.backend import Backend
from kabuto.host.clock import Chance, Clock
from kabuto.host.host import Host
from kabuto.host.rooms.clients import Client
from kabuto.host.rooms.room import Room
from kabuto.host.store import Batch, NotStored, Store
from kabuto.protocol.bodies import read_message
from kabuto.protocol.errors import Refusal
from kabuto.protocol.http import Clock as TimeLimit
from kabuto.protocol.http import Myself, NewTable, Program
from kabuto.protocol.socket import Move, Say, ServerMessage
from kabuto.table import deals, manifests
from kabuto.tabletop.state import Table
from kabuto.tabletop.table_events import decode
from tests.simulation import checks
from tests.simulation.loop import VirtualLoop
from tests.simulation.people import Heard
from tests.support.memory import MemoryStore, MemoryStudies, WorkersHere
from tests.support.tiny import Kites

ROOT = Path(__file__).parents[2]


@dataclass(eq=False)
class Listener:
    """Somebody at a table, as checks know them."""

    name: str
    game: str
    messages: list[dict[str, Any]]
    heard: list[Heard] = field(default_factory=list)

    def __post_init__(self) -> None:
        known = 0
        for message in self.messages:
            self.heard.append(Heard(0, known, message))
            known = checks.number(message) or known

    @property
    def manner(self) -> Any:
        """How they read."""
        return SimpleNamespace(language="de" if self.name == "bert" else "en", wire=self.game)

    @property
    def final(self) -> dict[str, Any]:
        """What they saw last."""
        number = max(checks.number(message) or 0 for message in self.messages)
        return {"number": number, "table": {"next": None}}


@pytest.mark.parametrize("game", ["samurai", "yedo", "kites"])
def test_a_whole_game_is_played_where_there_is_no_server(game: str, own_registry: None) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.host.alone", game],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    if game == "kites":
        manifests.add(Kites)
    found = json.loads(done.stdout)
    events = [decode(body.encode()) for body in found["events"]]
    table = Table(found["table"], events)
    assert table.status == "over"
    assert table.game
    assert (found["record"], found["frames"]) == (table.game.record(), table.game.ply + 1)
    deals.verify(found["proof"], found["record"])
    people = []
    for person, bodies in found["heard"].items():
        for body in bodies:
            msgspec.json.decode(body, type=ServerMessage)
        people.append(Listener(person, game, [json.loads(body) for body in bodies]))
        assert [message for message in people[-1].messages if message["type"] == "refused"] == []
    assert list(checks.shown(found["table"], events, cast("Any", people))) == []
    assert [wrong for person in people for wrong in checks.without_gaps(cast("Any", person))] == []


# Stores that fail.


def at_table(store: Store, scene: Callable[[Host, Room, Client, list[Any]], Awaitable[None]]) -> None:
    """Play a scene at a table of Samurai where one person plays both seats, and knows everything at once."""

    async def main() -> None:
        rng = Random(1)
        words = iter(range(10**6))
        chance = Chance(
            secret=lambda: f"secret{next(words)}", seed=lambda: 1, part=lambda: "5e" * 32, delay=rng.random
        )
        clock = Clock(time=lambda: 1.7e9, monotonic=loop.time)
        workers = WorkersHere()
        host = Host(
            Backend(store=store, studies=MemoryStudies(), workers=workers, clock=clock, chance=chance)
        )
        host.open()
        wish = NewTable([Myself(), Program("greedy")], clock=TimeLimit("game", 600))
        name = await host.creation.set_table("anna", "Anna", wish)
        heard: list[Any] = []
        client = Client("anna", "Anna", "en", lambda body: heard.append(json.loads(body)), wires="samurai")
        async with host.tables.visit(name) as room:
            await room.enter(client, None)
            await scene(host, room, client, heard)
        await host.close()

    loop = VirtualLoop(Random(1))
    loop.run(main(), 1e6)


def a_move(room: Room, name: str = "m") -> Move:
    """Any move that ends the turn of the first seat."""
    moves = room.table.sees(0).legal_moves()
    return Move(room.table.id, 0, room.table.ply_of(0), name, str(next(iter(moves))))


def test_a_host_needs_a_store_that_can_append() -> None:
    class Reader(MemoryStore):
        append = Store.append

    with pytest.raises(TypeError, match="append"):
        Reader()


class Failing(MemoryStore):
    """Fails when it is told to."""

    error: Exception | None = None

    async def append(self, *batches: Batch) -> None:
        if self.error:
            raise self.error
        await super().append(*batches)


@pytest.mark.parametrize(
    ("error", "word"), [(NotStored(), "not_stored"), (RuntimeError("the disk is on fire"), "game_failed")]
)
def test_what_cannot_be_stored_has_not_happened(error: Exception, word: str) -> None:
    store = Failing()

    async def scene(host: Host, room: Room, client: Client, heard: list[Any]) -> None:
        before, bodies, told = room.table, room.bodies, len(heard)
        shown = before.summary()
        store.error = error
        move = a_move(room)
        await room.hear(client, move)
        await room.hear(client, Say("s", "Did you see that?"))
        assert [message["error"] for message in heard[told:]] == [word] * 2  # and nothing else is told
        assert (room.table, room.bodies) == (before, bodies)
        assert room.table.summary() == shown
        assert room.table.game
        assert room.table.game.ply == 0
        assert await store.events(room.table.id) == bodies
        store.error = None
        await room.hear(client, move)
        assert heard[-2]["type"] == "accepted" or heard[-1]["type"] == "turn"
        assert room.table.game.ply == 1
        again = Table(room.table.id, map(decode, room.bodies))
        assert again.game
        assert again.game.record() == room.table.game.record()

    at_table(store, scene)


# Older pages.


def test_a_page_of_the_version_before_is_understood_or_told() -> None:
    async def scene(host: Host, room: Room, client: Client, heard: list[Any]) -> None:
        move = a_move(room)
        older = msgspec.to_builtins(move)
        del older["then"]  # which it did not know
        await room.hear(client, read_message(json.dumps(older).encode()))
        assert "accepted" in [message["type"] for message in heard]

    at_table(MemoryStore(), scene)
    for wrong in (b'{"type":"confirm","table":"t"}', b'{"type":"say","id":"1"}', b"{"):
        with pytest.raises(Refusal) as refusal:
            read_message(wrong)
        assert refusal.value.error == "bad_message"
        assert refusal.value.reason
