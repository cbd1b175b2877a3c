"""The table that a package carries, in a browser, by the server that comes with Python."""

from pathlib import Path
from threading import Thread

from playwright.sync_api import Browser

from kabuto.folder import carried
from kabuto.folder.serving import Server

from ..people import Devices
from .site import Alone, Made


def test_what_a_package_carries_is_the_same_table(made: Made, browser: Browser, tmp_path: Path) -> None:
    carried.carry(made.place, tmp_path / "edition")
    with Server(carried.read(tmp_path / "edition"), 0) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            host = Alone(Devices(browser), server)  # type: ignore[arg-type]
            host.begin()
            host.await_turn()
            host.leave()
        finally:
            server.shutdown()
            thread.join()
    assert host.complaints == []
