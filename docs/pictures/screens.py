"""Take pictures of every screen: ``python docs/pictures/screens.py FOLDER [SCREEN…]`` after ``make web``.

``--size 390x844`` and the like, ``--language de`` and ``--dark`` say how it is looked at; ``--zoom 2`` is a
window at 200 %. The pictures are for looking at beside the drawings while working, and are not kept.
"""

import argparse
import sys
import tempfile
import traceback
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.web import chromium
from tests.web.people import Devices, Person, clipped, running
from tests.web.scenes import SCENES


def main() -> None:
    """Take them one after the other; one that can't be reached is told, and the next one is taken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("screens", nargs="*", default=[])
    parser.add_argument("--size", default="1366x768")
    parser.add_argument("--language", default="en", choices=["en", "de"])
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--zoom", type=int, default=1)
    wanted = parser.parse_intermixed_args()
    wide, high = (int(part) // wanted.zoom for part in wanted.size.split("x"))
    kind: dict[str, Any] = {"viewport": {"width": wide, "height": high}, "locale": wanted.language}
    if min(wide, high) < 400 and wanted.zoom == 1:
        kind |= {"device_scale_factor": 2, "is_mobile": True, "has_touch": True}
    if wanted.dark:
        kind["color_scheme"] = "dark"
    shape = f"{wanted.size}-{wanted.language}{'-dark' * wanted.dark}{'-zoom' * (wanted.zoom > 1)}"
    wanted.folder.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running(Path(data) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.flags())
        for name in wanted.screens or SCENES:
            made: list[Person] = []

            def someone(who: str = "", made: list[Person] = made, **settings: Any) -> Person:
                made.append(Person(Devices(browser), server, who, **{**kind, **settings}))
                made[-1].page.set_default_timeout(100_000)
                return made[-1]

            try:
                person = SCENES[name](someone)
                person.page.wait_for_timeout(500)
                person.page.screenshot(path=wanted.folder / f"{name}-{shape}.png")
                print(name, *clipped(person.page), *person.complaints, sep="\n  ", flush=True)
            except Exception:  # a picture less, and the others all the same
                print(name, traceback.format_exc(limit=-2), flush=True)
                if made:
                    made[-1].page.screenshot(path=wanted.folder / f"{name}-{shape}.png")
            for each in made:
                each.context.close()
        browser.close()


if __name__ == "__main__":
    main()
