"""A folder on a web server of files, somebody who plays there, and a browser that can be killed."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Any, NamedTuple

from playwright.sync_api import BrowserContext, BrowserType, Error, Locator

from .. import chromium
from ..people import Devices, Person

SERVE = """
import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
files = partial(SimpleHTTPRequestHandler, directory=sys.argv[2])
server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), files)
print(server.server_port, flush=True)
server.serve_forever()
"""
"""``python -m http.server``, at a port that it names."""
BELOW = "games/kabuto"
"""Where the folder lies there."""


REFUSING = """(refuses) => {
  const store = IDBObjectStore.prototype
  self.kept ??= { add: store.add, put: store.put }
  const refuse = () => { throw new DOMException('no room', 'QuotaExceededError') }
  Object.assign(store, refuses ? { add: refuse, put: refuse } : self.kept)
}"""


class Made(NamedTuple):
    """The folder, and what was said when it was made."""

    place: Path
    rehearsal: Path


class FileServer:
    """A web server that knows nothing of games; it can be stopped, and started again at the same address."""

    def __init__(self, root: Path) -> None:
        self._root, self._port = root, 0
        self.start()

    def start(self) -> None:
        """Serve files."""
        command = [sys.executable, "-c", SERVE, str(self._port), str(self._root)]
        self._process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self._process.stdout is not None
        self._port = int(self._process.stdout.readline())

    @property
    def address(self) -> str:
        """Where the folder is."""
        return f"http://127.0.0.1:{self._port}/{BELOW}/"

    def hand_out(self, folder: Path) -> None:
        """Hand out another folder at the same address."""
        place = self._root / BELOW
        place.unlink()
        place.symlink_to(folder, target_is_directory=True)

    def stop(self) -> None:
        """Serve nothing any more."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.communicate()


@contextmanager
def served(folder: Path, root: Path) -> Iterator[FileServer]:
    """A folder below a path of a web server."""
    place = root / BELOW
    place.parent.mkdir(parents=True)
    place.symlink_to(folder, target_is_directory=True)
    server = FileServer(root)
    try:
        yield server
    finally:
        server.stop()


class Alone(Person):
    """Somebody whose page holds its tables itself."""

    def __init__(self, devices: Devices, server: FileServer, **settings: Any) -> None:
        settings.setdefault("service_workers", "allow")
        super().__init__(devices, server, "", **settings)  # type: ignore[arg-type]

    def get(self, path: str) -> dict[str, Any]:
        """There is nobody to be asked but the page."""
        return {}

    def open(self, path: str) -> None:
        """Go to a page of the folder."""
        self.page.goto(f"{self.server.address}#{path}")

    def await_copy(self) -> None:
        """Wait until this browser has its own copy of the folder."""
        self.until("navigator.serviceWorker.ready.then(() => true)")

    def second(self) -> "Alone":
        """The same person, in another tab of the same browser."""
        other = object.__new__(Alone)
        other.__dict__.update(self.__dict__)
        other.page = self.context.new_page()
        if self.page.viewport_size:
            other.page.set_viewport_size(self.page.viewport_size)
        other.page.emulate_media(reduced_motion="reduce")
        other.page.on("console", self._console)
        other.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return other

    def refuse_storage(self, refuses: bool) -> None:
        """Have the browser keep nothing more, as if there were no room left; or as much as ever."""
        (worker,) = [each for each in self.page.workers if "worker-" in each.url]
        worker.evaluate(REFUSING, refuses)

    def empty_storage(self) -> None:
        """Delete what the browser keeps of the tables."""
        origin = self.server.address.partition(f"/{BELOW}")[0]
        cleared = {"origin": origin, "storageTypes": "indexeddb"}
        self.context.new_cdp_session(self.page).send("Storage.clearDataForOrigin", cleared)

    def done_with(self) -> None:
        """What went wrong on purpose is in the console, and no complaint."""
        self.page.close()
        self.complaints.clear()

    def in_worker(self, script: str) -> None:
        """Have the worker that holds the tables begin with a script: this browser is another one."""

        def changed(route: Any) -> None:
            answer = route.fetch()
            route.fulfill(response=answer, body=f"{script};\n{answer.text()}")

        self.context.route(re.compile(r"/assets/worker-[^/]*\.js$"), changed)

    def token_that_can(self) -> Locator:
        """A token of the hand that can be laid."""
        return self.page.locator('.hand .token[aria-disabled="false"]').first

    @property
    def ply(self) -> int:
        """How many moves the page shows."""
        return int(self.page.locator("main[data-ply]").get_attribute("data-ply") or "0")

    def alert(self, words: str) -> Locator:
        """What stands in the way, in words."""
        return self.page.get_by_role("alert").filter(has_text=words)

    def begin(self, game: str = "Samurai", level: int = 2) -> None:
        """Begin a game against a level."""
        self.open("/")
        self.against(f"Play {game}", level)

    def against(self, play: str, level: int) -> None:
        """Play against one of the levels, and nobody else."""
        form = self.page.locator("form").filter(has=self.page.get_by_role("button", name=play))
        for chosen in (level, 1):
            if chosen != 1 or level != 1:
                form.get_by_role("button", name=re.compile(rf"(Level|Stufe) {chosen}$")).click()
        form.get_by_role("button", name=play).click()
        self.page.locator("main[data-ply], section.turn").first.wait_for()

    def play_on(self) -> None:
        """Play Samurai to the end."""
        for _ in range(40):
            self.await_turn()
            if self.is_over:
                break
            self.play_turn()
        assert self.is_over


class Profile(Devices):
    """A browser with its own folder on the disk: it can be killed, and started again with what it kept."""

    def __init__(self, kind: BrowserType, place: Path, *, short_lived: bool = True) -> None:
        """``short_lived``: pages close before optimised code pays."""
        self._type, self._place = kind, place
        self._flags = [chromium.SHORT_LIVED] if short_lived else []
        self._process: subprocess.Popen[bytes] | None = None

    def take(self, **kind: Any) -> BrowserContext:
        """Start it."""
        port = self._place / "DevToolsActivePort"
        port.unlink(missing_ok=True)
        path = chromium.find()
        assert path
        own = ["--headless", "--remote-debugging-port=0", f"--user-data-dir={self._place}"]
        self._process = subprocess.Popen(
            [path, *chromium.flags(), *own, *self._flags, "about:blank"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        end = monotonic() + 100
        while not (port.exists() and port.read_text("utf-8").strip()):
            assert self._process.poll() is None, "the browser did not start"
            assert monotonic() < end, "the browser names no port"
            sleep(0.02)
        number = port.read_text("utf-8").partition("\n")[0]
        return self._type.connect_over_cdp(f"http://127.0.0.1:{number}").contexts[0]

    @property
    def group(self) -> int:
        """The group of its processes."""
        assert self._process
        return self._process.pid

    def end(self, context: BrowserContext) -> None:
        """Close it, as a person does."""
        assert self._process
        assert context.browser
        with suppress(Error):
            context.browser.new_browser_cdp_session().send("Browser.close")
        self._process.wait()

    def kill(self) -> None:
        """End all of its processes at once, as a crash of the system would."""
        assert self._process
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def give_back(self, context: BrowserContext, **kind: Any) -> None:
        """It is not needed any more."""
        with suppress(Error):
            context.close()
        self.kill()
