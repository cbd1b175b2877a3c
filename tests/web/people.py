"""People at a real browser: they see what is on the screen, and click."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from signal import SIGSTOP
from time import monotonic
from typing import Any, cast

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

STARTING = """
import json
import sys
from pathlib import Path
from kabuto.host.rate_limits import Limits
from kabuto.server.workers.warm_up import Preparation
from kabuto.server.serve import serve
Preparation.start = lambda self: None
limits = Limits.load_test()
port, data, more = int(sys.argv[1]), Path(sys.argv[2]), json.loads(sys.argv[3])
more |= {name: Path(more[name]) for name in ("folder",) if name in more}
serve("127.0.0.1", port, data, limits=limits, on_open=lambda address: print(address, flush=True), **more)
"""
"""A server that does not mind how many tables the tests set; a worker that needs an engine loads it."""
KNOWN = """
try {
  const known = JSON.parse(localStorage['kabuto.settings'] ?? '{}')
  localStorage['kabuto.settings'] = JSON.stringify({...%s, ...known})
} catch {}
"""
"""Settings of a person, unless a test or the person chose others."""
OF_A_PAGE = ("color_scheme", "forced_colors", "reduced_motion")
"""Settings that each page of a browser can have by itself."""
FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Wait until what has changed is on the screen."""
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
CLIPPED = (Path(__file__).parent / "clipped.js").read_text(encoding="utf-8")
PATIENCE = 100_000
"""Milliseconds to wait for anything on a page, however busy the machine is."""
expect.set_options(timeout=PATIENCE)


def clipped(page: Page) -> list[str]:
    """Every text on the screen that is cut off, and by what; pages look by themselves after each change."""
    return cast("list[str]", page.evaluate("clipped()"))


class Server:
    """A server in a process of its own, which can be killed and started again at the same address."""

    def __init__(self, data: Path, first: str = "", **settings: Any) -> None:
        """``first`` is what its process does before it serves."""
        self.data, self.port, self.first, self.settings = data, 0, first, settings
        self.start()

    def start(self) -> None:
        """Start, and wait until it can be opened."""
        command = [
            sys.executable,
            "-c",
            self.first + STARTING,
            str(self.port),
            str(self.data),
            json.dumps(self.settings),
        ]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip().rstrip("/")
        assert self.address, "the server did not start"
        self.port = int(self.address.rpartition(":")[2])

    def freeze(self) -> None:
        """As a hanging machine would: what is sent from now on gets no answer."""
        self.process.send_signal(SIGSTOP)

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.communicate()

    def stop(self) -> None:
        """As Ctrl-C would."""
        self.process.terminate()
        self.process.communicate(timeout=PATIENCE / 1000)


@contextmanager
def running(data: Path, first: str = "", **settings: Any) -> Iterator[Server]:
    """A server for a while; ``settings`` are those of ``serve``."""
    server = Server(data, first, **settings)
    try:
        yield server
    finally:
        server.stop()


class Devices:
    """Browsers, those at one address handed on empty: what its pages are made of stays in their caches."""

    STORED = "cache_storage,indexeddb,local_storage"

    def __init__(self, browser: Browser, address: str = "") -> None:
        self._browser, self._address = browser, address
        self._free: dict[str, list[BrowserContext]] = {}

    def take(self, **kind: Any) -> BrowserContext:
        """A browser with nothing in it."""
        free = self._free.get(repr(kind))
        return free.pop() if free else self._browser.new_context(**kind)

    def give_back(self, context: BrowserContext, **kind: Any) -> None:
        """Empty a browser for the next person; one with a service worker or another address is given up.

        One empty page stays, and with it the process that knows what pages are made of.
        """
        if kind["service_workers"] == "allow" or kind["base_url"] != self._address or not context.pages:
            context.close()
            return
        for page in context.pages:  # what still runs in them may keep something
            page.goto("about:blank")
        stored = {"origin": self._address, "storageTypes": self.STORED}
        context.new_cdp_session(context.pages[0]).send("Storage.clearDataForOrigin", stored)
        for page in context.pages[1:]:
            page.close()
        context.clear_cookies()
        context.clear_permissions()
        self._free.setdefault(repr(kind), []).append(context)


class Person:
    """Somebody at a browser."""

    def __init__(self, devices: Devices, server: Server, name: str, **settings: Any) -> None:
        looks = settings.pop("looks", True)  # benchmarks measure the page without what looks at it
        settings.setdefault("viewport", {"width": 1280, "height": 720})
        settings.setdefault("locale", "en-GB")
        settings.setdefault("reduced_motion", "reduce")
        settings.setdefault("service_workers", "block")  # it fetches every page; tests of the app allow it
        self.server, self.rng = server, Random(7)
        known = {"pace": settings.pop("pace", "instant")}  # turns of others without waiting
        known["plain"] = settings.pop("plain", False)
        if not settings.pop("coach", False):  # everybody knows the game already
            known["coach"] = False
        size = settings.pop("viewport")
        shown = {name: settings.pop(name) for name in OF_A_PAGE if name in settings}
        self._devices, self._kind = devices, {"base_url": server.address, **settings}
        self.context = devices.take(**self._kind)
        self.context.set_default_timeout(PATIENCE)
        before = self.context.pages
        self.page: Page = self.context.new_page()
        for page in before:
            page.close()
        self.page.set_viewport_size(size)
        self.page.emulate_media(**shown)
        self.page.add_init_script(KNOWN % json.dumps(known))
        if looks:
            self.page.add_init_script(f"{CLIPPED}()")
        self.complaints: list[str] = []
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.get("/api/me")
        if name:
            self.post("/api/me", {"name": name})

    def leave(self) -> None:
        """Give the browser back."""
        self._devices.give_back(self.context, **self._kind)

    def _console(self, message: ConsoleMessage) -> None:
        # A lost connection is part of some tests, and browsers always report it.
        harmless = ("WebSocket connection", "ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")
        if message.type == "error" and not any(words in message.text for words in harmless):
            self.complaints.append(message.text)

    def get(self, path: str) -> dict[str, Any]:
        """Ask the server directly, as this person."""
        return cast("dict[str, Any]", self.page.request.get(path).json())

    def post(self, path: str, body: object = None) -> dict[str, Any]:
        """Tell the server something directly, as this person."""
        answer = self.page.request.post(
            path, data=json.dumps(body or {}), headers={"Content-Type": "application/json"}
        )
        assert answer.ok, answer.text()
        return cast("dict[str, Any]", answer.json())

    def set_table(self, *seats: str | dict[str, str], **settings: Any) -> dict[str, Any]:
        """Set a table: ``me``, ``open`` or the name of a program on each seat."""
        plain = {"me": {"who": "me"}, "open": {"who": "open"}}
        plans = [
            seat if isinstance(seat, dict) else plain.get(seat, {"who": "program", "program": seat})
            for seat in seats
        ]
        return self.post("/api/tables", {"seats": plans, **settings})

    def set_position(self, start: dict[str, Any], *seats: str, **options: Any) -> dict[str, Any]:
        """Set a table that begins with a position."""
        record = {
            "format": 1,
            "game": "samurai",
            "options": {"players": len(seats), **options},
            "start": start,
            "moves": [],
        }
        kept = self.post("/api/records", {"record": record})
        return self.set_table(*seats, start={"table": kept["id"], "ply": 0})

    def open(self, path: str) -> None:
        """Go to a page."""
        self.page.goto(path)

    def sit(self, table: dict[str, Any], invite: int | None = None) -> None:
        """Open a table, perhaps by one of its invite links."""
        link = f"#invite={table['invites'][invite]['token']}" if invite is not None else ""
        self.open(f"/table/{table['id']}{link}")
        if link:
            self.page.locator(".invited button").click()
        expect(self.page.locator(".board, .picture, .waiting")).to_be_visible()

    @property
    def guide(self) -> Locator:
        """What the page says is to be done."""
        return self.page.locator("section.turn .guide")

    def await_turn(self) -> None:
        """Wait until it is this person's turn, or the game is over."""
        self.page.locator("section.turn.active, .after").first.wait_for()

    def await_idle(self) -> None:
        """Wait until the table is in play and somebody else is to move."""
        self.page.locator("section.turn:not(.active)").wait_for()

    @property
    def is_over(self) -> bool:
        """Whether the page shows the end of the game."""
        return self.page.locator(".after").count() > 0

    def token(self, code: str) -> Locator:
        """A token of the hand."""
        return self.page.locator(f'.hand [data-token="{code}"]').first

    def space(self, name: str) -> Locator:
        """A space of the map."""
        return self.page.locator(f'[data-space="{name}"]')

    def lit(self) -> list[str]:
        """The spaces that shine."""
        found = self.page.locator(".spot.lit").evaluate_all("all => all.map(each => each.dataset.space)")
        return cast("list[str]", found)

    def lay(self, code: str, space: str) -> None:
        """Choose a token and click a space; wait until it lies there."""
        laid = self.page.locator(".laid li").count()
        self.token(code).click()
        self.space(space).click()
        expect(self.page.locator(".laid li")).to_have_count(laid + 1)

    def end_turn(self) -> None:
        """Click *End turn*; wait until it has ended."""
        table = self.page.locator("main[data-ply]")
        ply = table.get_attribute("data-ply")
        self.page.locator("[data-action=end]").click()
        self.page.locator(f"main[data-ply]:not([data-ply='{ply}'])").wait_for()

    def play_turn(self) -> None:
        """Lay any token that can be laid, and end the turn."""
        page = self.page
        can = page.locator('.hand .token[aria-disabled="false"]')
        if can.count():
            # forced: real clicks all the same, but without waiting for two frames before each
            can.nth(self.rng.randrange(can.count())).click(force=True)
            while page.locator(".hand .chosen").count():
                figures = page.locator("section.turn .asking button")
                if figures.count():
                    figures.first.click()
                elif spaces := self.lit():
                    self.space(self.rng.choice(spaces)).click(force=True)
                    page.locator(".laid li, .chosen").first.wait_for()
        self.end_turn()

    def play_button(self) -> None:
        """Play any of the moves that a plain table offers, and wait until it is played."""
        page = self.page
        closed = page.locator(".moves details:not([open]) summary")
        if closed.count():
            closed.nth(self.rng.randrange(closed.count())).click()
        buttons = page.locator(".moves [data-move]:visible")
        button = buttons.nth(self.rng.randrange(buttons.count()))
        state = page.locator("section.turn")
        before = state.get_attribute("data-ply")
        button.click(force=True)
        page.locator(f".after, section.turn:not([data-ply='{before}'])").first.wait_for()

    def until(self, script: str) -> None:
        """Wait until a script says yes: Playwright's own way evaluates strings, which the page forbids."""
        end = monotonic() + 100
        while not self.page.evaluate(script):
            assert monotonic() < end, script
            self.page.wait_for_timeout(50)

    def paints(self, selector: str) -> Callable[[], int]:
        """Watch how often something with a layer of its own is painted, from the next change on."""
        session, trees = self.context.new_cdp_session(self.page), list[list[dict[str, Any]]]()
        session.on("LayerTree.layerTreeDidChange", lambda event: trees.append(event.get("layers", [])))
        session.send("DOM.enable")
        root = session.send("DOM.getDocument")["root"]["nodeId"]
        found = session.send("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
        node = session.send("DOM.describeNode", {"nodeId": found})["node"]["backendNodeId"]
        session.send("LayerTree.enable")

        def count() -> int:
            self.page.evaluate(FRAMES)
            while not any(trees):
                self.page.wait_for_timeout(20)
            layers = next(layers for layers in reversed(trees) if layers)
            return int(next(layer["paintCount"] for layer in layers if layer.get("backendNodeId") == node))

        return count

    def faults(self, *rules: str) -> list[str]:
        """What axe finds on the page, however slight; perhaps only by some of its rules."""
        if not self.page.evaluate("typeof axe !== 'undefined'"):
            # evaluated, not added as a script: the content security policy would rightly refuse that
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        only = {"runOnly": rules} if rules else {}
        result = self.page.evaluate("(only) => axe.run({resultTypes: ['violations'], ...only})", only)
        return [
            f"{fault['id']}: {fault['nodes'][0]['html'][:120]} {fault['nodes'][0]['failureSummary']}"
            for fault in result["violations"]
        ]
