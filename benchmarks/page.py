"""How soon the pages of the browser table can be used: ``python benchmarks/page.py`` after ``make web``.

Everything runs on this machine, with an empty cache for each try. A page counts as usable when its first
button has an answer; a token as laid when the next frame after the click shows it on the map. A hint and the
first turning point of an analysis are measured from the click that asks for them, once the engine is loaded.
"""

import argparse
import statistics
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, sync_playwright

import kabuto
from kabuto.players import make, play_out

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web import chromium
from tests.web.people import Devices, Person, Server, running

WHEN = """(selector) => new Promise((resolve) => {
  const look = () =>
    document.querySelector(selector) ? resolve(performance.now()) : requestAnimationFrame(look)
  look()
})"""
"""Milliseconds from the beginning of the page until something is on it."""
LAID = """(space) => new Promise((resolve) => {
  const begin = performance.now()
  document.querySelector(`[data-space="${space}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true }))
  const look = () => document.querySelector('.board .laid, .board .ghost')
    ? requestAnimationFrame(() => resolve(performance.now() - begin)) : requestAnimationFrame(look)
  look()
})"""
"""Milliseconds from the click on a space until the token is on the screen."""


ASKED = """([button, answer]) => new Promise((resolve) => {
  const begin = performance.now()
  document.querySelector(button).click()
  const look = () =>
    document.querySelector(answer) ? resolve(performance.now() - begin) : requestAnimationFrame(look)
  look()
})"""
"""Milliseconds from the click on a button until its answer is on the screen."""
SEEDS = count()
"""Every game is another one: what was computed once is known."""


def start(browser: Browser, server: Server) -> float:
    """The start page, until *Play* can be pressed."""
    someone = Person(Devices(browser), server, "")
    someone.page.goto("/", wait_until="commit")
    took = float(someone.page.evaluate(WHEN, "main button.primary:not([disabled])"))
    someone.context.close()
    return took


def table(browser: Browser, server: Server) -> float:
    """A table of four, until a token of the hand can be chosen."""
    someone = Person(Devices(browser), server, "")
    made = someone.set_table("me", "greedy", "greedy", "greedy")
    someone.page.goto(f"/table/{made['id']}", wait_until="commit")
    took = float(someone.page.evaluate(WHEN, '.hand .token[aria-disabled="false"]'))
    someone.context.close()
    return took


def token(browser: Browser, server: Server) -> float:
    """A token, from the click on its space until it lies there."""
    someone = Person(Devices(browser), server, "")
    someone.sit(someone.set_table("me", "greedy"))
    someone.await_turn()
    hand = someone.page.locator('.hand .token[aria-disabled="false"]')
    codes = hand.evaluate_all("all => all.map(each => each.dataset.token)")
    code = next(code for code in codes if code[0] in "HBRS")  # those that go on any land
    someone.token(code).click()
    space = someone.lit()[0]
    someone.page.wait_for_timeout(500)  # people need longer to find the space
    took = float(someone.page.evaluate(LAID, space))
    someone.context.close()
    return took


def hint(browser: Browser, server: Server) -> float:
    """A hint, from the click until it is drawn on the map."""
    someone = Person(Devices(browser), server, "")
    someone.sit(someone.set_table("me", "greedy", hints=True))
    someone.await_turn()
    took = float(someone.page.evaluate(ASKED, ["button.hint", "[data-ghost]"]))
    someone.context.close()
    return took


def turning_point(browser: Browser, server: Server) -> float:
    """The first turning point of a game between beginners, from the click that asks for an analysis."""
    someone, seed = Person(Devices(browser), server, ""), next(SEEDS)
    game = kabuto.new("samurai", players=2, seed=seed)
    play_out(game, [make("level1", "samurai", Random(seat)) for seat in range(2)])
    someone.open(f"/replay/{someone.post('/api/records', {'record': game.record()})['id']}")
    someone.page.locator(".verdict .primary").wait_for()
    took = float(someone.page.evaluate(ASKED, [".verdict .primary", "figure .mark"]))
    someone.context.close()
    return took


MEASURES: dict[str, tuple[Callable[[Browser, Server], float], int]] = {
    "start page usable": (start, 400),
    "table usable": (table, 500),
    "token laid": (token, 40),
    "hint": (hint, 1500),
    "first turning point": (turning_point, 1000),
}
"""Name → how it is measured, and at most how many milliseconds it may take."""


def main() -> None:
    """Measure, and say whether everything is fast enough."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=9)
    tries = parser.parse_args().tries
    place, slow = chromium.find(), False
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=place, args=chromium.flags())
        print(f"{'milliseconds':24}{'median':>8}{'worst':>8}{'target':>8}")
        for name, (measure, most) in MEASURES.items():
            measure(browser, server)  # what is loaded once for everybody is there
            times = [measure(browser, server) for _ in range(tries)]
            median = statistics.median(times)
            slow |= median > most
            print(f"{name:24}{median:8.0f}{max(times):8.0f}{most:8}")
        browser.close()
    sys.exit(slow)


if __name__ == "__main__":
    main()
