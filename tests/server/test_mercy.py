"""Mercy: whoever comes back has the seat back, and a late turn costs a turn. Only a series costs the game."""

import asyncio
import json
from collections.abc import Callable, Coroutine
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kabuto.host.rooms.room import Room
from kabuto.host.wires import wire_of
from kabuto.protocol.errors import Refusal
from kabuto.protocol.http import Clock, Myself, NewTable
from kabuto.protocol.socket import AnswerOffer, Away, Back, MakeOffer, Move, Ready, Resign
from kabuto.server.runtime.clock import SystemClock
from kabuto.server.services import Services
from kabuto.tabletop import decisions
from kabuto.tabletop.render import Reader, replay
from kabuto.tabletop.table_events import Handed
from kabuto.tabletop.time_limits import DAY, DAYS_OFF, LONGEST_READY, MOST_OVERDUE
from tests.support.clock import Clock as FakeClock
from tests.support.loops import run

from . import inside
from .inside import Listener
from .persons import words_of

_ids = count()


class Scene:
    """A house whose clock the test moves, and whose programs wait until they are told to answer."""

    def __init__(self, home: Services, clock: FakeClock) -> None:
        self.home, self.clock = home, clock
        self.room: Room
        self.may_think = asyncio.Event()
        self.may_think.set()
        turn = home.workers.turn

        async def held(*values: Any) -> list[str]:
            moves = await turn(*values)
            await self.may_think.wait()
            return moves

        home.workers.turn = held  # type: ignore[method-assign, assignment]

    async def set(self, *seats: str, is_ready: bool = True, **settings: Any) -> list[Listener]:
        """Set a table and let every person open it and, unless told otherwise, be ready."""
        name = await inside.set_table(self.home, *seats, **settings)
        self.room = await self.home.host.tables._load(name)
        people = [Listener(seat) for seat in dict.fromkeys(seats) if not seat.startswith("program:")]
        for each in people:
            await self.room.enter(each.client, None)
            if is_ready:
                await self.room.hear(each.client, Ready(new_id()))
        await inside.settled(self.room)
        return people

    async def enter(self, person: str) -> Listener:
        """Somebody opens the table."""
        found = Listener(person)
        await self.room.enter(found.client, None)
        return found

    async def turn(self, who: Listener, seat: int) -> None:
        """Play a whole turn."""
        ply, refused = self.room.table.turns[seat], len(who.heard("refused"))
        while self.room.table.turns[seat] == ply:
            legal = [str(move) for move in self.room.table.sees(seat).legal_moves()]
            move = "/" if "/" in legal else next((m for m in legal if m[0] in "HBRS"), legal[0])
            await inside.play(self.room, who, seat, move)
            assert len(who.heard("refused")) == refused

    async def late(self, seconds: float) -> None:
        """Let time pass, until all that follows from it has happened."""
        self.clock.now += seconds
        await self.room._time_out()
        await inside.settled(self.room)

    async def send(self, who: Listener, message: Any) -> str:
        """Send a message; nothing if it was accepted, or why it was refused."""
        await self.room.hear(who.client, message)
        found = [each for each in who.heard("refused") if each["id"] == message.id]
        return words_of(found[-1]["reason"]) if found else ""

    def hand_over(self, seat: int) -> Coroutine[Any, Any, None]:
        """A program sits in, as everybody agreed."""
        return self.room.change(lambda table: [Handed(seat=seat, program="greedy", why="agreed")])

    def told(self, who: Listener) -> dict[str, Any]:
        """What somebody was told last about the table."""
        found: list[dict[str, Any]] = list(map(json.loads, who.bytes))
        return [message for message in found if message["type"] in ("state", "table")][-1]

    def seat(self, who: Listener, seat: int) -> dict[str, Any]:
        """A seat as somebody was told last."""
        found: dict[str, Any] = self.told(who)["table"]["seats"][seat]
        return found


Play = Callable[[Scene], Coroutine[Any, Any, None]]


@pytest.fixture
def scene(tmp_path: Path) -> Callable[[Play], None]:
    """Plays a scene."""

    def play(what: Play) -> None:
        async def main() -> None:
            clock = FakeClock()
            async with inside.house(tmp_path, clock=SystemClock(time=clock, monotonic=clock)) as home:
                await what(Scene(home, clock))

        run(main())

    return play


def new_id() -> str:
    """An id that no message had."""
    return f"mercy {next(_ids)}"


# Coming back.


def test_who_comes_back_has_the_seat_back_and_the_log_says_what_a_program_played(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two")
        s.room.leave(two.client)
        await s.hand_over(1)
        assert s.seat(one, 1)["name"] == "two"
        assert s.seat(one, 1)["program"] == "greedy"
        await s.turn(one, 0)
        await inside.settled(s.room)
        assert s.room.table.to_move == [0]
        lobby = await s.home.host.lists.lobby("two")
        assert [table.id for table in lobby.mine] == [s.room.table.id]

        back = await s.enter("two")
        state = back.heard("state")[0]
        assert state["table"]["mine"] == [1]
        assert "program" not in state["table"]["seats"][1]
        assert {entry["seat"]: entry.get("by", "") for entry in state["log"]} == {0: "", 1: "greedy"}
        assert "program" not in s.seat(one, 1)
        await s.turn(one, 0)
        await s.turn(back, 1)
        assert "by" not in back.heard("played")[-1]["log"][-1]

    scene(play)


def test_a_seat_is_taken_back_while_its_program_thinks_and_is_played_once(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two")
        await s.turn(one, 0)
        s.room.leave(two.client)
        s.may_think.clear()
        await s.hand_over(1)
        back = await s.enter("two")
        await s.turn(back, 1)
        s.may_think.set()
        await inside.settled(s.room)
        assert s.room.table.turns == {0: 1, 1: 1}
        assert s.room.table.to_move == [0]
        assert not s.room.table.played_by

    scene(play)


def test_a_move_of_the_person_is_a_way_back_too_and_so_is_a_message(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two")
        await s.turn(one, 0)
        s.may_think.clear()
        await s.room.change(lambda table: decisions.leave(table, "two"))  # on another device
        await s.hand_over(1)
        await s.turn(two, 1)
        assert "program" not in s.seat(one, 1)
        assert not s.seat(one, 1)["left"]
        await s.hand_over(1)
        name = new_id()
        assert await s.send(two, Back(name)) == ""
        assert await s.send(two, Back(name)) == ""  # once more, as after a lost connection
        assert "program" not in s.seat(one, 1)
        assert "yours already" in await s.send(two, Back(new_id()))
        watcher = await s.enter("watcher")
        assert "Only players" in await s.send(watcher, Back(new_id()))
        s.may_think.set()

    scene(play)


def test_two_devices_of_one_person_share_the_seat(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two")
        phone = await s.enter("two")
        s.room.leave(two.client)
        await s.turn(one, 0)
        await s.turn(phone, 1)
        move = Move(s.room.table.id, 1, 0, new_id(), "/")
        again = await s.enter("two")
        assert "turn" in await s.send(again, move)
        assert "turn" in await s.send(phone, Move(s.room.table.id, 1, 0, new_id(), "/"))

    scene(play)


# Too late.


@pytest.mark.parametrize("per", ["move", "game"])
def test_a_late_turn_is_played_by_a_program_once_and_the_seat_stays(scene: Any, per: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two", clock=Clock(per, 200))
        await s.late(200)
        table = s.room.table
        assert table.to_move == [1]
        assert set(table.played_by.values()) == {"greedy"}
        assert (s.seat(one, 0)["overdue"], s.seat(one, 0).get("program", "")) == (1, "")
        assert table.left == [20_000 if per == "game" else 200_000, 200_000]
        await s.turn(two, 1)
        await s.turn(one, 0)
        assert "overdue" not in s.seat(one, 0)

    scene(play)


def test_a_late_turn_that_a_program_thinks_about_is_not_the_persons_any_more(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, _ = await s.set("one", "two", clock=Clock("move", 60))
        move = next(m for m in one.heard("state")[0]["own"]["legal"] if m[0] in "HBRS")
        await inside.play(s.room, one, 0, move)
        s.may_think.clear()
        s.clock.now += 60
        await s.room._time_out()
        assert s.seat(one, 0)["once"]
        own = Move(s.room.table.id, 0, s.room.table.ply_of(0), new_id(), "/")
        assert "time for this turn is over" in await s.send(one, own)
        s.may_think.set()
        await inside.settled(s.room)
        table = s.room.table
        assert table.to_move == [1]
        assert str(table.public.moves[0]) == move  # what was laid already stays
        assert sorted(table.played_by)[0] == (0, 1)

    scene(play)


def test_a_series_of_late_turns_loses_and_the_result_is_the_tables_alone(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two", clock=Clock("move", 60))
        for number in range(MOST_OVERDUE - 1):
            await s.late(60)
            assert s.seat(two, 0)["overdue"] == number + 1
            await s.turn(two, 1)
        await s.late(60)
        table = s.room.table
        state = two.heard("state")[-1]
        assert state["result"] == {"winners": [1], "ranking": [[1], [0]], "details": None}
        assert state["table"]["seats"][0]["lost"] == "time"
        assert (state["table"]["status"], table.to_move) == ("over", [])
        assert table.game is not None
        assert "outcome" not in table.game.record() or table.game.record()["outcome"] is None
        assert one.heard("state")[-1]["table"]["mine"] == [0]

    scene(play)


def test_a_turn_of_ones_own_ends_the_series(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two", clock=Clock("move", 60))
        for _ in range(MOST_OVERDUE):
            await s.late(60)
            await s.turn(two, 1)
            await s.turn(one, 0)
            await s.turn(two, 1)
        assert s.room.table.status == "playing"

    scene(play)


# Giving up.


def test_who_resigns_between_two_loses_at_once_and_an_unfinished_turn_does_not_count(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two")
        await s.turn(one, 0)
        move = next(m for m in two.heard("played")[-1]["own"]["legal"] if m[0] in "HBRS")
        await inside.play(s.room, two, 1, move)
        name = new_id()
        assert await s.send(one, Resign(name, 0)) == ""
        assert await s.send(one, Resign(name, 0)) == ""
        assert "isn’t running" in await s.send(one, Resign(new_id(), 0))
        assert s.room.table.game is not None
        assert s.room.table.game.ply == s.room.table.base == 2
        assert two.heard("state")[-1]["result"]["winners"] == [1]
        assert [t.winners for t in (await s.home.host.lists.lobby("two")).finished] == [[1]]
        found = replay(s.room.table, Reader("one", "en", wire_of("samurai", "samurai")), None, set())
        assert found.result is not None
        assert (found.result.winners, found.result.details) == ([1], None)
        assert len(found.frames) == 3
        assert await s.send(two, MakeOffer(new_id(), "rematch")) == ""
        await s.send(one, AnswerOffer(new_id(), s.room.table.offers.pending[0].number, True))
        assert s.room.table.next

    scene(play)


def test_the_others_play_on_when_one_of_three_resigns_and_the_loss_stays(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two, three = await s.set("one", "two", "three")
        assert await s.send(one, Resign(new_id(), 0)) == ""
        await inside.settled(s.room)
        assert s.room.table.to_move == [1]
        assert s.seat(two, 0)["program"] == "greedy"
        state = one.heard("state")[-1]
        assert (state["own"], state["table"]["mine"], state["table"]["given_up"]) == (None, [], [0])
        assert two.heard("state")[-1]["table"]["given_up"] == []
        assert "already lost" in await s.send(one, Resign(new_id(), 0))
        assert "can’t act" in await s.send(one, Move(s.room.table.id, 0, 0, new_id(), "/"))
        watcher, again = await s.enter("watcher"), await s.enter("one")  # both look on
        await inside.settled(s.room)
        assert s.told(watcher)["table"]["given_up"] == []
        assert s.told(again)["table"]["given_up"] == [0]
        assert again.heard("state")[0]["own"] is None
        while s.room.table.status == "playing":
            seat = s.room.table.to_move[0]
            await s.turn((one, two, three)[seat], seat)
            await inside.settled(s.room)
        assert s.room.table.game is not None
        assert s.room.table.game.outcome is not None
        result = two.heard("played")[-1]["result"]
        assert result["ranking"][-1] == [0]
        assert 0 not in result["winners"]
        assert result["details"] is not None
        assert await s.send(two, MakeOffer(new_id(), "rematch")) == ""
        assert [sorted(decisions.voters(s.room.table, offer)) for offer in s.room.table.offers.pending] == [
            [0, 1, 2]
        ]
        for each in (one, three):
            assert (
                await s.send(each, AnswerOffer(new_id(), s.room.table.offers.pending[0].number, agree=True))
                == ""
            )
        async with s.home.host.tables.visit(s.room.table.next or "") as room:
            assert [seat.person for seat in room.table.seats] == ["two", "three", "one"]

    scene(play)


def test_who_resigns_against_programs_ends_the_game_and_nobody_has_won(scene: Any) -> None:
    async def play(s: Scene) -> None:
        (one,) = await s.set("one", "program:random", "program:random")
        assert await s.send(one, Resign(new_id(), 0)) == ""
        state = one.heard("state")[-1]
        assert (state["table"]["status"], state["table"]["winners"]) == ("over", [])
        assert state["result"]["ranking"] == [[1, 2], [0]]

    scene(play)


def test_nobody_resigns_for_somebody_else(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, _ = await s.set("one", "two")
        watcher = await s.enter("watcher")
        for who, seat in ((watcher, 0), (one, 1), (one, 7)):
            assert "can’t act" in await s.send(who, Resign(new_id(), seat))
        assert s.room.table.status == "playing"

    scene(play)


def test_a_game_can_be_given_up_while_everybody_chooses(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two", options={"players": 2, "hands": "choose"})
        await inside.play(s.room, two, 1, two.heard("state")[0]["own"]["legal"][0])
        assert await s.send(one, Resign(new_id(), 0)) == ""
        found = replay(s.room.table, Reader("one", "en", wire_of("samurai", "samurai")), None, set())
        assert found.result is not None
        assert found.result.winners == [1]

    scene(play)


# Clocks that wait.


def test_clocks_start_when_everybody_is_ready_or_has_played(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two", clock=Clock("move", 60), is_ready=False)
        assert one.heard("state")[0]["table"]["unready"] == [0, 1]
        await s.late(70)
        assert not s.room.table.seats[0].overdue
        name = new_id()
        for _ in range(2):
            assert await s.send(two, Ready(name)) == ""
        assert await s.send(two, Ready(new_id())) == ""  # on the other device
        watcher = await s.enter("watcher")
        assert "Only players" in await s.send(watcher, Ready(new_id()))
        assert s.told(one)["table"]["unready"] == [0]
        assert s.told(one)["clocks"]["running"] == []
        await s.turn(one, 0)
        assert s.told(one)["table"]["unready"] == []
        assert one.heard("played")[-1]["clocks"]["running"] == [1]

    scene(play)


def test_clocks_do_not_wait_for_ever(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, _ = await s.set("one", "two", clock=Clock("move", 60), is_ready=False)
        await s.late(LONGEST_READY)
        assert s.told(one)["table"]["unready"] == []
        assert s.told(one)["clocks"] == {"left": [60_000, 60_000], "running": [0]}

    scene(play)


@pytest.mark.parametrize(
    ("seats", "clock"),
    [
        (("one", "program:random"), Clock("move", 60)),
        (("one", "one"), Clock("move", 60)),
        (("one", "two"), Clock("move", DAY)),
    ],
)
def test_nobody_is_asked_who_has_nobody_to_wait_for(scene: Any, seats: Any, clock: Clock) -> None:
    async def play(s: Scene) -> None:
        one, *_ = await s.set(*seats, clock=clock, is_ready=False)
        assert one.heard("state")[0]["clocks"]["running"] == [0]

    scene(play)


def test_a_turn_in_time_adds_the_increment(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two", clock=Clock("game", 300, 5))
        s.clock.now += 20
        await s.turn(one, 0)
        assert two.heard("played")[-1]["clocks"]["left"] == [285_000, 300_000]

    scene(play)


def test_an_increment_for_each_turn_is_refused(scene: Any) -> None:
    async def play(s: Scene) -> None:
        wish = NewTable([Myself(), Myself()], clock=Clock("move", 60, 5))
        with pytest.raises(Refusal, match="can’t grow"):
            await s.home.host.creation.set_table("one", "one", wish)

    scene(play)


@pytest.mark.parametrize("increment", [-1, 3601, 1.5, "5", None])
def test_an_increment_is_a_whole_number_of_seconds(increment: Any) -> None:
    body = json.dumps({"per": "game", "seconds": 60, "increment": increment})
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(body, type=Clock)


def test_a_pause_is_agreed_on_and_ends_when_everybody_is_ready(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two", clock=Clock("game", 300))
        s.clock.now += 10
        watcher = await s.enter("watcher")
        assert "Only players" in await s.send(watcher, MakeOffer(new_id(), "pause"))
        assert await s.send(one, MakeOffer(new_id(), "pause")) == ""
        assert "already been offered" in await s.send(two, MakeOffer(new_id(), "pause"))
        number = s.room.table.offers.pending[0].number
        assert "no such offer" in await s.send(watcher, AnswerOffer(new_id(), number, True))
        assert await s.send(two, AnswerOffer(new_id(), number, True)) == ""
        assert "no such offer" in await s.send(two, AnswerOffer(new_id(), number, True))
        told = s.told(one)
        assert (told["table"]["is_paused"], told["offers"]) == (True, [])
        assert told["clocks"] == {"left": [290_000, 300_000], "running": []}
        assert "already paused" in await s.send(one, MakeOffer(new_id(), "pause"))
        await s.late(1000)
        await s.turn(one, 0)
        assert one.heard("played")[-1]["clocks"] == {"left": [290_000, 300_000], "running": []}
        assert await s.send(two, Ready(new_id())) == ""
        told = s.told(one)
        assert (told["table"]["is_paused"], told["clocks"]["running"]) == (False, [1])

    scene(play)


def test_there_is_nothing_to_pause_without_a_clock(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, _ = await s.set("one", "two")
        assert "no clock" in await s.send(one, MakeOffer(new_id(), "pause"))

    scene(play)


def test_an_announced_absence_stops_the_clock_and_has_a_limit(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two", clock=Clock("move", DAY))
        assert s.seat(one, 0)["days_off"] == DAYS_OFF
        assert "no more" not in await s.send(one, Away(new_id(), 3))
        seat = s.seat(two, 0)
        assert (seat["away_until"], seat["days_off"]) == (s.clock.now + 3 * DAY, DAYS_OFF - 3)
        assert s.told(two)["clocks"]["running"] == []
        assert f"{DAYS_OFF} more days" in await s.send(one, Away(new_id(), DAYS_OFF + 1))
        s.room.leave(one.client)
        s.clock.now += 2 * DAY
        assert "announced" in await s.send(two, MakeOffer(new_id(), "replace", 0))
        s.clock.now += DAY + 1
        await s.room._time_out()
        assert s.room._time.shown(s.room.table).running == [0]  # type: ignore[union-attr]
        back = await s.enter("one")
        await s.send(back, Away(new_id(), 5))
        await s.turn(back, 0)
        assert s.seat(two, 0)["days_off"] == DAYS_OFF - 3  # those of the second time were not begun
        assert "away_until" not in s.seat(two, 0)

    scene(play)


def test_an_absence_is_announced_by_players_in_games_of_days_alone(scene: Any) -> None:
    async def play(s: Scene) -> None:
        one, _ = await s.set("one", "two", clock=Clock("move", 600))
        watcher = await s.enter("watcher")
        assert "Only players" in await s.send(watcher, Away(new_id(), 3))
        assert "a day or more" in await s.send(one, Away(new_id(), 3))

    scene(play)


@pytest.mark.parametrize(
    ("clock", "seconds"),
    [
        (None, 120),
        (Clock("move", 60), 120),
        (Clock("game", 2 * 3600), 600),
        (Clock("move", DAY), DAY // 2),
        (Clock("move", 3 * DAY), 3 * DAY // 2),
    ],
)
def test_a_program_sits_in_after_an_absence_that_depends_on_the_clock(
    scene: Any, clock: Clock | None, seconds: int
) -> None:
    async def play(s: Scene) -> None:
        one, two = await s.set("one", "two", clock=clock)
        s.room.leave(two.client)
        s.clock.now += seconds - 1
        assert "once the player has been away" in await s.send(one, MakeOffer(new_id(), "replace", 1))
        s.clock.now += 1
        assert "no program nobody" in await s.send(one, MakeOffer(new_id(), "replace", 1, "nobody"))
        assert await s.send(one, MakeOffer(new_id(), "replace", 1, "level1")) == ""
        assert s.seat(one, 1)["program"] == "level1"
        assert "already sits in" in await s.send(one, MakeOffer(new_id(), "replace", 1))

    scene(play)


def test_what_happened_is_there_after_a_restart(tmp_path: Path) -> None:
    clock = FakeClock()

    async def begin() -> str:
        async with inside.house(tmp_path, clock=SystemClock(time=clock, monotonic=clock)) as home:
            s = Scene(home, clock)
            _, two, three = await s.set("one", "two", "three", clock=Clock("game", 100))
            await s.late(100)
            await s.turn(two, 1)
            await s.send(three, Resign(new_id(), 2))
            await inside.settled(s.room)
            return s.room.table.id

    async def go_on(name: str) -> None:
        async with (
            inside.house(tmp_path, clock=SystemClock(time=clock, monotonic=clock)) as home,
            home.host.tables.visit(name) as room,
        ):
            table = room.table
            assert [seat.overdue for seat in table.seats] == [1, 0, 0]
            assert [seat.lost for seat in table.seats] == ["", "", "resigned"]
            assert {seat for seat, _ in table.played_by} == {0, 2}
            assert table.left[0] == 10_000

    run(go_on(run(begin())))
