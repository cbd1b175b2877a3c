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
from types import FrameType
from typing import Literal, cast

import uvicorn
from starlette.types import ASGIApp

from kabuto.host.log import log
from kabuto.host.rate_limits import Limits
from kabuto.protocol.errors import sentence
from kabuto.server.runtime.gc_pauses import Collector
from kabuto.server.runtime.log_lines import set_up
from kabuto.server.runtime.loops import name_of_loop, stopping
from kabuto.server.runtime.stopping import ending_in_time
from kabuto.server.services import build
from kabuto.server.storage.open import postgres_for, sole_use
from kabuto.server.web.app import create_app
from kabuto.server.web.device import Device
from kabuto.server.web.monitoring import EVERYWHERE, METRICS_HOST, MetricsPort
from kabuto.server.web.origins import Sites, networks
from kabuto.server.web.uvicorn_limits import Connections, HttpConnection, SocketConnection
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
    folder: Path | None = None,
    guests_think: bool = False,
    on_open: Callable[[str], object] = lambda address: None,
) -> None:
    """Serve until a signal comes; ``on_open`` gets the address when it can be opened.

    ``store`` is the address of a PostgreSQL database; without one, a file in the data folder is the store.
    ``trusted_proxies`` are the addresses or networks of web servers whose ``X-Forwarded-For`` and
    ``X-Forwarded-Proto`` are believed. ``folder`` is one that ``kabuto static`` made, for browsers to keep;
    with ``guests_think`` they find hints and reviews with the search in it.
    """
    limits = limits or Limits()
    if guests_think and not (folder and Device(folder).has_search()):
        raise Refused(sentence("guests_need_search"), "--guests-think")
    sites, proxies = Sites(public_url, allowed_hosts), networks(trusted_proxies)
    sys.setswitchinterval(0.001)  # the thread that stores moves is waited for: let it have its say
    set_up(is_terminal=sys.stderr.isatty())
    with _sole_use(data, store), listening(host, port) as listener, ExitStack() as more:
        database = postgres_for(store).PostgresStore(store) if store else None
        services = build(data, limits, store=database, guests_think=guests_think)
        connections = Connections(services.host.guard, services.metrics, proxies, _raise_descriptors())
        app: ASGIApp = create_app(services, sites, folder)
        listeners = [listener]
        if metrics_port is not None:
            apart = more.enter_context(listening(metrics_host, metrics_port, "--metrics-port"))
            app = MetricsPort(app, services.metrics, apart.getsockname()[:2], sites)
            listeners.append(apart)
            log("metrics_open", host=metrics_host, port=apart.getsockname()[1])
        collector = Collector(lambda: connections.received, services.metrics)
        config = uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            loop=name_of_loop(loop, store),
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
        services.workers.preparation.start()
        name, number = listener.getsockname()[:2]
        on_open(f"http://{_shown(name)}:{number}/")
        log("open", host=name, port=number)
        with ending_in_time() as told_to_stop:
            _Server(config, told_to_stop).run(sockets=listeners)
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

    def __init__(self, config: uvicorn.Config, told_to_stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._told_to_stop = told_to_stop

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop; a second Ctrl-C does not wait for requests."""
        self._told_to_stop()
        super().handle_exit(sig, frame)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Stop at a signal, and do not let it end the process besides."""
        before = {number: signal.signal(number, self.handle_exit) for number in stopping()}
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
