"""Start a server, and stop it so that nothing is lost."""

import errno
import os
import signal
import socket
import sys
from asyncio import Protocol
from collections.abc import Callable, Collection, Generator, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Literal, cast

import uvicorn
from starlette.types import ASGIApp

from kabuto.server.app import create_app
from kabuto.server.connections import Connections, HttpConnection, SocketConnection
from kabuto.server.folder import sole_use
from kabuto.server.garbage import Collector
from kabuto.server.house import House
from kabuto.server.limits import Limits
from kabuto.server.logs import log, set_up
from kabuto.server.monitoring import EVERYWHERE, METRICS_HOST, MetricsPort
from kabuto.server.sites import Sites, networks
from kabuto.server.speech import sentence
from kabuto.server.store import postgres_for
from kabuto.table import Refused

SHUTDOWN = 5
"""Seconds that running requests have when the server stops."""
DESCRIPTORS = 65_536
"""File descriptors that a server asks for: each connection needs one or two."""


def serve(
    host: str,
    port: int,
    data: Path,
    *,
    store: str = "",
    limits: Limits | None = None,
    public_url: str = "",
    allowed_hosts: Collection[str] = (),
    trusted_proxies: Collection[str] = (),
    loop: Literal["auto", "asyncio", "uvloop"] = "auto",
    metrics_port: int | None = None,
    metrics_host: str = METRICS_HOST,
    on_open: Callable[[str], object] = lambda address: None,
) -> None:
    """Serve until a signal comes; ``on_open`` is told the address when it can be opened.

    ``store`` is the address of a PostgreSQL database; without one, a file in the data folder is the store.
    ``trusted_proxies`` are the addresses or networks of web servers whose ``X-Forwarded-For`` and
    ``X-Forwarded-Proto`` are believed.
    """
    limits = limits or Limits()
    sites, proxies = Sites(public_url, allowed_hosts), networks(trusted_proxies)
    sys.setswitchinterval(0.001)  # the thread that stores moves is waited for: let it have its say
    set_up(is_terminal=sys.stderr.isatty())
    with _sole_use(data, store), listening(host, port) as listener, ExitStack() as more:
        house = House(data, limits, store=postgres_for(store).PostgresStore(store) if store else None)
        connections = Connections(house.guard, house.metrics, proxies, _raise_descriptors())
        app: ASGIApp = create_app(house, sites)
        listeners = [listener]
        if metrics_port is not None:
            apart = more.enter_context(listening(metrics_host, metrics_port, "--metrics-port"))
            app = MetricsPort(app, house.metrics, apart.getsockname()[:2], sites)
            listeners.append(apart)
            log("metrics_open", host=metrics_host, port=apart.getsockname()[1])
        collector = Collector(lambda: connections.received, house.metrics)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            loop=loop,
            http=cast("type[Protocol]", partial(HttpConnection, connections)),
            ws=SocketConnection,
            ws_max_size=limits.body,
            ws_per_message_deflate=False,
            ws_ping_interval=30,
            ws_ping_timeout=30,
            timeout_graceful_shutdown=SHUTDOWN,
            server_header=False,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies,
            callback_notify=collector.look,
            timeout_notify=1,
        )
        house.workers.preparation.start()
        name, number = listener.getsockname()[:2]
        on_open(f"http://{_shown(name)}:{number}/")
        log("open", host=name, port=number)
        _Server(config).run(sockets=listeners)
        log("closed")


def _sole_use(data: Path, store: str) -> AbstractContextManager[None]:
    """Keep other servers away from a data folder, if that is the store."""
    return nullcontext() if store else sole_use(data)


def _raise_descriptors() -> int | None:
    """Allow as many open files as the system lets us, within reason; how many that is, if it is known."""
    if sys.platform == "win32":
        return None
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        except (OSError, ValueError):  # macOS has a lower limit of its own
            return soft
        return wanted
    return soft if soft != resource.RLIM_INFINITY else None


def _shown(host: str) -> str:
    """A host as it stands in an address that a browser on this machine can open."""
    if host in EVERYWHERE:
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


class _Server(uvicorn.Server):
    """Ends in good order after Ctrl-C or a request to terminate: both are the usual way to stop it."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Stop at a signal, and do not let it end the process besides."""
        numbers = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in numbers}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


@contextmanager
def listening(host: str, port: int, option: str = "--port") -> Iterator[socket.socket]:
    """A socket that listens there; ``option`` is where the port was chosen."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        if os.name == "posix":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(2048)
    except OSError as error:
        taken = error.errno == errno.EADDRINUSE
        reason = error.strerror or str(error)
        key = "port_taken" if taken else "port_forbidden"
        raise Refused(sentence(key, host=host, port=port, option=option, reason=reason), option) from None
    with listener:
        yield listener
