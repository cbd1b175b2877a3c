"""Garbage collections: none that players notice, and none that the server needs to keep its memory flat."""

import gc
import re
import signal
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep

import pytest

from kabuto.server.runtime import gc_pauses
from kabuto.server.runtime.gc_pauses import Collector
from kabuto.server.runtime.metrics import Metrics
from tests.support.loops import run

from .persons import PATIENCE, Person, running
from .test_floods import PING, Raw, frame

COUNT_WHEN_TOLD = """
import gc, signal, sys

garbage = 0

def count(*_):
    global garbage
    garbage += gc.collect()
    objects = gc.get_objects()
    tables = sum(type(each).__name__ == "Room" for each in objects)
    print("COUNTED", tables, garbage, len(objects), file=sys.stderr, flush=True)

gc.disable()
signal.signal(signal.SIGUSR1, count)
"""


class Clock:
    """A collector at moments of the test's choice."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.received, self.collected = 1000.0, 0, 0
        self.thresholds: tuple[int, ...] = ()
        self.calls: list[str] = []
        monkeypatch.setattr(gc_pauses, "monotonic", lambda: self.now)
        monkeypatch.setattr(
            gc, "set_threshold", lambda *numbers: self.calls.append(f"threshold {numbers[1:]}")
        )
        monkeypatch.setattr(gc, "get_count", lambda: (5, 1, 0))
        monkeypatch.setattr(gc, "collect", lambda: self.calls.append("collect"))
        monkeypatch.setattr(gc, "freeze", lambda: self.calls.append("freeze"))
        self.collector = Collector(lambda: self.received, Metrics())

    def after(self, seconds: float, received: int) -> list[str]:
        """What it does after a while in which so much has arrived each second."""
        self.calls.clear()
        for _ in range(int(seconds)):
            self.now += 1
            self.received += received
            run(self.collector.look())
        return list(self.calls)


def test_full_collections_wait_for_a_quiet_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    assert clock.calls == [f"threshold {(gc_pauses.NEVER, gc_pauses.NEVER)}"]  # none by themselves
    assert clock.after(1, 10) == ["collect", "freeze"]
    assert clock.after(gc_pauses.BUSY_SECONDS - 1, 10) == []
    assert clock.after(1, 0) == ["collect"]
    assert clock.after(gc_pauses.IDLE_SECONDS - 1, 0) == []
    assert clock.after(1, 0) == ["collect"]


def test_a_server_that_is_always_busy_collects_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    clock.after(1, 10)
    assert clock.after(5 * gc_pauses.BUSY_SECONDS, 10) == ["collect"] * 5


def test_a_quiet_server_with_nothing_new_does_not_collect(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock(monkeypatch)
    clock.after(1, 0)
    monkeypatch.setattr(gc, "get_count", lambda: (5, 0, 0))
    assert clock.after(5 * gc_pauses.BUSY_SECONDS, 0) == []


@pytest.mark.skipif(not find_spec("uvloop"), reason="each of asyncio's connections is a cycle in itself")
def test_nothing_is_left_in_cycles(tmp_path: Path) -> None:
    kinds = ("requests", "hits", "messages", "resumes", "tables")
    limits = f"Limits({', '.join(f'{kind}=Rate(1e9, 1e9)' for kind in kinds)})"
    quick = "from kabuto.host.rooms import registry\nregistry.SWEEP = 0.2\n"
    with running(tmp_path / "data", limits=limits, before=COUNT_WHEN_TOLD + quick) as server:

        def counted() -> tuple[int, ...]:
            before = server.log.read_text().count("COUNTED")
            server.process.send_signal(signal.SIGUSR1)
            end = monotonic() + PATIENCE
            while len(found := re.findall(r"COUNTED (.*)\n", server.log.read_text())) == before:
                assert monotonic() < end
                sleep(0.02)
            return tuple(int(number) for number in found[-1].split())

        def left() -> tuple[int, ...]:
            """How much has been left in cycles so far, and the objects there are."""
            end = monotonic() + PATIENCE
            while (found := counted())[0]:  # tables are swept away after a while
                assert monotonic() < end
                sleep(0.05)
            return found[1:]

        def use() -> None:
            for _ in range(20):
                with closing(Person(server)) as me, closing(me.open(me.set_table("me", "me")["id"])) as table:
                    table.receive()
                    table.play(table.own["legal"][0], "/")  # type: ignore[index]
                    table.move("nonsense")
                    table.refresh()
                    me.get("/api/tables")
                    me.get("/api/nothing", 404)
                    flood = Raw.at_table(server, table.table, address="127.0.0.2")
                    flood.flood(frame(PING) * 1000, most=10**6)
                    flood.socket.close()

        use()
        use()  # by now most of what is remembered of moves and positions is there
        cycles, objects = left()
        use()
        cycles_after, objects_after = left()
        assert cycles_after < cycles + 20
        assert objects_after < objects + 1500  # some persons and moves are remembered for a while
