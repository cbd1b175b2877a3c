"""Take the pictures of the browser table: ``python docs/pictures/browser.py`` after ``make web``."""

import base64
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Browser, sync_playwright

import kabuto
from kabuto.players import make
from kabuto.yedo import Yedo

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.web import chromium  # noqa: E402
from tests.web.people import Person, Server, running  # noqa: E402

LARGEST = 150_000
"""Bytes of a picture."""
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


def record(players: int, turns: int | None, seed: int) -> dict[str, Any]:
    """A game of the program that plays well at once: its first turns, or all of it."""
    game = kabuto.new("samurai", players=players, seed=seed, captured_figures="open")
    player = make("greedy", "samurai", Random(seed))
    while game.to_move is not None and turns != 0:
        move = player.choose(game.view(game.to_move))
        game.play(move)
        if str(move) == "/" and turns is not None:
            turns -= 1
    return game.record()


def moments(seed: int) -> dict[str, dict[str, Any]]:
    """Kind of decision → a game of Yedo for five up to such a decision, from its seventh round on."""
    game = kabuto.new("yedo", players=5, seed=seed)
    assert isinstance(game, Yedo)
    player, found = make("greedy", "yedo", Random(seed)), dict[str, dict[str, Any]]()
    while game.to_move is not None:
        moves, task = game.legal_moves(), game.state.tasks[-1].name
        is_ready = any(move.verb == "fulfil" for move in moves)
        if game.state.round >= 7 and len(moves) > 2 and (task != "activate" or is_ready):
            found.setdefault(task, game.record())
        game.play(player.choose(game.view(game.to_move)))
    return found


def take(person: Person, name: str) -> None:
    """Keep what is on the screen, as a file of moderate size."""
    person.page.wait_for_load_state("networkidle")
    person.page.evaluate("document.fonts.ready.then(() => null)")
    person.page.wait_for_timeout(400)
    line = person.context.new_cdp_session(person.page)
    size = person.page.viewport_size
    assert size is not None
    part = {"x": 0, "y": 0, **size, "scale": person.page.evaluate("devicePixelRatio")}
    for quality in range(86, 20, -6):
        shot = line.send("Page.captureScreenshot", {"format": "webp", "quality": quality, "clip": part})
        picture = base64.b64decode(shot["data"])
        if len(picture) <= LARGEST:
            break
    (HERE / f"{name}.webp").write_bytes(picture)


def at_table(browser: Browser, server: Server, game: dict[str, Any], **settings: Any) -> Person:
    """Somebody who goes on with a game at its last moment, on the seat that is to move."""
    person = Person(browser, server, "", **settings)
    kept = person.post("/api/records", {"record": game})
    seats = ["greedy"] * game["options"]["players"]
    seats[kabuto.load(game).to_move or 0] = "me"
    start = {"table": kept["id"], "ply": len(game["moves"])}
    person.sit(person.set_table(*seats, game=game["game"], hints=True, start=start))
    return person


def main() -> None:
    """All pictures."""
    place = chromium.find()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=place, args=chromium.flags())
        desk = {"viewport": {"width": 1440, "height": 900}}
        middle = record(4, 24, seed=8)

        start = Person(browser, server, "", **desk)
        start.open("/")
        take(start, "start")

        table = at_table(browser, server, middle, **desk)
        table.page.locator('.hand .token[aria-disabled="false"]').first.click()
        table.space("l16").hover()
        take(table, "table")

        dark = at_table(browser, server, middle, color_scheme="dark", **desk)
        take(dark, "dark")

        phone = at_table(browser, server, middle, **PHONE)
        phone.page.locator('.hand .token[aria-disabled="false"]').first.tap()
        take(phone, "phone")

        across = {**PHONE, "viewport": {"width": 844, "height": 390}}
        low = at_table(browser, server, middle, **across)
        low.space("l16").tap()
        take(low, "landscape")

        hint = at_table(browser, server, middle, **desk)
        hint.page.get_by_role("button", name="Hint").click()
        hint.page.locator("[data-ghost]").first.wait_for()
        take(hint, "hint")

        whole = record(3, None, seed=5)
        last = len(whole["moves"]) - 1
        end = at_table(browser, server, {**whole, "moves": whole["moves"][:last], "outcome": None}, **desk)
        end.page.locator("[data-action=end]").click()
        end.page.get_by_role("button", name="All steps").click()
        take(end, "scoring")

        yedo = moments(seed=3)
        take(at_table(browser, server, yedo["place"], **desk), "yedo-table")
        take(at_table(browser, server, yedo["raise"], **desk), "yedo-auction")
        take(at_table(browser, server, yedo["begin"], color_scheme="dark", **desk), "yedo-night")
        take(at_table(browser, server, yedo["place"], **PHONE), "yedo-phone")
        mission = at_table(browser, server, yedo["activate"], **desk)
        mission.page.locator(".mission.lit").first.click()
        take(mission, "yedo-mission")
        browser.close()


if __name__ == "__main__":
    main()
