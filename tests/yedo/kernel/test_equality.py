"""The engine plays the same game as the readable rules: legal moves, states, scores.

``make prove`` plays 10,000 games and 500 card sets; KABUTO_PROVE_GAMES says another number of games.
"""

import os
from collections import Counter
from pathlib import Path

import pytest

from kabuto.yedo.board import board
from kabuto.yedo.kernel.tables import beyond
from kabuto.yedo.moves import FORMS
from kabuto.yedo.options import Setting
from kabuto.yedo.state.state import asking
from tests.yedo.random_cards import random_cards

from .side_by_side import Compiled, Rare, at_random, mostly_greedy, play_beside

PROOFS = int(os.environ.get("KABUTO_PROVE_GAMES", "10000"))
SETS = 520
"""Of these, more than 500 are within the limits."""
CHUNKS = 50
"""Parts of the proof that run beside each other."""
PLAYERS = (2, 3, 4, 5)


@pytest.fixture(scope="module")
def engine() -> Compiled:
    return Compiled()


def setting(seed: int, players: int) -> Setting:
    """Both card sets, both ways to trade and to bid, in turn."""
    cards = "house" if seed & 1 else "city"
    trading = "free" if seed & 2 else "brief"
    return Setting.of({"players": players, "cards": cards, "overbids": not seed & 4, "trading": trading})


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", range(8))
def test_a_random_game_is_the_same_in_the_engine(engine: Compiled, seed: int, players: int) -> None:
    assert play_beside(engine, setting(seed, players), seed, at_random) > 100


@pytest.mark.uncounted
def test_rare_decisions_are_the_same_in_the_engine(engine: Compiled) -> None:
    rare, told = Rare(), Counter[str]()
    for seed in range(12):
        play_beside(engine, setting(seed, 2 + seed % 4), seed, rare, told)
    assert {*FORMS} - told.keys() <= {"pick", "bonus", "skip", "bless"}


@pytest.mark.uncounted
@pytest.mark.parametrize("seed", range(6))
def test_games_with_any_cards_are_the_same_in_the_engine(engine: Compiled, seed: int, tmp_path: Path) -> None:
    cards = random_cards(tmp_path, seed)
    assert beyond(cards) is None
    players = PLAYERS[seed % 4]
    own = Setting(players, board(players), cards, overbids=seed % 2 == 0, free_trade=seed % 3 == 0)
    play_beside(engine, own, seed, Rare())


@pytest.mark.parametrize("seed", range(4))
def test_a_game_of_planned_moves_is_the_same_in_the_engine(engine: Compiled, seed: int) -> None:
    play_beside(engine, setting(seed, PLAYERS[seed]), seed, mostly_greedy)


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_prove_equality_on_many_games(engine: Compiled, chunk: int) -> None:
    rare, told = Rare(), Counter[str]()
    for seed in range(chunk, PROOFS, CHUNKS):
        choose = (at_random, rare, at_random, rare, mostly_greedy)[seed // CHUNKS % 5]
        play_beside(engine, setting(seed // 4, PLAYERS[seed % 4]), seed, choose, told)
    if PROOFS // CHUNKS >= 100:
        assert {*FORMS} <= told.keys()
        assert {f"asked {task.name}" for task in asking()} <= told.keys()


@pytest.mark.prove
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_prove_equality_with_many_card_sets(engine: Compiled, chunk: int, tmp_path: Path) -> None:
    rare = Rare()
    for seed in range(chunk, SETS, CHUNKS):
        cards = random_cards(tmp_path, 1000 + seed)
        if beyond(cards) is not None:  # one in thirty, mostly by a few action cards too many
            continue
        for players in PLAYERS:
            own = Setting(players, board(players), cards, overbids=seed % 2 == 0, free_trade=seed % 3 == 0)
            play_beside(engine, own, seed, at_random if players % 2 else rare)
