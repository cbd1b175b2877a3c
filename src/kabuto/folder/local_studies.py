"""The studies of a page, each replaced as a whole."""

from msgspec import Struct
from msgspec.json import Decoder, encode

from kabuto.folder.kept import Change, Keeper, NotKept
from kabuto.folder.local_store import Unkept
from kabuto.host.clock import Chance, Clock
from kabuto.host.store import Saved, Studies
from kabuto.protocol.errors import refuse

STUDY = "study/"
"""How their names begin."""


class _Kept(Struct, frozen=True):
    id: str
    person: str
    title: str
    game: str
    moves: int
    version: int
    updated: int
    body: bytes

    @property
    def saved(self) -> Saved:
        return Saved(self.id, self.person, self.title, self.game, self.moves, self.version, self.updated)


_KEPT = Decoder(_Kept)


class LocalStudies(Studies):
    """The studies of a page: few enough to read them all."""

    def __init__(self, keeper: Keeper, clock: Clock, chance: Chance) -> None:
        self._keeper, self._clock, self._chance = keeper, clock, chance

    async def of(self, person: str) -> list[Saved]:
        """The studies of a person, the last saved first."""
        found = [each.saved for each in await self._every() if each.person == person]
        return sorted(found, key=lambda saved: (-saved.updated, saved.id))

    async def bodies(self, person: str) -> dict[str, bytes]:
        """The studies of a person as they are stored, by their names."""
        return {each.id: each.body for each in await self._every() if each.person == person}

    async def read(self, name: str) -> tuple[Saved, bytes]:
        """A study; refused if there is none."""
        found = await self._find(name)
        return found.saved, found.body

    async def check_author(self, name: str, person: str) -> None:
        """Refuse somebody else's study."""
        if (await self._find(name)).person != person:
            raise refuse("not_yours", "study_not_yours")

    async def add(self, person: str, row: tuple[str, str, int], body: bytes) -> Saved:
        """Store a new study: its title, game and number of moves."""
        made = _Kept(self._chance.secret(), person, *row, version=0, updated=self._clock.now(), body=body)
        await self._write(made.id, encode(made))
        return made.saved

    async def change(
        self, name: str, person: str, version: int, row: tuple[str, str, int], body: bytes
    ) -> Saved:
        """Replace a study; ``late`` if somebody has replaced that version meanwhile."""
        await self.check_author(name, person)
        old = await self._find(name)
        made = _Kept(name, person, *row, version=version + 1, updated=self._clock.now(), body=body)
        if old.version == version + 1 and old.body == body:
            return made.saved  # sent twice: the answer got lost
        if old.version != version:
            raise refuse("late", "study_late", "version")
        await self._write(name, encode(made))
        return made.saved

    async def remove(self, name: str, person: str) -> None:
        """Delete a study for good."""
        await self.check_author(name, person)
        await self._write(name, None)

    async def _every(self) -> list[_Kept]:
        return [_KEPT.decode(value) for _, value in await self._read("")]

    async def _find(self, name: str) -> _Kept:
        found = [value for key, value in await self._read(name) if key == f"{STUDY}{name}"]
        if not found:
            raise refuse("not_found", "no_study")
        return _KEPT.decode(found[0])

    async def _read(self, name: str) -> list[tuple[str, bytes]]:
        try:
            return await self._keeper.read(f"{STUDY}{name}")
        except NotKept:
            raise Unkept from None

    async def _write(self, name: str, value: bytes | None) -> None:
        try:
            await self._keeper.write([Change(f"{STUDY}{name}", value)])
        except NotKept:
            raise Unkept from None
