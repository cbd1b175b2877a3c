"""Take the pictures of the browser table: ``python docs/pictures/browser.py`` after ``make web``."""

import base64
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parents[1]))

from tests.web import chromium  # noqa: E402
from tests.web.people import Devices, Person, running  # noqa: E402
from tests.web.scenes import SCENES  # noqa: E402

LARGEST = 150_000
"""Bytes of a picture."""
DESK = {"viewport": {"width": 1440, "height": 900}}
NIGHT = {**DESK, "color_scheme": "dark"}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
ACROSS = {**PHONE, "viewport": {"width": 844, "height": 390}}
PICTURES: dict[str, tuple[str, dict[str, Any]]] = {
    "start": ("start-first", DESK),
    "table": ("table", DESK),
    "dark": ("captures", NIGHT),
    "phone": ("table", PHONE),
    "landscape": ("table", ACROSS),
    "hint": ("hint", DESK),
    "scoring": ("end-of-three", DESK),
    "yedo-table": ("city", DESK),
    "yedo-auction": ("city-bench", DESK),
    "yedo-night": ("city-cloths", NIGHT),
    "yedo-phone": ("city", PHONE),
    "yedo-mission": ("city-mission", DESK),
}
"""Name of the file → which screen, and how it is looked at."""


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


def main() -> None:
    """All pictures, or those that are named."""
    place = chromium.find()
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder) / "data") as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=place, args=chromium.flags())
        for name in sys.argv[1:] or PICTURES:
            scene, kind = PICTURES[name]

            def someone(who: str = "", kind: dict[str, Any] = kind, **settings: Any) -> Person:
                return Person(Devices(browser), server, who, **{**kind, **settings})

            person = SCENES[scene](someone)
            take(person, name)
            person.context.close()
        browser.close()


if __name__ == "__main__":
    main()
