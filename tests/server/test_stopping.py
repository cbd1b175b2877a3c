"""What goes on in the background ends, even if it overhears that it should."""

import asyncio
from contextlib import suppress

import pytest

from kabuto.server import stopping
from tests.support.loops import run


def test_a_task_that_loses_its_cancellation_is_cancelled_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "AGAIN", 0.01)
    heard = list[str]()

    async def hard_of_hearing() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        heard.append("once")
        await asyncio.Event().wait()

    async def broken() -> None:
        raise OSError

    async def main() -> None:
        tasks = [asyncio.create_task(work()) for work in (hard_of_hearing, broken)]
        await asyncio.sleep(0)
        await stopping.stop(tasks)
        assert all(task.done() for task in tasks)

    run(main())
    assert heard == ["once"]
    run(stopping.stop([]))
