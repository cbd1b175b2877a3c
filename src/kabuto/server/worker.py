"""Start a worker, and stop it so that others go on with its jobs at once."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, nullcontext

import uvicorn
from starlette.applications import Starlette

from kabuto.host.log import log
from kabuto.host.tasks import stop
from kabuto.server.runtime.log_lines import set_up
from kabuto.server.runtime.loops import loop_of_worker, stopping
from kabuto.server.runtime.metrics import Metrics
from kabuto.server.runtime.stopping import ending_in_time
from kabuto.server.serve import listening
from kabuto.server.storage.open import postgres_for
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.web.monitoring import METRICS_HOST, MetricsPort
from kabuto.server.web.origins import Sites
from kabuto.server.workers.pool import Workers, usual_number
from kabuto.server.workers.worker import JobWorker

CONNECTIONS = 2
"""How many connections a worker holds, besides the one on which it listens."""


def work(
    store: str,
    *,
    workers: int | None = None,
    metrics_port: int | None = None,
    metrics_host: str = METRICS_HOST,
    on_open: Callable[[int], object] = lambda workers: None,
) -> None:
    """Work for the servers of a database until a signal comes.

    ``on_open`` gets the number of processes when the first job can be claimed.
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
        with ending_in_time() as told_to_stop, asyncio.Runner(loop_factory=loop_of_worker()) as runner:
            runner.run(_work(database, pool, number, listener, on_open, told_to_stop))
        log("closed")


async def _work(
    store: SqlStore,
    pool: Workers,
    number: int,
    listener: socket.socket | None,
    on_open: Callable[[int], object],
    begin_to_stop: Callable[[], None],
) -> None:
    worker = JobWorker(store, pool, number)

    async def open_() -> None:
        await worker.open()
        on_open(number)
        log("open", workers=number, games=worker.games)

    pool.preparation.start()
    with _signals() as told_to_stop:
        tasks = [asyncio.create_task(open_())]
        if listener:
            tasks.append(asyncio.create_task(_show(pool.metrics, listener, worker)))
        try:
            await told_to_stop.wait()
        finally:
            begin_to_stop()
            await stop(tasks)
            await worker.close()
            pool.close()
            await store.close()


@contextmanager
def _signals() -> Iterator[asyncio.Event]:
    """An event for Ctrl-C and a request to terminate: both are the usual way to stop."""
    loop, told_to_stop = asyncio.get_running_loop(), asyncio.Event()

    def hear(*_: object) -> None:
        loop.call_soon_threadsafe(told_to_stop.set)

    before = {number: signal.signal(number, hear) for number in stopping()}
    try:
        yield told_to_stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Metrics(uvicorn.Server):
    """Leaves signals to the worker."""

    capture_signals = nullcontext  # type: ignore[assignment]


async def _show(metrics: Metrics, listener: socket.socket, worker: JobWorker) -> None:
    """Show the metrics, and whether it is healthy, to those who run this machine."""
    app = MetricsPort(Starlette(), metrics, listener.getsockname()[:2], Sites(), worker.is_healthy)
    config = uvicorn.Config(
        app, log_config=None, access_log=False, lifespan="off", ws="none", server_header=False
    )
    await _Metrics(config).serve(sockets=[listener])
