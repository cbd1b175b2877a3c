"""``make stack``: PostgreSQL, servers, workers and a proxy on this machine, for trying and testing.

``compose.yaml`` says the same for containers. What ends by itself is started again, as there. Caddy is the
proxy if it is installed, with the same ``Caddyfile`` as in the container; else the one in ``proxy.py``.
"""

import argparse
import asyncio
import os
import shutil
import signal
import socket
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

from deploy.database import postgres
from deploy.proxy import Proxy

HERE = Path(__file__).parent
HOST, PORT = "127.0.0.1", 8321
SERVICES = {"database": 1, "server": 3, "worker": 2, "proxy": 1}
"""What there is, and how many of it."""
PATIENCE = 10.0
"""Seconds that a process has to end in good order."""
AGAIN = 1.0
"""Seconds until a process that has ended is started again."""


class Settings(NamedTuple):
    """What one process is told."""

    store: str
    data: Path
    public_url: str
    port: int
    metrics_port: int


def serve(settings: Settings) -> list[str]:
    """How a server is started."""
    return [
        *(sys.executable, "-m", "kabuto", "serve"),
        *("--host", HOST, "--port", str(settings.port), "--data", str(settings.data)),
        *("--store", settings.store, "--public-url", settings.public_url, "--trusted-proxy", HOST),
        *("--metrics-host", HOST, "--metrics-port", str(settings.metrics_port)),
    ]


def work(settings: Settings) -> list[str]:
    """How a worker is started."""
    return [
        *(sys.executable, "-m", "kabuto", "worker", "--store", settings.store),
        *("--metrics-host", HOST, "--metrics-port", str(settings.metrics_port)),
    ]


COMMANDS = {"server": serve, "worker": work}
"""Which of these are Kabuto's own, and how they are started."""


class Service:
    """A process that is kept running."""

    def __init__(self, name: str, command: list[str], logs: Path, env: dict[str, str] | None = None) -> None:
        self.name, self._command, self._env = name, command, env
        self.log = logs / f"{name}.log"
        self.process: asyncio.subprocess.Process | None = None
        self._is_stopping = False

    async def run(self, say: Callable[[str], None]) -> None:
        """Run it until it is stopped."""
        while not self._is_stopping:
            with self.log.open("ab") as log:
                self.process = await asyncio.create_subprocess_exec(
                    *self._command,
                    stdout=log,
                    stderr=log,
                    stdin=asyncio.subprocess.DEVNULL,
                    env=os.environ | (self._env or {}),
                    start_new_session=True,  # Ctrl-C reaches this process alone, which ends the others
                )
            code = await self.process.wait()
            if not self._is_stopping:
                say(f"{self.name} ended with code {code} and is started again; see {self.log}")
                await asyncio.sleep(AGAIN)

    async def stop(self) -> None:
        """End it in good order, or else at once."""
        self._is_stopping = True
        if self.process is None or self.process.returncode is not None:
            return
        with suppress(ProcessLookupError):
            self.process.terminate()
            try:
                await asyncio.wait_for(self.process.wait(), PATIENCE)
            except TimeoutError:
                self.process.kill()
                await self.process.wait()


class Stack:
    """Everything but the database."""

    def __init__(self, folder: Path, store: str, host: str, port: int) -> None:
        self.logs = folder / "logs"
        self.logs.mkdir(parents=True, exist_ok=True)
        self._host, self._port = host, port
        self._store, self._data = store, folder / "data"
        self.address = f"http://{host}:{port}/"
        ports = free_ports(2 * sum(SERVICES.values()))
        self._ports = list(zip(ports[::2], ports[1::2], strict=True))
        names = [(name, number) for name in COMMANDS for number in range(SERVICES[name])]
        self.services = [
            Service(f"{name}-{number + 1}", COMMANDS[name](self.settings(place)), self.logs)
            for place, (name, number) in enumerate(names)
        ]
        self._proxy: Proxy | None = None
        self._tasks: list[asyncio.Task[None]] = []

    def settings(self, place: int) -> Settings:
        """What the process on some place in the list is told."""
        return Settings(self._store, self._data, self.address.rstrip("/"), *self._ports[place])

    @property
    def metrics(self) -> list[int]:
        """The ports of the servers' metrics."""
        return [port for _, port in self._ports[: SERVICES["server"]]]

    @property
    def servers(self) -> list[int]:
        """The ports of the servers."""
        return [port for port, _ in self._ports[: SERVICES["server"]]]

    async def open(self, say: Callable[[str], None]) -> None:
        """Start everything and wait until it can be used; ``OSError`` if the port is taken."""
        if caddy := shutil.which("caddy"):
            _check_port(self._host, self._port)
            servers = " ".join(f"{HOST}:{port}" for port in self.servers)
            env = {"KABUTO_SITE": self.address.rstrip("/"), "KABUTO_SERVERS": servers}
            command = [caddy, "run", "--config", str(HERE / "Caddyfile"), "--adapter", "caddyfile"]
            self.services.append(Service("proxy", command, self.logs, env))
        else:
            self._proxy = Proxy((HOST, port) for port in self.servers)
            await self._proxy.open(self._host, self._port)
        self._tasks = [asyncio.create_task(service.run(say)) for service in self.services]
        for port in (*self.servers, self._port):
            while not await answers(port):
                await asyncio.sleep(0.1)

    async def close(self) -> None:
        """Stop everything."""
        if self._proxy:
            await self._proxy.close()
        await asyncio.gather(*(service.stop() for service in self.services))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def free_ports(number: int) -> list[int]:
    """Ports that nobody uses now."""
    with ExitStack() as open_:
        sockets = [open_.enter_context(socket.socket()) for _ in range(number)]
        for each in sockets:
            each.bind((HOST, 0))
        return [each.getsockname()[1] for each in sockets]


def _check_port(host: str, port: int) -> None:
    with socket.socket() as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        trial.bind((host, port))


async def answers(port: int) -> bool:
    """Whether a server there is healthy."""
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(5):
            reader, writer = await asyncio.open_connection(HOST, port)
            writer.write(f"GET /healthz HTTP/1.0\r\nHost: {HOST}:{port}\r\n\r\n".encode())
            line = await reader.readline()
            writer.close()
            return b" 200 " in line
    return False


async def run(args: argparse.Namespace, folder: Path, store: str) -> int:
    """Run everything until a signal comes."""
    stopped = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, stopped.set)
    stack = Stack(folder, store, args.host, args.port)
    opening = asyncio.create_task(stack.open(say))
    ending = asyncio.create_task(stopped.wait())
    try:
        await asyncio.wait((opening, ending), return_when=asyncio.FIRST_COMPLETED)
        if opening.done():
            opening.result()
            number, workers = SERVICES["server"], SERVICES["worker"]
            say(f"{number} servers behind a proxy and {workers} workers: {stack.address}")
            say(f"Logs: {stack.logs}. Metrics: " + ", ".join(f"{HOST}:{port}" for port in stack.metrics))
            say("Ctrl-C ends everything.")
            await ending
    except OSError as error:
        say(f"Can't listen on {args.host}:{args.port}: {error.strerror or error}. Choose another --port.")
        return 2
    finally:
        opening.cancel()
        await stack.close()
    return 0


def say(text: str) -> None:
    """Tell whoever runs this."""
    print(text, flush=True)


def main() -> int:
    """Start everything with a database of its own, or with one that exists."""
    parser = argparse.ArgumentParser(
        prog="make stack", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--host", default=HOST, help=f"where the proxy listens (default: {HOST})")
    parser.add_argument("--port", type=int, default=PORT, help=f"default: {PORT}")
    parser.add_argument("--data", type=Path, help="a folder that is kept (default: a temporary one)")
    parser.add_argument("--store", default="", help="the address of a PostgreSQL database (default: its own)")
    args = parser.parse_args()
    with ExitStack() as open_:
        folder = args.data or Path(open_.enter_context(tempfile.TemporaryDirectory(prefix="kabuto-stack-")))
        folder = folder.resolve()
        folder.mkdir(parents=True, exist_ok=True)
        store = args.store
        if not store:
            say("Starting PostgreSQL …")
            place = folder / "postgres"
            place.mkdir(mode=0o700, exist_ok=True)
            store = open_.enter_context(postgres(place)).address
        return asyncio.run(run(args, folder, store))


if __name__ == "__main__":
    sys.exit(main())
