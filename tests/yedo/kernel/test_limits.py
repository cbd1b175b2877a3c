"""What the engine has no room for is refused with the reason, and never another game."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.table import BadOption, IllegalMove
from kabuto.yedo.board import PILES, board
from kabuto.yedo.cards import CardSet, Effect, card_set
from kabuto.yedo.kernel.convert import from_state, to_state
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.record import PILE_ROOM
from kabuto.yedo.kernel.tables import beyond, setting_record
from kabuto.yedo.moves import Move
from kabuto.yedo.options import Setting
from tests.yedo.random_cards import random_cards

from .side_by_side import Compiled, Rare, at_random, play_beside, unordered

CITY = card_set("city")
GIFT, STEPS = Effect("gain", ("action", 1)), Effect("patrol-step", (1,))


def with_action(**changes: Any) -> CardSet:
    first, *others = CITY.actions
    return replace(CITY, actions=(replace(first, **changes), *others))


def with_event(*effects: Effect) -> CardSet:
    first, *others = CITY.events
    return replace(CITY, events=(replace(first, effects=effects), *others))


def with_mission(*rewards: Effect) -> CardSet:
    first, *others = CITY.missions
    return replace(
        CITY, missions=(replace(first, standard=replace(first.standard, rewards=rewards)), *others)
    )


def with_interest(cards: CardSet, times: int) -> CardSet:
    """A set in which every event brings so many times the Mon that a clan has."""
    income = (Effect("income", ("mon", times)),)
    return replace(cards, events=tuple(replace(event, effects=income) for event in cards.events))


def copies(number: int) -> int:
    """How many copies the first action card has if its pile holds so many cards."""
    return CITY.actions[0].copies + number - len(CITY.deck_faces[PILES.index("action")])


@pytest.mark.parametrize(
    ("cards", "reason"),
    [
        (with_action(copies=copies(PILE_ROOM + 1)), "a pile has 65 cards"),
        (with_action(effects=(GIFT,) * 7), "has 7 effects"),
        (with_action(effects=(Effect("gain", ("action", 9)),)), "brings 9 cards"),
        (with_action(conditions=(Effect("first"),) * 5), "has 5 conditions"),
        (with_event(*[Effect("give", ("action", 1, "all"))] * 5), "can bring 50 decisions"),
        (with_mission(*[Effect("action")] * 9), "has 9 effects"),
        (replace(CITY, missions=CITY.missions * 2), "missions"),
        (replace(CITY, favours=CITY.favours * 4), "favour cards"),
        (with_interest(CITY, 99), "multiply money"),
    ],
)  # fmt: skip
def test_a_card_set_beyond_the_limits_says_which(cards: CardSet, reason: str) -> None:
    found = beyond(cards)
    assert found is not None
    assert reason in found
    own = Setting(2, board(2), cards, overbids=True, free_trade=False)
    with pytest.raises(BadOption, match="runs on the readable rules alone"):
        setting_record(own)


@pytest.mark.parametrize("copies_", [copies(PILE_ROOM)])
def test_a_set_at_its_limits_plays_the_same(copies_: int, tmp_path: Path) -> None:
    own = Setting(5, board(5), with_action(copies=copies_), overbids=True, free_trade=True)
    play_beside(Compiled(), own, 1, at_random)
    rich = with_interest(random_cards(tmp_path, 3), 5)
    assert beyond(with_interest(rich, 6)) is not None
    play_beside(Compiled(), Setting(3, board(3), rich, overbids=True, free_trade=False), 2, Rare())


def test_both_sets_of_ours_are_within_the_limits() -> None:
    for name in ("city", "house"):
        assert beyond(card_set(name)) is None


def test_a_record_at_any_ply_is_read_back() -> None:
    rng = Random(5)
    for trading in ("free", "brief"):
        game = kabuto.new("yedo", players=3, seed=4, trading=trading)
        while game.to_move is not None:
            record = from_state(game.state)
            assert unordered(to_state(record[0], game.state.setting)) == unordered(game.state)
            game.play(rng.choice(game.legal_moves()))
        record = from_state(game.state)
        assert Compiled().legal(record, setting_record(game.state.setting)) == [], "a finished game"


def test_a_position_with_more_cards_than_there_is_room_for_is_refused() -> None:
    state = kabuto.new("yedo", players=2, seed=1).state.copy()
    state.edit(0).missions = tuple(range(13))
    with pytest.raises(BadOption, match="has room for 12"):
        from_state(state)


def test_a_move_that_these_cards_do_not_have_is_refused() -> None:
    own = packing(Setting.of({"players": 2, "cards": "city", "overbids": True, "trading": "free"}))
    for text in (
        "play A999",
        "auction weapon",
        "keep M999",
        "order 1",
        "favour F99",
        "play A1 gates 1 tavern",
    ):
        with pytest.raises(IllegalMove):
            own.pack(Move.parse(text))
    assert own.unpack(own.pack(Move.parse("mon -999"))) == Move.parse("mon -999")


def test_the_tables_are_not_changed_by_anybody() -> None:
    own = Setting.of({"players": 2, "cards": "city", "overbids": True, "trading": "free"})
    assert setting_record(own) is setting_record(own)
    with pytest.raises(ValueError, match="read-only"):
        setting_record(own)["players"] = 3
    assert isinstance(setting_record(own), np.ndarray)
