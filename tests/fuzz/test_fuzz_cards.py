"""R17: any card set that is accepted can be played: whatever its cards say, and in whatever order."""

import json
from pathlib import Path
from random import Random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kabuto.yedo import rules
from kabuto.yedo.board import board
from kabuto.yedo.deal import deal
from kabuto.yedo.game import most_moves
from kabuto.yedo.options import Setting
from kabuto.yedo.phases.scoring import outcome
from kabuto.yedo.positions.position import read_start, write_position
from kabuto.yedo.state.state import State
from tests.yedo.random_cards import random_cards

EVERY = 17
"""Of so many positions one is written, read back and checked."""
SETS = (settings.default or settings()).max_examples // 5
"""A handful in `make test`, many in `make fuzz`."""
RARE = frozenset({"play", "blackmail", "fulfil", "bonus", "look", "swap", "bless", "buy"})
"""Verbs that a random player would seldom come to."""


def check(s: State) -> None:
    """A position can be written and read: then pieces and cards are in their places and everything fits."""
    written = json.loads(json.dumps(write_position(s)))
    twin, _ = read_start(s.setting, written)
    assert write_position(twin) == written
    assert [str(move) for move in rules.legal_moves(twin)] == [str(move) for move in rules.legal_moves(s)]


def play(setting: Setting, seed: int) -> None:
    """A game in which rare moves are preferred, to its end."""
    rng = Random(seed)
    s, moved = deal(setting, seed), 0
    while s.tasks:
        moves = rules.legal_moves(s)
        rare = [move for move in moves if move.verb in RARE]
        move = rng.choice(rare if rare and rng.random() < 0.6 else moves)
        s = rules.after(s, move, lambda _, weapons: tuple(rng.sample(weapons, len(weapons))))
        moved += 1
        if s.tasks and (moved % EVERY == 0 or move.verb == "play"):
            check(s)
    found = outcome(s)
    assert found is not None
    assert len(found.scores) == setting.players
    assert moved < most_moves(setting)


@settings(max_examples=SETS, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_r17_any_cards_can_be_played(tmp_path: Path, seed: int) -> None:
    cards, rng = random_cards(tmp_path, seed), Random(seed)
    players = rng.randint(2, 5)
    play(Setting(players, board(players), cards, rng.random() < 0.5, rng.random() < 0.5), seed)
