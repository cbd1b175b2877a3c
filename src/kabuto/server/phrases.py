"""Recovery phrases: five made-up words that bring somebody back whose cookie is gone.

A phrase is 84 bits of chance and a checksum, written in syllables that people can spell in any language. Only
a slow hash of it is stored, made with the server's own key: the database alone doesn't help to find a phrase.
"""

import asyncio
import hmac
from hashlib import scrypt, sha256

from kabuto.server.speech import no
from kabuto.server.store import Database, Store
from kabuto.server.world import World

SYLLABLES = [consonant + vowel for consonant in "kstnhmrgzdbpy" for vowel in "aiueo"][:64]
WORDS, LENGTH = 5, 3
"""Words of a phrase, and syllables of a word."""
BITS = 6
"""Each syllable stands for six bits; the last one is a checksum of the others."""
COST = {"n": 1 << 14, "r": 8, "p": 1, "dklen": 32}
"""Some 50 ms of one core and 16 MB."""
LONGEST = 200
"""Characters of what somebody may enter."""


class Phrases:
    """The recovery phrases of a server."""

    def __init__(self, store: Store, key: bytes, world: World) -> None:
        self._store, self._key, self._world = store, key, world

    async def exists(self, person: str) -> bool:
        """Whether somebody has a phrase."""
        return bool(await self._store.read("SELECT 1 FROM phrases WHERE person = ?", person))

    async def make(self, person: str) -> str:
        """A new phrase; the one before no longer works."""
        phrase = new_phrase(self._world.secret().encode())
        row = (person, await self._hash(phrase), int(self._world.time()))

        async def work(database: Database) -> None:
            await database.execute("DELETE FROM phrases WHERE person = ?", person)
            await database.execute("INSERT INTO phrases VALUES (?, ?, ?)", *row)

        await self._store.write(work)
        return phrase

    async def owner(self, entered: str) -> str:
        """Whose phrase it is; refused if it is nobody's."""
        found = await self._hash(read_phrase(entered))
        rows = await self._store.read("SELECT person, hash FROM phrases WHERE hash = ?", found)
        if not rows or not hmac.compare_digest(bytes(rows[0][1]), found):
            raise no("bad_token", "phrase_unknown", "phrase")
        return str(rows[0][0])

    async def _hash(self, phrase: str) -> bytes:
        return await asyncio.to_thread(scrypt, phrase.encode(), salt=self._key, **COST)


def new_phrase(chance: bytes) -> str:
    """A phrase from chance that has not been used for anything else."""
    numbers = int.from_bytes(sha256(b"phrase" + chance).digest(), "big")
    syllables = [SYLLABLES[numbers >> BITS * place & 63] for place in range(WORDS * LENGTH - 1)]
    return _written([*syllables, _check(syllables)])


def read_phrase(entered: str) -> str:
    """A phrase however somebody wrote it; refused if it can't be one."""
    letters = "".join(filter(str.isalpha, entered[:LONGEST].lower()))
    syllables = [letters[at : at + 2] for at in range(0, len(letters), 2)]
    if len(syllables) != WORDS * LENGTH or not set(syllables) <= set(SYLLABLES):
        raise no("bad_token", "phrase_form", "phrase", number=WORDS)
    if _check(syllables[:-1]) != syllables[-1]:
        raise no("bad_token", "phrase_typo", "phrase")
    return _written(syllables)


def _check(syllables: list[str]) -> str:
    return SYLLABLES[sha256("".join(syllables).encode()).digest()[0] & 63]


def _written(syllables: list[str]) -> str:
    return " ".join("".join(syllables[at : at + LENGTH]) for at in range(0, WORDS * LENGTH, LENGTH))
