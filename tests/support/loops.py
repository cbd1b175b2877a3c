"""Coroutines run to their end, wherever a test runs."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import Future
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in a thread of its own: the tests of the browser keep a loop going in theirs.

    Nobody waits for that thread: a test that hangs is ended by its timeout.
    """
    result = Future[T]()

    def work() -> None:
        try:
            result.set_result(asyncio.run(main))
        except BaseException as error:
            result.set_exception(error)

    Thread(target=work, daemon=True).start()
    return result.result()
