"""A data folder to keep: what a server has stored after some evenings, played over the network.

It asks nothing that the server of commit 552f771 did not know, unless it finds that it does. Run it in a
checkout of the version that is to store, with that folder and its ``src`` in ``PYTHONPATH``:
``python -P tests/corpus/folder.py FILE.tar.xz``. Then ``python -m tests.corpus folder COMMIT FILE``.
"""

import io
import json
import random
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time
from typing import Any

from tests.server.persons import Connection, Person, Server, running

LEFT_OUT = ("-wal", "-shm", "lock")
"""How files end that a server leaves behind without anything in them."""


def main(out: Path) -> None:
    """Make the folder and pack it, with what is known of it in ``facts.json``."""
    with TemporaryDirectory() as place:
        data = Path(place) / "data"
        with running(data) as server:
            facts = _evenings(server, random.Random(28))
        files = {path.name: path.read_bytes() for path in sorted(data.iterdir()) if path.is_file()}
    files = {name: content for name, content in files.items() if not name.endswith(LEFT_OUT)}
    files["facts.json"] = json.dumps(facts, indent=1).encode()
    with tarfile.open(out, "x:xz", preset=9) as archive:
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))


def _evenings(server: Server, rng: random.Random) -> dict[str, Any]:
    """Everything that happens; what is known of it."""
    host, guest = Person(server), Person(server)
    host.post("/api/me", {"name": "Host"})
    guest.post("/api/me", {"name": "Guest"})
    tables = dict(_tables(host, guest, rng))
    known = {entry["id"] for entry in host.get("/api/tables")["mine"]}
    return {
        "made": int(time()),
        "tables": tables,
        "mine": sorted(known),
        "cookies": {"host": host.cookie, "guest": guest.cookie},
        "link": host.post("/api/me/link")["token"],
        "devices": len(host.get("/api/me/devices")["devices"]),
        **_newer(host),
    }


def _tables(host: Person, guest: Person, rng: random.Random) -> Iterator[tuple[str, Any]]:
    """What is at each table: its id, and what can be seen of it."""
    yield "finished", _finished(host, rng)
    yield "playing", _playing(host, guest, rng, {})
    yield "choosing", _playing(host, guest, rng, {"hands": "choose", "figures": "draft", "edition": "ffg"})
    yield "clocks", _playing(host, guest, rng, {"edition": "hig"}, {"per": "game", "seconds": 36_000})
    info = host.set_table("me", "open", "open", visibility="public")
    yield "waiting", {"id": info["id"], "invite": info["invites"][0]["token"]}
    info = host.set_table("me", "random", "greedy")
    yield "programs", {"id": info["id"]}
    if any(game["name"] == "yedo" for game in host.get("/api/games").get("games", ())):
        yield "yedo", _yedo(host, guest, rng)
        yield "finished yedo", _finished(host, rng, game="yedo")


def _finished(host: Person, rng: random.Random, **more: Any) -> dict[str, Any]:
    """A game on one device, played to its end, then kept as a record as well."""
    table = host.set_table("me", "me", **more)["id"]
    connection = _open(host, table, more.get("game", "samurai"))
    while connection.own and connection.own["legal"]:
        connection.play(rng.choice(connection.own["legal"]))
    connection.close()
    record = host.get(f"/api/tables/{table}/record")
    kept = host.post("/api/records", {"record": record})["id"]
    return {"id": table, "record": record, "kept": kept}


def _playing(
    host: Person, guest: Person, rng: random.Random, options: dict[str, Any], clock: Any = None
) -> dict[str, Any]:
    """A game of two that goes on, in the middle of a turn; people have talked."""
    info = host.set_table("me", "open", options=options, clock=clock)
    table = info["id"]
    guest.post(f"/api/tables/{table}/join", {"invite": info["invites"][0]["token"]})
    both = [host.open(table), guest.open(table)]
    for connection in both:
        connection.receive()
        if clock:
            connection.ask("ready")
    both[0].ask("say", text="Good luck!")
    for _ in range(rng.randrange(9, 30)):
        for connection in both:
            connection.refresh()
            if connection.own and connection.own["legal"]:
                connection.move(rng.choice(connection.own["legal"]))
    both[1].ask("say", text="Whose turn is it?")
    return _seen(both)


def _yedo(host: Person, guest: Person, rng: random.Random) -> dict[str, Any]:
    """A game of Yedo that goes on."""
    info = host.set_table("me", "open", game="yedo")
    table = info["id"]
    guest.post(f"/api/tables/{table}/join", {"invite": info["invites"][0]["token"]})
    both = [_open(host, table, "yedo"), _open(guest, table, "yedo")]
    for _ in range(50):
        for connection in both:
            connection.refresh()
            if connection.own and connection.own["legal"]:
                connection.move(rng.choice(connection.own["legal"]))
    return _seen(both)


def _open(person: Person, table: str, game: str) -> Connection:
    connection = person.open(table) if game == "samurai" else person.open(table, wire=game)
    connection.receive()
    return connection


def _seen(both: list[Connection]) -> dict[str, Any]:
    """What everybody sees of a table in the end."""
    for connection in both:
        connection.refresh()
    own = [connection.own or {} for connection in both]
    seen = {
        "id": both[0].table,
        "log": [entry["move"] for entry in both[0].log],
        "talk": [said["text"] for said in both[0].state["talk"]],
        "legal": [sorted(each["legal"]) for each in own],
    }
    for connection in both:
        connection.close()
    return seen


def _newer(host: Person) -> dict[str, Any]:
    """What only newer servers keep: a study and a recovery phrase."""
    if host.http.get("/api/studies").status_code != 200:
        return {}
    finished = next(entry["id"] for entry in host.get("/api/tables")["finished"])
    record = host.get(f"/api/tables/{finished}/record")
    nodes = [{}, {"move": record["moves"][0], "comment": "The first move."}]
    study = {"record": record, "nodes": nodes, "title": "A first look"}
    return {
        "study": host.post("/api/studies", {"study": study})["id"],
        "phrase": host.post("/api/me/recovery/phrase")["phrase"],
    }


if __name__ == "__main__":
    main(Path(sys.argv[1]).absolute())
