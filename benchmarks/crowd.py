"""A hundred strangers who have a server compute whatever it computes, for ``load.py --rows crowd``.

``python benchmarks/crowd.py PORT SECONDS`` uploads a finished game. Then 100 clients without cookies, each
from a loopback address of its own, ask every address that computes something, one after the other and as fast
as they are answered. At the end it prints how often they got which status, as JSON.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import kabuto
from kabuto.players import make, play_out
from kabuto.samurai.puzzles import shipped

CLIENTS = 100
PATIENCE = 60.0
"""Seconds that a client waits for an answer."""


class Request(NamedTuple):
    """Something to ask for."""

    method: str
    path: str
    body: Any = None

    def encoded(self) -> bytes:
        """The request as it is sent."""
        body = b"" if self.body is None else json.dumps(self.body).encode()
        head = f"{self.method} {self.path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        return f"{head}Accept-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body


def finished() -> dict[str, Any]:
    """The record of a game."""
    game = kabuto.new("samurai", seed=1)
    play_out(game, [make("greedy", "samurai", Random(seat)) for seat in range(game.players)])
    return dict(game.record())


def requests(table: str, record: dict[str, Any]) -> list[Request]:
    """Every address that computes something."""
    moves = record["moves"]
    line = {"record": record, "moves": moves[: len(moves) // 2]}
    nodes = [{}, *({"parent": number, "move": move} for number, move in enumerate(moves))]
    puzzle = "/api/puzzle?game=samurai&id={puzzle}"
    return [
        Request("GET", f"{puzzle}&wire=plain"),
        Request("GET", f"{puzzle}&wire=samurai&language=de"),
        Request("POST", "/api/puzzle", {"game": "samurai", "id": "{puzzle}", "moves": []}),
        Request("POST", "/api/study", {"record": record}),
        Request("POST", "/api/study?wire=samurai", line),
        Request("POST", "/api/study/line", {**line, "since": len(moves) // 4}),
        Request("POST", "/api/study/hint", line),
        Request("POST", "/api/studies", {"study": {"record": record, "nodes": nodes}}),
        Request("POST", "/api/records", {"record": record}),
        Request("POST", "/api/deals/check", {"proof": {}, "record": record}),
        Request("GET", f"/api/tables/{table}/replay?wire=samurai"),
        Request("GET", f"/api/tables/{table}/picture.png"),
        Request("GET", f"/api/tables/{table}/glance"),
        Request("POST", f"/api/tables/{table}/hint", {"seat": 0, "ply": 10}),
        Request("POST", f"/api/tables/{table}/review"),
        Request("POST", f"/api/tables/{table}/puzzles"),
        Request("GET", "/api/puzzles?game=samurai"),
        Request("GET", "/api/lessons?game=yedo"),
        Request("GET", "/api/reference?game=yedo"),
    ]


class Stranger:
    """One client, with its connection."""

    def __init__(self, port: int, number: int) -> None:
        self._port, self._address = port, f"127.2.{number // 250}.{number % 250 + 1}"
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def ask(self, request: Request) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection(
                "127.0.0.1", self._port, local_addr=(self._address, 0)
            )
        self._writer.write(request.encoded())
        head = (await self._reader.readuntil(b"\r\n\r\n")).decode().lower()
        fields = dict(line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        body = await self._reader.readexactly(int(fields.get("content-length", 0)))
        return int(head.split()[1]), body

    def leave(self) -> None:
        """Close the connection."""
        if self._writer:
            self._writer.transport.abort()
        self._reader = self._writer = None


async def crowd(port: int, seconds: float) -> Counter[str]:
    """How often the strangers got which status."""
    record, counts, end = finished(), Counter[str](), monotonic() + seconds
    first = Stranger(port, CLIENTS)
    status, body = await first.ask(Request("POST", "/api/records", {"record": record}))
    assert status == 200, body
    asked = requests(json.loads(body)["id"], record)
    first.leave()
    puzzles = sorted(shipped())

    async def go(number: int) -> None:
        stranger, rng = Stranger(port, number), Random(number)
        turn: Iterator[Request] = islice(cycle(asked), number % len(asked), None)
        while monotonic() < end:
            text = json.dumps(next(turn)).replace("{puzzle}", rng.choice(puzzles))
            try:
                status, _ = await asyncio.wait_for(stranger.ask(Request(*json.loads(text))), PATIENCE)
                counts[str(status)] += 1
            except (OSError, asyncio.IncompleteReadError):
                counts["cut off or too slow"] += 1
                stranger.leave()
                await asyncio.sleep(0.1)

    tasks = [asyncio.create_task(go(number)) for number in range(CLIENTS)]
    await asyncio.wait(tasks, timeout=max(0.0, end - monotonic()))
    for task in tasks:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    return counts


if __name__ == "__main__":
    print(json.dumps({"crowd": asyncio.run(crowd(int(sys.argv[1]), float(sys.argv[2])))}))
