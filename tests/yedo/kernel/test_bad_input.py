"""Odd cards, odd amounts and machines without a compiler: the same game, or the reason why not."""

import os
import subprocess
import sys
from dataclasses import replace
from random import Random

import pytest

from kabuto.table import BadOption
from kabuto.yedo import rules
from kabuto.yedo.board import board
from kabuto.yedo.cards import CardSet, Effect, card_set
from kabuto.yedo.kernel.convert import from_state
from kabuto.yedo.kernel.deals import Deals
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.tables import beyond, setting_record
from kabuto.yedo.options import Setting
from tests.yedo.helpers import finished_setup

from .side_by_side import Chance, Compiled, Rare, differences, play_beside

CITY = card_set("city")


def with_actions(*effects: Effect, timing: str = "act") -> CardSet:
    """A set in which most action cards do all of this."""
    actions = tuple(
        replace(card, timing=timing, effects=effects, conditions=()) if n % 4 else card
        for n, card in enumerate(CITY.actions)
    )
    return replace(CITY, actions=actions)


@pytest.mark.uncounted
@pytest.mark.parametrize(
    "cards",
    [
        with_actions(Effect("gain", ("action", 2)), Effect("gain", ("bonus", 1))),
        with_actions(Effect("refresh"), Effect("salvage")),
        with_actions(Effect("flee"), Effect("save"), Effect("save-all"), timing="5c"),
        with_actions(Effect("patrol-step", (1,)), Effect("patrol-step", (-1,)), timing="5b"),
    ],
    ids=["a cycle of gains", "what is aimed at is taken away", "who is saved flees", "there and back"],
)
def test_cards_that_contradict_each_other_are_the_same_in_the_engine(cards: CardSet) -> None:
    assert beyond(cards) is None
    own = Setting(3, board(3), cards, overbids=True, free_trade=False)
    play_beside(Compiled(), own, 6, Rare())


@pytest.mark.uncounted
def test_amounts_beyond_16_bits_are_the_same_in_the_engine() -> None:
    state, engine, rng, chance = finished_setup(3).state.copy(), Compiled(), Random(2), Chance()
    for seat, mon in enumerate((32_767, 32_768, 10**9)):
        state.edit(seat).mon, state.clans[seat].prestige = mon, 65_536 + seat
    state.church = 40_000
    games, t, own = from_state(state), setting_record(state.setting), packing(state.setting)
    for _ in range(150):
        moves = rules.legal_moves(state)
        assert {*engine.legal(games, t)} == {own.pack(move) for move in moves}
        move, chance.word = rng.choice(moves), int(games[0]["rng"])
        engine.step(games, t, own.pack(move))
        state = rules.after(state, move, chance)
        assert differences(games, state) == []


def test_hidden_cards_of_a_set_beyond_the_limits_are_left_to_the_readable_rules() -> None:
    view = finished_setup(2).view(0)
    large = replace(view.state.setting, cards=replace(CITY, favours=CITY.favours * 4))
    for state in (view.state, view.start):
        state.setting = large
    with pytest.raises(BadOption, match="readable rules alone"):
        Deals(view)


def test_without_a_compiler_the_readable_rules_play() -> None:
    script = (
        "import sys; sys.modules['numba'] = None\n"
        "import kabuto, random\n"
        "from kabuto.yedo.players.compiled.warming import can_play\n"
        "from kabuto.yedo.players.levels import level6\n"
        "game = kabuto.new('yedo', players=2, seed=1)\n"
        "assert not can_play(game.state.setting.cards)\n"
        "player = level6(random.Random(1))\n"
        "for _ in range(30):\n"
        "    game.play(player.choose(game.view(game.to_move)))\n"
        "print(game.ply)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "30", done.stderr


@pytest.mark.prove
def test_two_processes_that_compile_at_once_and_one_that_may_not_keep_it(tmp_path: object) -> None:
    script = (
        "import numpy as np\n"
        "from kabuto.yedo.kernel import warming, calls\n"
        "from kabuto.yedo.kernel.convert import states\n"
        "from kabuto.yedo.kernel.record import LEGAL\n"
        "from kabuto.yedo.kernel.tables import setting_record\n"
        "from kabuto.yedo.options import Setting\n"
        "warming.warm_all()\n"
        "own = Setting.of({'players': 2, 'cards': 'city', 'overbids': True, 'trading': 'brief'})\n"
        "games, out = states(1), np.zeros(LEGAL, np.int64)\n"
        "games['rng'] = 5\n"
        "print(calls.play_out(games, 0, setting_record(own), 20, out))"
    )
    denied = f"{tmp_path}/file"
    open(denied, "w", encoding="utf-8").close()
    folders = (f"{tmp_path}/cache", f"{tmp_path}/cache", f"{denied}/cache")
    started = [
        subprocess.Popen(
            [sys.executable, "-c", script],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "KABUTO_CACHE": each},
        )
        for each in folders
    ]
    told = {process.communicate()[0].strip() for process in started}
    assert len(told) == 1
    assert int(told.pop()) > 1000
