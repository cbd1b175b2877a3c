"""Yedo in numbers: every legal move has one id, and an observation tells what a seat may know, no more."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

import kabuto
from kabuto.table.numbers.plain_tree import tree
from kabuto.table.numbers.tree import CHANCE
from kabuto.yedo import Yedo, YedoView
from kabuto.yedo.moves import FORMS, Move
from kabuto.yedo.numbers import spaces
from kabuto.yedo.numbers.actions import TEXTS
from kabuto.yedo.numbers.single import YedoSingle
from tests.yedo.helpers import at, bare, stand

from .tables import PAGE, written

PINNED = {0: "637ef5806aeb3c73", 1: "f60c3efcb79705b1", 2: "598034ac9a6565bb", 3: "ce4b7563496eefbc"}
"""Version → what its ids and observations mean, as a digest."""


def positions(players: int, seed: int, cards: str = "house", trading: Any = "brief") -> Iterator[Yedo]:
    """Every position of a random game."""
    game = kabuto.new("yedo", players=players, seed=seed, cards=cards, trading=trading)
    rng = Random(seed)
    assert isinstance(game, Yedo)
    while game.to_move is not None:
        yield game
        game.play_unchecked(rng.choice(game.legal_moves()))
    yield game


@pytest.mark.parametrize("cards", ["house", "city"])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_legal_move_has_exactly_one_id(players: int, cards: str) -> None:
    for seed, trading in enumerate(("brief", "free")):
        for game in positions(players, seed, cards, trading):
            moves = game.legal_moves()
            ids = [spaces.to_id(game, move) for move in moves]
            assert len(set(ids)) == len(moves)
            assert [spaces.to_move(game, number) for number in ids] == list(moves)
            assert np.flatnonzero(spaces.mask(game)).tolist() == sorted(ids)


def test_every_id_is_a_move_that_the_notation_can_write() -> None:
    for own in map(spaces.ids, spaces.VERSIONS):
        assert len(set(own.texts)) == own.number
        assert {block.verb for block in own.blocks} == set(FORMS)
        for text in own.texts:
            assert str(Move.parse(text.replace("+", ""))) == text.replace("+", "")


def test_an_id_counts_seats_from_the_mover() -> None:
    for mover in range(4):
        s = bare()
        for seat in range(4):
            s.edit(seat).home -= 1
        s.spaces = (*s.spaces[:4], (0, 1, 2, 3), *s.spaces[5:])
        game = at(s, "trade-tavern-1", [mover])
        for ahead in (1, 2, 3):
            action = TEXTS.index(f"offer +{ahead}")
            assert str(spaces.to_move(game, action)) == f"offer {(mover + ahead) % 4}"
            assert spaces.to_id(game, f"offer {(mover + ahead) % 4}") == action


@pytest.mark.parametrize(("players", "cards"), [(2, "house"), (3, "city"), (4, "house"), (5, "city")])
def test_an_observation_is_the_same_for_every_truth_that_a_view_allows(players: int, cards: str) -> None:
    rng, differ = Random(players), 0
    for game in positions(players, players, cards):
        if game.ply % 15:
            continue
        view = game.view(rng.randrange(players))
        twin = view.sample(rng)
        seen, other = spaces.observation(view), spaces.observation(twin.view(view.seat))
        assert seen.tobytes() == other.tobytes()
        # What would be written of the whole truth is not the same: a leak would be noticed.
        differ += _of_the_truth(game, view).tobytes() != _of_the_truth(twin, view).tobytes()
    assert differ > 10


def _of_the_truth(game: Yedo, view: YedoView) -> np.ndarray[tuple[int], np.dtype[np.int16]]:
    return spaces.observation(replace(view, state=game.state))


def test_an_observation_counts_seats_from_the_observer() -> None:
    for game in positions(5, seed=1):
        if game.ply % 20:
            continue
        clans = [(clan.mon, clan.prestige, clan.home) for clan in game.state.clans]
        for seat in range(5):
            told = spaces.explain(spaces.observation(game.view(seat)))["clan"]
            names = ["own", "+1", "+2", "+3", "+4"]
            for ahead, name in enumerate(names):
                numbers = tuple(told[name].get(key, 0) for key in ("mon", "prestige", "home"))
                assert numbers == clans[(seat + ahead) % 5]


def test_an_observation_tells_the_own_hand_and_what_is_to_be_decided() -> None:
    for game in positions(3, seed=2):
        for seat in range(3) if game.ply % 7 == 0 else ():
            told = spaces.explain(spaces.observation(game.view(seat)))
            clan, codes = game.state.clans[seat], game.state.setting.cards.codes
            assert sorted(told.get("hand_missions", {})) == sorted(codes[2][n] for n in clan.missions)
            assert sum(told.get("hand_actions", {}).values()) == len(clan.actions)
            if game.state.tasks:
                question = game.state.tasks[-1].name
                assert told["question"] == {question: 1}
                mover = (game.to_move or 0) - seat
                assert told["to_move"] == {["own", "+1", "+2"][mover % 3]: 1}
            else:
                assert "question" not in told


def test_a_bid_is_observed_with_its_lot_and_its_bidders() -> None:
    game = at(bare(), "auction", ())
    for text in ("auction weapon", "bid 5"):
        game.play(text)
    told = spaces.explain(spaces.observation(game.view(2)))
    assert (told["lot"], told["numbers"]["bid"]) == ({"weapon": 1}, 5)
    assert (told["beginner"], told["best"], told["rest"]) == ({"+2": 1}, {"+3": 1}, {"+1": 1})


def test_a_spectator_observes_from_seat_0_and_sees_no_hand() -> None:
    for game in positions(2, seed=3):
        if game.to_move is not None and game.ply % 7 == 0:
            told = spaces.explain(spaces.observation(game.view(None)))
            assert not {"hand_missions", "hand_actions", "hand_bonuses"} & set(told)
            assert told["clan"]["own"].get("mon", 0) == game.state.clans[0].mon


@pytest.mark.parametrize("trading", ["brief", "free"])
@pytest.mark.parametrize("cards", ["house", "city"])
def test_meanings_change_only_with_the_version(cards: str, trading: str) -> None:
    own, fields = spaces.ids(cards, trading), spaces.layout(cards, trading).fields
    meaning = repr((own.texts, [(field.name, field.offset, field.axes) for field in fields]))
    assert hashlib.sha256(meaning.encode()).hexdigest()[:16] == PINNED[own.version]


def test_r1_free_trading_has_versions_of_its_own_with_the_same_ids() -> None:
    for cards, version in spaces.VERSIONS.items():
        brief, free = spaces.ids(cards), spaces.ids(cards, "free")
        assert (brief.version, free.version) == (version, spaces.FREE_VERSIONS[cards])
        assert brief.texts == free.texts
        before, after = spaces.layout(cards).fields, spaces.layout(cards, "free").fields
        assert after[: len(before)] == before
        assert [field.name for field in after[len(before) :]] == ["offers_left", "offered"]


def test_r1_an_observation_counts_offers_where_trading_is_free() -> None:
    s = bare(3, trading="free")
    for seat in (0, 2):
        stand(s, seat, "market")
    game = at(s, "trade-market", ())
    for text in ("offer 2", "mon 1", "propose", "decline", "offer 0", "mon 2", "propose"):
        game.play(text)
    told = spaces.explain(spaces.observation(game.view(2)))
    assert told["offers_left"] == {"own": 11, "+1": 11}
    assert told["offered"] == {"own": {"+1": 1}, "+1": {"own": 1}}
    assert spaces.observation(game.view(0)).shape == (spaces.layout("house", "free").size,)
    assert "offers_left" not in spaces.explain(spaces.observation(bare_view()))


def test_r1_environments_play_briefly_unless_told_otherwise() -> None:
    for given, trading in (({}, "brief"), ({"trading": "free"}, "free")):
        env = YedoSingle({"players": 3, **given})
        env.begin(1)
        rng = Random(2)
        assert env.game.options["trading"] == trading
        assert env.size == spaces.layout("house", trading).size
        for _ in range(300):
            assert env.seat is not None
            assert env.observe(env.seat).shape == (env.size,)
            env.act(rng.choice(np.flatnonzero(env.mask()).tolist()))


def test_r1_the_tree_is_played_with_free_trading() -> None:
    options = kabuto.new("yedo", cards="house", trading="free").options
    node, rng = tree("yedo", options).root(), Random(4)
    size = sum(int(np.prod(part.shape)) for part in node.parts)
    for _ in range(250):
        ids = [action for action, _ in node.chances()] if node.to_move == CHANCE else node.legal()
        node = node.play(rng.choice(ids))
    assert node.observe(0).shape == (size,)


def bare_view() -> YedoView:
    return at(bare(3), "stepping").view(0)


def test_an_observation_of_either_set_can_be_explained() -> None:
    sets: Iterable[tuple[str, Any]] = product(spaces.VERSIONS, ("brief", "free"))
    for cards, trading in sets:
        game = kabuto.new("yedo", players=3, seed=2, cards=cards, trading=trading)
        game.play("take black")
        told = spaces.explain(spaces.observation(game.view(game._states[0].tasks[-1].seat)))
        (code,) = told["hand_missions"]
        assert game.state.setting.cards.find(code)


def test_cards_of_ones_own_have_no_ids() -> None:
    game = kabuto.new("yedo", players=2, seed=1)
    game.options = {**game.options, "cards": "mine"}
    with pytest.raises(kabuto.BadOption, match="cover the cards house, city, not 'mine'"):
        spaces.mask(game)


def test_the_tables_of_the_documentation_are_up_to_date() -> None:
    text = PAGE.read_text("utf-8")
    assert written(text) == text
    assert f"`VERSION` is {spaces.VERSION}" in text


def test_describe_names_the_cards() -> None:
    assert spaces.describe(TEXTS.index("offer +1")) == "offer +1: begin an offer to that seat"
    mission = kabuto.yedo.cards.card_set("house").missions[0]
    assert spaces.describe(TEXTS.index("fulfil M1 gates")).endswith(f"; M1 is {mission.name}")


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (-1, "0 to"),
        (spaces.ACTIONS, "0 to"),
        (1.5, "whole number"),
        ("take red", "whole number"),
        (True, "0 to"),
    ],
)
def test_what_is_no_id_is_refused(action: object, reason: str) -> None:
    with pytest.raises(kabuto.BadOption, match=reason):
        spaces.describe(action)  # type: ignore[arg-type]


def test_an_id_for_a_seat_that_is_not_there_is_refused() -> None:
    game = kabuto.new("yedo", players=2, seed=1, cards="house")
    with pytest.raises(kabuto.BadOption, match=r"offer \+3.*game of 2"):
        spaces.to_move(game, TEXTS.index("offer +3"))


def test_a_move_that_is_never_legal_has_no_id() -> None:
    game = kabuto.new("yedo", players=2, seed=1, cards="house")
    with pytest.raises(kabuto.BadOption, match="never legal"):
        spaces.to_id(game, "play A1 tavern")


def test_the_view_of_another_seat_cannot_name_the_moves_of_the_one_to_move() -> None:
    game = kabuto.new("yedo", players=2, seed=1, cards="house")
    other = game.view(1 - (game.to_move or 0))
    assert not spaces.mask(other).any()
    with pytest.raises(kabuto.BadOption, match="is to move"):
        spaces.to_move(other, TEXTS.index("offer +1"))


def test_a_row_of_the_wrong_shape_is_no_observation() -> None:
    with pytest.raises(kabuto.BadOption, match=rf"\({spaces.SIZE},\)"):
        spaces.explain([0, 1])
