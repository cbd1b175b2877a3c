"""How smoothly a table moves: ``python benchmarks/frames.py`` after ``make web``.

Somebody plays Yedo against four programs from the fifth round on, or Samurai (``--game samurai``) against
three, and the page shows every turn at the normal pace with all motion. ``--dark`` takes the dark print,
``--slow 4`` a processor that is four times slower. Chromium's trace tells what the main thread of the page
did: the time it needed for each frame, and its longest task. Times are those of the processor, so other
programs on the machine don't count; the last column has the clock's. A busy machine draws fewer frames,
though, and so needs less time for them: compare two versions one right after the other, and only where both
drew about as many frames for about as many messages.
"""

import argparse
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from copy import copy
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright

import kabuto
from kabuto.players import make

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web import chromium
from tests.web.people import Devices, Person, Server, running
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
FRAME, SLOW_FRAME, LONGEST = 8, 16, 50
"""Milliseconds that a frame may need in 95 of 100 cases, also on a slow processor, and a task ever."""


def middle(rounds: int) -> dict[str, Any]:
    """A game of five after some rounds: full boards, and money to spend."""
    game = kabuto.new("yedo", players=5, seed=3)
    player = make("greedy", "yedo", random.Random(3))
    while game.to_move is not None and game.state.round <= rounds:
        game.play(player.choose(game.view(game.to_move)))
    return game.record()


def yedo(watcher: Person) -> dict[str, Any]:
    """A table of Yedo in the middle of a game."""
    game = middle(5)
    kept = watcher.post("/api/records", {"record": game})
    start = {"table": kept["id"], "ply": len(game["moves"])}
    return watcher.set_table("me", *["greedy"] * 4, game="yedo", start=start)


def samurai(watcher: Person) -> dict[str, Any]:
    """A table of Samurai from the first turn on."""
    return watcher.set_table("me", *["greedy"] * 3)


TABLES: dict[str, tuple[Callable[[Person], dict[str, Any]], Callable[[Person], None]]] = {
    "yedo": (yedo, decide),
    "samurai": (samurai, Person.play_turn),
}
"""Game → how to set a table of it, and how to take a turn there."""


def record(
    browser: Browser, server: Server, game: str, seconds: float, slow: float, dark: bool
) -> list[dict[str, Any]]:
    """Chromium's trace of a page that shows the turns of all seats; a second page decides."""
    screen = {"viewport": {"width": 1366, "height": 768}, "reduced_motion": "no-preference"}
    print_ = "dark" if dark else "light"
    watcher = Person(Devices(browser), server, "", pace="normal", looks=False, color_scheme=print_, **screen)
    set_up, take_turn = TABLES[game]
    table = set_up(watcher)
    watcher.sit(table)
    player = copy(watcher)
    player.page = watcher.context.new_page()
    player.page.add_init_script(HASTY)
    player.sit(table)
    player.page.wait_for_timeout(1000)  # fonts and pictures are there
    if slow > 1:
        session = watcher.context.new_cdp_session(watcher.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": slow})
    browser.start_tracing(page=watcher.page, categories=CATEGORIES)
    watcher.page.evaluate(f"performance.mark('{WATCHED}')")
    end = monotonic() + seconds
    while monotonic() < end:
        player.await_turn()
        if player.is_over:
            break
        take_turn(player)
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
    parser.add_argument("--game", choices=sorted(TABLES), default="yedo")
    parser.add_argument("--slow", type=float, default=1, help="how many times slower the processor is")
    parser.add_argument("--dark", action="store_true")
    asked = parser.parse_args()
    target = FRAME if asked.slow <= 1 else SLOW_FRAME
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.flags())
        found = measure(record(browser, server, asked.game, asked.seconds, asked.slow, asked.dark))
        browser.close()
    usual = found.frames[int(0.95 * len(found.frames))]
    print(f"{'milliseconds':24}{'p95':>8}{'worst':>8}{'target':>8}{'clock':>8}")
    print(f"{f'a frame, of {len(found.frames)}':24}{usual:8.1f}{found.frames[-1]:8.1f}{target:8}")
    print(f"{'a task':24}{'':8}{found.longest:8.1f}{LONGEST:8}{found.longest_by_clock:8.1f}")
    print(f"{found.drawn} frames drawn, {found.messages} messages, {sum(found.frames):.0f} ms in all")
    sys.exit(usual > target or (asked.slow <= 1 and found.longest > LONGEST))


if __name__ == "__main__":
    main()
