"""Samurai and Yedo in OpenSpiel: its own checks, the same game as the rules', nothing seen that is hidden."""

import re
from collections import Counter
from math import isclose, prod
from random import Random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test

from kabuto.envs import samurai_spaces, yedo_spaces
from kabuto.samurai.numbers.tree import SamuraiNode, _next
from kabuto.table.numbers.tree import CHANCE
from kabuto.yedo import rules
from kabuto.yedo.board import PILES
from kabuto.yedo.moves import move
from kabuto.yedo.numbers.tree import YedoNode
from kabuto.yedo.positions.position import write_position
from kabuto.yedo.state.state import Undrawn
from kabuto.yedo.views.view import mask

from .spiel import KINDS, in_the_rules, load, reach, seen, walk

CHOSEN = {"hands": "choose", "figures": "draft"}
"""Nothing is dealt at the start."""


# OpenSpiel's own checks.


@pytest.mark.uncounted
@pytest.mark.parametrize(
    ("name", "options", "serialize"),
    [
        ("samurai", {"players": 2}, True),
        ("samurai", {"players": 3, "edition": "hig"}, True),
        ("samurai", {"players": 4, "edition": "ffg"}, True),
        ("samurai", {"players": 2, "null_exchange": True, **CHOSEN}, True),
        ("yedo", {"players": 2}, True),
        ("yedo", {"players": 3}, False),
        ("yedo", {"players": 4}, False),
        ("yedo", {"players": 5}, False),  # a state at rest is its path: reading hundreds of them takes long
    ],
)
def test_openspiel_plays_it_at_random(name: str, options: dict[str, Any], serialize: bool) -> None:
    pyspiel.random_sim_test(load(name, **options), num_sims=1, serialize=serialize, verbose=False)


@pytest.mark.prove
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_openspiel_plays_yedo_with_every_number_of_players(players: int) -> None:
    pyspiel.random_sim_test(load("yedo", players=players), num_sims=1, serialize=True, verbose=False)


class KeepsTheAPI(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's checks, made on states of a whole game: those it picks itself are all at the beginning."""

    __test__ = False
    game: Any

    @classmethod
    def setUpClass(cls) -> None:
        cls.game_type, cls.game_name = cls.game.get_type(), cls.game.get_type().short_name
        cls.some_states = [state.clone() for state in walk(cls.game, seed=1) if state.move_number() % 9 == 0]


for _name, _players in (("samurai", 2), ("samurai", 3), ("samurai", 4), ("yedo", 2), ("yedo", 4)):
    _case = {"__test__": True, "game": load(_name, players=_players)}
    globals()[f"Test{_name.capitalize()}{_players}"] = type("KeepsTheAPI", (KeepsTheAPI,), _case)


# The same game as the rules'.


@pytest.mark.parametrize("options", [{"players": 2}, {"players": 3, "edition": "hig"}, {"players": 4}])
def test_samurai_is_the_game_of_the_rules(options: dict[str, Any]) -> None:
    for state in walk(load("samurai", **options), seed=5):
        at = state.at
        if at.to_move == CHANCE or at.record["pick"][0] >= 0 or at.ply % 20:
            continue
        game = in_the_rules(state)
        assert game.to_move == at.to_move
        for seat in range(at.players):
            view = game.view(seat)
            assert " ".join(view.hand) == at.hand(seat)
            assert np.array_equal(samurai_spaces.observation(view), state.observation_tensor(seat))
        assert len({at.name(at.to_move, action) for action in at.legal()}) == len(at.legal())
    assert in_the_rules(state).outcome.winners == tuple(state.at.winners())


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_yedo_is_the_game_of_the_rules(players: int) -> None:
    for state in walk(load("yedo", players=players), seed=players):
        if state.at.to_move == CHANCE or state.at.ply % 150:
            continue
        game = in_the_rules(state)
        names = [state.action_to_string(action) for action in state.legal_actions()]
        assert sorted(names) == sorted(map(str, game.legal_moves()))
        for seat in range(players):
            view = game.view(seat)
            assert view.to_json() == state.at.view(seat, view.log).to_json()
            assert np.array_equal(yedo_spaces.observation(view), state.observation_tensor(seat))
    assert in_the_rules(state).outcome.winners == tuple(state.at.winners())


def test_weapons_that_are_shuffled_in_the_game_are_drawn_one_by_one_too() -> None:
    for seed in range(40):
        *_, state = walk(load("yedo", players=5), seed)
        if state.at.state.reshuffles:
            game = in_the_rules(state)
            assert len(game.record()["start"]["reshuffles"]) == len(state.at.state.reshuffles)
            assert game.outcome.winners == tuple(state.at.winners())
            return
    raise AssertionError("no game shuffled its weapons")


# Chance.


def test_the_rules_ask_for_a_card_that_is_not_decided_and_nothing_has_changed() -> None:
    state = reach(load("yedo"), 1, 0).at.state
    before = write_position(mask(state, None))
    with pytest.raises(Undrawn) as asked:
        rules.after(state, move("take red"), lambda s, weapons: weapons)
    assert asked.value.pile == PILES.index("red")
    assert write_position(mask(state, None)) == before


def test_every_way_to_fill_the_map_is_equally_likely() -> None:
    game = load("samurai", players=3)
    dealt = len(game.table.room)
    likely = set()
    _next.cache_clear()  # whatever was asked before
    for seed in range(8):
        odds = []
        for state in walk(game, seed):
            if state.move_number() == dealt:
                break
            odds.append(dict(state.chance_outcomes()))
        paths = [chances[action] for chances, action in zip(odds, state.history(), strict=True)]
        likely.add(f"{prod(paths):.9e}")
        cities = Counter(game.table.room)
        for town, room in cities.items():
            kinds = [action for action in state.history() if (action - 17) % 34 == town]
            assert len(set(kinds)) == room, "two equal figures in a city"
    assert len(likely) == 1


def test_a_token_is_drawn_as_often_as_there_are_of_it() -> None:
    game = load("samurai", players=2, figures="draft")
    state = game.new_initial_state()
    assert dict(state.chance_outcomes()) == {n: (2 if n in (9, 10, 13) else 1) / 20 for n in range(17)}
    state.apply_action(9)
    assert isclose(dict(state.chance_outcomes())[9], 1 / 19)


def test_a_weapon_is_drawn_as_often_as_there_are_of_it() -> None:
    state = load("yedo", players=4).new_initial_state()
    assert state.chance_outcomes() == [(seat, 0.25) for seat in range(4)]
    state.apply_action(2)
    assert [state.action_to_string(action) for action, _ in state.chance_outcomes()] == [
        "patrol red",
        "patrol blue",
    ]
    state.apply_action(5)
    weapons = state.chance_outcomes()
    assert len(weapons) == 8
    assert all(odds == 5 / 40 for _, odds in weapons)
    state.apply_action(weapons[0][0])
    assert dict(state.chance_outcomes())[weapons[0][0]] == 4 / 39
    state.apply_action(weapons[0][0])
    assert state.current_player() == 1  # seat 2 begins, missions are taken in reverse order (Q10)


def test_nothing_is_dealt_that_players_choose() -> None:
    assert load("samurai", **CHOSEN).new_initial_state().current_player() == 0


# What seats know.


def dealt_anew(name: str, seed: int, plies: int, seat: int, **options: Any) -> tuple[Any, Any]:
    """A state, and one in which everything that a seat has not seen is dealt anew."""
    state = reach(load(name, **options), seed, plies)
    return state, state.resample_from_infostate(seat, Random(seed).random)


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(("players", "plies"), [(2, 60), (3, 90), (4, 130)])
def test_a_seat_cannot_tell_what_it_has_not_seen(name: str, players: int, plies: int) -> None:
    for seat in range(players):
        state, other = dealt_anew(name, players, plies, seat, players=players)
        assert seen(other, seat) == seen(state, seat)
        assert str(other) != str(state), "nothing was dealt anew"
        assert len(other.history()) == len(state.history())
        rival = (seat + 1) % players
        assert other.information_state_string(rival) != state.information_state_string(rival)


def test_choices_of_others_are_not_seen() -> None:
    state, other = dealt_anew("samurai", 3, 16, 0, **CHOSEN)
    assert seen(other, 0) == seen(state, 0)
    assert str(other) != str(state)
    assert re.search(r"1:\+ ", state.information_state_string(0))
    assert re.search(r"1:\+[A-Z]", state.information_state_string(1))


@pytest.mark.parametrize(("node", "name"), [(SamuraiNode, "samurai"), (YedoNode, "yedo")])
def test_a_leak_would_be_found(node: Any, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = node.line
    monkeypatch.setattr(node, "line", lambda self, seat: honest(self, 1 if seat == 0 else seat))
    state, other = dealt_anew(name, 2, 60, 0)
    assert seen(other, 0) != seen(state, 0)


@pytest.mark.parametrize("name", KINDS)
def test_a_seat_forgets_nothing(name: str) -> None:
    """An information state goes on where the last one of that seat ended, and names its own action."""
    told, plies = ["", ""], [-1, -1]
    marks: list[tuple[int, ...]] = [(), ()]
    for state in walk(load(name), seed=4):
        seat = state.current_player()
        if seat < 0:
            continue
        information, log = state.information_state_string(seat), state.at.marked(seat)
        assert information.startswith(f"{told[seat]} " if told[seat] else f"seat {seat}: ")
        if plies[seat] >= 0:
            assert log[: len(marks[seat])] == marks[seat]
            assert log[len(marks[seat])] == 1 + state.history()[plies[seat]]
        told[seat], marks[seat], plies[seat] = information, log, state.move_number()
    assert min(plies) > 0


def test_tokens_are_dealt_anew_as_they_are_dealt() -> None:
    """Of two S1 among 20 tokens, a hand of five that nobody has seen holds one half on the average."""
    state, rng = reach(load("samurai", players=2), 1, 0), Random(1)
    number, hands = 300, Counter[str]()
    for _ in range(number):
        hands.update(state.resample_from_infostate(0, rng.random).at.hand(1).split())
    assert abs(hands["S1"] / number - 0.5) < 0.15
    assert abs(hands["H2"] / number - 0.25) < 0.12
    assert sum(hands.values()) == 5 * number


def test_an_exchange_is_seen_when_it_is_complete() -> None:
    for state in walk(load("samurai"), seed=2):
        at = state.at
        if at.to_move >= 0 and at.record["pick"][0] >= 0:
            told = at.told(1 - at.to_move)
            assert at.before.told(1 - at.to_move) == told
            assert at.before.marked(1 - at.to_move) == at.marked(1 - at.to_move)
            assert at.before.told(at.to_move) != at.told(at.to_move)
            other = state.resample_from_infostate(1 - at.to_move, Random(1).random)
            assert other.information_state_string(1 - at.to_move) == f"seat {1 - at.to_move}: {told}"
            return
    raise AssertionError("nobody exchanged anything")


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("recalls", [False, True])
def test_every_part_of_a_tensor_has_a_name_of_its_own(name: str, recalls: bool) -> None:
    state = reach(load(name), 1, 60)
    game, kind = state.get_game(), pyspiel.IIGObservationType(perfect_recall=recalls)
    observer = game.make_py_observer(kind)
    observer.set_from(state, 1)
    flat = np.concatenate([part.ravel() for part in observer.dict.values()])
    assert np.array_equal(flat, observer.tensor)
    read = state.information_state_tensor if recalls else state.observation_tensor
    assert np.array_equal(flat, read(1))


def test_the_public_and_the_private_part() -> None:
    state = reach(load("samurai"), 1, 60)
    public, private = (
        state.get_game().make_py_observer(pyspiel.IIGObservationType(shown, False, kind))
        for shown, kind in (
            (True, pyspiel.PrivateInfoType.NONE),
            (False, pyspiel.PrivateInfoType.SINGLE_PLAYER),
        )
    )
    assert public.string_from(state, 0) == public.string_from(state, 0)
    assert '"hand": []' in public.string_from(state, 0)
    assert private.string_from(state, 1) == state.at.hand(1) != ""
