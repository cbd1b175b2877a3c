"""Start a thinker, and stop it so that others go on with its jobs at once."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext

import uvicorn
from starlette.applications import Starlette

from kabuto.server.logs import log, set_up
from kabuto.server.metrics import Metrics
from kabuto.server.monitoring import METRICS_HOST, MetricsPort
from kabuto.server.run import listening
from kabuto.server.sites import Sites
from kabuto.server.stopping import stop
from kabuto.server.store import Store, postgres_for
from kabuto.server.thinker import Thinker
from kabuto.server.workers import Workers, usual_number

CONNECTIONS = 2
"""How many connections a thinker holds, besides the one on which it listens."""


def think(
    store: str,
    *,
    workers: int | None = None,
    metrics_port: int | None = None,
    metrics_host: str = METRICS_HOST,
    on_open: Callable[[int], object] = lambda workers: None,
) -> None:
    """Think for the servers of a database until a signal comes.

    ``on_open`` is told how many workers there are when engines are compiled and the first job can be claimed.
    """
    number = workers or usual_number()
    set_up(is_terminal=sys.stderr.isatty())
    with ExitStack() as more:
        database = postgres_for(store).PostgresStore(store, CONNECTIONS)
        listener: socket.socket | None = None
        if metrics_port is not None:
            listener = more.enter_context(listening(metrics_host, metrics_port, "--metrics-port"))
            log("metrics_open", host=metrics_host, port=listener.getsockname()[1])
        pool = Workers(Metrics(), number)
        asyncio.run(_think(database, pool, number, listener, on_open))
        log("closed")


async def _think(
    store: Store,
    pool: Workers,
    number: int,
    listener: socket.socket | None,
    on_open: Callable[[int], object],
) -> None:
    thinker = Thinker(store, pool, number)

    async def open_() -> None:
        await thinker.open()
        on_open(number)
        log("open", workers=number, games=thinker.games)

    pool.preparation.start()
    with _signals() as told_to_stop:
        tasks = [asyncio.create_task(open_())]
        if listener:
            tasks.append(asyncio.create_task(_show(pool.metrics, listener)))
        try:
            await told_to_stop.wait()
        finally:
            await stop(tasks)
            await thinker.close()
            pool.close()
            await store.close()


@contextmanager
def _signals() -> Iterator[asyncio.Event]:
    """An event for Ctrl-C and a request to terminate: both are the usual way to stop."""
    loop, told_to_stop = asyncio.get_running_loop(), asyncio.Event()
    numbers = (signal.SIGINT, signal.SIGTERM)

    def hear(*_: object) -> None:
        loop.call_soon_threadsafe(told_to_stop.set)

    before = {number: signal.signal(number, hear) for number in numbers}
    try:
        yield told_to_stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Metrics(uvicorn.Server):
    """Leaves signals to the thinker."""

    capture_signals = nullcontext  # type: ignore[assignment]


async def _show(metrics: Metrics, listener: socket.socket) -> None:
    """Show the metrics to those who run this machine."""
    app = MetricsPort(Starlette(), metrics, listener.getsockname()[:2], Sites())
    config = uvicorn.Config(
        app, log_config=None, access_log=False, lifespan="off", ws="none", server_header=False
    )
    await _Metrics(config).serve(sockets=[listener])
