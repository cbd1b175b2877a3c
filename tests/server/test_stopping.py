"""What goes on in the background ends, even if it overhears that it should."""

import asyncio
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import monotonic, sleep
from typing import Any

import pytest

from kabuto.host import tasks
from kabuto.server.accounts.push_encryption import encode
from kabuto.server.runtime import stopping
from tests.support.loops import run

from .persons import PATIENCE, Person, running
from .test_push import Service
from .test_puzzles import FINISHED

HANGING = """
from time import sleep
from kabuto.server.accounts.web_push import Push
from kabuto.host.thinking import Tasks
Push.allows_loopback = True
Tasks.puzzles = Tasks.review = lambda *_: sleep(1000)
"""
"""A server whose workers never find anything, and that sends to push services on this machine."""
STUCK = """
from time import sleep
from kabuto.host import tasks
from kabuto.server.services import Services, build
from kabuto.server.workers.pool import Workers
Workers.close = lambda self: sleep(1000)
tasks.LONGEST = 0.5
"""
"""A server that can't end in good order."""


async def test_a_task_that_loses_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "AGAIN", 0.01)
    heard = list[str]()

    async def hard_of_hearing() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        heard.append("once")
        await asyncio.Event().wait()

    async def broken() -> None:
        raise OSError

    started = [asyncio.create_task(work()) for work in (hard_of_hearing, broken)]
    await asyncio.sleep(0)
    await tasks.stop(started)
    assert all(task.done() for task in started)
    assert heard == ["once"]
    run(tasks.stop([]))


@contextmanager
def silent_service() -> Iterator[tuple[str, list[Any]]]:
    """A push service that takes a request and never answers; its address, and who waits there."""
    waiting = list[Any]()
    with closing(socket.create_server(("127.0.0.1", 0))) as listener:

        def take() -> None:
            with suppress(OSError):
                while True:
                    waiting.append(listener.accept()[0])

        taking = Thread(target=take, daemon=True)
        taking.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}", waiting
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            taking.join()
            for line in waiting:
                line.close()


def until(is_so: Any) -> None:
    end = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < end
        sleep(0.01)


def test_s8_a_server_ends_in_time_whatever_is_under_way(tmp_path: Path) -> None:
    with silent_service() as (address, waiting), running(tmp_path / "data", before=HANGING) as server:
        host, friend = Person(server), Person(server)
        to = Service().subscription()
        keys = {"key": encode(to.key), "auth": encode(to.auth)}
        for person in (host, friend):
            person.post("/api/me/push", {"endpoint": f"{address}/{id(person)}", **keys})
        seats = [{"who": "me"}, {"who": "open"}]
        clock = {"per": "move", "seconds": 86400}
        table = host.post("/api/tables", {"seats": seats, "clock": clock})
        friend.post(f"/api/tables/{table['id']}/join", {"invite": table["invites"][0]["token"]})
        kept = host.post("/api/records", {"record": FINISHED})
        host.post(f"/api/tables/{kept['id']}/puzzles")
        reviewing = Thread(target=lambda: _ignoring(friend, f"/api/tables/{kept['id']}/review"))
        reviewing.start()
        until(lambda: waiting)
        began = monotonic()
        server.process.terminate()
        server.ended()
        assert monotonic() - began < 10
        assert "Traceback" not in server.log.read_text()
        reviewing.join()
        for person in (host, friend):
            person.close()


def _ignoring(person: Person, path: str) -> None:
    with suppress(Exception):
        person.post(path)


def test_s8_a_server_that_cannot_end_in_good_order_ends_all_the_same(tmp_path: Path) -> None:
    with running(tmp_path / "data", before=STUCK) as server:
        Person(server).close()  # it hears signals from its first answer on
        server.process.terminate()
        assert server.ended() == 1
    assert "closed_by_force" in server.log.read_text()


def test_s8_a_server_that_ends_in_time_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    ended = list[int]()
    monkeypatch.setattr("os._exit", ended.append)
    monkeypatch.setattr(stopping, "LONGEST", 0.0)
    with stopping.ending_in_time() as begin:
        begin()
        begin()
        until(lambda: ended)
    assert ended == [1]
    monkeypatch.setattr(stopping, "LONGEST", 600.0)
    with stopping.ending_in_time() as begin:
        begin()
