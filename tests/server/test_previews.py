"""What pages ask and are told instead of knowing rules: previews, and how each move changed the table."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.json import decode, encode

import kabuto
from kabuto.host.rate_limits import Limits, Rate
from kabuto.host.rooms.room import Room
from kabuto.host.wires import own_wire
from kabuto.protocol.socket import AskPreview, Recall
from kabuto.server.runtime.clock import SystemClock
from kabuto.server.services import Services

from . import inside

GAMES = ("samurai", "yedo")
SEEN = ("tokens", "settlements", "clans", "disciples", "market")
"""What lies on the table."""


def changed(value: Any, changes: list[Any]) -> Any:
    """A JSON value with changes, as the page makes them."""
    for (*path, key), *change in ((["", *path], *change) for path, *change in changes):
        value = decode(encode({"": value}))
        at = value
        for step in path:
            at = at[step]
        match change:
            case []:
                del at[key]
            case [new]:
                at[key] = new
            case [kept, added]:
                ends = zip(kept[::2], kept[1::2], strict=True)
                at[key] = [*(item for first, last in ends for item in at[key][first:last]), *added]
        value = value[""]
    return value


def stood(room: Room, ply: int) -> Any:
    """How the table stood after so many moves, as everybody saw it."""
    assert room.table.game
    record = room.table.game.record()
    past = kabuto.load({**record, "moves": record["moves"][:ply], "outcome": None})
    wire = own_wire(room.table.created.game)
    assert wire
    return decode(encode(wire.position(past.view(None), "en")))


def check(room: Room, position: Any, log: list[dict[str, Any]]) -> int:
    """Whether entries bring a position to what it was after each of them; how many said so."""
    stepped = [entry for entry in log if "changes" in entry]
    for entry in stepped:
        position = changed(position, entry["changes"])
        assert position == stood(room, entry["ply"] + 1), entry
    return len(stepped)


async def at_table(home: Services, game: str) -> tuple[Room, list[inside.Listener]]:
    """Persons, with a game that has gone on for a while."""
    people = [inside.Listener(name, wire=game) for name in ("ann", "bob", "cat")[: 2 + (game == "yedo")]]
    name = await inside.set_table(home, *(each.person for each in people), game=game)
    async with home.host.tables.visit(name) as room:
        for each in people:
            await room.enter(each.client, None)
        rng = Random(3)
        while room.table.base < 40 or room.table.unseen:
            seat = room.table.to_move[0]
            legal = [str(move) for move in room.table.sees(seat).legal_moves()]
            await inside.play(room, people[seat], seat, rng.choice(legal))
        return room, people


@pytest.mark.parametrize("game", GAMES)
async def test_each_of_several_moves_says_what_it_changed(tmp_path: Path, game: str) -> None:
    async with inside.house(tmp_path) as home:
        room, people = await at_table(home, game)
        told = [message for each in people for message in each.heard("played")]
        several = [message for message in told if len(message["log"]) > 1]
        assert several
        stepped = 0
        for message in several:  # the last ones made the position of the message
            stepped += check(room, message["position"], message["log"])
            stepping = ["changes" in entry for entry in message["log"]]
            assert stepping == sorted(stepping, reverse=True)
            for entry in message["log"][stepping.index(False) :]:
                then, now = stood(room, entry["ply"] + 1), message["position"]
                assert [then.get(key) for key in SEEN] == [now.get(key) for key in SEEN]
        assert stepped
        back = inside.Listener("ann", wire=game)
        await room.enter(back.client, None)
        [state] = back.heard("state")
        if 0 not in room.table.unseen:
            assert check(room, state["position"], state["log"]) > 5
        await room.hear(back.client, Recall("again", 20, 26))
        [found] = back.heard("recalled")
        assert found["position"] == stood(room, 20)
        assert [entry["ply"] for entry in found["log"]] == list(range(20, 26))
        assert check(room, found["position"], found["log"]) == 6
        await room.hear(back.client, Recall("never", 9_000, 9_001))
        assert back.heard("recalled")[1] == {
            "type": "recalled",
            "id": "never",
            "position": None,
            "log": [],
        }


async def test_a_preview_says_how_figures_will_stand(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        room, people = await at_table(home, "samurai")
        seat = room.table.to_move[0]
        me, other = people[seat], people[1 - seat]
        legal = [str(move) for move in room.table.sees(seat).legal_moves()]
        laid = [move for move in legal if move != "/"]
        for move in laid[:: max(1, len(laid) // 12)]:
            await room.hear(me.client, AskPreview(seat, move, move))
            found = me.heard("previewed")[-1]["preview"]["standings"]
            await inside.play(room, me, seat, move)
            turn = me.heard("turn")[-1]
            taken = [each for entry in turn["own"]["turn"][-1:] for each in entry["events"]]
            idle = me.heard("previewed")[-1]["preview"]["idle"]
            assert not {one["space"] for one in found} & {*idle}
            captured = {one["space"] + one["figure"] for one in found if one["captured"]}
            assert captured == {each["space"] + each["figure"] for each in taken}
            for one in found:
                there = turn["position"]["settlements"].get(one["space"])
                at = one["space"], one["figure"]
                fallen = [each for each in taken if (each["space"], each["figure"]) == at]
                if there and not one["captured"]:
                    kind = "HBR".index(one["figure"])
                    assert one["missing"] == len(there["missing"])
                    assert one["leads"] == (there["winners"][kind] == seat)
                amounts = fallen[0]["influence"] if fallen else there["influence"]["HBR".index(one["figure"])]
                assert (one["mine"], one["best"]) == (amounts[seat], amounts[1 - seat])
            await inside.undo(room, me, seat)
        asked = len(me.bytes)
        await room.hear(me.client, AskPreview(seat, "no", "S1a20"))
        await room.hear(other.client, AskPreview(seat, "no", laid[0]))
        assert (me.heard("refused")[-1]["error"], len(me.bytes)) == ("illegal", asked + 1)
        assert other.heard("refused")[-1]["error"] == "not_yours"


async def test_the_hand_says_what_can_be_captured_and_why_a_token_waits(tmp_path: Path) -> None:
    async with inside.house(tmp_path) as home:
        room, people = await at_table(home, "samurai")
        seen = set[str]()
        for _ in range(60):
            if room.table.status == "over":
                break
            seat = room.table.to_move[0]
            me, view = people[seat], room.table.sees(seat)
            own = await owned(room, me, seat)
            legal = own["legal"]
            able = {code for code in own["private"]["hand"] if any(m.startswith(code) for m in legal)}
            assert own["private"].get("waiting", {}).keys() == {*own["private"]["hand"]} - able
            won = own["private"].get("chances", [])
            for chance in won:
                game: Any = room.table.game_of(seat).copy()
                game.play(chance["token"] + chance["space"], seat)
                gained = [each for each in game.state.captures if each.winner == seat]
                assert sorted("HBR"[each.figure] for each in gained) == sorted(chance["figures"])
            seen |= {"chance"} if won else set()
            seen |= {"waits"} if own["private"].get("waiting") else set()
            assert view.seat == seat
            await inside.play(room, me, seat, won[0]["token"] + won[0]["space"] if won else legal[-1])
        assert seen == {"chance", "waits"}


async def owned(room: Room, me: inside.Listener, seat: int) -> Any:
    """What a seat may do now."""
    again = inside.Listener(me.person)
    await room.enter(again.client, None)
    room.leave(again.client)
    own = again.heard("state")[0]["own"]
    assert own["seat"] == seat
    return own


async def test_who_has_used_up_a_budget_gets_no_previews_but_plays_on(tmp_path: Path) -> None:
    clock = inside.Hours()
    limits = Limits(player_computing=Rate(0.5, 1e-6), computing=Rate(0.5, 1e-6))

    async with inside.house(tmp_path, limits=limits, clock=SystemClock(monotonic=clock)) as home:
        room, people = await at_table(home, "samurai")
        seat = room.table.to_move[0]
        me = people[seat]
        move = str(room.table.sees(seat).legal_moves()[0])
        await room.hear(me.client, AskPreview(seat, "first", move))
        for account in home.host.budget._accounts.values():
            account.add(1.0)
        await room.hear(me.client, AskPreview(seat, "second", move))
        assert me.heard("previewed")[0]["id"] == "first"
        assert (me.heard("refused")[-1]["id"], me.heard("refused")[-1]["error"]) == ("second", "too_fast")
        await inside.play(room, me, seat, move, "third")
        assert me.heard("accepted")[-1]["id"] == "third"
