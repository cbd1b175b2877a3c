"""How soon a folder without a server can be played: ``python benchmarks/folder.py`` after ``make web``.

Everything runs on this machine, from a plain web server of files. Sizes are those of everything that a first
visit requests until the first move is possible: packed twins as they are sent, and at their best by brotli if
``brotli`` is installed. Times are seconds from the beginning of the page, medians of some tries.
"""

import argparse
import os
import pickle
import signal
import statistics
import sys
import tempfile
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from kabuto.folder.making.build import make
from kabuto.host.thinking import TRIES
from tests.web import chromium
from tests.web.folder.site import BELOW, FileServer, Profile, served
from wasm import decisions

PLAY = ".prints button.primary:not([disabled])"
LEGAL = '.hand .token[aria-disabled="false"]'
LESSON = "[data-space]"
RUN, REST = 0.010, 0.030
"""Seconds for which all processes of the browser run, and are stopped: a quarter of the processor."""
WHEN = """(selector) => new Promise((resolve) => {
  const look = () =>
    document.querySelector(selector) ? resolve(performance.now()) : requestAnimationFrame(look)
  look()
})"""
SETTLED = """(selector) => new Promise((resolve) => {
  const ply = () => document.querySelector('main[data-ply]').dataset.ply
  const before = ply(), begin = performance.now()
  document.querySelector(selector).click()
  const look = () => (ply() !== before && document.querySelector('section.turn.active')
    ? resolve(performance.now() - begin) : requestAnimationFrame(look))
  look()
})"""
"""Milliseconds from a click until the other has moved and it is one's turn again."""
HINTED = """() => new Promise((resolve) => {
  const begin = performance.now()
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent.includes('Hint'))
  button.click()
  const look = () => document.querySelector('[data-ghost]')
    ? resolve(performance.now() - begin) : requestAnimationFrame(look)
  look()
})"""
"""Milliseconds from asking for a hint until it lies on the map."""

THINKER = """([worker, python, search]) => {
  const mind = new Worker(worker, { type: 'module' })
  window.think = (text) => new Promise((resolve, fail) => {
    const begin = performance.now(), question = Uint8Array.from(atob(text), (each) => each.charCodeAt(0))
    mind.onmessage = ({ data }) => {
      if (data.kind === 'thought') resolve(performance.now() - begin)
      if (data.kind === 'failed') fail(new Error(data.reason))
    }
    mind.postMessage({ kind: 'think', number: 1, question })
  })
  mind.postMessage({ kind: 'start', python, search })
}"""
"""The thinking worker of a page, asked directly: milliseconds for an answer."""
STRONGEST = "level9"


def thoughts(browser: Browser, server: FileServer, folder: Path, number: int) -> Iterator[str]:
    """How long Yedo's strongest level thinks in the page about a decision between two moves or more."""
    page = browser.new_page()
    page.goto(server.address)
    (python,), (worker,) = folder.glob("python-*"), folder.glob("assets/thinker-*.js")
    places = (worker.relative_to(folder).as_posix(), f"{python.name}/", f"{python.name}/search/")
    page.evaluate(THINKER, [f"{server.address}{place}" for place in places])
    for players in (2, 3, 4, 5):
        took = []
        for seed, game in enumerate(decisions(players, number)):
            asked = "advise", ("yedo", STRONGEST, game.view(game.to_move), seed, "en")
            question = b64encode(pickle.dumps(asked)).decode()
            for _ in range(1 if seed else 2):  # the first time, it is loaded
                spent = float(page.evaluate("(question) => window.think(question)", question)) / TRIES
            took.append(spent)
        slow = statistics.quantiles(took, n=20)[-1]
        name = f"Yedo's {STRONGEST}, {players} players (ms, 95 %)"
        yield f"{name:<48} {statistics.median(took):8.0f} {slow:8.0f}"


def visit(context: BrowserContext, address: str) -> tuple[Page, float]:
    """Open the folder, press *Play* as soon as that is possible, and wait for the first move."""
    page = context.new_page()
    page.set_viewport_size({"width": 1280, "height": 720})
    page.emulate_media(reduced_motion="reduce")
    page.goto(address, wait_until="commit")
    page.evaluate(WHEN, PLAY)
    page.locator(PLAY).first.click()
    return page, float(page.evaluate(WHEN, LEGAL)) / 1000


@contextmanager
def slowed(group: int) -> Iterator[None]:
    """Stop a group of processes for three quarters of the time."""
    done = Event()

    def work() -> None:
        while not done.is_set():
            os.killpg(group, signal.SIGSTOP)
            done.wait(REST)
            os.killpg(group, signal.SIGCONT)
            done.wait(RUN)

    thread = Thread(target=work)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


class Person:
    """Somebody whose browser starts and ends, and remembers."""

    def __init__(self, kind: BrowserType, place: Path) -> None:
        place.mkdir()
        self._profile = Profile(kind, place, short_lived=False)

    @contextmanager
    def browser(self) -> Iterator[tuple[BrowserContext, int]]:
        """The browser, started anew, and the group of its processes."""
        context = self._profile.take()
        context.set_default_timeout(300_000)
        context.add_init_script(
            'localStorage[\'kabuto.settings\'] ??= \'{"pace": "instant", "coach": false}\''
        )
        yield context, self._profile.group
        self._profile.end(context)


def once(kind: BrowserType, server: FileServer, place: Path) -> dict[str, float]:
    """Every time of one person: a first visit, and what follows, each visit by a browser started anew."""
    person, found = Person(kind, place / "one"), dict[str, float]()
    with person.browser() as (context, _):
        page, found["first legal move, first visit (s)"] = visit(context, server.address)
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    with person.browser() as (context, _):
        page, found["first legal move, second visit (s)"] = visit(context, server.address)
        page.reload(wait_until="commit")
        found["reload at a table (s)"] = float(page.evaluate(WHEN, LEGAL)) / 1000
        page.locator(LEGAL).first.click()
        page.locator(".spot.lit").first.click(force=True)
        page.locator(".laid li").first.wait_for()
        found["a move against level 1 (ms)"] = float(page.evaluate(SETTLED, "[data-action=end]"))
        found["first hint after that (s)"] = float(page.evaluate(HINTED)) / 1000
    with person.browser() as (context, group), slowed(group):
        _, found["the second at a quarter of the processor (s)"] = visit(context, server.address)
    with Person(kind, place / "other").browser() as (context, _):
        page = context.new_page()
        page.goto(f"{server.address}#/learn/influence", wait_until="commit")
        found["first lesson usable, first visit (s)"] = float(page.evaluate(WHEN, LESSON)) / 1000
    return found


def requested(browser: Browser, server: FileServer, folder: Path) -> list[Path]:
    """The files that a first visit requests, as they are sent: packed, where there is a packed twin."""
    context = browser.new_context(service_workers="block")
    names = set[str]()
    context.on("request", lambda request: names.add(request.url.partition(BELOW)[2].lstrip("/")))
    visit(context, server.address)
    context.close()
    paths = [folder / (name.partition("#")[0] or "index.html") for name in names if "blob:" not in name]
    return sorted({_twin(path) for path in paths if path.is_file()})


def _twin(path: Path) -> Path:
    twin = path.with_name(f"{path.name}.gz")
    return twin if twin.exists() else path


def by_brotli(paths: list[Path]) -> int | None:
    """The bytes of these files, each packed by brotli as well as it can; None if there is no brotli here."""
    try:
        import brotli
    except ImportError:
        return None
    import gzip

    whole = [gzip.decompress(p.read_bytes()) if p.suffix == ".gz" else p.read_bytes() for p in paths]
    return sum(min(len(each), len(brotli.compress(each, quality=11))) for each in whole)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument("--decisions", type=int, default=50, help="of each number of players in Yedo")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place) / "site"
        make(folder)
        with served(folder, Path(place) / "www") as server:
            browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.flags())
            sent = requested(browser, server, folder) if asked.tries else []
            for line in thoughts(browser, server, folder, asked.decisions) if asked.decisions else ():
                print(line, flush=True)
            browser.close()
            packed, best = sum(path.stat().st_size for path in sent), by_brotli(sent)
            found = []
            for number in range(asked.tries):
                (people := Path(place) / f"people{number}").mkdir()
                found.append(once(playwright.chromium, server, people))
    if not found:
        return
    print(f"{'first visit, as gzip twins (MB)':<48} {packed / 1e6:8.2f}")
    print(f"{'the same by brotli (MB)':<48} {best / 1e6:8.2f}" if best else "brotli is not installed")
    for name in found[0]:
        print(f"{name:<48} {statistics.median(each[name] for each in found):8.2f}")


if __name__ == "__main__":
    main()
