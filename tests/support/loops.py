"""Coroutines run to their end, wherever a test runs."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: the tests of the browser keep a loop going in theirs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, main).result()
