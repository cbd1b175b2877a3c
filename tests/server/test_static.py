"""Whatever path is asked for, the pages answer: with a file, the one page, or that there is none."""

import asyncio
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx2
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from starlette.types import Message

from kabuto.server.services import build
from kabuto.server.web import pages
from kabuto.server.web.app import GONE, create_app
from tests.support.loops import run

from .persons import Server

ODD = [
    "/%00",
    "/assets/%00.js",
    f"/{'a' * 256}",
    f"/{'a' * 256}.js",
    f"/{'a/' * 3000}b",
    f"/{'a/' * 3000}b.js",
    "/%ff%fe",
    "/%ed%a0%80.js",
    "/assets/%c0%ae%c0%ae/x.js",
    "/%0a",
    "/a%0ab.js",
    "//etc/passwd",
    "/..%2f..%2f..%2fetc%2fpasswd",
    "/%5c..%5c..%5cx.js",
    "/CON",
    "/assets",
    "/assets/",
    "/.",
    "/%2e%2e",
    "/api/tables/%00",
    f"/api/tables/{'a' * 5000}",
]


@pytest.mark.parametrize("path", ODD, ids=lambda path: path[:20])
def test_no_path_is_an_error_of_the_server(server: Server, path: str) -> None:
    answer = httpx2.get(server.address + path)
    assert answer.status_code in (200, 404, 503)  # 503: the pages were not built
    assert "root:" not in answer.text


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return create_app(build(tmp_path_factory.mktemp("static")))


@pytest.fixture(scope="module", autouse=True)
def built(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Pages to be found, and a secret beside them."""
    folder = tmp_path_factory.mktemp("built")
    (folder / "static" / "assets").mkdir(parents=True)
    (folder / "static" / "index.html").write_text("page")
    (folder / "static" / "assets" / "a.js").write_text("script")
    (folder / "secret.js").write_text("secret")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pages, "STATIC", folder / "static")
        yield


def answered(app: Any, path: str, *, leaves: bool = False) -> tuple[int, bytes]:
    """Status and body of the answer to a path, as it reaches the application; the client may leave."""
    heard: list[Message] = []

    async def receive() -> Message:
        if not leaves:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        heard.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": quote(path, errors="replace").encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "scheme": "http",
    }
    run(app(scope, receive, send))
    status = heard[0]["status"] if heard else 0
    return status, b"".join(message.get("body", b"") for message in heard[1:])


PARTS = st.one_of(
    st.text(st.characters(), max_size=300),  # surrogates and control characters too
    st.sampled_from(["..", ".", "", "assets", "a.js", "secret.js", "index.html", "\0", "\ud800", "x" * 4096]),
)


@given(st.lists(PARTS, max_size=5).map("/".join))
@example("../secret.js")
@example("assets/../../secret.js")
@example("assets/a.js")
@example("\ud800.js")
@example("\n/")
def test_any_path_is_answered_and_no_file_outside_the_pages(app: Any, path: str) -> None:
    if path.startswith("api/"):
        return
    status, body = answered(app, f"/{path}")
    assert status in (200, 404), ascii(path)
    assert b"secret" not in body
    assert status == 404 or body in (b"page", b"script", b'{"status":"ok"}')


def test_s12_a_client_that_leaves_is_no_error(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An alert looks at these figures: nobody outside may raise it."""
    told: list[Any] = []
    monkeypatch.setattr("kabuto.server.web.app.log", lambda event, **fields: told.append(fields["status"]))
    answered(app, "/assets/a.js", leaves=True)
    assert told == [GONE]


def test_a_link_out_of_the_pages_is_not_followed(app: Any, tmp_path: Path) -> None:
    (pages.STATIC / "out.js").symlink_to(pages.STATIC.parent / "secret.js")
    assert answered(app, "/out.js")[0] == 404


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new",
        "/rules",
        "/you",
        "/learn",
        "/learn/ties",
        "/table/abc_-9",
        "/replay",
        "/replay/x",
        "/games/yedo/cards",
        "/games/yedo/learn/end",
    ],
)
def test_pages_answer(server: Server, path: str) -> None:
    assert httpx2.get(server.address + path).status_code == 200


@pytest.mark.parametrize(
    "path", ["/nowhere", "/new/x", "/table", "/table/", "/rules/x", "/learn/a/b", "/games/x"]
)
def test_an_address_that_leads_nowhere_shows_the_page_and_says_404(server: Server, path: str) -> None:
    answer = httpx2.get(server.address + path)
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (404, "text/html")


def test_the_server_and_the_page_know_the_same_addresses() -> None:
    router = Path(__file__).parents[2] / "web" / "src" / "shell" / "lib" / "router.svelte.ts"
    found = re.findall(r"^  \[/\^(.+)\$/,", router.read_text(encoding="utf-8"), re.MULTILINE)
    plain = {pattern.replace("\\/", "/").removeprefix("/").replace("(?:", "(") for pattern in found}
    known = {part.replace("([\\w-]+)", "[\\w-]+") for part in plain}
    assert len(known) >= 6
    examples = {
        part.replace("(/[\\w-]+)?", tail).replace("[\\w-]+", "x") for part in known for tail in ("", "/x")
    }
    assert [each for each in examples if not pages.PAGES.fullmatch(each)] == []
