"""What runs while a move is on its way: modules in the server's process, and modules of the page.

A server's process calls ``watch`` before it serves (``FIRST``); a signal begins, and another ends and writes
what ran. Of the page the browser itself says which functions ran, and the maps of the build where they are
from.
"""

import json
import signal
import sys
import threading
from bisect import bisect_right
from collections import Counter
from itertools import accumulate
from pathlib import Path
from types import FrameType
from typing import Any

import kabuto

PACKAGE = f"{Path(kabuto.__file__).parent}/"
MAPS = Path(__file__).parents[2] / "web" / ".maps"
FIRST = "from pathlib import Path\nfrom tests.support.walk import watch\nwatch(Path({file!r}))\n"
"""What the process of a server does before it serves."""
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def watch(file: Path) -> None:
    """From one signal (SIGUSR1) to another (SIGUSR2) note which functions run, and who called them."""
    ran: dict[str, Counter[str]] = {}
    handed: dict[str, set[str]] = {}
    is_on = threading.Event()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event != "call" or not is_on.is_set():
            return
        code, caller = frame.f_code, frame.f_back
        if not code.co_filename.startswith(PACKAGE) or code.co_name.startswith("<"):
            return
        module = code.co_filename.removeprefix(PACKAGE)
        ran.setdefault(module, Counter())[code.co_name] += 1
        if caller and caller.f_code.co_filename.startswith(PACKAGE):
            handed.setdefault(caller.f_code.co_filename.removeprefix(PACKAGE), set()).add(module)

    def end(number: int, frame: FrameType | None) -> None:
        is_on.clear()
        told = {"ran": ran, "handed": {module: sorted(to - {module}) for module, to in handed.items()}}
        part = file.with_suffix(".part")
        part.write_text(json.dumps(told), encoding="utf-8")
        part.replace(file)

    threading.setprofile(note)
    sys.setprofile(note)
    signal.signal(signal.SIGUSR1, lambda number, frame: is_on.set())
    signal.signal(signal.SIGUSR2, end)


def modules(scripts: list[dict[str, Any]], static: Path) -> set[str]:
    """The modules of the page's own source in which functions ran; ``scripts`` as the browser counts them."""
    found: set[str] = set()
    for script in scripts:
        name = script["url"].rpartition("/")[2]
        if not (MAPS / f"{name}.map").exists():
            continue
        sources, rows = _places(json.loads((MAPS / f"{name}.map").read_text(encoding="utf-8")))
        lines = (static / "assets" / name).read_text(encoding="utf-8").split("\n")
        starts = [0, *accumulate(len(line.encode("utf-16-le")) // 2 + 1 for line in lines)]
        for function in script["functions"]:
            place = function["ranges"][0]["startOffset"]
            if function["ranges"][0]["count"] and place:
                line = bisect_right(starts, place) - 1
                before = bisect_right(rows[line], (place - starts[line], len(sources)))
                found.add(sources[rows[line][max(0, before - 1)][1]])
    return {source.partition("/web/src/")[2] or source.partition("../src/")[2] for source in found} - {""}


def _places(told: dict[str, Any]) -> tuple[list[str], list[list[tuple[int, int]]]]:
    """The sources of a map, and for each line of the script where pieces of which source begin."""
    source, rows = 0, []
    for line in told["mappings"].split(";"):
        column, row = 0, []
        for piece in filter(None, line.split(",")):
            numbers = _numbers(piece)
            column += numbers[0]
            if len(numbers) > 1:
                source += numbers[1]
                row.append((column, source))
        rows.append(row)
    return told["sources"], rows


def _numbers(piece: str) -> list[int]:
    found, value, shift = [], 0, 0
    for digit in map(DIGITS.index, piece):
        value |= (digit & 31) << shift
        shift += 5
        if not digit & 32:
            found.append(-(value >> 1) if value & 1 else value >> 1)
            value = shift = 0
    return found
