"""Mini Samurai for exact answers: the tree that OpenSpiel gets is the game, and its figures are drawn."""

import json
import sys
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pyspiel
import pytest
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import exploitability

import kabuto
import kabuto.envs.openspiel
from kabuto.players import make
from kabuto.samurai.kernel.actions import to_ids
from kabuto.samurai.permuting import permute
from kabuto.samurai.tokens import SETS, TOKEN

assert kabuto.envs.openspiel.NAMES
RESEARCH = Path(__file__).parents[1] / "research"
sys.path.insert(0, str(RESEARCH))
tree: Any = import_module("mini_tree")
mini: Any = import_module("mini")
belief: Any = import_module("belief")


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The bench with a game of two tokens a side, which is walked in no time."""
    monkeypatch.setitem(SETS, "mini", (TOKEN["S2"], TOKEN["S2"]))
    return mini.Bench(tree.walk())


def test_the_tree_is_the_game_that_openspiel_plays(tiny: Any) -> None:
    sets: dict[str, str] = {}
    names = {number: str(action) for action, number in tiny.tree.ids.items()}
    seen = 0

    def compare(one: Any, other: Any) -> None:
        nonlocal seen
        seen += 1
        assert one.current_player() == other.current_player()
        if one.is_terminal():
            assert one.returns() == other.returns()
            return
        if one.is_chance_node():
            theirs = [(int(other.action_to_string(a)), p) for a, p in other.chance_outcomes()]
            assert theirs == pytest.approx(one.chance_outcomes())
        else:
            knows = one.information_state_string(one.current_player())
            assert (
                sets.setdefault(knows, other.information_state_string()) == other.information_state_string()
            )
            assert [str(a) for a in one.legal_actions()] == [names[a] for a in other.legal_actions()]
        for mine, theirs in zip(one.legal_actions(), other.legal_actions(), strict=True):
            compare(one.child(mine), other.child(theirs))

    game = pyspiel.load_game("kabuto_samurai(map=mini)")
    compare(game.new_initial_state(), tiny.game.new_initial_state())
    assert seen == tiny.tree.histories
    assert len(set(sets.values())) == len(sets) == sum(map(len, tiny.tree.decisions))


def test_turns_of_several_tokens_are_in_the_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SETS, "mini", (TOKEN["S2"], TOKEN["N1"]))
    found = tree.walk()
    assert found.histories == found.text().count("\n")
    assert any(view.played for view in mini.Bench(found).views.values())


def test_exploitability_is_that_of_openspiels_own_tools(tiny: Any) -> None:
    game = pyspiel.load_game("kabuto_samurai(map=mini)")
    slow = exploitability.exploitability(game, policies.UniformRandomPolicy(game))
    assert tiny.exploitability(tiny.policy(mini.random)) == pytest.approx(slow)
    *_, (iterations, _, policy) = tiny.learn(16)
    assert (iterations, tiny.exploitability(policy) < slow / 4) == (16, True)


def test_greedy_is_asked_exactly(tiny: Any) -> None:
    for view in list(tiny.views.values())[::10]:
        chosen = {to_ids(make("greedy", "samurai", Random(seed)).choose(view))[0] for seed in range(30)}
        choice = mini.greedy(view)
        assert sum(choice.values()) == pytest.approx(1)
        assert chosen == set(choice)


def test_a_belief_is_made_of_what_a_seat_may_know() -> None:
    for seed in range(6):
        game = kabuto.new("samurai", map="mini", seed=seed)
        players = [make("random", "samurai", Random(seed + seat)) for seat in range(2)]
        while game.to_move is not None:
            seat, setting = game.to_move, game.state.setting
            other = permute(game, seat, Random(seed))
            views = [game.view(seat), other.view(seat)]
            assert views[0].to_json() == views[1].to_json()
            one, two = (
                list(belief.beliefs(belief.turns_seen(view, 1 - seat), setting.full_set, 2, game.options))
                for view in views
            )
            assert one == two, "whatever the other seat holds"
            assert sum(one[-1].values()) == pytest.approx(1)
            assert one[-1][game.state.hands[1 - seat]] > 0, "and what it holds is never ruled out"
            game.play(players[seat].choose(views[0]))


def test_hands_that_would_have_played_a_better_token_are_less_likely() -> None:
    game = kabuto.new("samurai", map="mini", seed=3)
    game.play(next(move for move in game.legal_moves() if str(move).startswith("S2")))
    game.play("/")
    seen = belief.turns_seen(game.view(1), 0)
    (played,) = seen[0].moves
    plain, weighed = belief.beliefs(seen, SETS["mini"], 2, game.options)
    assert len(plain) == 4
    values = belief.worth(seen[0], game.options, 0.05)
    spent = {played.token: 1}
    alone, beside = (played.token,) * 2, (TOKEN["H3"], played.token)
    assert belief.likelihood(beside, spent, values) < belief.likelihood(alone, spent, values)
    assert sum(weighed.values()) == pytest.approx(1)


def test_a_game_that_is_too_large_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 1,000 histories"):
        tree.walk(most=1_000)


def test_the_picture_is_drawn_from_the_latest_figures() -> None:
    found = json.loads(mini.RESULTS.read_text(encoding="utf-8"))
    assert mini.PICTURE.read_text(encoding="utf-8") == mini.mini_svg(found), "research/mini.py --draw"
    assert found["histories"] <= tree.MOST
