"""The search as WebAssembly, in node: what a page calls, without a page."""

import json
import os
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import pytest

from kabuto.compiling import machines
from kabuto.compiling.entries import arrays, fields
from kabuto.folder.making.build import SEARCH, tool

HERE = Path(__file__).parent


class NodeMachine:
    """A machine of compiled code, through a pipe."""

    def __init__(self, folder: Path) -> None:
        self._layouts = json.loads((folder / "kernel.json").read_text())
        command = [*tool("node"), str(HERE / "machine.mjs"), str(folder)]
        self._node = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.seconds = 0.0
        """Processor time in calls."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._node.communicate()

    def layout(self, entry: str, array: str) -> Mapping[str, Any]:
        """Of the records of an array: their size and fields."""
        (found,) = (each for each in self._layouts["entries"][entry] if each["name"] == array)
        return dict(found)

    def take(self, entry: str, data: str) -> None:
        """Put data where an entry point expects it."""
        self._ask("take", entry, data)

    def write(self, entry: str, array: str, content: bytes) -> None:
        """Write the first records of an array."""
        self._ask("write", entry, array, b64encode(content).decode())

    def read(self, entry: str, array: str, size: int) -> bytes:
        """The first bytes of an array."""
        return b64decode(self._ask("read", entry, array, size))

    def call(self, entry: str) -> None:
        """Call an entry point with its arrays."""
        self.seconds += self._ask("time", entry)

    def _ask(self, *question: Any) -> Any:
        assert self._node.stdin
        assert self._node.stdout
        self._node.stdin.write(json.dumps(question) + "\n")
        self._node.stdin.flush()
        answer = json.loads(self._node.stdout.readline())
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        return answer["found"]


@contextmanager
def built() -> Iterator[NodeMachine]:
    """The built module, in node."""
    if not SEARCH.is_dir():
        (pytest.fail if os.environ.get("CI") else pytest.skip)(
            "python web/wasm.py builds the search for pages"
        )
    with NodeMachine(SEARCH) as machine:
        yield machine


def both(page: NodeMachine, think: Callable[[], Any]) -> tuple[Any, Any]:
    """What is thought natively, and in a page."""
    native = think()
    machines.use(page)
    try:
        return native, think()
    finally:
        machines.use(None)


def check_records(page: NodeMachine, entries: ModuleType) -> None:
    """The records of a page are those of native code."""
    for entry in entries.entries():
        for name, array in arrays(entry.arguments):
            there = page.layout(entry.name, name)
            assert (there["size"], there["shape"]) == (array.itemsize, [*array.shape])
            assert {field: tuple(told) for field, told in there["fields"].items()} == fields(array.dtype)
