"""Web Push: what a push service gets, checks and decrypts; and what is never sent."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from kabuto.server import push
from kabuto.server.identity import Identity
from kabuto.server.push import Push, Subscription, Unreachable, decode, encode
from kabuto.server.speech import No

from .browsers import Place
from .test_identity import at

ME = Identity("me", "laptop")
PRIVATE = (
    *("10.0.0.1", "127.0.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "0.0.0.0"),
    *("::1", "fe80::1%eth0", "fec0::1", "ff02::1"),
    *("::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:a00:1::"),  # IPv4 inside
)
MESSAGE = {"title": "It's your turn", "tag": "turn-1", "url": "/table/1"}


class Service:
    """A push service on this machine, and a browser that can read what it brings."""

    def __init__(self, *answers: int) -> None:
        self.answers, self.heard = list(answers), list[tuple[dict[str, str], bytes]]()
        self.private, self.auth = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
        self.address = ""

    def subscription(self) -> Subscription:
        return Subscription(f"{self.address}/send/1?x=2", push._public(self.private), self.auth, "de")

    def read(self, body: bytes) -> Any:
        """What the browser reads (RFC 8291)."""
        salt, sender = body[:16], body[21:86]
        assert (body[16:21], body[20]) == (b"\0\0\x10\0A", 65)
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\0" + push._public(self.private) + sender
        shared = HKDF(hashes.SHA256(), 32, self.auth, info).derive(self.private.exchange(ec.ECDH(), key))
        secret = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(shared)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(shared)
        text = AESGCM(secret).decrypt(nonce, body[86:], None)
        assert text.endswith(b"\2")
        return json.loads(text[:-1])


@contextmanager
def serving(*answers: int) -> Iterator[Service]:
    service = Service(*answers)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.heard.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(service.answers.pop(0))
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    service.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def check_signature(headers: dict[str, str], origin: str, key: str) -> None:
    """What a push service checks (RFC 8292)."""
    token, _, public = headers["authorization"].removeprefix("vapid t=").partition(", k=")
    assert public == key
    text, _, mark = token.rpartition(".")
    raw = decode(mark)
    signature = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    known = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode(public))
    known.verify(signature, text.encode(), ec.ECDSA(hashes.SHA256()))
    assert json.loads(decode(text.partition(".")[2]))["aud"] == origin


def test_a_message_reaches_the_browser_and_a_dead_subscription_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push, "PAUSES", (0.0, 0.0))

    async def scene(place: Place) -> None:
        sender: Push = place.house.push
        sender.allows_loopback = True
        with serving(503, 201, 500, 500, 500, 400, 410) as service:
            to = service.subscription()
            await sender.subscribe(ME, to)
            await sender.send("me", to, MESSAGE)  # busy at first
            headers, body = service.heard[-1]
            assert service.read(body) == MESSAGE
            assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", str(push.KEEP))
            check_signature(headers, service.address, sender.key)
            await sender.send("me", to, MESSAGE)  # three times, and no more
            await sender.send("me", to, MESSAGE)  # refused
            assert (len(service.heard), await sender.count("me")) == (6, 1)
            await sender.send("me", to, MESSAGE)  # gone
            assert (len(service.heard), await sender.count("me")) == (7, 0)

    at(tmp_path, scene)


def test_a_turn_in_a_game_of_days_is_told_to_who_is_not_there(tmp_path: Path) -> None:
    async def scene(place: Place) -> None:
        place.house.push.allows_loopback = True
        with serving(201, 201) as service:
            host, friend = await place.browser(), await place.browser()
            to = service.subscription()
            body = {"endpoint": to.endpoint, "key": encode(to.key), "auth": encode(to.auth)}
            for each in (host, friend):
                found = await each.post("/api/me/push", {**body, "endpoint": f"{to.endpoint}{id(each)}"})
                assert found["browsers"] == 1
            seats = [{"who": "me"}, {"who": "open"}]
            clock = {"per": "move", "seconds": 86400}
            table = await host.post("/api/tables", {"seats": seats, "clock": clock})
            token = table["invites"][0]["token"]
            await friend.post(f"/api/tables/{table['id']}/join", {"invite": token})
            while not service.heard:
                await asyncio.sleep(0.01)
            assert service.read(service.heard[0][1]) == {
                "title": "It's your turn in Samurai",
                "tag": f"turn-{table['id']}",
                "url": f"/table/{table['id']}",
            }
            left = await host.post("/api/me/push/remove", {"endpoint": f"{to.endpoint}{id(host)}"})
            assert left["browsers"] == 0

    at(tmp_path, scene)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/1",
        "https://127.0.0.1/1",
        "https://10.1.2.3/1",
        "https://[::1]/1",
        "https://169.254.169.254/latest",
        "https://localhost/1",
        "https://user@push.example/1",
        "https://push.example:x/1",
        "file:///etc/passwd",
        "",
    ],
)
def test_an_address_that_is_no_push_service_is_refused(tmp_path: Path, endpoint: str) -> None:
    async def scene(place: Place) -> None:
        body = {"endpoint": endpoint, "key": encode(Service().subscription().key), "auth": encode(bytes(16))}
        await (await place.browser()).post("/api/me/push", body, 409)

    at(tmp_path, scene)


def test_a_name_that_leads_into_a_private_network_is_never_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[Any]()
    monkeypatch.setattr(socket, "create_connection", lambda *where: asked.append(where))

    async def scene(place: Place) -> None:
        for address in PRIVATE:
            found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]
            monkeypatch.setattr(socket, "getaddrinfo", lambda *_, found=found, **__: found)
            with pytest.raises(Unreachable):
                place.house.push._connected("https", "push.example", None)

    at(tmp_path, scene)
    assert asked == []


def test_keys_that_are_none_are_refused(tmp_path: Path) -> None:
    async def scene(place: Place) -> None:
        for key, auth in ((b"x" * 65, bytes(16)), (Service().subscription().key, b"short")):
            with pytest.raises(No, match="key"):
                await place.house.push.subscribe(ME, Subscription("https://push.example/1", key, auth, "en"))

    at(tmp_path, scene)
