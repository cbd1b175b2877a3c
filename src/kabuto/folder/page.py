"""What the worker of a page calls: Python on this side, JavaScript on the other."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from kabuto.folder.kept import Change, NotKept, Taken
from kabuto.folder.local_host import LocalHost
from kabuto.folder.local_workers import LocalWorkers, Thinking
from kabuto.folder.surroundings import PageChance, with_search, without_engine
from kabuto.table import manifests

TAKEN = "ConstraintError"
"""What a browser's database calls something that should have been new."""


class BrowserKeeper:
    """The database of a browser, through two functions of JavaScript."""

    def __init__(self, read: Callable[[str], Any], write: Callable[[Any], Any]) -> None:
        self._read, self._write = read, write

    async def read(self, start: str) -> list[tuple[str, bytes]]:
        """Everything whose name starts so, in order."""
        try:
            names, values = await self._read(start)
        except Exception as error:  # an error of JavaScript
            raise NotKept(str(error)) from None
        return [(name, value.to_bytes()) for name, value in zip(names, values, strict=True)]

    async def write(self, changes: Sequence[Change]) -> None:
        """Write all of this or nothing."""
        from pyodide.ffi import to_js

        try:
            await self._write(to_js([[change.name, change.value, change.is_new] for change in changes]))
        except Exception as error:
            raise (Taken if TAKEN in str(error) else NotKept)(str(error)) from None


class Page:
    """The host of a page, as its worker calls it."""

    def __init__(self, host: LocalHost, answer: Callable[[int, int, str], None]) -> None:
        self._host, self._answer = host, answer
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, number: int, method: str, address: str, body: str) -> None:
        """Answer a question, in its time."""
        task = asyncio.ensure_future(self._ask(number, method, address, body))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _ask(self, number: int, *question: str) -> None:
        try:
            status, text = await self._host.ask(*question)
        except Exception:
            self._answer(number, 500, "")
            raise
        self._answer(number, status, text)

    def connect(
        self, line: int, address: str, tell: Callable[[int, str], None], end: Callable[[int, int], None]
    ) -> None:
        """Open a table."""
        self._host.connect(line, address, lambda text: tell(line, text), lambda code: end(line, code))

    def say(self, line: int, text: str) -> None:
        """Take a message for a table."""
        self._host.say(line, text)

    def hang_up(self, line: int) -> None:
        """Leave a table."""
        self._host.hang_up(line)


class BrowserThinking(Thinking):
    """The thinking worker of this page, through functions of JavaScript."""

    def __init__(self, think: Callable[[int, int, Any], Any], stop: Callable[[int], None]) -> None:
        self._think, self._stop, self._last = think, stop, 0
        self._ready: float | None = None

    async def ask(self, rank: int, question: bytes) -> bytes:
        """The answer to a question of this rank; a question that nobody waits for any more is ended."""
        from pyodide.ffi import to_js

        self._last += 1
        number, answered = self._last, False
        try:
            found = await self._think(number, rank, to_js(question))
            answered = True
            return bytes(found.to_bytes())
        finally:
            if not answered:
                self._stop(number)

    def told(self, ready: float) -> None:
        """How far the worker has got ready."""
        self._ready = ready if ready < 1 else None

    def progress(self) -> float | None:
        """How far it has got ready, from 0 to 1; None if it has or nobody has asked for it."""
        return self._ready


async def start(
    read: Callable[[str], Any],
    write: Callable[[Any], Any],
    answer: Callable[[int, int, str], None],
    search: Any = None,
) -> Page:
    """A host on the database of this browser; ``search`` is how its thinking worker is reached."""
    manifests.restrict(with_search if search else without_engine)
    workers = None
    if search:
        from pyodide.ffi import create_proxy

        thinking = BrowserThinking(search.think, search.stop)
        search.tell(create_proxy(thinking.told))
        workers = LocalWorkers(PageChance(), thinking, search.lacks)
    host = LocalHost(BrowserKeeper(read, write), workers=workers)
    await host.open()
    return Page(host, answer)
