"""The edition that the package carries: every file once, checked when read, served to this machine alone."""

import gzip
import http.client
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from kabuto.folder import carried
from kabuto.folder.serving import ANYTHING, HOST, KINDS, Server
from kabuto.table import Refused
from kabuto.table.text import translate
from kabuto.version import __version__

WASM = b"\0asm" + bytes(500)
PAGE = b"<!doctype html>"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """An edition as a wheel has it."""
    folder = tmp_path / "folder"
    (folder / "python-1").mkdir(parents=True)
    for name, content in (("index.html", PAGE), ("python-1/x.wasm", WASM)):
        (folder / name).write_bytes(content)
        (folder / f"{name}.gz").write_bytes(gzip.compress(content, mtime=0))
    (folder / "service-worker.js").write_text("const BUILD = 1")
    (folder / "python-1" / "x.pack.gz").write_bytes(b"packed")
    carried.carry(folder, tmp_path / "edition")
    return tmp_path / "edition"


@pytest.fixture
def server(place: Path) -> Iterator[Server]:
    with Server(carried.read(place), 0) as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def ask(
    server: Server, path: str, method: str = "GET", **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(HOST, server.server_port, timeout=60)
    connection.request(method, path, headers={"Host": f"localhost:{server.server_port}", **headers})
    answer = connection.getresponse()
    content = answer.read()
    connection.close()
    return answer, content


def refusal(place: Path) -> str:
    with pytest.raises(Refused) as refused:
        carried.read(place)
    return translate(refused.value.reason, "en")


def test_every_file_is_kept_once(place: Path) -> None:
    names = {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()}
    packed = {"index.html.gz", "python-1/x.wasm.gz", "python-1/x.pack.gz"}
    assert names == {*packed, "service-worker.js", carried.LIST}
    assert carried.read(place)["python-1/x.wasm"].content() == WASM
    assert carried.damaged(place) == []


def test_a_package_without_one_says_how_to_get_a_browser_table(tmp_path: Path) -> None:
    assert "pip install 'kabuto[play]'" in refusal(tmp_path)


@pytest.mark.parametrize("name", ["index.html.gz", "python-1/x.wasm.gz"])
@pytest.mark.parametrize("left", [None, 5])
def test_half_of_an_edition_is_refused_with_the_file(place: Path, name: str, left: int | None) -> None:
    content = (place / name).read_bytes()
    (place / name).unlink() if left is None else (place / name).write_bytes(content[:left])
    assert name in refusal(place)
    assert "--force-reinstall" in refusal(place)
    assert carried.damaged(place) == [name]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"version": 1}', '{"version": "1", "files": 3}'])
def test_a_list_that_is_cut_off_is_refused(place: Path, text: str) -> None:
    (place / carried.LIST).write_text(text)
    assert carried.LIST in refusal(place)


def test_a_page_bundle_of_another_version_is_refused_with_both(place: Path) -> None:
    found = json.loads((place / carried.LIST).read_text())
    (place / carried.LIST).write_text(json.dumps({**found, "version": "0.8.7"}))
    assert "0.8.7" in refusal(place)
    assert __version__ in refusal(place)


def test_a_browser_gets_files_packed_and_others_get_them_whole(server: Server) -> None:
    answer, content = ask(server, "/")
    assert (answer.status, content) == (200, PAGE)
    answer, content = ask(server, "/python-1/x.wasm?new", **{"Accept-Encoding": "gzip, br"})
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.headers["content-type"] == "application/wasm"
    assert gzip.decompress(content) == WASM


def test_a_packed_file_that_the_page_unpacks_itself_is_sent_as_it_is(server: Server) -> None:
    answer, content = ask(server, "/python-1/x.pack.gz", **{"Accept-Encoding": "gzip"})
    assert (content, answer.headers["content-encoding"]) == (b"packed", None)
    assert answer.headers["content-type"] == KINDS[".gz"]


def test_head_sends_nothing_and_a_known_file_is_not_sent_again(server: Server) -> None:
    answer, content = ask(server, "/service-worker.js", "HEAD")
    assert (answer.status, content) == (200, b"")
    assert answer.headers["content-length"] == "15"
    assert "javascript" in answer.headers["content-type"]
    again, _ = ask(server, "/service-worker.js", **{"If-None-Match": answer.headers["etag"]})
    assert again.status == 304


@pytest.mark.parametrize(
    "path",
    ["/../edition.json", "/edition.json", "/%2e%2e/folder/index.html", "//etc/passwd", "/python-1", "/%00"],
)
def test_nothing_else_on_the_disk_can_be_asked_for(server: Server, path: str) -> None:
    assert ask(server, path)[0].status == 404


def test_another_name_than_this_machines_is_refused(server: Server) -> None:
    assert ask(server, "/", Host="games.example:80")[0].status == 421


def test_a_port_that_is_taken_is_refused_with_its_number(server: Server, place: Path) -> None:
    with pytest.raises(Refused, match=str(server.server_port)):
        Server(carried.read(place), server.server_port)


def test_every_kind_of_file_that_is_made_has_its_type() -> None:
    assert ANYTHING not in KINDS.values()
    from kabuto.folder.making.build import TEXTS

    assert set(TEXTS) <= set(KINDS)
