"""How smoothly the Yedo table moves: ``python benchmarks/frames.py`` after ``make web``.

Somebody plays against four programs from the fifth round on, and the page shows every turn at the normal
pace with all motion. Chromium's trace tells what the main thread of the page did: the time it needed for each
frame, and its longest task. Times are those of the processor, so other programs on the machine don't count;
the last column has the clock's. A busy machine draws fewer frames, though, and so needs less time for them:
compare two versions one right after the other, and only where both drew about as many frames for about as
many messages.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from copy import copy
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

import kabuto
from kabuto.players import make

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web import chromium
from tests.web.people import Person, Server, running
from tests.web.test_yedo import decide

CATEGORIES = ["toplevel", "devtools.timeline", "blink.user_timing"]
TASKS = ("RunTask", "ThreadControllerImpl::RunTask")
EVERY = 1e6 / 60
"""Microseconds of a frame."""
WATCHED = "watched"
"""A mark that tells which of all threads is the page's."""
HASTY = """
const known = JSON.parse(localStorage['kabuto.settings'])
localStorage['kabuto.settings'] = JSON.stringify({...known, pace: 'instant'})
"""
FRAME, LONGEST = 8, 50
"""Milliseconds that a frame may need in 95 of 100 cases, and a task ever."""


def middle(rounds: int) -> dict[str, Any]:
    """A game of five after some rounds: full boards, and money to spend."""
    game = kabuto.new("yedo", players=5, seed=3)
    player = make("greedy", "yedo", random.Random(3))
    while game.to_move is not None and game.state.round <= rounds:
        game.play(player.choose(game.view(game.to_move)))
    return game.record()


def record(browser: Browser, server: Server, seconds: float) -> list[dict[str, Any]]:
    """Chromium's trace of a page that shows the turns of five seats; a second page decides."""
    screen = {"viewport": {"width": 1366, "height": 768}, "reduced_motion": "no-preference"}
    watcher = Person(browser, server, "", pace="normal", **screen)
    game = middle(5)
    kept = watcher.post("/api/records", {"record": game})
    start = {"table": kept["id"], "ply": len(game["moves"])}
    table = watcher.set_table("me", *["greedy"] * 4, game="yedo", start=start)
    watcher.sit(table)
    player = copy(watcher)
    player.page = watcher.context.new_page()
    player.page.add_init_script(HASTY)
    player.sit(table)
    player.page.wait_for_timeout(1000)  # fonts and pictures are there
    browser.start_tracing(page=watcher.page, categories=CATEGORIES)
    watcher.page.evaluate(f"performance.mark('{WATCHED}')")
    end = monotonic() + seconds
    while monotonic() < end:
        player.await_turn()
        decide(player)
    return list(json.loads(browser.stop_tracing())["traceEvents"])


class Measured(NamedTuple):
    """What the main thread did, in milliseconds."""

    frames: list[float]
    """For each sixtieth of a second."""
    longest: float
    longest_by_clock: float
    drawn: int
    """Frames that it drew."""
    messages: int
    """Messages of the server that it read."""


def measure(events: list[dict[str, Any]]) -> Measured:
    """What the main thread did after the mark, by the processor's time."""
    mark = next(event for event in events if event["name"] == WATCHED)
    place = mark["pid"], mark["tid"]
    mine = [event for event in events if (event["pid"], event["tid"]) == place and event["ts"] >= mark["ts"]]
    count = Counter(event["name"] for event in mine)
    tasks = [event for event in mine if event["name"] in TASKS and event["ph"] == "X"]
    frames: dict[int, float] = {}
    for task in tasks:
        begin, left = task["ts"] - mark["ts"], task.get("tdur", task["dur"])
        frame = int(begin // EVERY)
        room = (frame + 1) * EVERY - begin
        while left > 0:
            frames[frame] = frames.get(frame, 0) + min(left, room) / 1000
            frame, left, room = frame + 1, left - room, EVERY
    return Measured(
        frames=sorted(frames.get(n, 0.0) for n in range(max(frames) + 1)),
        longest=max(task.get("tdur", task["dur"]) for task in tasks) / 1000,
        longest_by_clock=max(task["dur"] for task in tasks) / 1000,
        drawn=count["PrePaint"],
        messages=count["WebSocketReceive"],
    )


def main() -> None:
    """Measure, and say whether everything is fast enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=30)
    seconds = parser.parse_args().seconds
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.flags())
        found = measure(record(browser, server, seconds))
        browser.close()
    usual = found.frames[int(0.95 * len(found.frames))]
    print(f"{'milliseconds':24}{'p95':>8}{'worst':>8}{'target':>8}{'clock':>8}")
    print(f"{f'a frame, of {len(found.frames)}':24}{usual:8.1f}{found.frames[-1]:8.1f}{FRAME:8}")
    print(f"{'a task':24}{'':8}{found.longest:8.1f}{LONGEST:8}{found.longest_by_clock:8.1f}")
    print(f"{found.drawn} frames drawn, {found.messages} messages, {sum(found.frames):.0f} ms in all")
    sys.exit(usual > FRAME or found.longest > LONGEST)


if __name__ == "__main__":
    main()
