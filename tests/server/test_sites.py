"""Which names the server goes by, and which pages may use it: over HTTP and over WebSockets."""

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from kabuto.server.web.origins import Sites, networks
from kabuto.table import Refused

from .persons import Person, Server, running

New = Callable[..., Person]
PUBLIC = "https://samurai.example"
MACHINE = socket.gethostname()
SOCKET = "/api/tables/nothing/socket"


@pytest.fixture(scope="module")
def public(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with names of its own."""
    data = tmp_path_factory.mktemp("public") / "data"
    with running(data, public_url=f"{PUBLIC}/", allowed_hosts=["other.example"]) as server:
        yield server


def over_http(server: Server, path: str, headers: dict[str, str]) -> int:
    """How a request is answered."""
    return httpx2.get(f"{server.address}{path}", headers=headers).status_code


def over_websocket(server: Server, path: str, headers: dict[str, str]) -> int:
    """How the handshake of a socket is answered; 200 if it is accepted."""
    headers = dict(headers)
    to = urlsplit(server.address)
    host = headers.pop("host", to.netloc)
    with socket.create_connection((to.hostname, to.port), 20) as line:
        try:
            with connect(f"ws://{host}{SOCKET}", sock=line, additional_headers=headers, proxy=None):
                return 200
        except InvalidStatus as refused:
            return refused.response.status_code


WAYS = pytest.mark.parametrize("ask", [over_http, over_websocket])
Ask = Callable[[Server, str, dict[str, str]], int]


@WAYS
@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.0.0.1:8321",
        "192.168.1.20:8321",
        "[::1]:8321",
        "[2001:db8::7]",
        "localhost",
        "LOCALHOST:80",
        "kabuto.localhost:8321",
        MACHINE,
        f"{MACHINE}.local:8321",
        "samurai.example",
        "Samurai.Example:443",
        "samurai.example.",
        "other.example",
    ],
)
def test_the_server_answers_to_its_names_and_to_any_address(public: Server, ask: Ask, host: str) -> None:
    assert ask(public, "/api/me", {"host": host}) == 200


@WAYS
@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8321",
        "samurai.example.evil.example",
        "evilsamurai.example",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "2130706433.example",
    ],
)
def test_a_name_that_somebody_else_pointed_here_is_refused(public: Server, ask: Ask, host: str) -> None:
    for path in ("/api/me", "/api/openapi.json", "/healthz", "/", "/table/x", "/favicon.svg"):
        assert ask(public, path, {"host": host}) == 421


def test_the_refusal_of_a_name_says_what_to_do(public: Server) -> None:
    for language, words in (
        ("en", "doesn’t answer to the name evil.example"),
        ("de", "heißt nicht evil.example"),
    ):
        answer = httpx2.get(
            f"{public.address}/api/me", headers={"host": "evil.example", "accept-language": language}
        )
        assert answer.json()["error"] == "wrong_host"
        assert words in answer.json()["reason"]
        assert "--public-url" in answer.json()["reason"]
        assert "set-cookie" not in answer.headers


def test_without_a_public_url_nobody_elses_name_is_right(server: Server) -> None:
    assert over_http(server, "/api/me", {"host": "samurai.example"}) == 421


@WAYS
@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("127.0.0.1:8321", "http://127.0.0.1:8321", 200),
        ("localhost", "http://localhost", 200),
        ("samurai.example", PUBLIC, 200),
        ("127.0.0.1:8321", PUBLIC, 200),  # a proxy that does not pass the name on
        ("127.0.0.1:8321", "http://127.0.0.1:8000", 403),
        ("127.0.0.1:8321", "https://127.0.0.1:8321", 403),
        ("127.0.0.1:8321", "http://localhost:8321", 403),
        ("127.0.0.1:8321", "http://user@127.0.0.1:8321", 403),
        ("127.0.0.1:8321", "null", 403),
        ("127.0.0.1:8321", "", 403),
        ("samurai.example", f"{PUBLIC}.evil.example", 403),
        ("samurai.example", f"{PUBLIC}:8443", 403),
        ("samurai.example", "http://evil.example", 403),
    ],
)
def test_a_page_of_another_origin_gets_nothing(
    public: Server, ask: Ask, host: str, origin: str, status: int
) -> None:
    assert ask(public, "/api/me", {"host": host, "origin": origin}) == status


@WAYS
@pytest.mark.parametrize(
    ("site", "status"),
    [("same-origin", 200), ("none", 200), ("same-site", 403), ("cross-site", 403), ("nonsense", 403)],
)
def test_what_a_page_of_another_site_fetches_is_refused(
    server: Server, ask: Ask, site: str, status: int
) -> None:
    for path in ("/api/me", "/api/openapi.json", "/healthz"):
        assert ask(server, path, {"sec-fetch-site": site}) == status
        assert ask(server, path, {"sec-fetch-site": site, "sec-fetch-mode": "navigate"}) == status


@pytest.mark.parametrize("path", ["/", "/table/x", "/replay/x"])
def test_a_link_on_another_site_leads_to_a_page(server: Server, path: str) -> None:
    for site in ("same-site", "cross-site"):
        headers = {"sec-fetch-site": site, "sec-fetch-mode": "navigate"}
        assert over_http(server, path, headers) in (200, 503)  # 503: the pages were not built
        assert over_http(server, path, {**headers, "sec-fetch-mode": "no-cors"}) == 403


def test_a_form_of_another_site_gets_nothing(person: New) -> None:
    me = person()
    table = me.set_table("me", "greedy")
    foreign = {"origin": "http://elsewhere.example"}
    for path in ("me/link", "me/back", "me/devices/sign-out-others", f"tables/{table['id']}/leave"):
        headers = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
        assert me.http.post(f"/api/{path}", headers=headers).status_code == 403
        assert me.http.post(f"/api/{path}", headers=foreign).status_code == 403
    assert not me.get(f"/api/tables/{table['id']}")["seats"][0]["left"]


def test_only_a_server_that_is_public_over_tls_asks_browsers_to_insist_on_it(
    public: Server, server: Server
) -> None:
    header = "strict-transport-security"
    assert httpx2.get(f"{public.address}/api/me").headers[header] == "max-age=31536000"
    assert header not in httpx2.get(f"{server.address}/api/me").headers


def test_pages_are_told_what_links_for_others_begin_with(public: Server, server: Server) -> None:
    assert httpx2.get(f"{public.address}/api/me").json()["public_url"] == PUBLIC
    assert httpx2.get(f"{server.address}/api/me").json()["public_url"] == ""


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://samurai.example", "https://samurai.example"),
        ("https://Samurai.Example/", "https://samurai.example"),
        ("https://samurai.example:443", "https://samurai.example"),
        ("http://samurai.example:8080", "http://samurai.example:8080"),
        ("http://192.168.1.20:8321/", "http://192.168.1.20:8321"),
        ("http://[2001:db8::7]:8321", "http://[2001:db8::7]:8321"),
        ("https://würfel.example", "https://xn--wrfel-kva.example"),
    ],
)
def test_a_public_url_is_written_as_browsers_do(url: str, origin: str) -> None:
    assert Sites(url).public_url == origin


@pytest.mark.parametrize(
    "url",
    [
        "samurai.example",
        "ftp://samurai.example",
        "https://",
        "https://samurai.example/kabuto",
        "https://samurai.example/?a=b",
        "https://samurai.example#x",
        "https://me:secret@samurai.example",
        "https://samurai.example:port",
        "https://samurai.example:99999",
        "https://sam urai.example",
        "https://[::1",
        "https://..",
        f"https://{'x' * 70}.example",
    ],
)
def test_what_is_no_public_url_is_refused(url: str) -> None:
    with pytest.raises(Refused, match=r"such as https://games\.example") as refused:
        Sites(url)
    assert refused.value.place == "--public-url"


@pytest.mark.parametrize("name", ["", "https://samurai.example", "samurai.example:80", "*.example", "a b"])
def test_what_is_no_host_name_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        Sites(allowed_hosts=[name])
    assert refused.value.place == "--allowed-host"


def test_a_proxy_is_an_address_or_a_network() -> None:
    assert networks(["127.0.0.1", "10.1.2.3/8", "::1"]) == ["127.0.0.1/32", "10.0.0.0/8", "::1/128"]
    for wrong in ("localhost", "*", "10.0.0.0/40", ""):
        with pytest.raises(Refused) as refused:
            networks([wrong])
        assert refused.value.place == "--trusted-proxy"


def test_the_command_says_how_others_reach_the_server(tmp_path: Path) -> None:
    options = ["--public-url", PUBLIC, "--allowed-host", "other.example", "--trusted-proxy", "10.0.0.0/8"]
    command = [sys.executable, "-m", "kabuto", "serve", "--port", "0", "--data", str(tmp_path), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as served:
        try:
            assert served.stdout is not None
            said = ""
            while PUBLIC not in said and (line := served.stdout.readline()):
                said += line
        finally:
            served.kill()  # whatever happened: nobody waits for it any longer
    assert "http://127.0.0.1:" in said
    assert f"\nOthers can open {PUBLIC}\n" in said
    for wrong in (["--public-url", "x"], ["--allowed-host", "a:1"], ["--trusted-proxy", "nginx"]):
        refused = subprocess.run([*command, *wrong], capture_output=True, timeout=250, text=True)
        assert refused.returncode == 2
        assert refused.stderr.startswith(f"kabuto: {wrong[0]}: ")


def test_a_host_that_is_no_host_is_refused(server: Server) -> None:
    for host in ("user@localhost", "local host", "[localhost]", "localhost:x", "127.0.0.1:80:80", "/", "\\"):
        assert over_http(server, "/api/me", {"host": host}) in (400, 421), host
