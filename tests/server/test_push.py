"""Web Push: what a push service gets, checks and decrypts; and what is never sent."""

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from kabuto.protocol.errors import Refusal
from kabuto.server.accounts import push_delivery, web_push
from kabuto.server.accounts.identity import Identity
from kabuto.server.accounts.push_delivery import Unreachable
from kabuto.server.accounts.push_encryption import decode, encode, encrypt, public_point
from kabuto.server.accounts.web_push import Push, Subscription

from .browsers import opened

ME = Identity("me", "laptop")
PRIVATE = (
    *("10.0.0.1", "127.0.0.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "0.0.0.0"),
    *("::1", "fe80::1%eth0", "fec0::1", "ff02::1"),
    *("::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:a00:1::"),  # IPv4 inside
)
MESSAGE = {"title": "It’s your turn", "tag": "turn-1", "url": "/table/1"}


class Service:
    """A push service on this machine, and a browser that can read what it brings."""

    def __init__(self, *answers: int) -> None:
        self.answers, self.heard = list(answers), list[tuple[dict[str, str], bytes]]()
        self.private, self.auth = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
        self.address = ""

    def subscription(self) -> Subscription:
        return Subscription(f"{self.address}/send/1?x=2", public_point(self.private), self.auth, "de")

    def read(self, body: bytes) -> Any:
        """What the browser reads (RFC 8291)."""
        salt, sender = body[:16], body[21:86]
        assert (body[16:21], body[20]) == (b"\0\0\x10\0A", 65)
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        info = b"WebPush: info\0" + public_point(self.private) + sender
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


def test_the_example_of_rfc_8291() -> None:
    browser = decode(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    )
    secret = int.from_bytes(decode("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        browser,
        auth=decode("BTBZMqHH6r4Tts7J_aSIgg"),
        sender=ec.derive_private_key(secret, ec.SECP256R1()),
        salt=decode("DGv6ra1nlYgDCS1FRnbzlw"),
    )
    assert encode(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
        "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


async def test_a_message_reaches_the_browser_and_a_dead_subscription_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_push, "PAUSES", (0.0, 0.0))

    async with opened(tmp_path) as place:
        sender: Push = place.services.accounts.push
        sender.allows_loopback = True
        with serving(503, 201, 500, 500, 500, 400, 410) as service:
            to = service.subscription()
            await sender.subscribe(ME, to)
            await sender.send("me", to, MESSAGE)  # busy at first
            headers, body = service.heard[-1]
            assert service.read(body) == MESSAGE
            assert (headers["content-encoding"], headers["ttl"]) == ("aes128gcm", str(web_push.KEEP))
            check_signature(headers, service.address, sender.key)
            await sender.send("me", to, MESSAGE)  # three times, and no more
            await sender.send("me", to, MESSAGE)  # refused
            assert (len(service.heard), await sender.count("me")) == (6, 1)
            await sender.send("me", to, MESSAGE)  # gone
            assert (len(service.heard), await sender.count("me")) == (7, 0)


async def test_a_turn_in_a_game_of_days_is_told_to_who_is_not_there(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        place.services.accounts.push.allows_loopback = True
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
                "title": "It’s your turn in Samurai",
                "tag": f"turn-{table['id']}",
                "url": f"/table/{table['id']}",
            }
            left = await host.post("/api/me/push/remove", {"endpoint": f"{to.endpoint}{id(host)}"})
            assert left["browsers"] == 0


@asynccontextmanager
async def slow_service() -> AsyncIterator[tuple[str, list[Any]]]:
    """A push service that answers a byte now and then; its address, and who waits there."""
    waiting, stopped = list[Any](), asyncio.Event()

    async def drip(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        waiting.append(writer)
        while not stopped.is_set() and not writer.transport.is_closing():
            writer.write(b"H")
            await asyncio.sleep(0.01)

    server = await asyncio.start_server(drip, "localhost", 0)
    try:
        yield f"http://localhost:{server.sockets[0].getsockname()[1]}", waiting
    finally:
        stopped.set()
        server.close()
        for writer in waiting:
            writer.transport.abort()


async def test_s8_slow_push_services_hold_up_nobody_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_delivery, "DEADLINE", 600.0)

    async with opened(tmp_path) as place:
        sender: Push = place.services.accounts.push
        sender.allows_loopback = True
        with serving(201) as service:
            async with slow_service() as (address, waiting):
                to = service.subscription()
                slow = [to._replace(endpoint=f"{address}/{n}") for n in range(8)]
                hanging = [asyncio.create_task(sender.send("me", each, MESSAGE)) for each in slow]
                while len(waiting) < web_push.AT_ONCE_AT_SITE:
                    await asyncio.sleep(0.01)
                await asyncio.wait_for(sender.send("me", to, MESSAGE), 60)
                assert len(service.heard) == 1
                for task in hanging:
                    task.cancel()
                await asyncio.gather(*hanging, return_exceptions=True)
                assert len(waiting) == web_push.AT_ONCE_AT_SITE


async def test_s8_a_request_has_one_deadline_for_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(push_delivery, "DEADLINE", 0.2)
    monkeypatch.setattr(web_push, "PAUSES", (0.0,))

    async with opened(tmp_path) as place:
        sender: Push = place.services.accounts.push
        sender.allows_loopback = True
        async with slow_service() as (address, waiting):
            to = Service().subscription()._replace(endpoint=address)
            await sender.subscribe(ME, to)
            await asyncio.wait_for(sender.send("me", to, MESSAGE), 60)
            assert len(waiting) <= 2
            assert await sender.count("me") == 1  # a slow service is no reason to forget it


async def test_s8_no_more_than_some_messages_wait_for_a_service() -> None:
    slots = web_push._Slots()
    slots._waiting["push.example"] = web_push.MOST_WAITING
    with pytest.raises(OSError, match="too many"):
        async with slots.one("push.example"):
            pass
    async with slots.one("other.example"):
        pass


def test_s8_names_of_one_domain_share_their_slots() -> None:
    for url, site in (
        ("https://a.push.example/1", "push.example"),
        ("https://b.push.example:8443/1?x", "push.example"),
        ("https://192.0.2.1/1", "192.0.2.1"),
        ("https://[2001:db8::1]/1", "2001:db8::1"),
    ):
        assert push_delivery.target(url).site == site


@pytest.mark.parametrize(
    "answer", [b"nonsense\r\n\r\n", b"", b"x" * 20_000, b"HTTP/1.1 100 Continue\r\n\r\n"]
)
async def test_s8_an_answer_that_is_none_counts_as_a_failure(answer: bytes) -> None:
    reader = asyncio.StreamReader(limit=push_delivery.HEAD)
    reader.feed_data(answer)
    reader.feed_eof()
    with pytest.raises(OSError, match="answer"):
        await push_delivery._status(reader)


@pytest.mark.parametrize(
    "endpoint",
    [
        "https://push.example/1\r\nx: y",
        "https://push.example/1 2",
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
async def test_an_address_that_is_no_push_service_is_refused(tmp_path: Path, endpoint: str) -> None:
    async with opened(tmp_path) as place:
        body = {"endpoint": endpoint, "key": encode(Service().subscription().key), "auth": encode(bytes(16))}
        await (await place.browser()).post("/api/me/push", body, 409)


async def test_a_name_that_leads_into_a_private_network_is_never_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[Any]()

    async def connect(*where: Any, **_: Any) -> Any:
        asked.append(where)
        raise OSError

    monkeypatch.setattr(asyncio, "open_connection", connect)

    async with opened(tmp_path):
        for address in PRIVATE:
            found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443))]
            monkeypatch.setattr(socket, "getaddrinfo", lambda *_, found=found, **__: found)
            with pytest.raises(Unreachable):
                await push_delivery.post(push_delivery.target("https://push.example/1"), {}, b"")
    assert asked == []


async def test_keys_that_are_none_are_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        for key, auth in ((b"x" * 65, bytes(16)), (Service().subscription().key, b"short")):
            with pytest.raises(Refusal, match="key"):
                await place.services.accounts.push.subscribe(
                    ME, Subscription("https://push.example/1", key, auth, "en")
                )


async def test_s8_a_browser_that_is_known_subscribes_again_however_many_there_are(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        mine = [
            Service().subscription()._replace(endpoint=f"https://push.example/{n}")
            for n in range(web_push.MOST_OF_PERSON + 1)
        ]
        asked = [place.services.accounts.push.subscribe(ME, each) for each in mine[:-1]]
        await asyncio.gather(*asked)
        await place.services.accounts.push.subscribe(ME, mine[0]._replace(language="de"))
        assert await place.services.accounts.push.count(ME.person) == web_push.MOST_OF_PERSON
        more = [place.services.accounts.push.subscribe(ME, mine[-1]) for _ in range(3)]
        refused = await asyncio.gather(*more, return_exceptions=True)
        assert all("browsers" in str(each) for each in refused)
