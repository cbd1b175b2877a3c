"""A server in a process of its own, and persons who talk with it as browsers do."""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PATIENCE = 250.0
"""Seconds after which a test gives up waiting."""
_ids = count()

STARTING = """
import json
import sys
from pathlib import Path
from kabuto.host.rate_limits import Limits, Rate
from kabuto.server.serve import serve
if __name__ == "__main__":
    data, more = Path(sys.argv[1]), json.loads(sys.argv[2])
    opened = lambda address: print(address, flush=True)
    serve("127.0.0.1", 0, data, limits=LIMITS, on_open=opened, **more)
"""
"""A server; with the usual limits, with others, or without any for tests of something else."""

UNPREPARED = """
from kabuto.server.workers.warm_up import Preparation
Preparation.start = lambda self: None
"""
"""No engine is loaded ahead of time: most tests need none, and a worker that needs one loads it."""


def words_of(sentence: list[Any]) -> str:
    """A sentence as plain text."""
    pieces = [piece for part in sentence for piece in (part[2] if isinstance(part, list) else [part])]
    return "".join(piece if isinstance(piece, str) else piece["text"] for piece in pieces)


class Server:
    """A running server."""

    def __init__(
        self,
        data: Path,
        *,
        limited: bool = False,
        limits: str = "",
        before: str = "",
        prepared: bool = False,
        env: Mapping[str, str] | None = None,
        **settings: Any,
    ) -> None:
        """Start it, ``limited`` as usual or with ``limits``; ``before`` is run first in its process.

        ``prepared`` loads the engines ahead of time, ``env`` is its environment, ``settings`` are those of
        ``serve``.
        """
        limits = limits or ("Limits()" if limited else "Limits.load_test()")
        script = data.parent / f"{data.name}-server.py"
        first = before if prepared else before + UNPREPARED
        script.write_text(f"{first}\n" + STARTING.replace("LIMITS", limits))
        self.log = data.parent / f"{data.name}.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(script), str(data), json.dumps(settings)],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=env,
            )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rstrip("/")
        if not self.address:
            self.kill()  # it may still be ending
            raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """End it as a power cut would."""
        self.process.kill()
        self.process.wait()
        self._close()

    def stop(self) -> int:
        """End it kindly; the exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self.ended()

    def ended(self) -> int:
        """Wait until it has ended; the exit code."""
        code = self.process.wait(PATIENCE)
        self._close()
        return code

    def _close(self) -> None:
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def running(data: Path, **settings: Any) -> Iterator[Server]:
    """A server for a while."""
    server = Server(data, **settings)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


class Person:
    """Somebody with a browser."""

    def __init__(self, server: Server, cookie: str | None = None, language: str = "en") -> None:
        self.server = server
        self.http = httpx2.Client(
            base_url=server.address, headers={"accept-language": language}, timeout=PATIENCE
        )
        if cookie is None:
            self.get("/api/me")
        else:
            self.http.cookies.set(*cookie.split("=", 1))

    @property
    def cookie(self) -> str:
        """What makes this browser this person: the name of a cookie, and its value."""
        return next(each for each in self.cookies if "-before=" not in each)

    @property
    def cookies(self) -> list[str]:
        """Everything that this browser keeps."""
        return [f"{each.name}={each.value}" for each in self.http.cookies.jar]

    def get(self, path: str, status: int = 200) -> Any:
        """Ask for something."""
        return self._checked(self.http.get(path), status)

    def post(self, path: str, body: Mapping[str, Any] | None = None, status: int = 200) -> Any:
        """Send something."""
        response = self.http.post(path) if body is None else self.http.post(path, json=body)
        return self._checked(response, status)

    def _checked(self, response: httpx2.Response, status: int) -> Any:
        assert response.status_code == status, response.text
        return response.json()

    def set_table(self, *seats: str, **more: Any) -> Any:
        """Set a table: ``me``, ``open`` or the name of a program on each seat."""
        plans = [
            {"who": seat} if seat in ("me", "open") else {"who": "program", "program": seat} for seat in seats
        ]
        return self.post("/api/tables", {"seats": plans, **more})

    def open(self, table: str, query: str = "", wire: str = "samurai", **headers: str) -> "Connection":
        """Open a table."""
        return Connection(self, table, f"{query or '?'}&wire={wire}", headers)

    def close(self) -> None:
        """Close the browser."""
        self.http.close()


class Seen:
    """What a browser knows of a table from the messages that it got."""

    def __init__(self) -> None:
        self.own: dict[str, Any] | None = None
        self.position: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.number = 0

    def take(self, message: dict[str, Any]) -> None:
        """Take the next message."""
        if message["type"] in ("state", "played", "turn"):
            self.position, self.own = message["position"], message["own"]
        if message["type"] == "state":
            self.state, self.number = message, message["number"]
            self.log[message["log_from"] :] = message["log"]
        elif message["type"] == "played":
            assert message["number"] == self.number + 1, "an event is missing"
            self.number = message["number"]
            self.log += message["log"]
        elif message["type"] == "said":
            self.number = message["talk"]["number"]


class Connection(Seen):
    """A table that somebody has open; it knows the newest state as a browser would."""

    def __init__(self, person: Person, table: str, query: str, headers: Mapping[str, str]) -> None:
        super().__init__()
        address = person.server.address.replace("http", "ws", 1)
        language = person.http.headers["accept-language"]
        extra = {"cookie": "; ".join(person.cookies), "accept-language": language, **headers}
        self.person, self.table = person, table
        self._closing = ExitStack()
        self.socket: ClientConnection = self._closing.enter_context(
            connect(f"{address}/api/tables/{table}/socket{query}", additional_headers=extra)
        )
        self.bytes: list[str] = []
        """Everything that was received."""

    def receive(self, timeout: float = 30) -> dict[str, Any]:
        """The next message."""
        text = self.socket.recv(timeout)
        assert isinstance(text, str)
        self.bytes.append(text)
        message: dict[str, Any] = json.loads(text)
        self.take(message)
        return message

    def until(self, *kinds: str, **fields: Any) -> dict[str, Any]:
        """Read on to a message of some kind, with these fields."""
        while True:
            message = self.receive()
            if message["type"] in kinds and all(message[key] == value for key, value in fields.items()):
                return message

    def send(self, kind: str, **fields: Any) -> str:
        """Say something; its id."""
        fields.setdefault("id", f"m{next(_ids)}")
        if kind == "resume":
            del fields["id"]
        self.socket.send(json.dumps({"type": kind, **fields}))
        return str(fields.get("id", ""))

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Say something and read on to the answer."""
        return self.until("accepted", "refused", "because", "previewed", id=self.send(kind, **fields))

    def move(self, notation: str, **changed: Any) -> dict[str, Any]:
        """Play a move and read on to the answer."""
        assert self.own is not None
        fields = {"table": self.table, "seat": self.own["seat"], "ply": self.own["ply"], **changed}
        return self.ask("move", notation=notation, **fields)

    def undo(self, **changed: Any) -> dict[str, Any]:
        """Take a move back and read on to the answer."""
        assert self.own is not None
        fields = {"table": self.table, "seat": self.own["seat"], "ply": self.own["ply"], **changed}
        return self.ask("undo", **fields)

    def play(self, *notations: str) -> None:
        """Play moves that are accepted, and read on to what they lead to."""
        for notation in notations:
            assert self.move(notation)["type"] == "accepted"
            self.until("turn", "played")

    def refresh(self) -> None:
        """Ask for everything anew."""
        self.send("resume", after=0)
        self.until("state")

    def until_closed(self) -> int:
        """Read on to the end; why the server closed the connection."""
        with suppress(ConnectionClosed):
            while True:
                self.receive()
        return int(self.socket.close_code or 0)

    def close(self) -> None:
        """Close the table."""
        self._closing.close()


__all__ = ["Connection", "ConnectionClosed", "Person", "Seen", "Server", "running", "words_of"]
