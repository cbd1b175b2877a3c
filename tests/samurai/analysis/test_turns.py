"""Turns of a finished game looked back on: each judged as a whole, in any order and in parts."""

import random

import pytest

import kabuto
from kabuto.players import make, play_out
from kabuto.samurai import Samurai
from kabuto.samurai.analysis import look_back, outline, review
from kabuto.table import BadOption
from kabuto.table.chances import Chance
from kabuto.table.review import Span, TurnReview, Way, from_review
from tests.samurai.helpers import NORTH, at, position
from tests.samurai.players.positions import FAR, IDLE, N1, N2


@pytest.fixture(scope="module")
def blunder() -> Samurai:
    """Seat 0 could win at once with B4, and waits; seat 1 then wins the Buddha and the game."""
    return position(
        figures={NORTH: "B", (2, 0): "H", (-2, 0): "R"},
        tokens={N1: (1, "S2")},
        hands=["B4 H2", "S3"],
        captured=[[3, 2, 0], [2, 2, 3]],
        moves=[f"H2{IDLE}", "/", f"S3{N2}", "/"],
    )


def test_a_turn_that_throws_the_game_away_is_a_mistake_and_the_better_one_says_what_was_missed(
    blunder: Samurai,
) -> None:
    (found,) = look_back(blunder.record(), [0], iterations=60)
    assert (found.mark, found.span) == ("mistake", (0, 0, 2))
    assert found.cost.mean > 0.5
    assert found.better
    assert [str(move) for move in found.better.moves] == [f"B4{N2}", "/"]
    assert any("Captures Buddha" in text for text in found.better.why)
    assert found.followed == ("Seat 1 then took Buddha in the village north of Akita (5:0).",)
    told = found.to_json()["played"]
    assert told["moves"] == [f"H2{IDLE}", "/"]
    assert [text[:8] for text in told["texts"]] == ["helmet 2"], "the end of a turn goes without saying"


def test_a_turn_that_wins_ends_with_the_result(blunder: Samurai) -> None:
    record = {**blunder.record(), "moves": [f"B4{N2}", "/"]}
    record.pop("outcome")
    (found,) = look_back(record, [0], iterations=60)
    assert (found.better, found.followed) == (None, ())
    assert [chance.mean for chance in found.after] == [1.0, 0.0]


@pytest.mark.parametrize(
    ("after", "cost", "mark"),
    [
        ((0.7, 0.3), 0.0, "good"),
        ((0.3, 0.7), 0.0, "turn"),
        ((0.55, 0.45), 0.0, ""),
        ((0.3, 0.7), 0.2, "mistake"),
        ((0.7, 0.3), 0.06, "mistake"),
        ((0.7, 0.3), 0.04, "good"),
    ],
)
def test_a_mark_judges_the_turn_of_its_player(after: tuple[float, float], cost: float, mark: str) -> None:
    half, way = Chance.sure(0.5), Way((), (), ())
    chances = tuple(map(Chance.sure, after))
    found = TurnReview(0, Span(0, 0, 2), (half, half), chances, Chance.sure(cost), way, way if cost else None)
    assert found.mark == mark


def test_parts_are_those_of_the_whole_in_any_order() -> None:
    game = kabuto.new("samurai", players=3, seed=2, hands="choose")
    play_out(game, [make("greedy", "samurai", random.Random(seat)) for seat in range(3)])
    record = game.record()
    drawn = outline(record, iterations=20)
    assert sorted(drawn.order) == list(range(len(drawn.spans)))
    assert [span.since for span in drawn.spans[1:]] == [span.until for span in drawn.spans[:-1]]
    assert drawn.spans[-1].until == drawn.points[-1].ply == game.ply
    some = [*drawn.order[:3], 0]
    whole = {turn.number: turn for turn in look_back(record, some, iterations=20)}
    for turn in reversed(some):
        assert look_back(record, [turn], iterations=20) == (whole[turn],)


def test_a_turn_that_was_not_ended_is_shown_but_not_judged(blunder: Samurai) -> None:
    record = {**blunder.record(), "moves": [f"H2{IDLE}"]}
    record.pop("outcome", None)
    (found,) = look_back(record, [0, 7], iterations=20)
    assert (found.better, found.cost.mean, found.span.until) == (None, 0, 1)
    assert outline(record, iterations=20).order == (0,)


def test_a_turn_spent_on_what_was_safe_already_says_so() -> None:
    game = position(figures=FAR, tokens={(-1, 1): (0, "B4")}, hands=["B2", "S3"])
    record = {**game.record(), "moves": [f"B2{at((-1, 0))}", "/"]}
    (found,) = look_back(record, [0], iterations=20)
    assert found.played.why == ("Wasted on what was already safe: Buddha in Edo (4:0).",)


def test_a_record_without_moves_or_of_another_game_is_refused() -> None:
    with pytest.raises(BadOption, match="no move"):
        outline(position(figures=FAR).record())
    with pytest.raises(BadOption, match="yedo"):
        look_back(kabuto.new("yedo", seed=1).record(), [0])


def test_an_analysis_that_knows_whole_games_alone_judges_turns_by_their_costliest_move(
    blunder: Samurai,
) -> None:
    drawn, turns = from_review(review(blunder.record(), iterations=60))
    assert [turn.mark for turn in turns] == ["mistake", ""]
    assert turns[0].better
    assert str(turns[0].better.moves[0]) == f"B4{N2}"
    assert drawn.spans == outline(blunder.record(), iterations=20).spans
