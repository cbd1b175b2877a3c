"""What the thinking worker of a page calls: Python on this side, JavaScript and WebAssembly on the other.

The worker that holds the tables sends it what is to be thought over; so tables go on meanwhile, and a thought
can be ended at once together with its worker.
"""

import hashlib
import json
import pickle
from collections.abc import Awaitable, Callable, Mapping
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from kabuto import BUILT_IN
from kabuto.compiling import machines
from kabuto.folder import guests
from kabuto.folder.surroundings import with_search
from kabuto.host.thinking import Tasks
from kabuto.table import Refused, manifests

KERNEL = "kernel.wasm"


class Damaged(Exception):
    """A file is cut, or belongs to another version."""


class PageMachine:
    """Compiled code in this worker's WebAssembly."""

    def __init__(self, kernel: Any, layouts: Mapping[str, Any]) -> None:
        self._kernel, self._layouts = kernel, layouts

    def layout(self, entry: str, array: str) -> Mapping[str, Any]:
        """Of the records of an array: their size and fields."""
        (found,) = (each for each in self._layouts["entries"][entry] if each["name"] == array)
        return dict(found)

    def take(self, entry: str, data: str) -> None:
        """Put data where an entry point expects it; ``Missing`` if it was not fetched yet."""
        if not self._kernel.knows(data):
            raise machines.Missing(data)
        self._kernel.take(entry, data)

    def learn(self, data: str, content: Any) -> None:
        """Take data that was fetched, if it is what belongs to this version."""
        _check(data, content, self._layouts["data"][data]["sha256"])
        self._kernel.learn(data, content)

    def write(self, entry: str, array: str, content: bytes) -> None:
        """Write the first records of an array."""
        from pyodide.ffi import to_js

        self._kernel.write(entry, array, to_js(content))

    def read(self, entry: str, array: str, size: int) -> bytes:
        """The first bytes of an array."""
        return bytes(self._kernel.read(entry, array, size).to_bytes())

    def call(self, entry: str) -> None:
        """Call an entry point with its arrays."""
        self._kernel.call(entry)


class Thinker:
    """Thinks about one thing after the other."""

    def __init__(self, machine: PageMachine, fetch: Callable[[str], Awaitable[Any]]) -> None:
        self._machine, self._fetch, self._tasks = machine, fetch, Tasks()

    async def think(self, question: Any) -> bytes:
        """The answer to a question of the tables of a page, or what went wrong."""
        what, values = pickle.loads(question.to_bytes())
        try:
            return pickle.dumps((True, await self._found(getattr(self._tasks, what), *values)))
        except Refused as refusal:
            return pickle.dumps((False, refusal))

    async def answer(self, question: Any) -> bytes:
        """The answer to a question of a server, as JSON."""
        return bytes(await self._found(guests.answer, self._tasks, question.to_bytes().decode()))

    async def _found(self, work: Callable[..., Any], *values: Any) -> Any:
        """What a function finds out; what it needs for that is fetched first."""
        while True:
            try:
                return work(*values)
            except machines.Missing as missing:
                data = str(missing)
                self._machine.learn(data, await self._fetch(f"{data}.bin"))


async def start(fetch: Callable[[str], Awaitable[Any]], kernel: Callable[[Any, str], Any]) -> Thinker:
    """A thinker with the search of this version, whose files ``fetch`` gets; ``kernel`` starts the module."""
    told = bytes((await fetch("kernel.json")).to_bytes()).decode()
    layouts, module = json.loads(told), await fetch(KERNEL)
    _check(KERNEL, module, layouts["sha256"])
    machine = PageMachine(await kernel(module, told), layouts)
    machines.use(machine)
    manifests.restrict(with_search)
    return Thinker(machine, fetch)


def _check(name: str, content: Any, wanted: str) -> None:
    if hashlib.sha256(content.to_bytes()).hexdigest() != wanted:
        raise Damaged(f"{name} is cut, or of another version")


def imported() -> list[str]:
    """Import whatever may be needed to think, as far as it is here."""
    found = []
    for game in BUILT_IN:
        manifest = with_search(manifests.whole(game))
        for place in filter(None, (*manifest.players.values(), manifest.analysis, manifest.puzzles)):
            package = str(place).partition(":")[0]
            package = package if hasattr(import_module(package), "__path__") else package.rpartition(".")[0]
            for module in walk_packages(import_module(package).__path__, f"{package}."):
                found.append(import_module(module.name).__name__)
    return found
