"""Nobody learns from a pass whether it was forced: it comes by itself, and no pass comes sooner."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from kabuto.host.clock import DELAYS
from kabuto.host.rooms.hidden_passes import MOST_HELD, SLACK, Decision, HiddenPasses
from kabuto.host.rooms.room import Room
from kabuto.protocol.socket import AutoPass, Move
from kabuto.server.runtime.clock import SystemChance, SystemClock, new_delay
from tests.support.loops import run
from tests.yedo.helpers import at, bare, card

from . import inside

DELAY = 1.25


def window(*cards: str) -> dict[str, Any]:
    """The record of a game in which seat 0 may play a card on the patrol (5b), then seat 1."""
    s = bare()
    card(s, 0, *cards)
    card(s, 1, "A9")
    return at(s, "5b").record()


class Table:
    """Two persons and two programs at a table with a record, and a clock."""

    def __init__(self, data: Path, record: dict[str, Any], first: str = "ann") -> None:
        self.data, self.record, self.seats = data, record, (first, "bob", "program:greedy", "program:greedy")
        self.clock = inside.Hours()
        self.drawn: list[float] = []
        self.bob = inside.Listener("bob", wire="yedo", clock=self.clock)
        self.ann = inside.Listener("ann", wire="yedo", clock=self.clock)

    def delay(self) -> float:
        """Draw a delay."""
        self.drawn.append(DELAY)
        return DELAY

    async def play(self, work: Any) -> list[tuple[float, bytes]]:
        """Let something happen, then time pass until seat 0 has passed: what Bob heard, and when."""
        clock = SystemClock(monotonic=self.clock, time=lambda: 1e9, sleep=self.clock.sleep)
        async with inside.house(self.data, clock=clock, chance=SystemChance(delay=self.delay)) as home:
            options = self.record["options"]
            name = await inside.set_table(home, *self.seats, game="yedo", record=self.record, options=options)
            async with home.host.tables.visit(name) as room:
                await room.enter(self.bob.client, None)
                await room.enter(self.ann.client, None)
                await inside.stored(room)
                del self.bob.timed[:]
                await work(room)
                await inside.stored(room)
                while not self.bob.heard("played"):
                    await asyncio.sleep(0.001)
                    if self.clock._waiting:
                        await self.clock.on()
                    await inside.stored(room)
                return self.bob.timed[:]


def heard(tmp_path: Path, record: dict[str, Any], notation: str = "", first: str = "ann") -> Any:
    """When Bob heard of the first move, and that move."""
    table = Table(tmp_path, record, first)

    async def work(room: Room) -> None:
        if notation:
            await inside.play(room, table.ann, 0, notation)

    run(table.play(work))
    played = table.bob.heard("played")[0]
    return table.bob.timed[0][0], played["log"][0]["move"]


def test_a_forced_pass_comes_by_itself_and_a_chosen_one_no_sooner(tmp_path: Path) -> None:
    forced = heard(tmp_path / "1", window("A9"))  # no card for this moment
    chosen = heard(tmp_path / "2", window("A2"), "pass")  # a card for it, and a person who passes at once
    program = heard(tmp_path / "3", window("A9"), first="program:greedy")
    assert forced == chosen == program == (DELAY, "pass")


def test_a_card_is_played_at_once(tmp_path: Path) -> None:
    assert heard(tmp_path, window("A2"), "play A2") == (0.0, "play A2")


def test_whoever_has_a_choice_is_waited_for(tmp_path: Path) -> None:
    table = Table(tmp_path, window("A2"))

    async def work(room: Room) -> None:
        await table.clock.on()
        await inside.stored(room)
        assert room.table.to_move == [0]
        assert not table.bob.heard("played")
        await inside.play(room, table.ann, 0, "pass")

    run(table.play(work))
    assert table.bob.timed[0][0] == DELAY
    assert len(table.drawn) >= 1


def test_the_delay_is_drawn_before_anybody_looks_at_the_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once for each decision: whether the hand holds a fitting card changes nothing about it."""
    counts = []
    for number, cards in enumerate(("A9", "A2")):
        table = Table(tmp_path / str(number), window(cards))

        async def work(room: Room, table: Table = table) -> None:
            counts.append(len(table.drawn))
            if room.table.game and len(room.table.game.legal_moves(0)) > 1:
                await inside.play(room, table.ann, 0, "pass")

        run(table.play(work))
    assert counts == [1, 1]


def test_a_seat_can_be_told_to_pass_until_told_otherwise(tmp_path: Path) -> None:
    table = Table(tmp_path, window("A2"))

    async def work(room: Room) -> None:
        await room.hear(table.ann.client, AutoPass(0, "x", True))
        assert table.ann.heard("turn")[-1]["own"]["auto_pass"] is True
        assert not table.bob.timed, "nobody else hears of it"
        await room.hear(table.ann.client, AutoPass(1, "y", True))
        assert table.ann.heard("refused")[-1]["error"] == "not_yours"

    run(table.play(work))
    assert table.bob.timed[0][0] == DELAY


def test_a_held_pass_can_still_become_a_card(tmp_path: Path) -> None:
    table = Table(tmp_path, window("A2"))

    async def work(room: Room) -> None:
        await inside.play(room, table.ann, 0, "pass")
        assert not table.ann.heard("accepted")
        await inside.play(room, table.ann, 0, "play A2")

    run(table.play(work))
    assert table.bob.heard("played")[0]["log"][0]["move"] == "play A2"
    assert [each["error"] for each in table.ann.heard("refused")] == ["not_now"]


def test_a_pass_sent_twice_is_one_pass(tmp_path: Path) -> None:
    table = Table(tmp_path, window("A2"))

    async def work(room: Room) -> None:
        message = Move(room.table.id, 0, room.table.ply_of(0), "same", "pass")
        await room.hear(table.ann.client, message)
        await room.hear(table.ann.client, message)

    run(table.play(work))
    assert [each["id"] for each in table.ann.heard("accepted")] == ["same", "same"]
    assert not table.ann.heard("refused")


def test_delays_come_from_one_range() -> None:
    found = [new_delay() for _ in range(200)]
    assert DELAYS[0] <= min(found) < max(found) <= DELAYS[1]


def test_a_timer_that_is_early_waits_for_the_rest() -> None:
    clock, seen = inside.Hours(), []

    async def early(seconds: float) -> None:
        clock.now += 0.9 * seconds

    async def work() -> None:
        seen.append(clock.now)

    passing = HiddenPasses[Any](SystemClock(monotonic=clock, sleep=early), SystemChance())
    passing._decision = Decision(0, 0, "/", due=1.5)
    run(passing._wait(work))
    assert seen == [pytest.approx(1.5, abs=SLACK)]


def test_of_passes_that_come_too_soon_only_some_are_kept() -> None:
    passing = HiddenPasses[int](SystemClock(monotonic=lambda: 0.0), SystemChance())
    passing._decision = Decision(0, 0, "/", due=1.5)
    asked = range(MOST_HELD + 1)
    assert all(passing.hold(number, Move("t", 0, 0, str(number), "/")) for number in asked)
    assert [number for number, _ in passing.taken()] == list(asked)[:-1]
