"""What a folder says where it cannot be played: damaged, not served, an old browser, no room, and so on."""

import hashlib
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from ..people import Devices
from .conftest import People
from .site import Alone, FileServer, Made, served


def changed(folder: Path, to: Path, **files: bytes | None) -> Path:
    """The folder with some files changed or missing, by the ends of their names."""
    for path in (each for each in folder.rglob("*") if each.is_file()):
        name = path.relative_to(folder)
        found = next((end for end in files if name.as_posix().endswith(end.replace("__", "."))), None)
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        if found is None:
            (to / name).symlink_to(path)
        elif (content := files[found]) is not None:
            (to / name).write_bytes(content)
    return to


@pytest.mark.parametrize("harm", ["missing", "cut", "foreign"])
def test_a_folder_with_a_damaged_file_says_so(
    browser: Browser, made: Made, tmp_path: Path, harm: str
) -> None:
    (pack,) = made.place.glob("python-*/library.pack.gz")
    content = {"missing": None, "cut": pack.read_bytes()[:90_000], "foreign": b"<html>Not this one</html>"}
    place = changed(made.place, tmp_path / "site", library__pack__gz=content[harm])
    with served(place, tmp_path / "www") as server:
        host = Alone(Devices(browser), server, service_workers="block")
        host.open("/")
        alert = host.page.get_by_role("alert").filter(has_text="missing or damaged")
        expect(alert).to_be_visible()
        expect(alert.get_by_role("button", name="Reload")).to_be_visible()
        host.leave()


def test_opened_as_a_file_it_says_how_to_serve_it(browser: Browser, made: Made) -> None:
    for language, words in (("en-GB", "web server"), ("de-DE", "Webserver")):
        context = browser.new_context(locale=language)
        page = context.new_page()
        page.goto((made.place / "index.html").as_uri())
        expect(page.get_by_role("alert")).to_contain_text(words)
        expect(page.locator("pre")).to_have_text("python3 -m http.server")
        context.close()


def test_a_browser_that_is_too_old_is_told_which_ones_do(alone: People) -> None:
    host = alone()
    host.page.add_init_script("delete URL.canParse")
    host.open("/")
    expect(host.page.get_by_role("alert")).to_contain_text("Chrome or Edge 120, Firefox 128, Safari 17")
    host.page.close()


def test_a_new_version_takes_over_whole(alone: People, made: Made, files: FileServer, tmp_path: Path) -> None:
    host = alone()
    page = host.page
    host.open("/")
    page.get_by_role("button", name="Play Samurai").wait_for()
    host.await_copy()
    index = (made.place / "index.html").read_bytes().replace(b"</title>", b"</title><meta name=newer>")
    worker = (made.place / "service-worker.js").read_text("utf-8")
    old = hashlib.sha256((made.place / "index.html").read_bytes()).hexdigest()
    assert old in worker
    newer = worker.replace(old, hashlib.sha256(index).hexdigest()).replace('BUILD = "', 'BUILD = "newer')
    place = changed(
        made.place, tmp_path / "newer", index__html=index, **{"service-worker__js": newer.encode()}
    )
    files.hand_out(place)
    page.reload()
    page.get_by_role("alert").get_by_role("button", name="Reload").click()
    page.locator("meta[name=newer]").wait_for(state="attached")
    page.get_by_role("button", name="Play Samurai").wait_for()
    assert page.evaluate("caches.keys().then((names) => names.length)") == 1


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("indexedDB.open = () => { throw new DOMException('no', 'SecurityError') }", "keep nothing"),
        ("WebAssembly.Memory = class { constructor() { throw new RangeError('%s') } }", "free memory"),
        ("delete globalThis.WebAssembly", "WebAssembly switched off"),
    ],
    ids=["refused", "memory", "wasm"],
)
def test_a_browser_that_cannot_play_is_told_why_and_lessons_go_on(
    alone: People, script: str, words: str
) -> None:
    host = alone(service_workers="block")
    host.in_worker(script.replace("%s", "WebAssembly.Memory(): could not allocate memory"))
    host.open("/")
    expect(host.alert(words)).to_be_visible()
    host.open("/learn/influence")
    expect(host.page.locator("[data-space]").first).to_be_visible()
    host.done_with()


def test_what_a_newer_version_keeps_is_left_alone(alone: People, files: FileServer) -> None:
    host = alone()
    host.open("/nowhere")
    name = "kabuto /games/kabuto/"
    host.page.evaluate(
        """(name) => new Promise((done, fail) => {
          const asked = indexedDB.open(name, 2)
          asked.onsuccess = () => done(asked.result.close())
          asked.onerror = fail
        })""",
        name,
    )
    host.open("/")
    host.page.reload()
    expect(host.alert("newer Kabuto")).to_be_visible()
    host.done_with()


@pytest.mark.parametrize(
    "harm",
    [
        "kernel__wasm__gz",
        *(
            pytest.param(name, marks=pytest.mark.prove)
            for name in ("samurai_network_2__bin__gz", "kernel__json")
        ),
    ],
)
def test_where_the_search_cannot_be_had_a_lower_level_sits_in_and_the_page_says_so(
    browser: Browser, made: Made, tmp_path: Path, harm: str
) -> None:
    (whole,) = made.place.glob(f"python-*/search/{harm.replace('__', '.')}")
    place = changed(made.place, tmp_path / "site", **{harm: whole.read_bytes()[:-9]})
    with served(place, tmp_path / "www") as server:
        host = Alone(Devices(browser), server, service_workers="block")
        host.begin(level=9)
        host.await_turn()
        host.play_turn()
        host.await_turn()
        expect(host.page.get_by_role("alert").filter(has_text="a lower level has sat in")).to_be_visible()
        host.leave()
