"""No accepted move is lost or played twice, whatever happens to processes and connections."""

from pathlib import Path
from random import Random

import psycopg
import pytest

from deploy.database import postgres
from kabuto.host.store import Batch
from kabuto.server.storage.postgres import PostgresStore
from kabuto.tabletop.table_events import Moved, decode, encode
from tests.support.loops import run
from tests.support.postgres import Databases

from . import faults, inside
from .bots import History
from .persons import Seen


def test_the_plan_has_every_kind_of_fault() -> None:
    for number in (6, 12, 500):
        names = faults.plan(number, Random(1))
        assert len(names) == number
        assert set(names) == set(faults.FAULTS)


@pytest.mark.parametrize("number", [6, pytest.param(500, marks=pytest.mark.prove)])
def test_faults_lose_nothing_and_repeat_nothing(tmp_path: Path, number: int) -> None:
    with postgres() as database:
        database.set(fsync="off")
        report = run(faults.run(tmp_path, database, number, 2 if number < 100 else 6, seed=number))
    print(f"\n{report}")
    assert report.faults.total() == number
    found = report.findings
    assert not found.lost + found.twice + found.wrong, [*found.lost, *found.twice, *found.wrong][:20]
    assert found.accepted == report.counts.accepted >= number
    assert found.hands


# Whether the checker would notice.


@pytest.fixture
def played(databases: Databases, tmp_path: Path) -> tuple[str, History]:
    """A database with a table where a seat has played, and what its bot remembers of that."""
    address = databases.new()

    async def main() -> History:
        async with inside.house(tmp_path, store=PostgresStore(address)) as house:
            name = await inside.set_table(house, "me", "you")
            me = inside.Listener("me")
            history, seen = History(name, 0), Seen()
            async with house.host.tables.visit(name) as room:
                await room.enter(me.client, None)
                while room.table.to_move == [0]:
                    legal = [str(move) for move in room.table.game_of(0).legal_moves(0)]
                    await inside.play(room, me, 0, "/" if "/" in legal else legal[0])
                bodies = room._bodies
            seen.take(me.heard("state")[-1])
            for message in me.heard("played"):
                seen.take(message)
            moves = [event for event in map(decode, bodies) if isinstance(event, Moved)]
            history.accepted = {event.id: event.notation for event in moves}
            history.final = seen
            return history

    return address, run(main())


def findings(address: str, history: History) -> faults.Findings:
    found = faults.Findings()
    found.check(address, [history])
    return found


def test_the_checker_is_content_with_what_is_right(played: tuple[str, History]) -> None:
    found = findings(*played)
    assert found.accepted == found.moves > 1
    assert not found.lost + found.twice + found.wrong


def test_the_checker_notices_a_lost_move(played: tuple[str, History]) -> None:
    address, history = played
    history.accepted["0-99"] = "/"
    assert findings(address, history).lost == [f"{history.table} seat 0: 0-99"]


def test_the_checker_notices_another_order_another_log_and_what_was_refused(
    played: tuple[str, History],
) -> None:
    address, history = played
    assert history.final is not None
    history.accepted = dict(reversed(history.accepted.items()))
    history.final.log[0]["move"] = "S3a1"
    history.refused.add(next(iter(history.accepted)))
    told = " ".join(findings(address, history).wrong)
    for fault in ("stored in another order", "its log is another one", "is stored though refused"):
        assert fault in told


async def test_the_checker_notices_a_move_that_was_played_twice(played: tuple[str, History]) -> None:
    address, history = played
    again = next(iter(history.accepted))

    store = PostgresStore(address)
    number = (await store.lengths([history.table]))[history.table]
    doubled = Moved(seat=0, notation="/", id=again)
    await store.append(Batch(history.table, number, [encode(doubled)], None))
    await store.close()
    assert findings(address, history).twice == [f"{history.table} seat 0: {again}"]


def test_the_checker_notices_a_gap(played: tuple[str, History]) -> None:
    address, history = played
    with psycopg.connect(address) as connection:
        connection.execute("DELETE FROM events WHERE tab = %s AND seq = 1", (history.table,))
    assert findings(address, history).wrong
