"""Stops what goes on in the background."""

import asyncio
from collections.abc import Iterable
from typing import Any

AGAIN = 1.0
"""Seconds until a task that still goes on is cancelled once more."""


async def stop(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait until all have ended.

    A cancellation can get lost in a library, if it comes just when what the task waits for is there.
    """
    every = set(tasks)
    going = set(every)
    while going:
        for task in going:
            task.cancel()
        _, going = await asyncio.wait(going, timeout=AGAIN)
    await asyncio.gather(*every, return_exceptions=True)
