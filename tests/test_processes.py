"""How a worker process starts, and when it ends."""

import os
import signal
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from time import sleep

import pytest

from kabuto.parallel.processes import prepare_worker

SPAWN = get_context("spawn")


def work(parent: Connection, line: Connection, trace: Path) -> None:
    """Say what the start has done, then be busy without end."""
    prepare_worker(parent, niceness=3, on_end=trace.touch)
    is_deaf = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    line.send((is_deaf, os.environ["OMP_NUM_THREADS"], os.environ["MKL_NUM_THREADS"], os.nice(0)))
    while True:
        sleep(60)


def test_a_worker_is_polite_and_ends_with_its_parent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OMP_NUM_THREADS", raising=False)
    monkeypatch.setenv("MKL_NUM_THREADS", "2")  # somebody's own choice stays
    parent, ours = SPAWN.Pipe(duplex=False)
    line, theirs = SPAWN.Pipe(duplex=False)
    worker = SPAWN.Process(target=partial(work, parent, theirs, tmp_path / "ended"))
    worker.start()
    try:
        assert line.recv() == (True, "1", "2", min(19, os.nice(0) + 3))
        assert worker.is_alive()
        ours.close()  # as the end of this process would do
        worker.join(250)
        assert worker.exitcode == 1
        assert (tmp_path / "ended").exists()
    finally:
        worker.kill()
        worker.join()
