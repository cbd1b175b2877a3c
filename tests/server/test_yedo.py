"""Yedo at a table: cards of one's own, and whatever somebody may send."""

import gzip
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import to_builtins as builtins

import kabuto
from kabuto.host.catalogue import describe
from kabuto.host.rooms.room import Room
from kabuto.host.study.hints import _hint_move
from kabuto.host.thinking import Tasks
from kabuto.protocol.errors import Refusal
from kabuto.protocol.socket import Move
from kabuto.server.runtime.clock import SystemChance
from kabuto.table import BadOption
from kabuto.table.manifests import component
from kabuto.yedo import Yedo, cards
from tests.support.loops import run
from tests.yedo.helpers import at, bare, card, codes, geishas, stand, weapon
from tests.yedo.helpers import market as stalls

from . import inside
from .persons import Person, running, words_of

HOUSE = Path(kabuto.__file__).parent / "yedo" / "cards" / "house"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of somebody's own cards; afterwards nobody knows it any more."""
    monkeypatch.setenv(cards.FOLDERS, "")
    monkeypatch.setattr(cards, "_read", cache(cards._read.__wrapped__))  # other tests keep the sets they have
    known = dict(cards._LOADED)
    yield Path(shutil.copytree(HOUSE, tmp_path / "village"))
    cards._LOADED.clear()
    cards._LOADED.update(known)


def load(folder: Path) -> None:
    """What ``kabuto serve --cards`` does, in a process that has just started."""
    cards._read.cache_clear()
    component("yedo", "card_folder")(str(folder))


# Cards.


def test_loaded_cards_are_offered_for_new_tables(folder: Path) -> None:
    load(folder)
    for language in ("en", "de"):
        option = next(each for each in describe("yedo", language).options if each.name == "cards")
        offered = [each.value for each in option.values]
        assert offered[:2] == ["city", "house"]
        assert "village" in offered  # beside those that other tests of this process have loaded
        assert all(each.label for each in option.values)


def test_a_fault_in_a_card_file_is_named_by_file_line_and_reason(folder: Path) -> None:
    file = folder / "actions.toml"
    file.write_text(file.read_text("utf-8").replace('"save"', '"safe"', 1), "utf-8")
    with pytest.raises(BadOption, match=r"actions\.toml.*\d+.*safe"):
        load(folder)


def test_a_table_waits_for_its_cards_and_others_notice_nothing(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(folder)
    data, file = tmp_path / "data", folder / "bonuses.toml"
    original = file.read_text("utf-8")

    async def begin() -> list[str]:
        async with inside.house(data) as home:
            options = ({"players": 2, "cards": name} for name in ("village", "city"))
            return [await inside.set_table(home, "ann", "bob", game="yedo", options=each) for each in options]

    async def look(names: list[str]) -> str:
        async with inside.house(data) as home:
            async with home.host.tables.visit(names[1]):
                pass
            lobby = await home.host.lists.lobby("ann")
            assert {table.id for table in lobby.mine} == set(names)
            assert not lobby.damaged
            try:
                async with home.host.tables.visit(names[0]) as room:
                    assert room.table.status == "playing"
                    return ""
            except Refusal as refusal:
                return str(refusal.reason)

    names = run(begin())
    assert run(look(names)) == ""
    file.write_text(original.replace("alone = 4", "alone = 5", 1), "utf-8")
    load(folder)
    assert "has changed since this game began" in run(look(names))
    cards._LOADED.clear()
    monkeypatch.setenv(cards.FOLDERS, "")
    assert "there is no card set 'village'" in run(look(names)).replace('"', "'")
    file.write_text(original, "utf-8")
    load(folder)
    assert run(look(names)) == ""


def test_the_reference_is_there_in_both_languages(person: Callable[..., Person]) -> None:
    me = person()
    english, german = (
        me.get(f"/api/reference?game=yedo&players=4&language={language}") for language in ("en", "de")
    )
    assert english["board"] != german["board"]
    assert [card["code"] for card in english["cards"]] == [card["code"] for card in german["cards"]]
    assert me.get("/api/reference?game=yedo&players=4&cards=house")["cards"] != english["cards"]
    assert me.get("/api/reference?game=yedo&players=9", 400)["place"] == "players"
    assert me.get("/api/reference?game=yedo&cards=/etc", 400)["place"] == "cards"
    assert me.get("/api/reference?game=chess", 404)["place"] == "game"
    me.get("/api/reference?game=samurai", 404)


def test_lessons_can_be_studied_step_by_step(person: Callable[..., Person]) -> None:
    me = person()
    found = me.get("/api/lessons?game=yedo&language=de")["lessons"]
    step = found[0]["steps"][0]
    asked = {"record": step["record"], "seat": step["seat"]}
    assert me.post("/api/study?wire=yedo", asked)["own"]["legal"]
    tried = {**step["record"], "moves": step["solution"]}
    studied = me.post("/api/study?wire=yedo", {"record": tried, "seat": step["seat"]})
    facts = [fact for entry in studied["own"]["turn"] for fact in entry["events"]["facts"]]
    assert any(step["goal"]["fact"].items() <= fact.items() for fact in facts)
    me.get("/api/lessons?game=samurai", 404)


# Hints.


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_hint_is_what_a_program_would_play_and_why(language: str) -> None:
    view = at(bare(), "assign").view(0)
    found = Tasks().advise("yedo", "greedy", view, 1, language)
    assert found["ply"] == view.ply
    for move in found["moves"]:
        assert view.why_not(move["move"]) is None
        assert all(words_of(builtins(why)) for why in move["why"])
        hint = _hint_move("yedo", view, move, language)
        assert hint.chance is None
        words = {"en": "place a disciple", "de": "einen Diener einsetzen"}[language]
        assert words_of(builtins(hint.text)).startswith(words)


# What somebody may send.


def market() -> dict[str, Any]:
    """The record of a game of four in which seat 0 may offer seat 1 a trade in the tavern."""
    s = bare()
    weapon(s, 0, "katana")
    weapon(s, 1, "nawa")
    geishas(s, 1, 1)
    for seat in (0, 1):
        stand(s, seat, "tavern")
    return at(s, "trade-tavern", ()).record()


async def _sent(data: Path, record: dict[str, Any], *sent: tuple[int, str, list[str]]) -> Any:
    """What a table answers to moves of seats (sender = seat), and what it is like afterwards."""
    async with inside.house(data, chance=SystemChance(delay=lambda: 0.0)) as home:
        people = [f"person {seat}" for seat in range(4)]
        name = await inside.set_table(home, *people, game="yedo", record=record, options=record["options"])
        listeners = [inside.Listener(person, wire="yedo") for person in people]
        async with home.host.tables.visit(name) as room:
            for each in listeners:
                await room.enter(each.client, None)
            for number, (seat, notation, then) in enumerate(sent):
                message = Move(name, seat, room.table.ply_of(seat), f"m{number}", notation, then)
                await room.hear(listeners[seat].client, message)
            return room, listeners


def sent(data: Path, record: dict[str, Any], *moves: tuple[int, str, list[str]]) -> tuple[Room, Any]:
    """The same from outside."""
    found: tuple[Room, Any] = run(_sent(data, record, *moves))
    return found


def test_r1_a_free_offer_of_everything_is_one_message(tmp_path: Path) -> None:
    s = bare(trading="free")
    held = (("katana", "nawa", "yumi", "doku"), ("katana", "nawa", "shuko", "shuriken"))
    for seat in (0, 1):
        weapon(s, seat, *held[seat])
        geishas(s, seat, 3)
        stand(s, seat, "tavern")
    cards = (
        ("A2", "A3", "A5", "B2", "B3", "M13", "M14", "M31", "M32"),
        ("A7", "A9", "A11", "B5", "B7", "M15", "M16", "M33", "M34"),
    )
    for seat in (0, 1):
        card(s, seat, *cards[seat])
    record = at(s, "trade-tavern", ()).record()
    things = (*sorted(held[0]), *["geisha"] * 3, *cards[0])
    piles = ("action", "action", "action", "bonus", "bonus", "yellow", "yellow", "red", "red")
    kinds = (*sorted(held[1]), *["geisha"] * 3, *piles)
    offer = [*(f"give {thing}" for thing in things), *(f"ask {kind}" for kind in kinds), "mon -12", "propose"]
    room, listeners = sent(
        tmp_path,
        record,
        (0, "offer 1", offer),
        (1, "decline", []),
        (1, "pass", []),
        (0, "offer 1", offer),
    )
    assert room.table.game is not None
    assert room.table.game.ply == 37
    assert "just this already" in str(listeners[0].heard("refused"))


def test_an_offer_is_one_message_and_its_steps_stand_in_the_record(tmp_path: Path) -> None:
    offer = (0, "offer 1", ["give katana", "ask nawa", "ask geisha", "mon 2", "propose"])
    room, people = sent(tmp_path, market(), offer)
    assert not people[0].heard("refused")
    game = room.table.game
    assert game is not None
    assert [str(move) for move in game.moves] == [offer[1], *offer[2]]
    (played,) = people[1].heard("played")
    assert [entry["move"] for entry in played["log"]] == [offer[1], *offer[2]]
    own = played["own"]
    assert own["private"]["task"]["kind"] == "respond"
    assert people[0].heard("played")[0]["own"]["can_undo"] is False


def test_moves_that_are_seen_one_by_one_are_numbered_one_by_one(tmp_path: Path) -> None:
    s = bare()
    for seat in (0, 1):
        stand(s, seat, "gates")
    record = at(s, "activate", [0, 1]).record()
    _, people = sent(tmp_path, record, (0, "look gates action", ["order 1 2 3"]))
    played = people[1].heard("played")
    first = people[1].heard("state")[-1]["number"]
    assert [each["number"] - first for each in played] == [1, 2]
    assert [entry["move"] for each in played for entry in each["log"]] == ["look gates action", "order ?"]


@pytest.mark.parametrize(
    ("notation", "then", "reason"),
    [
        ("offer 1", ["give yumi", "ask nawa", "propose"], "don’t have"),
        ("offer 1", ["give katana", "ask yumi", "propose"], "doesn’t have that"),
        ("offer 1", ["give katana", "propose"], "Both sides"),
        ("offer 1", ["ask nawa", "mon 999", "propose"], "only 12 Mon"),
        ("offer 1", ["ask nawa", "give katana", "propose"], "First specify what you give"),
        ("offer 3", ["give katana"], "no disciple here"),
        ("bid 1000000000", [], "bid"),
        ("play A9 harbor", [], "offer"),
        ("place tavern", [], "offer"),
        ("???", [], "move"),
    ],
)
def test_an_offer_that_cannot_be_is_refused_whole(
    tmp_path: Path, notation: str, then: list[str], reason: str
) -> None:
    room, people = sent(tmp_path, market(), (0, notation, then))
    (refused,) = people[0].heard("refused")
    assert refused["error"] == "illegal"
    assert reason in words_of(refused["reason"])
    assert room.table.game is not None
    assert room.table.game.ply == 0
    assert not any(each.heard("played") or each.heard("turn") for each in people)


def test_a_bid_beyond_all_money_is_refused_and_the_auction_goes_on(tmp_path: Path) -> None:
    record = at(bare(), "stepping").record()
    begun: list[tuple[int, str, list[str]]] = [
        *((seat, "stay", []) for seat in range(4)),
        (0, "auction weapon", []),
        (1, "bid 1000000000", []),
        (1, "bid 999", []),
        (1, "bid 4", []),
    ]
    room, people = sent(tmp_path, record, *begun)
    first, second = people[1].heard("refused")
    assert "bid 4" in words_of(first["reason"])
    assert "at most" in words_of(second["reason"])
    assert room.table.to_move == [2]
    assert not any(people[seat].heard("refused") for seat in (0, 2, 3))


def test_targets_that_are_gone_are_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    s = bare()
    for seat in (0, 1):
        stand(s, seat, "market")
    card(s, 0, "A20")  # another clan's disciple beside one's own goes home
    stalls(s, None, None, None, "katana", None)
    record = at(s, "activate", [1, 0]).record()
    gone = ("play A20 1 market", "buy 4")
    tried = [(0, notation, list[str]()) for notation in (*gone, "idle market")]
    room, people = sent(tmp_path, record, (1, "buy 4", []), *tried)
    first, second = people[0].heard("refused")
    assert "would have no effect now" in words_of(first["reason"])
    assert "no weapon on market field 4" in words_of(second["reason"])
    game = room.table.game
    assert isinstance(game, Yedo)
    assert [str(move) for move in game.moves] == ["buy 4", "idle market"]
    assert (game.state.clans[0].mon, codes(game, 0, "actions")) == (12, ["A20"])
    assert not any(people[seat].heard("refused") for seat in (1, 2, 3))


def test_out_of_turn_twice_and_for_another_seat(tmp_path: Path) -> None:
    record = at(bare(), "stepping").record()

    async def main() -> list[str]:
        async with inside.house(tmp_path) as home:
            name = await inside.set_table(
                home, *"abcd", game="yedo", record=record, options=record["options"]
            )
            ann = inside.Listener("a", wire="yedo")
            async with home.host.tables.visit(name) as room:
                await room.enter(ann.client, None)
                await room.hear(ann.client, Move(name, 1, 0, "1", "stay"))
                await room.hear(ann.client, Move(name, 0, 0, "2", "stay"))
                await room.hear(ann.client, Move(name, 0, 0, "2", "stay"))
                await room.hear(ann.client, Move(name, 0, 0, "3", "stay"))
                await room.hear(ann.client, Move("other", 0, 0, "4", "stay"))
                assert room.table.game is not None
                assert room.table.game.ply == 1
        assert [each["id"] for each in ann.heard("accepted")] == ["2", "2"]
        return [each["error"] for each in ann.heard("refused")]

    assert run(main()) == ["not_yours", "not_now", "bad_request"]


# Whole games.

WITHOUT_DELAY = "from kabuto.host import clock\nclock.DELAYS = (0.0, 0.0)"


@pytest.mark.prove
def test_a_game_of_five_with_programs_from_the_first_move_to_a_rematch(tmp_path: Path) -> None:
    """One person and four programs; then the replay of a seat and of all, a "what if" and a rematch."""
    with running(tmp_path / "data", before=WITHOUT_DELAY) as server:
        me = Person(server, language="de")
        table = me.set_table("me", *["greedy"] * 4, game="yedo", hints=True)["id"]
        at_table = me.open(table, wire="yedo")
        rng, largest = Random(5), 0
        message = at_table.receive()
        while not message.get("result"):
            own = message.get("own")
            if own and own["legal"] and message["type"] in ("state", "played", "turn"):
                fields = {"table": table, "seat": 0, "ply": own["ply"], "notation": rng.choice(own["legal"])}
                at_table.send("move", **fields)
            message = at_table.receive()
            largest = max(largest, len(gzip.compress(at_table.bytes[-1].encode())))
        assert largest < 6000
        assert {"track", "total", "winner"} <= {
            step["kind"] for step in message["result"]["details"]["steps"]
        }
        assert len(at_table.log) == at_table.position["ply"]
        open_replay = me.get(f"/api/tables/{table}/replay?wire=yedo")
        mine = me.get(f"/api/tables/{table}/replay?wire=yedo&seat=0")
        assert len(open_replay["frames"]) == len(mine["frames"]) == len(at_table.log) + 1
        assert all(open_replay["frames"][50]["hands"])
        assert mine["frames"][50]["hands"][1:] == [None] * 4
        assert mine["frames"][50]["position"]["clans"] == open_replay["frames"][50]["position"]["clans"]
        start = {"table": table, "ply": 200}
        what_if = me.post("/api/tables", {"game": "yedo", "seats": [{"who": "me"}] * 5, "start": start})
        again = me.open(what_if["id"], wire="yedo")
        assert again.receive()["position"]["ply"] == 200
        assert at_table.ask("offer", what="rematch", seat=None)["type"] == "accepted"
        assert me.get(f"/api/tables/{table}")["next"]
        again.close()
        at_table.close()
        me.close()
