"""The analysis of Yedo: from what a seat may know, repeatable, and in words."""

import random
from typing import Any

import pytest

import kabuto
from kabuto.players import make
from kabuto.table import BadOption
from kabuto.yedo import Yedo
from kabuto.yedo.analysis import analyse, curve_svg, look_back, moves_svg, outline, review
from tests.yedo.helpers import act, bare, card, stand


def begun(plies: int, players: int = 2) -> Yedo:
    """A game between greedy players, after some moves."""
    game = kabuto.new("yedo", players=players, seed=3)
    assert isinstance(game, Yedo)
    greedy = make("greedy", "yedo", random.Random(1))
    while game.to_move is not None and game.ply < plies:
        game.play(greedy.choose(game.view(game.to_move)))
    return game


def sums(chances: Any) -> float:
    return float(sum(chance.mean for chance in chances))


def test_the_best_move_comes_first_with_its_reasons() -> None:
    s = bare(2)
    s.round = 11
    card(s, 0, "M17")
    stand(s, 0, "gates", "harbor")
    found = analyse(act(s, 0).view(0), iterations=16)
    assert found.best is not None
    assert {str(each.move) for each in found.moves} >= {"idle gates", "church"}
    assert found.best.results[0].mean == max(each.results[0].mean for each in found.moves if each.games)
    assert sums(found.chances) == pytest.approx(1)
    assert all(each.why for each in found.moves)
    told = found.to_json("de")
    assert (told["game"], told["seat"], len(told["moves"])) == ("yedo", 0, len(found.moves))
    assert "<svg" in moves_svg(found)


def test_another_seat_and_a_spectator_learn_chances_only() -> None:
    game = begun(30)
    assert game.to_move is not None
    for seat in (None, 1 - game.to_move):
        found = analyse(game.view(seat), iterations=4)
        assert not found.moves
        assert sums(found.chances) == pytest.approx(1)


def test_what_a_seat_cannot_see_changes_nothing() -> None:
    game = begun(60, players=3)
    seat = game.to_move
    assert seat is not None
    twin = game.view(seat).sample(random.Random(4))
    assert twin.state.decks != game.state.decks
    one, two = (analyse(each.view(seat), iterations=12, seed=5).to_json() for each in (game, twin))
    assert one == two


def test_a_review_judges_every_move_and_ends_with_the_outcome() -> None:
    game = begun(10_000)
    tail = kabuto.load(game.record())
    for _ in range(12):
        tail.undo()
    record = {**game.record(), "start": tail.position(), "moves": game.record()["moves"][-12:]}
    found = review(record, iterations=4, seed=2)
    assert [ply.move for ply in found.plies] == list(game.moves[-12:])
    assert [chance.mean for chance in found.plies[-1].chances] == [
        float(seat in game.outcome.winners)  # type: ignore[union-attr]
        for seat in range(2)
    ]
    assert all(ply.cost.mean >= 0 for ply in found.plies)
    assert all(bool(ply.preferred) == (ply.cost.mean > 0) for ply in found.plies)
    assert found.to_json("de") == review(record, iterations=4, seed=2).to_json("de")
    assert "<svg" in curve_svg(found)


def test_turns_are_judged_the_same_in_any_order_and_the_last_one_ends_with_the_outcome() -> None:
    game = begun(10_000)
    tail = kabuto.load(game.record())
    for _ in range(12):
        tail.undo()
    record = {**game.record(), "start": tail.position(), "moves": game.record()["moves"][-12:]}
    drawn = outline(record, iterations=4, seed=2)
    assert (drawn.points[0].ply, drawn.points[-1].ply) == (0, 12)
    every = look_back(record, drawn.order, iterations=4, seed=2)
    assert [turn.span for turn in every] == list(drawn.spans)
    assert every[-1].after == drawn.points[-1].chances
    for turn in every:
        assert look_back(record, [turn.number], iterations=4, seed=2) == (turn,)
        assert bool(turn.better) == (turn.cost.mean > 0)
    with pytest.raises(BadOption, match="samurai"):
        look_back(kabuto.new("samurai", seed=1).record(), [0])


def test_a_careless_move_costs_something_and_the_better_one_is_named() -> None:
    s = bare(2)
    s.round = 5
    card(s, 0, "M1")
    stand(s, 0, "market", "castle-prestige")
    game = act(s, 0)
    game.play("idle castle-prestige")
    (ply,) = review(game.record(), iterations=24).plies
    assert ply.preferred
    assert str(ply.preferred[0]) != "idle castle-prestige"
    assert ply.cost.mean > 0
    assert ply.why_preferred


@pytest.mark.parametrize(
    ("work", "place"),
    [
        (lambda: analyse(kabuto.new("samurai", seed=1).view(0)), "view"),  # type: ignore[arg-type]
        (lambda: analyse(begun(10_000).view(0)), "view"),
        (lambda: analyse(begun(3).view(0), iterations=0), "budget"),
        (lambda: review(kabuto.new("yedo", seed=1).record()), "record"),
        (lambda: review(kabuto.new("samurai", seed=1).record()), "game"),
    ],
)
def test_what_cannot_be_analysed_is_refused(work: Any, place: str) -> None:
    with pytest.raises(kabuto.BadOption) as refusal:
        work()
    assert refusal.value.place == place


def test_a_budget_in_seconds_is_kept_to() -> None:
    assert analyse(begun(20).view(begun(20).to_move), seconds=0.01).best is not None
