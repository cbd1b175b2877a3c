"""Coming back after a lost cookie: recovery phrases, and passkeys as far as no browser is needed."""

from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kabuto.protocol.errors import Refusal
from kabuto.server.accounts import passkeys
from kabuto.server.accounts.recovery_phrases import SYLLABLES, new_phrase, read_phrase

from .browsers import opened


def test_a_phrase_is_read_however_it_was_written() -> None:
    phrase = new_phrase(b"chance")
    assert len(phrase.split()) == 5
    assert read_phrase(f"  {phrase.upper().replace(' ', '-')}.\n") == phrase
    assert len(set(SYLLABLES)) == 64
    assert len({new_phrase(bytes([n])) for n in range(100)}) == 100


@pytest.mark.parametrize("entered", ["", "kamito", "x" * 30, "é" * 30, "ka" * 16, "\0" * 300, "ka" * 10_000])
def test_what_can_t_be_a_phrase_says_what_one_looks_like(entered: str) -> None:
    with pytest.raises(Refusal, match="5 words of six letters"):
        read_phrase(entered)


def test_a_typo_is_told_from_an_unknown_phrase() -> None:
    first, *rest = new_phrase(b"chance").split()
    typos = [" ".join([syllable + first[2:], *rest]) for syllable in SYLLABLES if syllable != first[:2]]
    unseen = 0
    for typo in typos:
        try:
            read_phrase(typo)
            unseen += 1
        except Refusal:
            with pytest.raises(Refusal, match="typo"):
                read_phrase(typo)
    assert unseen < 5  # one in 64


async def test_a_phrase_brings_seats_back_and_a_new_one_ends_the_old(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        host = await (await place.browser()).called("Host")
        await host.set_table("me", "open")
        old = (await host.post("/api/me/recovery/phrase"))["phrase"]
        phrase = (await host.post("/api/me/recovery/phrase"))["phrase"]
        assert (await host.get("/api/me/recovery"))["has_phrase"]
        stored = await place.rows("SELECT * FROM phrases")
        assert len(stored) == 1
        assert phrase not in repr(stored)

        other = await place.browser()
        await other.post("/api/recover", {"phrase": old}, 401)
        await other.post("/api/recover", {"phrase": new_phrase(b"forged")}, 401)
        token = (await other.post("/api/recover", {"phrase": phrase}))["token"]
        assert (await other.post("/api/me/link/look", {"token": token}))["name"] == "Host"
        assert (await other.claim(token))["name"] == "Host"
        assert len((await other.get("/api/tables"))["mine"]) == 1


@pytest.mark.parametrize(
    ("origin", "lacks"),
    [
        ("https://games.example", ""),
        ("http://localhost:8321", ""),
        ("http://games.example", "https"),
        ("http://127.0.0.1:8321", "name"),
        ("https://[::1]", "name"),
    ],
)
def test_passkeys_need_a_name_and_https(origin: str, lacks: str) -> None:
    assert passkeys.missing(origin) == lacks


async def test_passkeys_need_a_library(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def without_fido(name: str) -> ModuleType | None:
        assert name == "fido2"
        return None

    monkeypatch.setattr(passkeys, "find_spec", without_fido)

    async with opened(tmp_path) as place:
        someone = await place.browser()
        assert (await someone.get("/api/me/recovery"))["passkeys_missing"] == "library"
        await someone.post("/api/me/passkeys/options", {}, 409)


async def test_a_forged_passkey_is_nobody_s(tmp_path: Path) -> None:
    async with opened(tmp_path) as place:
        someone = await place.browser()
        attempt = (await someone.post("/api/recover/passkey/options"))["attempt"]
        forgeries: list[Any] = [{}, {"id": 3}, {"id": "AAAA", "rawId": "AAAA", "type": "public-key"}]
        for answer in forgeries:
            body = {"attempt": attempt, "answer": answer}
            await someone.post("/api/recover/passkey", body, 401)
        for wrong in ("", "x", attempt[:-1]):
            body = {"attempt": wrong, "answer": {}}
            await someone.post("/api/me/passkeys", body, 401)
        await someone.post("/api/me/passkeys/remove", {"passkey": "zz"}, 404)
