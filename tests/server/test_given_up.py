"""S10: a game that one leaves or never finishes counts as lost."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kabuto.host.rate_limits import Limits
from kabuto.host.ratings import statistics
from kabuto.host.rooms import retention
from kabuto.host.rooms.persons import unfinished
from kabuto.server.accounts.forgetting import erase
from kabuto.server.services import Services
from kabuto.server.storage.postgres import PostgresStore
from kabuto.server.storage.sql_store import SqlStore
from kabuto.server.storage.sqlite import SqliteStore
from kabuto.tabletop import absence, decisions
from kabuto.tabletop.table_events import Lost
from tests.support.postgres import Databases

from . import inside

LEVEL = "program:level3"


@pytest.fixture(params=["sqlite", "postgres"])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Any]:
    """A house that is open for a while."""
    limits = Limits(keep_abandoned=1)
    if request.param == "postgres":
        databases: Databases = request.getfixturevalue("databases")
        store: SqlStore = PostgresStore(databases.new())
    else:
        (tmp_path / "data").mkdir()
        store = SqliteStore(tmp_path / "data" / "kabuto.sqlite")
    return lambda: inside.house(tmp_path / "data", limits=limits, store=store)


async def counts(home: Services, person: str) -> tuple[int, int, int]:
    """How many games count, how many of them are won, and how many results make the rating."""
    found = statistics(await home.host.lists.finished(person, 100)).games
    if not found:
        return 0, 0, 0
    (game,) = found
    return game.all.played, game.all.won, game.rating.games if game.rating else 0


async def purge(home: Services, folder: Path) -> int:
    """Remove what nobody has touched for two days."""
    return await retention.purge(
        home.host.backend, home.host.tables, home.host.backend.clock.now() + 2 * retention.DAY
    )


async def test_s10_a_game_that_is_left_counts_as_lost_until_one_comes_back(
    home: Callable[[], Any], tmp_path: Path
) -> None:
    async with home() as here:
        table = await inside.set_table(here, "me", LEVEL)
        assert await counts(here, "me") == (0, 0, 0)
        async with here.host.tables.visit(table) as room:
            await room.change(lambda table: decisions.leave(table, "me"))
            assert await counts(here, "me") == (1, 0, 1)
            strength = await here.host.creation.strength("me", "samurai")
            assert strength is not None
            assert strength.value < 1500
            await room.change(lambda table: absence.returned(table, "me"))
            assert await counts(here, "me") == (0, 0, 0)
            await room.change(lambda table: decisions.leave(table, "me"))
        assert await purge(here, tmp_path) == 1
        assert await counts(here, "me") == (1, 0, 1)


async def test_s10_a_game_that_is_never_finished_counts_when_it_is_removed(
    home: Callable[[], Any], tmp_path: Path
) -> None:
    async with home() as here:
        await inside.set_table(here, "me", LEVEL, "you")
        await inside.set_table(here, "me", "me")  # several seats of one's own never count
        assert await purge(here, tmp_path) == 2
        assert await counts(here, "me") == (1, 0, 1)
        assert await counts(here, "you") == (0, 0, 0)  # who waited has lost nothing
        ((body,),) = [await here.store.unfinished("me", 10)]
        assert b"you" not in body
        (exported,) = await unfinished(here.store, "me")
        assert (exported["game"], exported["options"]["players"]) == ("samurai", 3)
        await erase(here.accounts, "me")
        assert await here.store.unfinished("me", 10) == []


async def test_s10_a_program_that_wins_for_somebody_who_left_wins_nothing_for_them(
    home: Callable[[], Any],
) -> None:
    async with home() as here:
        table = await inside.set_table(here, "me", "you")
        async with here.host.tables.visit(table) as room:
            await room.change(lambda table: decisions.leave(table, "me"))
            await room.change(lambda table: [absence.lost(table, Lost(seat=1, why="resigned"))])
            assert room.table.verdict is not None
            assert room.table.verdict.winners == [0]
        assert await counts(here, "me") == (1, 0, 0)
