"""A rehearsal: what a page would do, from the list of games to the end of a game, always the same.

The folder is built with it: it shows that everything is there, and which parts of Python's library are used.
Two hosts that rehearse the same must say the same, to the byte.
"""

import asyncio
import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any, NamedTuple

from kabuto.folder.kept import Shelf
from kabuto.folder.local_host import LocalHost
from kabuto.host.clock import Chance, Clock

EPOCH = 1_700_000_000.0
QUESTIONS = (
    "/api/games",
    "/api/me",
    "/api/tables",
    "/api/studies",
    "/api/me/statistics",
    "/api/me/export",
    "/api/nothing",
)
STUDY = "/api/study?wire={}"
OF_GAME = ("/api/puzzles?game={}", "/api/lessons?game={}", "/api/reference?game={}")
OF_TABLE = ("", "/replay?wire={}", "/record", "/glance?wire={}", "/puzzles")
PATIENCE = 120
"""Seconds for a message to come, however busy the machine is."""


QUIET = 30
"""Steps of the event loop after which whatever a move has set off has come."""


class Heard(NamedTuple):
    """What a rehearsal has brought about."""

    games: list[str]
    """The games that can be played."""
    messages: list[str]
    """Every message of every table, and every answer, in order."""


def steady(seed: int) -> tuple[Clock, Chance]:
    """A clock that stands still, and chance that repeats itself."""
    rng = Random(seed)
    return (
        Clock(time=lambda: EPOCH, monotonic=lambda: 0.0),
        Chance(
            secret=lambda: f"{rng.getrandbits(96):024x}",
            seed=lambda: rng.getrandbits(64),
            part=lambda: f"{rng.getrandbits(256):064x}",
            delay=lambda: 0.0,
        ),
    )


async def rehearse(
    seed: int = 1, program: str = "", language: str = "en", games: list[str] | None = None
) -> Heard:
    """Play a game of each kind to the end, and ask whatever a page asks."""
    rng = Random(seed)
    clock, chance = steady(seed)
    host = LocalHost(Shelf(), clock=clock, chance=chance)
    await host.open()
    said: list[str] = []

    async def ask(address: str, body: Any = None) -> Any:
        joint = "&" if "?" in address else "?"
        method, text = ("GET", "") if body is None else ("POST", json.dumps(body))
        status, found = await host.ask(method, f"{address}{joint}language={language}", text)
        said.append(f"{method} {address} {status} {found}")
        return json.loads(found)

    catalogue = (await ask("/api/games"))["games"]
    for game in catalogue:
        name = game["name"]
        if games is not None and name not in games:
            continue
        for address in OF_GAME:
            await ask(address.format(name))
        opponent = program or game["usual_program"]
        seats = [{"who": "me"}, {"who": "program", "program": opponent}]
        table = (await ask("/api/tables", {"game": name, "seats": seats, "hints": True}))["id"]
        await _play(host, table, name, language, rng, said.append)
        for address in OF_TABLE:
            await ask(f"/api/tables/{table}{address.format(name)}")
        if not game["reviews"]:  # an analysis looks at the clock
            await ask(f"/api/tables/{table}/hint", {"seat": 0, "ply": 8})
    for address in QUESTIONS:
        await ask(address)
    await host.close()
    return Heard([game["name"] for game in catalogue], said)


async def answers(language: str, questions: Iterable[tuple[str, Any]] = ()) -> dict[str, str]:
    """What is answered to everybody, whatever happens: these answers can lie beside the page.

    ``questions`` are addresses with bodies; a game's own lessons are asked about without being told.
    """
    host = LocalHost(Shelf())
    await host.open()
    found: dict[str, str] = {}

    async def ask(address: str, body: Any = None) -> Any:
        spoken = f"{address}{'&' if '?' in address else '?'}language={language}"
        method, name, text = ("GET", address, "") if body is None else ("POST", *_named(address, body))
        status, said = await host.ask(method, spoken, text)
        if status == 200:
            found[name] = said
        return json.loads(said)

    for address, body in questions:
        await ask(address, body)
    for game in (await ask("/api/games"))["games"]:
        for address in OF_GAME:
            lessons = (await ask(address.format(game["name"]))).get("lessons", [])
            for first in (lesson["steps"][0] for lesson in lessons):
                begin = {**first["record"], "moves": []}
                await ask(STUDY.format(game["name"]), {"record": begin, "seat": first["seat"]})
    await host.close()
    return found


def _named(address: str, body: Any) -> tuple[str, str]:
    """A question with a body by the name that the page knows it by, and the body."""
    text = json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return f"{address} {text}", text


async def _play(
    host: LocalHost, table: str, wire: str, language: str, rng: Random, heard: Callable[[str], Any]
) -> None:
    """Play a game with random moves to its end."""
    inbox: asyncio.Queue[str] = asyncio.Queue()
    ended = asyncio.get_running_loop().create_future()
    host.connect(
        1, f"/api/tables/{table}/socket?language={language}&wire={wire}", inbox.put_nowait, ended.set_result
    )
    own, number, waits = None, 0, False
    while True:
        text = await asyncio.wait_for(inbox.get(), PATIENCE)
        heard(text)
        message = json.loads(text)
        if message["type"] in ("state", "played", "turn"):
            own = message.get("own")
            if message.get("result"):
                break
        waits = waits and message["type"] not in ("accepted", "refused")
        for _ in range(QUIET if inbox.empty() else 0):  # a move must not meet another one on its way
            await asyncio.sleep(0)
        if own and own["legal"] and not waits and inbox.empty():
            number, waits = number + 1, True
            move = {
                "table": table,
                "seat": own["seat"],
                "ply": own["ply"],
                "notation": rng.choice(own["legal"]),
            }
            host.say(1, json.dumps({"type": "move", "id": f"move {number}", **move}))
            own = None
    host.hang_up(1)
    await ended
