"""What an analysis finds in a position and in a finished game."""

import json
import random
from math import inf, nan
from typing import Any
from xml.etree import ElementTree

import pytest

from kabuto.samurai import Move, Samurai, SamuraiView, Verb
from kabuto.samurai.analysis import Budget, Chance, analyse, curve_svg, moves_svg, review
from kabuto.samurai.analysis.lookahead import after, figures_won
from kabuto.samurai.analysis.thought import Thinker
from kabuto.samurai.moves import END
from kabuto.table import BadOption
from tests.samurai.helpers import AKITA, EAST, NORTH, at, new, position
from tests.samurai.players.positions import FAR, IDLE, N1, N2, random_games
from tests.support.clock import Clock
from tests.support.tiny import KitesView

# Views of what has not happened.


def told(view: SamuraiView) -> list[object]:
    """The log, but for which tokens were drawn: nobody can guess those."""
    return [(entry.seat, entry.move, entry.captures, len(entry.drawn)) for entry in view.log]


def test_the_view_after_a_move_is_the_one_that_the_game_then_gives() -> None:
    rng = random.Random(2)
    compared = 0
    for game in random_games():
        seat = game.to_move
        view = game.view(seat)
        for move in rng.sample(view.legal_moves(), min(3, len(view.legal_moves()))):
            then = game.copy()
            then.play(move)
            real, guess = then.view(seat), after(view, move, rng)
            assert figures_won(guess) == figures_won(real)
            assert (told(guess), guess.pools, guess.hand_sizes) == (told(real), real.pools, real.hand_sizes)
            assert guess.to_move == real.to_move
            if move.verb is not Verb.END:  # what is drawn then nobody knows before
                bare = (v.state._replace(captured=()) for v in (guess, real))
                assert next(bare) == next(bare)
                assert guess.received == real.received
                compared += 1
    assert compared > 500


def test_what_is_drawn_after_a_move_is_spread_over_what_can_be() -> None:
    game = position(figures=FAR, hands=["S1"], draws=["H2 H3 H4 B2 R2"], played="S2")
    drawn = [set(after(game.view(0), END, random.Random(seed)).hand) for seed in range(60)]
    left = {token for hand in drawn for token in {"H2", "H3", "H4", "B2", "R2"} - hand}
    assert all(len(hand) == 5 and "S1" in hand for hand in drawn)
    assert left == {"H2", "H3", "H4", "B2", "R2"}, "each of them stays in the stack now and then"


# Numbers.


def test_an_interval_is_that_of_wilson() -> None:
    chance = Chance.of(0.5, 100)
    assert (round(chance.low, 4), round(chance.high, 4)) == (0.4038, 0.5962)
    assert Chance.of(0.0, 10).low == 0.0
    assert round(Chance.of(0.0, 10).high, 3) == 0.278
    assert Chance.of(1.0, 10).high == 1.0


def test_a_difference_is_as_uncertain_as_both_of_its_parts() -> None:
    difference = Chance(0.6, 0.57, 0.63) - Chance(0.5, 0.46, 0.54)
    assert [round(n, 4) for n in (difference.mean, difference.low, difference.high)] == [0.1, 0.05, 0.15]


@pytest.mark.parametrize(
    "budget",
    [(None, None), (1, 1.0), (0, None), (True, None), (1.5, None), (None, 0.0), (None, nan), (None, inf)],
)
def test_a_budget_is_one_number_above_zero(budget: tuple[Any, Any]) -> None:
    with pytest.raises(BadOption, match=r"give a budget|iterations must|seconds must"):
        Budget(*budget)


# A position.


@pytest.fixture(scope="module")
def game() -> Samurai:
    """A game of three in its middle, with both exchanges in the hand of the seat to move."""
    game = position(
        players=3,
        figures={NORTH: "B", EAST: "H", AKITA: "BR", **FAR},
        tokens={N1: (1, "S2"), at((0, -3)): (0, "B2"), at((0, 1)): (2, "R3")},
        hands=["X T S3 V1 B4", "S1 S2 H4 B3 N1", "R2 R4 V2 S2 B3"],
        draws=["H2 H3 H4 R2", "R3 R4", "S3 N1"],
    )
    assert len(game.legal_moves()) > 150
    return game


def test_every_legal_move_is_listed_once_and_says_how_it_was_looked_at(game: Samurai) -> None:
    analysis = analyse(game.view(0), iterations=150)
    moves = [candidate.move for candidate in analysis.moves]
    assert sorted(map(str, moves)) == sorted(map(str, game.legal_moves()))
    for candidate in analysis.moves:
        assert candidate.why
        if candidate.games:
            assert len(candidate.results) == 3
            assert abs(sum(chance.mean for chance in candidate.results) - 1) < 1e-3
            assert all(0 <= c.low <= c.mean <= c.high <= 1 for c in candidate.results)
        else:
            assert (candidate.visits, candidate.results, candidate.line) == (0, (), ())
    games = [candidate.games for candidate in analysis.moves]
    assert games[0] == 15
    assert games[-1] == 0, "with so few iterations some moves are never looked at"
    assert games == sorted(games, reverse=True)


def test_the_same_seed_finds_the_same_and_another_something_else(game: Samurai) -> None:
    one, two, other = (analyse(game.view(0), iterations=100, seed=seed).to_json() for seed in (1, 1, 2))
    assert one == two
    assert one != other | {"seed": 1}


def test_what_a_seat_cannot_see_does_not_change_its_analysis(game: Samurai) -> None:
    other = game.view(0).sample(random.Random(3))
    assert other.state.hands != game.state.hands
    one, two = (analyse(each.view(0), iterations=100).to_json() for each in (game, other))
    assert one == two


def test_a_line_plays_the_turn_to_its_end_and_tells_one_answer_at_most(game: Samurai) -> None:
    analysis = analyse(game.view(0), iterations=600)
    for candidate in (c for c in analysis.moves if c.line):
        assert candidate.line[0] == candidate.move
        turn = candidate.line[: candidate.line.index(END) + 1]
        then = game.copy()
        for move in turn:
            then.play(move)
        answer = candidate.line[len(turn) :]
        assert len(answer) <= 1
        for move in answer:
            assert move.token in game.view(0).pools[1], "the next seat can have this token"


def test_a_ship_that_reaches_nothing_is_worth_no_more_than_the_end_of_the_turn() -> None:
    """Whoever still has a token to play would look better off if it were not for the end of the turn."""
    waiting = position(
        figures={NORTH: "B", EAST: "H", **FAR},
        tokens={N1: (1, "S2")},
        hands=["V1 V1", "S1 B3 H2"],
        draws=["S3 H4", "R2 B2"],
        played="S2",
        captured=[[1, 1, 1], [1, 1, 1]],
    )
    thinker = Thinker(Budget(1000), seed=1)
    ship, end = (thinker.measure(waiting.view(0), move, 1000) for move in (Move.parse("V1k13"), END))
    assert END in ship.line, "the turn is played to its end"
    assert abs(ship.results[0].mean - end.results[0].mean) < 0.05


def test_a_move_that_wins_the_game_at_once_is_the_best_and_certain() -> None:
    winning = position(
        figures={NORTH: "B", (2, 0): "H", (-2, 0): "R"},
        tokens={N1: (1, "S2")},
        hands=["B4 H2 R2", "S3"],
        captured=[[3, 2, 0], [2, 2, 3]],
    )
    best = analyse(winning.view(0), iterations=300).best
    assert best is not None
    assert str(best.move) == f"B4{N2}"
    assert best.results[0].mean == 1.0
    winning.play(best.move)
    end = analyse(winning.view(0), iterations=50).best
    assert end is not None
    assert end.results == (Chance(1.0, 1.0, 1.0), Chance(0.0, 0.0, 0.0)), "nothing is left to chance"


def test_a_budget_of_time_is_kept(game: Samurai, steady: Clock) -> None:
    start = steady.now
    analysis = analyse(game.view(0), seconds=0.3)
    assert 0.25 <= steady.now - start < 1
    assert analysis.to_json()["budget"] == {"seconds": 0.3}
    assert sum(candidate.visits for candidate in analysis.moves) > 50


def test_who_is_not_to_move_gets_chances_without_moves(game: Samurai) -> None:
    for seat in (1, None):
        analysis = analyse(game.view(seat), iterations=50)
        assert analysis.moves == ()
        assert analysis.best is None
        assert abs(sum(chance.mean for chance in analysis.chances) - 1) < 1e-3


def test_a_finished_game_has_no_position_to_analyse() -> None:
    over = position(figures=FAR, to_move=None)
    with pytest.raises(BadOption, match="the game is over"):
        analyse(over.view(0))


def test_a_view_of_another_game_is_refused() -> None:
    kites: Any = KitesView(0, {}, (), (1, 2), (2, 2, 2), ())
    with pytest.raises(BadOption, match="to analyse samurai, pass a view of samurai, not KitesView"):
        analyse(kites)


def test_set_up_can_be_analysed_too() -> None:
    start = new(players=2, hands="choose", figures="draft")
    analysis = analyse(start.view(0), iterations=60)
    assert analysis.best is not None
    assert analysis.best.move.verb is Verb.CHOOSE


def test_an_analysis_is_json_in_the_language_asked_for(game: Samurai) -> None:
    found = analyse(game.view(0), iterations=40).to_json("de")
    assert json.loads(json.dumps(found)) == found
    assert (found["kind"], found["seat"], found["to_move"], found["language"]) == ("analysis", 0, 0, "de")
    assert {"move", "visits", "games", "results", "line", "why", "parts"} == found["moves"][0].keys()


# A game looked back on.


@pytest.fixture(scope="module")
def blunder() -> Samurai:
    """Seat 0 could win at once with B4, and waits; seat 1 then wins the Buddha and the game."""
    game = position(
        figures={NORTH: "B", (2, 0): "H", (-2, 0): "R"},
        tokens={N1: (1, "S2")},
        hands=["B4 H2", "S3"],
        captured=[[3, 2, 0], [2, 2, 3]],
        moves=[f"H2{IDLE}", "/", f"S3{N2}", "/"],
    )
    assert game.outcome is not None
    assert game.outcome.winners == (1,)
    return game


def test_a_move_that_throws_the_game_away_is_the_costliest_and_the_better_one_is_named(
    blunder: Samurai,
) -> None:
    found = review(blunder.record(), iterations=150)
    worst = found.costly[0]
    assert (worst.number, worst.seat) == (1, 0)
    assert str(worst.preferred[0]) == f"B4{N2}"
    assert worst.cost.mean > 0.5
    assert any("Captures Buddha" in text for text in worst.why_preferred)


def test_a_review_follows_every_move_to_the_result_of_the_game(blunder: Samurai) -> None:
    found = review(blunder.record(), iterations=60)
    assert [ply.move for ply in found.plies] == list(blunder.moves)
    assert [turn.seat for turn in found.turns] == [0, 1]
    assert found.plies[-1].chances == (Chance(0.0, 0.0, 0.0), Chance(1.0, 1.0, 1.0))
    for chances in (found.start, *(ply.chances for ply in found.plies)):
        assert abs(sum(chance.mean for chance in chances) - 1) < 1e-3


def test_a_turn_after_which_all_is_different_is_a_turning_point(blunder: Samurai) -> None:
    found = review(blunder.record(), iterations=150)
    assert found.start[0].mean > 0.4
    assert 1 in [turn.number for turn in found.turning_points]
    turn = found.turning_points[0].to_json()
    assert turn["moves"] == [str(move) for move in blunder.moves[:2]]
    assert turn["plies"] == [1, 2]


def test_a_review_says_how_far_it_is(blunder: Samurai) -> None:
    said: list[float] = []
    review(blunder.record(), iterations=20, progress=said.append)
    assert said == [0.0, 0.25, 0.5, 0.75]


def test_a_review_is_json_and_the_same_for_the_same_seed(blunder: Samurai) -> None:
    one, two = (review(blunder.record(), iterations=40, seed=5).to_json("de") for _ in range(2))
    assert one == two
    assert json.loads(json.dumps(one)) == one
    assert one["outcome"]["winners"] == [1]
    assert len(one["plies"]) == 4


def test_a_record_without_moves_cannot_be_reviewed(game: Samurai) -> None:
    with pytest.raises(BadOption, match="no move"):
        review(game.record())


# Pictures.


def elements(svg: str) -> list[str]:
    return [element.tag.rpartition("}")[2] for element in ElementTree.fromstring(svg).iter()]


def test_a_curve_has_a_line_and_a_band_and_a_mark_of_its_own_for_every_seat(blunder: Samurai) -> None:
    svg = curve_svg(review(blunder.record(), iterations=60), "de")
    assert "Gewinnaussichten" in svg
    assert svg.count('stroke-width="2"') == 2
    assert svg.count('fill-opacity="0.15"') == 2
    assert all(f'<use href="#seat{seat}" class="fill{seat}"' in svg for seat in (0, 1))
    assert ">?<" in svg, "the costly move is marked"
    assert "prefers-color-scheme:dark" in svg
    assert ">0: 0 %<" in svg
    assert ">1: 100 %<" in svg


def test_the_moves_of_a_shortlist_are_shown_with_their_intervals(game: Samurai) -> None:
    analysis = analyse(game.view(0), iterations=100)
    svg = moves_svg(analysis)
    assert "title" in elements(svg)
    assert svg.count('stroke-opacity="0.35"') == sum(bool(candidate.line) for candidate in analysis.moves)
    assert analysis.best is not None
    assert f">{analysis.best.move}<" in svg
