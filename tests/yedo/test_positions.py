"""Positions and records: written, read back, and refused when they cannot be."""

import json
import random
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

import kabuto
from kabuto.yedo import Yedo
from kabuto.yedo.board import ACTION
from kabuto.yedo.phases.auction import StepOut
from kabuto.yedo.phases.gains import Discard
from kabuto.yedo.phases.placement import Place
from kabuto.yedo.positions.position import TASK_ENTRIES
from kabuto.yedo.state.codecs import entries
from kabuto.yedo.state.state import TASKS, Clan, State, Task

from .helpers import (
    annex,
    at,
    bare,
    card,
    close,
    finished_setup,
    moves,
    pile,
    play,
    random_game,
    rest,
    stand,
    weapon,
)

PLAYERS = (2, 3, 4, 5)


def loaded(position: dict[str, Any], players: int = 4, cards: str = "house", trading: str = "brief") -> Yedo:
    options = {"players": players, "cards": cards, "trading": trading}
    return kabuto.load({"format": 1, "game": "yedo", "options": options, "start": position}, "yedo")


@pytest.mark.uncounted
@pytest.mark.parametrize(("cards", "trading"), [("house", "brief"), ("city", "free")])
@pytest.mark.parametrize("players", PLAYERS)
def test_every_position_of_a_game_can_be_set_up_again(players: int, cards: str, trading: str) -> None:
    for game in random_game(players, 11, cards, trading=trading):
        written = json.loads(json.dumps(game.position()))
        twin = loaded(written, players, cards, trading)
        assert twin.position() == game.position()
        assert moves(twin) == moves(game)
        assert twin.to_move == game.to_move


@pytest.mark.parametrize("players", PLAYERS)
def test_a_record_replays_without_a_seed(players: int) -> None:
    *_, game = random_game(players, 12)
    twin = kabuto.load(json.loads(json.dumps(game.record())))
    assert twin.position() == game.position()
    assert twin.outcome == game.outcome


def test_r17_a_card_may_use_the_disciple_that_was_to_be_placed() -> None:
    s = bare()
    card(s, 0, "A2", "A3", "A5", "A7")
    s.edit(0).home, s.edit(0).reserve = 0, 2
    s.step, s.tasks, s.lap, s.track = "assign", (Place(0), Discard(0, ACTION)), (), ()
    stand(s, 0, "gates", "tavern")
    s.edit(0).reserve = 2
    game = rest(s)
    assert moves(game) == {"discard A2", "discard A3", "discard A5", "discard A7"}


def test_a_game_from_a_position_is_recorded_with_it() -> None:
    s = bare()
    stand(s, 0, "gates")
    game = play(at(s, "activate", (0,)), "sell 1")
    twin = kabuto.load(game.record())
    assert twin.position() == game.position()


Change = Callable[[dict[str, Any]], object]


def _set(*path: Any, value: Any) -> Change:
    def change(position: dict[str, Any]) -> None:
        table: Any = position
        for key in path[:-1]:
            table = table[key]
        table[path[-1]] = value

    return change


BAD: list[tuple[Change, str | None]] = [
    (lambda p: p.pop("market"), "start.market: missing"),
    (_set("extra", value=1), "start.extra: unknown"),
    (_set("round", value=12), "start.round: should be 0 to 11"),
    (_set("round", value=0), "start.round"),
    (_set("step", value="dance"), "start.step"),
    (_set("step", value="patrol"), "start.step: no decision is possible"),
    (_set("order", value=[0, 1, 2, 2]), "start.order: should name every seat exactly once"),
    (_set("order", value=[0, 1]), "start.order"),
    (_set("lap", value=[9]), r"start.lap\[0\]"),
    (_set("track", value=[1, 1]), "start.track: names a seat twice"),
    (_set("won", value=[None]), "start.won: should have one entry"),
    (_set("won", 0, value="boats"), r"start.won\[0\]"),
    (_set("patrol", value="green"), "start.patrol"),
    (_set("patrol_in", value="moon"), "start.patrol_in"),
    (_set("church", value=-1), "start.church"),
    (_set("church", value=True), "start.church"),
    (_set("church", value=3.5), "start.church"),
    (_set("market", value=[None]), "start.market: should have 5 fields"),
    (_set("market", 0, value="spoon"), r"start.market\[0\]"),
    (_set("market", 0, value="katana"), "start.decks.weapon: 6 of katana"),
    (_set("decks", "action", value=[]), "start.decks.action: 0 of A1"),
    (_set("decks", "cake", value=[]), "start.decks.cake"),
    (_set("decks", "event", 0, value="E9"), "start.decks.event"),
    (_set("event", value="M1"), "start.event"),
    (_set("geishas", value=3), "start.geishas: 3 in all"),
    (_set("blessings", value=9), "start.blessings: 9 in all"),
    (_set("annexes", "dojo", value=1), "start.annexes.dojo: 1 in all"),
    (_set("annexes", value={}), "start.annexes.yashiki: missing"),
    (_set("spaces", "gates", value=[0, 0]), r"start.clans\[0\]: "),
    (_set("spaces", "moon", value=[0]), "start.spaces.moon"),
    (_set("spaces", "garden", value=[0, 0, None, None]), "start.spaces.garden"),
    (_set("clans", value=[]), "start.clans: should have one entry"),
    (_set("clans", 1, "mon", value=-3), r"start.clans\[1\].mon"),
    (_set("clans", 1, "home", value=4), r"start.clans\[1\]: 6 disciples"),
    (_set("clans", 1, "reserve", value=3), r"start.clans\[1\]"),
    (_set("clans", 1, "weapons", value=["katana"]), "start.decks.weapon: 6 of katana"),
    (_set("clans", 1, "missions", value=["A1"]), r"start.clans\[1\].missions\[0\]: there is no card"),
    (_set("clans", 1, "manned", value=["dojo"]), r"start.clans\[1\]"),
    (_set("clans", 1, "hat", value=1), r"start.clans\[1\].hat: unknown"),
    (_set("clans", 1, "blackmail", value=2), r"start.clans\[1\].blackmail"),
    (_set("tasks", value=[]), "start.step: no decision is possible"),
    (_set("tasks", 0, "task", value="dance"), r"start.tasks\[0\].task"),
    (_set("tasks", 0, "task", value="draft"), r"start.tasks\[0\].task: draft does not belong"),
    (_set("tasks", 0, "seat", value=7), r"start.tasks\[0\].seat"),
    (_set("tasks", 0, "hat", value=7), r"start.tasks\[0\].hat: unknown"),
    (lambda p: p["tasks"][0].pop("seat"), r"start.tasks\[0\].seat: missing"),
    (
        lambda p: p["tasks"].append({"task": "order", "seat": 0, "pile": "action", "cards": ["A9"]}),
        "order does not fit the position",
    ),
    (
        lambda p: p["tasks"].append({"task": "bonuspart", "seat": 0, "mission": "M1", "geishas": 0}),
        "this is not the mission that is being fulfilled",
    ),
    (lambda p: p["tasks"].append({"task": "keep", "seat": 0, "pile": "action", "cards": ["A9"]}), "of A9"),
    (lambda p: p["tasks"].append(dict(p["tasks"][0])), r"start.tasks\[1\]: only one activate"),
    (
        lambda p: p["tasks"].append({"task": "build", "seat": 0}),
        r"start.tasks\[1\].task: build does not belong",
    ),
    (_set("reshuffles", value=[["spoon"]]), r"start.reshuffles\[0\]\[0\]"),
    (_set("reshuffles", value=[["katana"]]), r"start.reshuffles\[0\]: the weapons were not shuffled"),
    (_set("favours", value=["F9"]), r"start.favours\[0\]"),
    (_set("saved", value=[[0]]), r"start.saved\[0\]"),
    (_set("saved", value=[[0, "gates"]]), "start.saved: in step 5c you can protect only disciples"),
    (_set("borrowed", value=[[0, "katana"]]), "start.borrowed"),
    (_set("borrowed", value=[0, 0]), "start.borrowed"),
    (_set("borrowed", value=[[0, 1, 2]]), r"start.borrowed\[0\]: should be a seat and a weapon"),
    (_set("spaces", "market", value=[0, 1, 1, 2, 2, 3, 3]), r"start.clans\[0\]: "),
    (_set("closed", value="castle"), "start.closed: the present event does not close it"),
    (_set("won", value=["weapon", "weapon", None, None]), "start.won: two seats have won the same"),
    (_set("barred", value="weapon"), None),
    (_set("rebate", value=[50, 0, 0, 0]), "start.rebate: no cards give such a rebate"),
    (_set("rebate", value=[3, 3, 3, 0]), "start.rebate: no cards give such a rebate"),
    (_set("shogun", value=1), "start.shogun: this does not fit the missions"),
    (_set("round", value=5), "start.past: 4 events are past in this round"),
    (_set("event", value=None), "start.decks.event"),
    (_set("track", value=[0]), "start.track: the bidding track can’t look like this"),
    (_set("lap", value=[1, 1, 1]), "start.lap: these are not seats that can still be asked"),
    (_set("lap", value=[2, 1]), "start.lap: these are not seats"),
    (_set("lap", value=[0]), "start.lap: the active seat"),
    (_set("favours", value=["F1"]), "start.favours: favour cards are on offer during set-up only"),
    (_set("favours", value=["F1", "F1"]), "start.favours"),
    (
        lambda p: p["tasks"].append({"task": "discard", "seat": 1, "pile": "weapon"}),
        "start.tasks: only one seat is to move",
    ),
    (
        lambda p: p["tasks"].insert(0, {"task": "discard", "seat": 0, "pile": "weapon"}),
        "start.tasks: discard, activate can’t be waiting together",
    ),
    (
        lambda p: p["tasks"].append({"task": "discard", "seat": 0, "pile": "weapon"}),
        "start.tasks: .*no one could move",
    ),
]


@pytest.mark.parametrize(("change", "reason"), BAD)
def test_an_impossible_position_is_refused_with_its_place(change: Change, reason: str | None) -> None:
    s = bare()
    stand(s, 0, "gates")
    position = json.loads(json.dumps(at(s, "activate", (0,)).position()))
    change(position)
    if reason is None:
        assert loaded(position).legal_moves()
        return
    with pytest.raises(kabuto.BadRecord, match=reason):
        loaded(position)


def crowd(position: dict[str, Any]) -> None:
    """Two disciples too many in the gates."""
    for seat in range(4):
        position["clans"][seat]["home"] = 1 if seat else 0
        position["clans"][seat]["reserve"] = 2
    position["spaces"]["gates"] = [0, 0, 1, 2, 3]


def test_no_more_disciples_are_in_a_district_than_cards_can_add_and_none_in_a_closed_one() -> None:
    s = bare()
    stand(s, 0, "gates")
    position = json.loads(json.dumps(at(s, "activate", (0,)).position()))
    crowd(position)
    assert loaded(position).legal_moves()
    position["spaces"]["gates"].append(1)
    position["clans"][1]["home"] = 0
    with pytest.raises(kabuto.BadRecord, match=r"start.spaces.gates: there is room for 3"):
        loaded(position)
    position = json.loads(json.dumps(at(bare(), "bidding").position()))
    position["spaces"]["gates"], position["clans"][0]["home"] = [0], 1
    with pytest.raises(kabuto.BadRecord, match=r"start.spaces: no disciple is out"):
        loaded(position)
    s = bare()
    close(s, "gates")
    stand(s, 0, "harbor")
    position = json.loads(json.dumps(at(s, "activate", (0,)).position()))
    position["spaces"] = {"garden": [None] * 4, "gates": [0]}
    with pytest.raises(
        kabuto.BadRecord, match=r"start.spaces.gates: no disciple can be in a closed district"
    ):
        loaded(position)


def test_all_favours_are_there_until_they_are_taken() -> None:
    position = kabuto.new("yedo", players=4, seed=1, cards="house").position()
    position["favours"] = position["favours"][1:]
    with pytest.raises(kabuto.BadRecord, match=r"start.favours"):
        loaded(position)


def at_step(step: str) -> dict[str, Any]:
    """A position at the first decision of a step."""
    game = next(game for game in random_game(4, 3) if game.state.step == step)
    found: dict[str, Any] = json.loads(json.dumps(game.position()))
    return found


@pytest.mark.parametrize(
    ("step", "hand", "pile"),
    [
        ("missions", "actions", "action"),
        ("opening", "actions", "action"),
        ("favours", "actions", "action"),
        ("favours", "bonuses", "bonus"),
        ("favours", "weapons", "weapon"),
    ],
)
def test_no_clan_has_more_cards_in_set_up_than_set_up_has_brought(step: str, hand: str, pile: str) -> None:
    position = at_step(step)
    last = (position["lap"] or [position["tasks"][0]["seat"]])[-1]
    position["clans"][last][hand].append(position["decks"][pile].pop())
    with pytest.raises(
        kabuto.BadRecord, match=rf"start.clans\[{last}\]: this is not what a clan has at the step {step}"
    ):
        loaded(position)


@pytest.mark.parametrize(("key", "supply"), [("geishas", "geishas"), ("blessing", "blessings")])
def test_nobody_owns_anything_before_its_favour(key: str, supply: str) -> None:
    position = at_step("opening")
    position["clans"][2][key] = 1
    position[supply] -= 1
    with pytest.raises(
        kabuto.BadRecord, match=r"start.clans\[2\]: this is not what a clan has at the step opening"
    ):
        loaded(position)


def test_an_event_takes_a_thing_from_a_clan_once() -> None:
    s = bare()
    weapon(s, 0, "katana", "yumi")
    pile(s, "event", "E9")
    position = json.loads(json.dumps(at(s, "market", ()).position()))
    assert [task["task"] for task in position["tasks"]].count("lose") == 4
    assert loaded(position).legal_moves()
    position["tasks"].append(position["tasks"][-1])
    with pytest.raises(
        kabuto.BadRecord, match=r"start.tasks\[4\]: an event takes this from a clan only once"
    ):
        loaded(position)


def test_nobody_has_blackmail_before_its_favour() -> None:
    position = at_step("missions")
    position["clans"][2]["blackmail"] = 1
    with pytest.raises(kabuto.BadRecord, match=r"start.clans\[2\]"):
        loaded(position)


def test_who_has_won_is_no_longer_on_the_bidding_track() -> None:
    game = play(
        at(bare(), "bidding"), "stay", "stay", "stay", "stay", "auction action", "pass", "pass", "pass"
    )
    position = json.loads(json.dumps(game.position()))
    assert (position["tasks"][0]["task"], position["track"]) == ("keep", [1, 2, 3])
    position["track"] = [0, 1, 2, 3]
    with pytest.raises(kabuto.BadRecord, match=r"start.track: the bidding track can’t look like this"):
        loaded(position)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seat", 0),
        ("rest", [2, 3, 0]),
        ("rest", [3, 2]),
        ("rest", []),
        ("beginner", 2),
        ("best", 2),
        ("bid", 5),
    ],
)
def test_an_auction_asks_the_others_in_their_order_about_a_bid_that_was_made(key: str, value: Any) -> None:
    game = play(at(bare(), "bidding"), "stay", "stay", "stay", "stay", "auction action")
    position = json.loads(json.dumps(game.position()))
    assert loaded(position).legal_moves()
    position["tasks"][0][key] = value
    with pytest.raises(kabuto.BadRecord, match=r"start.tasks\[0\]: raise does not fit the position"):
        loaded(position)


@pytest.mark.parametrize(
    ("moves_", "owner", "pile"),
    [
        (("offer 1", "give A2"), 0, "action"),
        (("offer 1", "give B2", "mon -1", "propose"), 0, "bonus"),
        (("offer 1", "give A2", "ask action", "ask action", "propose", "accept", "pick A5"), 1, "action"),
    ],
)
def test_cards_laid_down_for_a_trade_count_for_their_owner(
    moves_: tuple[str, ...], owner: int, pile: str
) -> None:
    s = bare()
    card(s, 0, "A2", "B2")
    card(s, 1, "A3", "A4", "A5")
    stand(s, 0, "tavern")
    stand(s, 1, "tavern")
    position = json.loads(json.dumps(play(at(s, "trade-tavern", ()), *moves_).position()))
    hand = position["clans"][owner]["actions" if pile == "action" else "bonuses"]
    limit = 3 if pile == "action" else 2
    hand += [position["decks"][pile].pop() for _ in range(limit - len(hand))]
    with pytest.raises(kabuto.BadRecord, match=r"start.tasks\[0\]: \w+ does not fit the position"):
        loaded(position)


@pytest.mark.parametrize("place", ["market", "tavern"])
def test_nobody_trades_where_it_has_no_disciple(place: str) -> None:
    s = bare()
    stand(s, 0, place)
    stand(s, 1, place)
    position = json.loads(json.dumps(at(s, f"trade-{place}", ()).position()))
    position["lap"] = [1, 2]
    with pytest.raises(kabuto.BadRecord, match=r"start.lap: these are not seats"):
        loaded(position)


def empty_market(position: dict[str, Any]) -> None:
    """The weapons of the market back onto their stack."""
    position["decks"]["weapon"] = [*filter(None, position["market"]), *position["decks"]["weapon"]]
    position["market"] = [None] * 5


@pytest.mark.parametrize(
    "change",
    [
        _set("clans", 0, "mon", value=30),
        _set("church", value=9),
        _set("patrol_in", value="temple"),
        empty_market,
    ],
)
def test_a_changed_beginning_is_recorded_as_a_position(change: Change) -> None:
    position = at_step("missions")
    change(position)
    game = play(loaded(position), "take red")
    assert kabuto.load(json.loads(json.dumps(game.record()))).position() == game.position()


def test_the_mission_that_kills_the_shogun_ends_the_game() -> None:
    s = bare()
    card(s, 0, "M49")
    stand(s, 0, "gates")
    position = json.loads(json.dumps(at(s, "activate", (0,)).position()))
    position["clans"][0]["missions"], position["clans"][0]["finished"] = [], ["M49"]
    with pytest.raises(kabuto.BadRecord, match=r"start.shogun"):
        loaded(position)
    position["shogun"] = 1
    assert loaded(position).legal_moves()


@pytest.mark.parametrize(("players", "cards"), [(3, "house"), (2, "city"), (5, "city")])
def test_any_damage_of_a_position_is_refused_or_still_plays_on(players: int, cards: str) -> None:
    rng = random.Random(4)
    positions = [json.dumps(game.position()) for game in random_game(players, 13, cards)]
    refused = played = 0
    for _ in range(400):
        position = json.loads(rng.choice(positions))
        for _ in range(rng.choice((1, 1, 2))):
            _damage(position, rng)
        try:
            game = loaded(position, players, cards)
        except kabuto.BadRecord as error:
            refused += bool(error.reason and error.place)
            continue
        played += 1
        for _ in range(40):
            if game.to_move is None:
                break
            game.play(rng.choice(game.legal_moves()))
    assert refused + played == 400
    assert min(refused, played) > 5


def _damage(value: Any, rng: random.Random) -> None:
    """Change one leaf, or drop one."""
    while True:
        keys = list(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = rng.choice(keys)
        if isinstance(value[key], (dict, list)) and value[key] and rng.random() < 0.9:
            value = value[key]
            continue
        if rng.random() < 0.1:
            del value[key]
        elif isinstance(value, list) and rng.random() < 0.3:
            value.append(json.loads(json.dumps(value[key])))
        elif isinstance(value[key], int) and rng.random() < 0.5:
            value[key] += rng.choice((-1, 1))
        else:
            value[key] = rng.choice(
                [None, -1, 0, 1, 2, 5, "katana", "A1", "M3", "red", [], {}, "gates", True]
            )
        return


def test_weapons_and_annexes_are_counted_wherever_they_are() -> None:
    s = bare()
    weapon(s, 0, "katana", "katana")
    annex(s, 1, "dojo")
    card(s, 2, "A1", "M49")
    assert rest(s).position()["clans"][0]["weapons"] == ["katana", "katana"]


def test_a_position_that_waits_for_a_task_which_never_asks_is_refused() -> None:
    s = bare()
    stand(s, 0, "gates")
    position = json.loads(json.dumps(at(s, "activate", (0,)).position()))
    position["decks"]["green"].remove("M1")
    position["tasks"] = [{"task": "file", "seat": 0, "mission": "M1", "spot": "gates", "reserve": 0}]
    with pytest.raises(kabuto.BadRecord, match=r"start.tasks: .*no one could move"):
        loaded(position)


def test_a_bug_in_a_rule_is_not_reported_as_a_bad_record(monkeypatch: pytest.MonkeyPatch) -> None:
    position = finished_setup(2).position()

    def broken(*_: object) -> None:
        raise LookupError("a bug")

    monkeypatch.setattr(StepOut, "candidates", broken)
    with pytest.raises(LookupError, match="a bug"):
        loaded(position, 2)


def test_a_task_has_to_say_at_which_steps_it_waits() -> None:
    with pytest.raises(TypeError, match="the task Nap does not say"):
        type("Nap", (Task,), {})
    assert "nap" not in TASKS


def test_every_field_of_a_state_stands_in_a_position_or_belongs_to_no_position() -> None:
    """A new field without an ``entry`` would be lost when a position is written."""
    unwritten = {field.name for field in fields(State)} - {field.name for field in entries(State).values()}
    assert unwritten == {"setting", "tasks", "reshuffles", "facts", "chance", "told"}
    assert len(entries(Clan)) == len(fields(Clan))


def test_every_field_of_every_task_can_be_written_and_read() -> None:
    used = {field.name for kind in TASKS.values() for field in fields(kind)}
    assert used == {*TASK_ENTRIES, "cards"}


def test_a_copy_has_every_field_and_shares_no_later_change() -> None:
    s = finished_setup(3).state
    twin = s.copy()
    for field in fields(State):
        if field.name != "told":  # made anew for every state
            assert getattr(twin, field.name) is getattr(s, field.name)
    assert not hasattr(twin, "told")
    twin.edit(0).mon += 1
    assert s.clans[0].mon + 1 == twin.clans[0].mon
