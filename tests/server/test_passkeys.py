"""S7: a passkey asks who uses it, works once for each challenge, and for this very server alone."""

import json
from pathlib import Path
from typing import Any

import pytest

from kabuto.server.accounts.devices import DAY
from kabuto.server.accounts.passkeys import ATTEMPT, MOST_OF_PERSON
from kabuto.server.web.origins import Sites

from .authenticators import PRESENT, Authenticator
from .browsers import Browser, Clock, opened

ORIGIN, HOST = "http://localhost", "localhost"


async def added(browser: Browser, device: Authenticator, status: int = 200) -> Any:
    """Add a passkey."""
    asked = await browser.post("/api/me/passkeys/options")
    body = {"attempt": asked["attempt"], "answer": device.make(asked["options"])}
    return await browser.post("/api/me/passkeys", body, status)


async def recovery(browser: Browser, device: Authenticator) -> dict[str, Any]:
    """What the browser sends to come back by a passkey."""
    asked = await browser.post("/api/recover/passkey/options")
    return {"attempt": asked["attempt"], "answer": device.use(asked["options"])}


async def recovered(browser: Browser, device: Authenticator, status: int = 200) -> Any:
    """Come back by a passkey."""
    return await browser.post("/api/recover/passkey", await recovery(browser, device), status)


async def test_s7_a_passkey_brings_somebody_back_and_says_that_it_was_asked(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host, device = await (await place.browser()).called("Host"), Authenticator(ORIGIN, HOST)
        asked = await host.post("/api/me/passkeys/options")
        assert asked["options"]["authenticatorSelection"]["userVerification"] == "required"
        (made,) = (await added(host, device))["passkeys"]
        assert (made["browser"], made["is_this"]) == ("Firefox", True)
        other = await place.browser()
        token = (await recovered(other, device))["token"]
        assert (await other.claim(token))["name"] == "Host"


async def test_s7_who_uses_a_passkey_has_to_be_verified(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host, device = await place.browser(), Authenticator(ORIGIN, HOST)
        device.flags = PRESENT
        await added(host, device, 401)
        device.flags = Authenticator(ORIGIN, HOST).flags
        await added(host, device)
        device.flags = PRESENT
        await recovered(await place.browser(), device, 401)


async def test_s7_what_was_overheard_works_nowhere_again(tmp_path: Path) -> None:
    """Neither at once nor after a restart; nor does a challenge for another passkey."""
    clock, sent = Clock(), dict[str, Any]()

    async with opened(tmp_path, clock=clock) as place:
        host, device = await place.browser(), Authenticator(ORIGIN, HOST)
        await added(host, device)
        sent.update(await recovery(host, device))
        await host.post("/api/recover/passkey", sent)
        await host.post("/api/recover/passkey", sent, 401)
    async with opened(tmp_path, clock=clock) as place:
        clock.now += 10
        await (await place.browser()).post("/api/recover/passkey", sent, 401)
        clock.now += 2 * DAY
        stranger, device = await place.browser(), Authenticator(ORIGIN, HOST)
        await added(stranger, device)
        assert len(await place.rows("SELECT * FROM challenges")) == 1, "those that are too old are forgotten"


async def test_s7_an_attempt_ends_with_time(tmp_path: Path) -> None:
    clock = Clock()

    async with opened(tmp_path, clock=clock) as place:
        host, device = await place.browser(), Authenticator(ORIGIN, HOST)
        await added(host, device)
        late = await recovery(host, device)
        clock.now += ATTEMPT + 2
        assert "too long" in (await host.post("/api/recover/passkey", late, 401))["reason"]
        await recovered(host, device)


async def test_s7_a_copy_that_counts_less_is_refused(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host, device = await place.browser(), Authenticator(ORIGIN, HOST)
        await added(host, device)
        await recovered(host, device)  # many never count
        for counter, status in ((7, 200), (7, 401), (6, 401), (0, 401), (8, 200)):
            device.counter = counter
            await recovered(host, device, status)


async def test_s7_a_passkey_that_is_known_already_is_named_as_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with opened(tmp_path) as place:
        host, other, device = await place.browser(), await place.browser(), Authenticator(ORIGIN, HOST)
        await added(host, device)
        for browser in (host, other):
            refused = await added(browser, device, 409)
            assert (refused["error"], refused["reason"]) == (
                "not_now",
                "This passkey is already in use here.",
            )
        assert len(await place.rows("SELECT * FROM passkeys")) == 1
    events = [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines() if line[:1] == "{"]
    assert not {"request_failed", "storing_failed"} & set(events)


async def test_s7_many_attempts_that_begin_at_once_make_no_more_passkeys_than_one_may_have(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as place:
        host = await place.browser()
        devices = [Authenticator(ORIGIN, HOST) for _ in range(MOST_OF_PERSON + 2)]
        begun = [await host.post("/api/me/passkeys/options") for _ in devices]
        for number, (device, asked) in enumerate(zip(devices, begun, strict=True)):
            answer = {"attempt": asked["attempt"], "answer": device.make(asked["options"])}
            await host.post("/api/me/passkeys", answer, 200 if number < MOST_OF_PERSON else 409)
        assert len(await place.rows("SELECT * FROM passkeys")) == MOST_OF_PERSON


async def test_s7_a_passkey_of_an_older_version_stays_good(tmp_path: Path) -> None:
    device = Authenticator(ORIGIN, HOST)

    async with opened(tmp_path) as place:
        await added(await (await place.browser()).called("Host"), device)
        older = "UPDATE passkeys SET device = '', made = 0, counter = 0"
        await place.services.store.write(lambda database: database.execute(older))
    async with opened(tmp_path) as place:
        browser = await place.browser()
        device.counter = 3
        token = (await recovered(browser, device))["token"]
        assert (await browser.claim(token))["name"] == "Host"


async def test_s7_pages_at_another_port_are_somebody_else_s(tmp_path: Path) -> None:
    """A page at another port of this host may ask for our passkeys, and its server may name that port."""
    public = "https://games.example"

    async with opened(tmp_path, public_url=public) as place:
        host = await place.browser(address=public)
        device = Authenticator(public, "games.example")
        await added(host, device)
        thief = await place.browser(address=f"{public}:8443")
        thief.http.headers["origin"] = f"{public}:8443"
        for path in ("/api/me/passkeys/options", "/api/recover/passkey/options"):
            assert ":8443" in (await thief.post(path, status=409))["reason"]
        device.origin = f"{public}:8443"
        body = await recovery(host, device)
        await thief.post("/api/recover/passkey", body, 409)
        await host.post("/api/recover/passkey", body, 401)


@pytest.mark.parametrize(
    ("public", "origin", "port", "is_own"),
    [
        ("", "http://localhost:8321", 8321, True),
        ("", "http://localhost:8322", 8321, False),
        ("", "https://games.example", 8321, True),
        ("", "https://games.example:8443", 8321, False),
        ("https://games.example", "https://games.example", 8321, True),
        ("https://games.example", "http://games.example", 8321, False),
        ("https://games.example", "https://games.example:8321", 8321, False),
        ("https://games.example", "http://localhost:8321", 8321, True),
        ("http://localhost:9000", "http://localhost:9000", 8321, True),
        ("https://games.example:8443", "https://games.example:8443", 8321, True),
        ("https://games.example:8443", "https://games.example", 8321, False),
    ],
)
def test_s7_an_origin_is_compared_whole(public: str, origin: str, port: int, is_own: bool) -> None:
    assert Sites(public).owns(origin, port) == is_own
