"""Recovery phrases: five made-up words that bring a person back whose cookie is gone.

A phrase is 84 bits of chance and a checksum, written in syllables that people can spell in any language. Only
a slow hash of it is stored, made with the server's own key: the database alone doesn't help to find a phrase.
"""

import asyncio
import hmac
from hashlib import scrypt, sha256
from typing import NamedTuple

from kabuto.host.clock import Chance, Clock
from kabuto.protocol.errors import Refusal, refuse
from kabuto.server.accounts.devices import DAY, Label, Proof, check, date, hold
from kabuto.server.accounts.identity import Identity
from kabuto.server.storage.sql_store import Database, SqlStore

SYLLABLES = [consonant + vowel for consonant in "kstnhmrgzdbpy" for vowel in "aiueo"][:64]
WORDS, LENGTH = 5, 3
"""Words of a phrase, and syllables of a word."""
BITS = 6
"""Each syllable stands for six bits; the last one is a checksum of the others."""
COST = {"n": 1 << 14, "r": 8, "p": 1, "dklen": 32}
"""Some 50 ms of one core and 16 MB."""
LONGEST = 200
"""Characters of what a person may enter."""


class Made(NamedTuple):
    """When and where a phrase was made."""

    since: str
    """The date."""
    device: str
    """Nothing if an older version made it."""
    label: Label


class Phrases:
    """The recovery phrases of a server."""

    def __init__(self, store: SqlStore, key: bytes, clock: Clock, chance: Chance) -> None:
        self._store, self._key, self._clock, self._chance = store, key, clock, chance

    async def of(self, person: str) -> Made | None:
        """When and where the phrase of a person was made; None if there is none."""
        query = """SELECT phrases.since, device, browser, system
            FROM phrases LEFT JOIN devices ON devices.id = device WHERE phrases.person = ?"""
        rows = await self._store.read(query, person)
        if not rows:
            return None
        since, device, browser, system = rows[0]
        return Made(date(since // DAY), device, Label(browser or "", system or ""))

    async def make(self, identity: Identity) -> str:
        """A new phrase; the one before no longer works."""
        phrase = new_phrase(self._chance.secret().encode())
        row = (identity.person, await self._hash(phrase), int(self._clock.time()), identity.device)

        async def work(database: Database) -> None:
            await check(database, identity)
            await database.execute("DELETE FROM phrases WHERE person = ?", identity.person)
            statement = "INSERT INTO phrases (person, hash, since, device) VALUES (?, ?, ?, ?)"
            await database.execute(statement, *row)

        await self._store.write(work)
        return phrase

    async def proof(self, entered: str) -> Proof:
        """The person that a phrase belongs to; refused if it is unknown."""
        found = await self._hash(read_phrase(entered))
        rows = await self._store.read("SELECT person, hash FROM phrases WHERE hash = ?", found)
        if not rows or not hmac.compare_digest(bytes(rows[0][1]), found):
            raise _unknown()
        person = str(rows[0][0])

        async def confirm(database: Database) -> None:
            await hold(database, person)
            if not await database.rows("SELECT 1 FROM phrases WHERE hash = ?", found):
                raise _unknown()

        return Proof(person, person, confirm)

    async def _hash(self, phrase: str) -> bytes:
        return await asyncio.to_thread(scrypt, phrase.encode(), salt=self._key, **COST)


def _unknown() -> Refusal:
    return refuse("bad_token", "phrase_unknown", "phrase")


def new_phrase(chance: bytes) -> str:
    """A phrase from chance that has not been used for anything else."""
    numbers = int.from_bytes(sha256(b"phrase" + chance).digest(), "big")
    syllables = [SYLLABLES[numbers >> BITS * place & 63] for place in range(WORDS * LENGTH - 1)]
    return _written([*syllables, _check(syllables)])


def read_phrase(entered: str) -> str:
    """A phrase however a person wrote it; refused if it can't be one."""
    letters = "".join(filter(str.isalpha, entered[:LONGEST].lower()))
    syllables = [letters[at : at + 2] for at in range(0, len(letters), 2)]
    if len(syllables) != WORDS * LENGTH or not set(syllables) <= set(SYLLABLES):
        raise refuse("bad_token", "phrase_form", "phrase", number=WORDS)
    if _check(syllables[:-1]) != syllables[-1]:
        raise refuse("bad_token", "phrase_typo", "phrase")
    return _written(syllables)


def _check(syllables: list[str]) -> str:
    return SYLLABLES[sha256("".join(syllables).encode()).digest()[0] & 63]


def _written(syllables: list[str]) -> str:
    return " ".join("".join(syllables[at : at + LENGTH]) for at in range(0, WORDS * LENGTH, LENGTH))
