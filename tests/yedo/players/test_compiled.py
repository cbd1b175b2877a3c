"""The compiled greedy player plays what the readable one plays, and knows what its seat knows.

``make prove`` plays 2,000 games and 200 card sets; KABUTO_PROVE_GAMES says another number of games.
"""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kabuto
from kabuto.yedo import Yedo
from kabuto.yedo.board import board
from kabuto.yedo.kernel.convert import from_state, states, to_state
from kabuto.yedo.kernel.deals import Deals
from kabuto.yedo.kernel.tables import beyond
from kabuto.yedo.options import Setting
from kabuto.yedo.players import search
from kabuto.yedo.players.chance import Chance
from kabuto.yedo.players.compiled import warming
from kabuto.yedo.players.compiled.records import weights_record
from kabuto.yedo.players.compiled.workspace import Workspace
from kabuto.yedo.players.levels import EFFORTS
from kabuto.yedo.players.search import Search
from kabuto.yedo.players.trials import Readable, trials
from kabuto.yedo.players.weights import GREEDY
from kabuto.yedo.state.state import State
from kabuto.yedo.views.view import YedoView
from tests.yedo.kernel.side_by_side import Rare, at_random
from tests.yedo.random_cards import random_cards

from .beside import Player, judge_beside

GAMES = int(os.environ.get("KABUTO_PROVE_GAMES", "2000"))
SETS = 200
PARTS = {6: 0.2, 7: 0.1, 8: 0.01, 9: 0.003}
"""Level → the part of its decisions that the readable rules make again: they take up to seconds for one."""
CHUNKS = 50
PLAYERS = (2, 3, 4, 5)


def setting(seed: int) -> Setting:
    """Every number of players, both card sets, both ways to trade and to bid, in turn."""
    cards = "house" if seed // 4 & 1 else "city"
    trading = "free" if seed // 8 & 1 else "brief"
    overbids = not seed // 16 & 1
    return Setting.of({"players": 2 + seed % 4, "cards": cards, "overbids": overbids, "trading": trading})


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", [1, 8, 14, 31])
def test_every_move_of_a_game_is_worth_the_same(seed: int) -> None:
    assert judge_beside(setting(seed), seed) > 500


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", range(2))
def test_with_any_cards_every_move_is_worth_the_same(seed: int, tmp_path: Path) -> None:
    cards = random_cards(tmp_path, seed)
    own = Setting(3 - seed, board(3 - seed), cards, overbids=seed == 0, free_trade=seed == 1)
    judge_beside(own, seed, Rare())


@pytest.mark.uncounted
def test_what_its_seat_cannot_see_changes_no_move() -> None:
    """Another deal of the same view: the same choice, from the same chance."""
    rng, compared = Random(4), 0
    for seed in range(4):
        game = kabuto.new("yedo", players=2 + seed, seed=seed, cards="house")
        assert isinstance(game, Yedo)
        player = Player(game.state.setting)
        while game.to_move is not None:
            if len(game.legal_moves()) > 1 and rng.random() < 0.1:
                view = game.view(game.to_move)
                assert isinstance(view, YedoView)
                twin = view.sample(rng)
                assert isinstance(twin, Yedo)
                one, two = from_state(game.state, game.ply), from_state(twin.state, game.ply)
                compared += one.tobytes() != two.tobytes()
                assert player.choose(one) == player.choose(two)
            game.play(rng.choice(game.legal_moves()))
    assert compared > 50


class ByRules(Readable):
    """Games by the readable rules, in the samples of the compiled engine."""

    def __init__(self, view: YedoView, rng: Random) -> None:
        super().__init__(view, rng)
        self.deals, self.games = Deals(view, rng.getrandbits(64)), states(1)

    def samples(self, number: int) -> Iterator[State]:
        for _ in range(number):
            self.deals.fill(self.games, 1)
            yield to_state(self.games[0], self.view.state.setting)


def search_beside(level: int, options: dict[str, Any], seed: int, part: float, until: int = 99) -> int:
    """Compare what a level finds by the engine and by the readable rules, in a game that it plays."""
    game, rng, compared = kabuto.new("yedo", seed=seed, **options), Random(f"asked {seed}"), 0
    effort = EFFORTS[level]._replace(by_rules=EFFORTS[level].games)
    assert isinstance(game, Yedo)
    while game.to_move is not None and game.state.round < until:
        view = game.view(game.to_move)
        assert isinstance(view, YedoView)
        found = Search(Random(game.ply), effort).weigh(view)
        if rng.random() < part:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(search, "trials", ByRules)
                assert Search(Random(game.ply), effort).weigh(view) == found, (seed, game.ply)
            compared += 1
        game.play(found[0].move)
    return compared


@pytest.mark.parametrize(("level", "part"), [(6, 0.5), (7, 0.2), (8, 0.05)])
def test_a_search_finds_the_same_by_the_readable_rules(level: int, part: float) -> None:
    warming.warm_all()
    assert search_beside(level, {"players": 2 + level % 3, "trading": "free"}, level, part, until=3) > 2


def test_without_the_compiler_a_search_plays_by_the_readable_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "_LOADED", set())
    monkeypatch.setattr(warming, "find_spec", lambda name: None)
    view = kabuto.new("yedo", seed=1).view(0)
    assert isinstance(view, YedoView)
    assert isinstance(trials(view, Random(1)), Readable)
    monkeypatch.undo()
    warming.warm_all()
    assert isinstance(trials(view, Random(1)), Workspace)


def test_cards_beyond_the_limits_are_played_by_the_readable_rules() -> None:
    warming.warm_all()
    cards = setting(0).cards
    assert warming.can_play(cards)
    assert not warming.can_play(replace(cards, missions=cards.missions * 2))


def test_other_weights_are_other_numbers() -> None:
    own, poor = setting(0), replace(GREEDY, mon=0.0)
    assert weights_record(own)[0]["mon"] == GREEDY.mon
    assert weights_record(own, poor)[0]["mon"] == 0.0
    assert weights_record(own) is weights_record(own)


def test_chance_is_that_of_the_record() -> None:
    one, two = Chance(77), Chance(77)
    drawn = [one.below(6) for _ in range(600)]
    assert drawn == [two.below(6) for _ in range(600)]
    assert all(70 < drawn.count(n) < 130 for n in range(6))
    assert 0 <= one.random() < 1 << 31


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_prove_the_same_moves_in_many_games(chunk: int) -> None:
    for seed in range(chunk, GAMES, CHUNKS):
        judge_beside(setting(seed), seed, at_random if seed % 5 == 0 else None)


@pytest.mark.prove
@pytest.mark.parametrize("level", EFFORTS)
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_prove_that_levels_play_the_same_moves(level: int, chunk: int) -> None:
    warming.warm_all()
    for seed in range(chunk, GAMES // 10, CHUNKS):
        options = {"players": 2 + seed % 4, "cards": ("city", "house")[seed % 2], "trading": "brief"}
        search_beside(level, options, seed, PARTS[level])


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_prove_the_same_moves_with_many_card_sets(chunk: int, tmp_path: Path) -> None:
    rare = Rare()
    for seed in range(chunk, SETS, CHUNKS):
        cards = random_cards(tmp_path, 2000 + seed)
        if beyond(cards) is None:
            players = PLAYERS[seed % 4]
            own = Setting(players, board(players), cards, overbids=seed % 2 == 0, free_trade=seed % 3 == 0)
            judge_beside(own, seed, None if seed % 2 else rare)
