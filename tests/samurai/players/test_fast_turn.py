"""The compiled planner: it values turns exactly as the readable one does, and its plans can be played."""

import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kabuto.compiling.cpu_tools import jit
from kabuto.players import make, play_out
from kabuto.samurai import Samurai, Verb
from kabuto.samurai.board import SETTLEMENT, SETTLEMENTS_BESIDE
from kabuto.samurai.moves import END, Move
from kabuto.samurai.players.evaluation import INFLUENCE, ON_LAND
from kabuto.samurai.players.search import STRONG, Search, Settings, Workspace
from kabuto.samurai.players.search.native import Native
from kabuto.samurai.players.search.search import moves_of
from kabuto.samurai.players.search.textbook import Textbook
from kabuto.samurai.players.search.weights import GREEDY
from kabuto.samurai.players.turn import Change, Step, Turn
from kabuto.samurai.tokens import T, X
from tests.samurai.helpers import EDITIONS, NORTH, PLAYERS, TIMINGS, lay, new, position

from .positions import FAR, N1, N2

EXCHANGES = (Verb.EXCHANGE_FIGURES, Verb.EXCHANGE_TOKENS)
COMPILED = ("evaluation", "singles", "turns", "trials", "contest", "think", "tree_search")
AS_GREEDY = Settings(weights=(GREEDY,) * 5)


def greedy_positions(players: int, part: float) -> Iterator[Samurai]:
    """Games that greedy plays in every edition, captures at both times: a part of their positions."""
    rng = random.Random(players)
    for number, (edition, captures) in enumerate(product(EDITIONS, TIMINGS)):
        game = new(number, players=players, edition=edition, captures=captures)
        seats = [make("greedy", "samurai", random.Random(seat)) for seat in range(players)]
        while game.to_move is not None:
            if rng.random() < part:
                yield game
            game.play(seats[game.to_move].choose(game.view(game.to_move)))


def found(workspace: Workspace, game: Samurai, settings: Settings = STRONG) -> Any:
    assert game.to_move is not None
    return workspace.find(workspace.root(game.view(game.to_move), 1), settings)


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
def test_it_finds_turns_as_good_as_those_of_the_readable_planner(players: int) -> None:
    workspace, seen = Workspace(), Counter[str]()
    for game in greedy_positions(players, 0.5):
        turn = Turn(game.view(game.to_move))
        best = max(plan.value for plan in turn.best())
        plans = found(workspace, game, AS_GREEDY)
        assert isinstance(workspace.engine, Native)
        assert workspace.engine.memory.evaluations[0]["chance"] == pytest.approx(
            turn.outlook.chance, abs=1e-6
        )
        assert [plan.value for plan in plans] == sorted((plan.value for plan in plans), reverse=True)
        seen["positions"] += 1
        seen["as good"] += abs(plans[0].value - best) <= 1e-6
        seen["mid-turn"] += bool(game.state.played)
        seen["captures wait"] += bool(turn.due)
        seen["figure exchange at hand"] += X in turn.hand
        seen["token exchange at hand"] += T in turn.hand
        seen["exchange is best"] += any(move.verb in EXCHANGES for move in moves_of(plans[0]))
    assert min(seen.values()) > 10, seen
    assert seen["as good"] >= 0.97 * seen["positions"], seen


def readable_value(turn: Turn, moves: tuple[Move, ...]) -> float:
    """What a turn is worth to the readable planner."""
    steps: list[Step] = []
    changes: tuple[Change, ...] = ()
    for move in moves:
        if move.verb is Verb.END:
            continue
        steps.append(Step(move.token))
        changes = turn.merge(changes, brought_about(turn, move))
    return turn.weigh(tuple(steps), changes).value


def brought_about(turn: Turn, move: Move) -> tuple[Change, ...]:
    """What a move changes at the settlements that hold figures."""
    if move.verb is Verb.EXCHANGE_FIGURES:
        swap = 1 << move.figure | 1 << move.other_figure
        return tuple(turn.change(SETTLEMENT[s], swap=swap) for s in (move.space, move.other_space))
    token, space = move.token, move.space
    lost: tuple[Change, ...] = ()
    if move.verb is Verb.EXCHANGE_TOKENS:
        laid = turn.state.tokens[space]
        assert laid is not None
        token, lost, space = laid.token, turn.taking(space, laid.token), move.other_space
    beside = [s for s in SETTLEMENTS_BESIDE[space] if s in turn.sites]
    return turn.merge(lost, tuple(turn.change(s, int(ON_LAND[token]), INFLUENCE[token]) for s in beside))


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
def test_both_planners_give_every_turn_the_same_value(players: int) -> None:
    workspace, compared = Workspace(), 0
    for game in greedy_positions(players, 0.3):
        turn = Turn(game.view(game.to_move))
        for plan in found(workspace, game, AS_GREEDY):
            assert plan.value == pytest.approx(readable_value(turn, moves_of(plan)), abs=1e-9), str(game)
            compared += 1
    assert compared > 1000


@pytest.mark.uncounted
@pytest.mark.parametrize("players", PLAYERS)
def test_every_plan_can_be_played_in_its_order_and_ends_the_turn(players: int) -> None:
    workspace, lengths = Workspace(), Counter[int]()
    for game in greedy_positions(players, 0.1):
        for plan in found(workspace, game):
            then = game.copy()
            moves = moves_of(plan)
            for move in moves:
                assert then.why_not(move) is None, (list(map(str, moves)), str(move), str(game))
                then.play(move)
            assert moves[-1] == END
            assert then.to_move != game.to_move
            lengths[len(moves)] += 1
    assert lengths[2] > 20, "one token and the end of the turn"
    assert lengths[3] > 20, "two tokens"


def test_plans_are_different_turns() -> None:
    game = new(3)
    turns = [frozenset(map(str, moves_of(plan))) for plan in found(Workspace(), game)]
    assert len(turns) == STRONG.width
    assert len(set(turns)) == len(turns)


def test_a_capture_that_wins_the_game_is_the_best_plan_and_certain() -> None:
    game = position(
        figures={NORTH: "B", (2, 0): "H", (-2, 0): "R"},
        tokens={N1: (1, "S2")},
        hands=["B4 H2 R2", "S3"],
        captured=[[3, 2, 0], [2, 2, 3]],
    )
    plan = found(Workspace(), game)[0]
    assert [str(move) for move in moves_of(plan)] == [lay("B4", N2), "/"]
    assert plan.value > 0.95


def test_without_a_token_there_is_nothing_to_plan() -> None:
    empty = position(figures={NORTH: "B", **FAR}, tokens={N1: (1, "S2")}, hands=["", "S3"])
    (plan,) = found(Workspace(), empty)
    assert moves_of(plan) == (END,)
    assert plan.steps == ()


def test_a_ship_is_played_before_the_token_that_surrounds() -> None:
    game = position(
        figures={NORTH: "B", **FAR}, tokens={N1: (1, "S3")}, hands=["B2 V2", "S1"], captures="token"
    )
    moves = moves_of(found(Workspace(), game)[0])
    assert [str(move)[:2] for move in moves] == ["V2", "B2", "/"]
    for move in moves:
        game.play(move)
    assert game.state.captured[0] == (0, 1, 0), "the ship counts: 2 and 2 against 3"


# Every function is compiled once.


def test_a_function_is_compiled_once_whatever_numbers_it_is_given() -> None:
    names: dict[str, Any] = {"jit": jit, "small": np.int8(3), "large": 1 << 40}
    source = """
@jit
def inner(number):
    return number + 1

@jit
def outer(number):
    return inner(1) + inner(2) + inner(number) + inner(small) + inner(large)
"""
    exec(compile(source, "<no file, so that nothing is kept>", "exec"), names)
    assert names["outer"](5) == 2 + 3 + 6 + 4 + (1 << 40) + 1
    assert len(names["inner"].signatures) == 1


def test_every_function_of_the_search_has_one_compiled_version() -> None:
    """Twice as many versions would take twice as long to compile; a new process loads what is kept.

    What is a part of its callers has no version of its own.
    """
    game = new(2, players=3)
    seats: list[Any] = [Search(random.Random(1), iterations=8), Textbook(random.Random(1), iterations=8)]
    seats[0].play_on(game.view(0), 1)
    play_out(game, [seats[0], seats[1], make("greedy", "samurai", random.Random(1))])
    versions: dict[str, int] = {}
    for name in COMPILED:
        module = import_module(f"kabuto.samurai.players.search.{name}")
        for function in vars(module).values():
            if getattr(function, "signatures", None) is None or function.__module__ != module.__name__:
                continue
            kept = Path(function.stats.cache_path).glob(f"{name}.{function.__name__}-*.nbc")
            is_part = function.targetoptions.get("inline") == "always"
            versions[f"{name}.{function.__name__}"] = len(list(kept)) + is_part
    assert len(versions) > 40
    assert {function: number for function, number in versions.items() if number != 1} == {}
